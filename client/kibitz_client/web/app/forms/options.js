// Options of games as they are typed.

import {language} from "../../words/index.js";

/** @import {OptionInfo} from "kibitz-protocol" */

/** Options with which the page proposes a game, where a first match is better with others than the defaults.
 * @type {{[game: string]: {[name: string]: number}}} */
export const PROPOSED = {dots: {columns: 5, rows: 5}, mnk: {columns: 7, rows: 7, connect: 4}};

/** Return the name of an option as people read it. @param {Pick<OptionInfo, "name"> & Partial<OptionInfo>} option */
export const titleOf = ({name, title, translations}) => translations?.[language()] || title || `${name[0].toUpperCase()}${name.slice(1).replaceAll("_", " ")}`;

/** Return the default of an option beside the others as typed. @param {OptionInfo} option @param {OptionInfo[]} options
 * @param {(name: string) => string} typed the text of the field of an option */
export function defaultOf({default: usual, otherwise}, options, typed) {
  const other = otherwise && options.find(({name}) => name === otherwise.option);
  return otherwise && other && !["", String(other.default)].includes(typed(other.name)) ? otherwise.default : usual;
}

/** Let fields that still have the default of their option follow the option that decides it. @param {OptionInfo[]} options
 * @param {string} prefix what the names of fields begin with */
export const follow = (options, prefix) => (/** @type {Event} */ {currentTarget}) => {
  const field = (/** @type {string} */ name) => /** @type {HTMLInputElement} */ (/** @type {Element} */ (currentTarget).querySelector(`[name="${prefix}${name}"]`));
  for (const option of options.filter(({otherwise}) => otherwise)) {
    const input = field(option.name);
    const follows = input.value === input.defaultValue;
    input.defaultValue = String(defaultOf(option, options, (name) => field(name).value.trim()));
    if (follows) input.value = input.defaultValue;
  }
};
