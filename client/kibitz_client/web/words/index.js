// The texts of the page in the language of the reader, with plurals and numbers by Intl.

import en from "./en.js";

/** @typedef {keyof typeof en
 *   | keyof typeof import("./alerts/en.js").default
 *   | keyof typeof import("./arrows/en.js").default
 *   | keyof typeof import("./chance/en.js").default
 *   | keyof typeof import("./create/en.js").default
 *   | keyof typeof import("./ending/en.js").default
 *   | keyof typeof import("./engine/en.js").default
 *   | keyof typeof import("./events/en.js").default
 *   | keyof typeof import("./exercises/en.js").default
 *   | keyof typeof import("./goals/en.js").default
 *   | keyof typeof import("./help/en.js").default
 *   | keyof typeof import("./learn/en.js").default
 *   | keyof typeof import("./lessons/en.js").default
 *   | keyof typeof import("./looks/en.js").default | keyof typeof import("./records/en.js").default
 *   | keyof typeof import("./match/en.js").default
 *   | keyof typeof import("./pace/en.js").default
 *   | keyof typeof import("./people/en.js").default
 *   | keyof typeof import("./play/en.js").default
 *   | keyof typeof import("./puzzles/en.js").default
 *   | keyof typeof import("./replay/en.js").default
 *   | keyof typeof import("./share/en.js").default
 *   | keyof typeof import("./studies/en.js").default
 *   | keyof typeof import("./tables/en.js").default} Key */
/** @typedef {string | {one?: string, other: string}} Text */

/** Languages by code, each with its own name. */
export const LANGUAGES = {en: "English", de: "Deutsch"};

/** @typedef {{[key: string]: Text | undefined}} Texts */

/** English texts by key, with those of the parts of the page that were loaded. @type {Texts} */
const english = en;
/** Loaders of the German texts of these parts. @type {(() => Promise<{default: Texts}>)[]} */
const parts = [];
/** @type {Texts} */
let words = english;
let code = "en";
/** The language that was asked for last. */
let wanted = "";
/** How often the texts have changed. */
let changes = 0;
/** Whether texts of it could not be loaded. */
let lacking = false;
// Made when they are first needed: they load data of languages, which takes longer than all modules of a first view.
/** @type {Intl.PluralRules | null} */
let plurals = null;
/** @type {Intl.NumberFormat | null} */
let numbers = null;

/** Return a text with its values: `t("moves", {count: 3})`. A text that the language lacks is in English.
 * @param {Key} key @param {{[name: string]: string | number}} [values] @returns {string} */
export function t(key, values = {}) {
  const text = words[key] || english[key] || key;
  const form = typeof text === "string" ? text : (pluralOf(Number(values.count ?? 0)) === "one" && text.one) || text.other;
  return form.replace(/\{(\w+)\}/g, (_, name) => {
    const value = values[name];
    return typeof value === "number" ? number(value) : (value ?? "");
  });
}

const pluralOf = (/** @type {number} */ value) => (plurals ??= new Intl.PluralRules(code)).select(value);

/** Return whether there is a text of that name. @param {string} key @returns {key is Key} */
export const has = (key) => key in words || key in english;

/** Return a number as text. @param {number} value @param {Intl.NumberFormatOptions} [options] */
export const number = (value, options) =>
  // Short whole numbers look the same in all languages of the page.
  !options && value >= 0 && value < 1000 && Number.isInteger(value)
    ? String(value)
    : (options ? new Intl.NumberFormat(code, options) : (numbers ??= new Intl.NumberFormat(code))).format(value);

/** Return a count in about three digits: 12.3k. @param {number} value */
export const count = (value) => number(value, {notation: "compact", maximumSignificantDigits: 3});

/** Return a day and time. @param {number} at seconds since 1970 */
export const day = (at) => new Intl.DateTimeFormat(code, {dateStyle: "medium", timeStyle: "short"}).format(at * 1000);

/** Steps of relative times: the unit, and its seconds. */
const STEPS = /** @type {const} */ ([["year", 31_557_600], ["month", 2_629_800], ["week", 604_800], ["day", 86_400], ["hour", 3600], ["minute", 60], ["second", 1]]);

/** Return how long ago a time was, or in what time it will be: `3 minutes ago`, or `3m ago`.
 * @param {number} at seconds since 1970 @param {number} [now] @param {Intl.RelativeTimeFormatStyle} [style] */
export function ago(at, now = Date.now() / 1000, style = "long") {
  const seconds = at - now;
  const [unit, length] = STEPS.find(([, least]) => Math.abs(seconds) >= least) ?? STEPS[6];
  return new Intl.RelativeTimeFormat(code, {numeric: "auto", style}).format(Math.trunc(seconds / length), unit);
}

/** Return what is another number once there are other texts. */
export const version = () => changes;

/** Return the language of the page. */
export const language = () => code;

/** Return the first language of the reader's browser that the page has. */
export const preferred = () => navigator.languages.map((name) => name.split("-")[0]).find((name) => name in LANGUAGES) ?? "en";

/** Load and use a language. `xx` stretches the English texts, for tests of layouts.
 * @param {string} name */
export async function setLanguage(name) {
  wanted = name;
  lacking = false;
  /** @type {Texts} */
  let found = english;
  if (name === "xx") found = allStretched(english);
  else if (name === "de") found = await import("./de.js").then((module) => module.default, lack);
  // The reader may have chosen another language meanwhile.
  if (wanted !== name) return;
  words = found;
  changes++;
  code = name === "de" && found !== english ? name : "en";
  if (code === "de") await Promise.all(parts.map(addGerman));
  plurals = numbers = null;
  document.documentElement.lang = code;
}

/** Load what could not be loaded of the language, for instance while the server was away. Return whether there was such a part. */
export const completeLanguage = async () => lacking && (await setLanguage(wanted), true);

/** Note that texts are missing, and use the English ones. */
function lack() {
  lacking = true;
  return english;
}

/** Add the texts of a part of the page, which only its views load.
 * @param {Texts} inEnglish @param {() => Promise<{default: Texts}>} german return the German ones
 * @returns {Promise<void>} settled once the language of the reader has them */
export async function addTexts(inEnglish, german) {
  Object.assign(english, inEnglish);
  changes++;
  parts.push(german);
  if (code === "de") await addGerman(german);
  else if (words !== english) Object.assign(words, allStretched(inEnglish));
}

/** @param {() => Promise<{default: Texts}>} german */
function addGerman(german) {
  const into = words;
  return german().then(({default: found}) => void (changes++, Object.assign(into, found)), () => void lack());
}

/** @param {Texts} texts @returns {Texts} */
const allStretched = (texts) => Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, stretched(text ?? "")]));

/** @param {Text} text @returns {Text} */
function stretched(text) {
  if (typeof text !== "string") return {one: String(stretched(text.one ?? text.other)), other: String(stretched(text.other))};
  const longer = text.replace(/\{\w+\}|[aeiou]/g, (found) => (found.length > 1 ? found : found + found));
  return `[${longer}]`;
}
