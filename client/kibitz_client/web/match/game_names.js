// The names of games as people type them: any case, blanks and accents, titles, and other names. Pure; the same as
// the module `game_names` of the protocol.

/** @import {GameInfo} from "kibitz-protocol" */

/** Return a name without what people write in different ways: `Hold'em`, `hold em` and `HOLDEM` are one. @param {string} name */
export const folded = (name) =>
  name.replaceAll("&", " and ").toLowerCase().normalize("NFKD").replace(/[^\p{L}\p{N}]/gu, "");

/** Return the game of a name. Names come before titles, and titles before other names. @template {Pick<GameInfo, "name" | "title" | "aliases">} G
 * @param {string} typed @param {G[]} games @returns {G | undefined} */
export function findGame(typed, games) {
  const wanted = folded(typed);
  /** @type {((game: G) => string[])[]} */
  const kinds = [({name}) => [name], ({title}) => [title], ({aliases}) => Object.keys(aliases ?? {})];
  const exact = games.find(({name}) => name === typed);
  if (exact || !wanted) return exact;
  for (const names of kinds) {
    const found = games.find((game) => names(game).some((name) => folded(name) === wanted));
    if (found) return found;
  }
  return undefined;
}

/** Return the options that a name of a game stands for, as `chess960` does.
 * @param {string} typed @param {Pick<GameInfo, "aliases">} game */
export function optionsOfName(typed, {aliases = {}}) {
  const alias = Object.keys(aliases).find((name) => folded(name) === folded(typed));
  return alias === undefined ? {} : aliases[alias];
}

/** Return all names of a game as one text in lower case to search in, as they are written and folded.
 * @param {Pick<GameInfo, "name" | "title" | "aliases">} game */
export function searchText({name, title, aliases}) {
  const names = [name, title, ...Object.keys(aliases ?? {})];
  return [...names, ...names.map(folded)].join(" ").toLowerCase();
}

/** Return whether a text, which has names of a game, contains what is typed into a search. @param {string} text @param {string} typed */
export function contains(text, typed) {
  const wanted = typed.trim().toLowerCase();
  return text.includes(wanted) || text.includes(folded(typed) || wanted);
}
