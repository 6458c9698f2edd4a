// The words of the server about sides, pieces, cells and counters, in the language of the reader. They are in English where
// they come from, so only other languages have a table, and names that a game uses to compute stay as they are sent.

import {addTexts, has, t} from "../index.js";

/** @import {Key} from "../index.js" */

/** Settled once they are there in the language of the reader. */
export const ready = addTexts({}, () => import("./german.js"));

/** Return a word of the server as the reader says it: whole, a card by its suit and rank, or without the number at its end.
 * @param {string} text @returns {string} */
export function said(text) {
  const [, rank, suit] = /^(\w+) of (clubs|diamonds|hearts|spades)$/.exec(text) ?? [];
  if (rank && has(`said.${suit}`)) return `${said(suit)} ${said(rank)}`;
  const [, words, number = ""] = /^(.*?)( \d+)?$/.exec(text) ?? ["", text];
  const key = `said.${words}`;
  return has(key) ? t(/** @type {Key} */ (/** @type {string} */ (key))) + number : text;
}
