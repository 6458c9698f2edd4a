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

/** @typedef {keyof typeof GROUPS | "other" | "recent"} Group */

/** A game of a list. `asked` is what a form is asked for: the name of the game, or that of its variant.
 * @typedef {{name: string, title: string, asked: string}} Listed */

/** Return what a form is asked for to have the game of some terms. @param {Pick<import("./begin.js").Terms, "game" | "options">} terms */
export const askedOf = ({game, options}) => (options?.["array"] === "any" ? "chess960" : game);

/** Return the games that were played lately, the last one first. @param {Pick<App, "prefs">} app */
export const recentGames = ({prefs: {values: {last, recent}}}) => (recent.length || !last ? recent : [askedOf(last)]);

/** Return the games in their groups: first those that were played lately, last those without a group.
 * @param {GameInfo[]} games @param {string[]} [recent] @returns {[Group, Listed[]][]} */
export function grouped(games, recent = []) {
  const of = (/** @type {string} */ asked) => {
    const name = asked === "chess960" ? "chess" : asked;
    const game = games.find((each) => each.name === name);
    return game ? [{name, title: asked === name ? game.title : "Chess960", asked}] : [];
  };
  const known = new Set(Object.values(GROUPS).flat());
  const rest = games.filter(({name}) => !known.has(name)).flatMap(({name}) => of(name));
  const groups = Object.entries(GROUPS).map(([group, names]) => [group, names.flatMap(of).filter(({asked}) => !recent.includes(asked))]);
  const others = rest.filter(({asked}) => !recent.includes(asked));
  const all = /** @type {[Group, Listed[]][]} */ ([["recent", recent.flatMap(of)], ...groups, ["other", others]]);
  return all.filter(([, found]) => found.length);
}

/** Return the games for a strip: those that were played lately first, small games for research left out.
 * @param {App} app @returns {Listed[]} */
export const listedGames = (app) => grouped(app.lobby.games, recentGames(app)).flatMap(([group, games]) => (group === "small" ? [] : games));
