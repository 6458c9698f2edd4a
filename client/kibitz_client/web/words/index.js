// The texts of the page in the language of the reader, with plurals and numbers by Intl.

import en from "./en.js";

/** @typedef {keyof typeof en} Key */
/** @typedef {string | {one?: string, other: string}} Text */

/** Languages by code, each with its own name. */
export const LANGUAGES = {en: "English", de: "Deutsch"};

/** @type {{[key: string]: Text}} */
let words = en;
let code = "en";
let plurals = new Intl.PluralRules("en");
let numbers = new Intl.NumberFormat("en");

/** Return a text with its values: `t("moves", {count: 3})`.
 * @param {Key} key @param {{[name: string]: string | number}} [values] @returns {string} */
export function t(key, values = {}) {
  const text = words[key] ?? en[key] ?? key;
  const count = Number(values.count ?? 0);
  const form = typeof text === "string" ? text : (plurals.select(count) === "one" && text.one) || text.other;
  return form.replace(/\{(\w+)\}/g, (_, name) => {
    const value = values[name];
    return typeof value === "number" ? number(value) : (value ?? "");
  });
}

/** Return whether there is a text of that name. @param {string} key @returns {key is Key} */
export const has = (key) => key in en;

/** Return a number as text. @param {number} value @param {Intl.NumberFormatOptions} [options] */
export const number = (value, options) =>
  (options ? new Intl.NumberFormat(code, options) : numbers).format(value);

/** Return a count in about three digits: 12.3k. @param {number} value */
export const count = (value) => number(value, {notation: "compact", maximumSignificantDigits: 3});

/** Return a day and time. @param {number} at seconds since 1970 */
export const day = (at) => new Intl.DateTimeFormat(code, {dateStyle: "medium", timeStyle: "short"}).format(at * 1000);

/** Return the language of the page. */
export const language = () => code;

/** Load and use a language. `xx` stretches the English texts, for tests of layouts.
 * @param {string} wanted */
export async function setLanguage(wanted) {
  if (wanted === "xx") words = Object.fromEntries(Object.entries(en).map(([key, text]) => [key, stretched(text)]));
  else if (wanted === "de") words = (await import("./de.js")).default;
  else words = en;
  code = wanted === "xx" || !(wanted in LANGUAGES) ? "en" : wanted;
  plurals = new Intl.PluralRules(code);
  numbers = new Intl.NumberFormat(code);
  document.documentElement.lang = code;
}

/** @param {Text} text @returns {Text} */
function stretched(text) {
  if (typeof text !== "string") return {one: String(stretched(text.one ?? text.other)), other: String(stretched(text.other))};
  const longer = text.replace(/\{\w+\}|[aeiou]/g, (found) => (found.length > 1 ? found : found + found));
  return `[${longer}]`;
}
