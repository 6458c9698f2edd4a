// The words of the server about sides, pieces, cells and counters, in the language of the reader. They are in English where
// they come from, so only other languages have a table, and names that a game uses to compute stay as they are sent.

import {addTexts, has, t} from "../index.js";

/** @import {Key} from "../index.js" */

/** Settled once they are there in the language of the reader. */
export const ready = addTexts({}, () => import("./german.js"));

/** Return a sentence about chance as the reader says it, such as `White rolls 31`. Names in it stay. @param {string} text @returns {string} */
export function saidChance(text) {
  const [, name = "", one = "", other = "", two = "", stuck = ""] = /^(\w+) rolls (\d+)(?: and (\w+) (\d))?( and cannot move)?$/.exec(text) ?? [];
  if (!name || !has("said.rolls")) return text;
  const key = other ? "said.rolls both" : stuck ? "said.rolls stuck" : "said.rolls";
  const side = (/** @type {string} */ word) => (has(`side.${word.toLowerCase()}`) ? t(/** @type {Key} */ (/** @type {string} */ (`side.${word.toLowerCase()}`))) : word);
  return t(/** @type {Key} */ (/** @type {string} */ (key)), {name: side(name), one, other: side(other), two});
}

/** Return a word of the server as the reader says it: whole, a card by its suit and rank, or without the number at its end.
 * @param {string} text @returns {string} */
export function said(text) {
  const [, rank, suit] = /^(\w+) of (clubs|diamonds|hearts|spades)$/.exec(text) ?? [];
  if (rank && has(`said.${suit}`)) return `${said(suit)} ${said(rank)}`;
  const [, words, number = ""] = /^(.*?)( \d+)?$/.exec(text) ?? ["", text];
  const key = `said.${words}`;
  return has(key) ? t(/** @type {Key} */ (/** @type {string} */ (key))) + number : text;
}
