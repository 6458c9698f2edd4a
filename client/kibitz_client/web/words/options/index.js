// What the server says of the options of games, in the language of the reader: what each means, and its values. It is in English
// where it comes from, so only other languages have texts.

import {addTexts, has, language, t} from "../index.js";

/** @import {Key} from "../index.js" */

/** Settled once the texts are there in the language of the reader. */
export const ready = addTexts({}, () => import("./german.js"));

/** Return what an option means. @param {{meaning: string}} option @returns {string} */
export function meaningOf({meaning}) {
  const key = `option.${meaning}`;
  return has(key) ? t(/** @type {Key} */ (/** @type {string} */ (key))) : meaning;
}

/** Words between the values of a range. @type {[RegExp, string][]} */
const GERMAN = [
  [/ numbers of /, " Zahlen von "], [/ joined by /, ", verbunden durch "], [/ in steps of /, " in Schritten von "], [/ to /g, " bis "], [/ or /, " oder "],
];

/** Return the values of an option. @param {{range: string}} option */
export const rangeOf = ({range}) => (language() === "de" ? GERMAN.reduce((text, [english, german]) => text.replace(english, german), range) : range);
