// The words of the server about sides, pieces, cells and counters, in the language of the reader. They are in English where
// they come from, so only other languages have a table, and names that a game uses to compute stay as they are sent.

import {addTexts, has, language, t} from "../index.js";

/** @import {Key} from "../index.js" */

/** What says sentences about chance in another language, once it is loaded. @type {typeof import("./german.js").saidChance | null} */
let inGerman = null;

/** Settled once they are there in the language of the reader. */
export const ready = addTexts({}, async () => {
  const module = await import("./german.js");
  inGerman = module.saidChance;
  return module;
});

/** Return a sentence about chance as the reader says it, such as `White rolls 31`. @param {string} text */
export const saidChance = (text) => (inGerman && language() === "de" ? inGerman(text) : text);

/** Return a word of the server as the reader says it: whole, a card by its suit and rank, or without the number at its end.
 * @param {string} text @returns {string} */
export function said(text) {
  const [, rank, suit] = /^(\w+) of (clubs|diamonds|hearts|spades)$/.exec(text) ?? [];
  if (rank && has(`said.${suit}`)) return `${said(suit)} ${said(rank)}`;
  const [, words, number = ""] = /^(.*?)( \d+)?$/.exec(text) ?? ["", text];
  const key = `said.${words}`;
  return has(key) ? t(/** @type {Key} */ (/** @type {string} */ (key))) + number : text;
}
