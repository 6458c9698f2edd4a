// What cards make, in the language of the reader. The server says it in English; any other text stays as it is.

import {has, t} from "../../words/index.js";

/** @import {Key} from "../../words/index.js" */

const RANKED = /^(?:(a pair of) (\w+)|(\w+) (high)|an? (\w+))$/;
const PLURALS = /(?<=x)es$|s$/;

/** Return the name of a hand, such as `a pair of tens`. @param {string} said */
export function handName(said) {
  const whole = key(`poker.hand.${said.replace(/^an? /, "").replaceAll(" ", "_")}`);
  if (whole) return t(whole);
  const [, pair, many = "", high, , single] = RANKED.exec(said) ?? [];
  const rank = key(pair ? `poker.ranks.${many.replace(PLURALS, "")}` : `poker.rank.${high ?? single}`);
  if (!rank) return said;
  return pair ? t("poker.pair", {rank: t(rank)}) : high ? t("poker.high", {rank: t(rank)}) : t(rank);
}

/** Return the name of a street: of the cards that all see. @param {string} said */
export function streetName(said) {
  const found = key(`poker.street.${said}`);
  return found ? t(found) : said;
}

/** @param {string} name @returns {Key | null} */
const key = (name) => (has(name) ? name : null);
