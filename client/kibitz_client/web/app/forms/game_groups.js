// Games as lists show them: those that were played last first, in groups, and variants that have a name of their own.

/** @import {GameInfo} from "kibitz-protocol" */
/** @import {App} from "../context.js" */

/** Groups of games, with the best known first. A variant has the name under which its game knows it. */
const GROUPS = {
  row: ["connect4", "tictactoe", "gomoku", "ultimate", "mnk"],
  chess: ["chess", "chess960", "draughts", "international", "russian"],
  area: ["go", "reversi", "hex", "dots"],
  chance: ["backgammon", "holdem"],
  count: ["kalah", "nim"],
  small: ["kuhn", "leduc"],
};

/** @typedef {keyof typeof GROUPS | "other"} Group */

/** A game of a list. `asked` is what a form is asked for: the name of the game, or that of its variant.
 * @typedef {{name: string, title: string, asked: string}} Listed */

/** Return the games in their groups. Games without a group come last. @param {GameInfo[]} games @returns {[Group, Listed[]][]} */
export function grouped(games) {
  const of = (/** @type {string} */ asked) => {
    const name = asked === "chess960" ? "chess" : asked;
    const game = games.find((each) => each.name === name);
    return game ? [{name, title: asked === name ? game.title : "Chess960", asked}] : [];
  };
  const known = new Set(Object.values(GROUPS).flat());
  const rest = games.filter(({name}) => !known.has(name)).flatMap(({name}) => of(name));
  const all = /** @type {[Group, Listed[]][]} */ ([...Object.entries(GROUPS).map(([group, names]) => [group, names.flatMap(of)]), ["other", rest]]);
  return all.filter(([, found]) => found.length);
}

/** Return the games for a strip: the one that was played last first, small games for research left out.
 * @param {App} app @returns {Listed[]} */
export function listedGames({lobby, prefs: {values: {last}}}) {
  const all = grouped(lobby.games).flatMap(([group, games]) => (group === "small" ? [] : games));
  const asked = last && (last.options?.["array"] === "any" ? "chess960" : last.game);
  return [...all.filter((game) => game.asked === asked), ...all.filter((game) => game.asked !== asked)];
}
