// The fields of the options of a game, and what was typed into them.

import {html, nothing} from "lit-html";
import {t} from "../../words/index.js";
import {meaningOf, rangeOf} from "../../words/options/index.js";
import {defaultOf, follow, titleOf} from "./options.js";

/** @import {GameInfo, OptionInfo} from "kibitz-protocol" */

/** @typedef {{[name: string]: string | number | boolean}} Options */

/** The value of an option that the server chooses. */
const ANY = "any";

/** Each game has a place for its fields, so that none has a value of another game. @param {GameInfo} game @param {Options} given */
export const optionFields = ({options}, given) => html`<div class="form-grid" @input=${follow(options, "option-")}>
  ${options.filter(({offered}) => offered !== false).map((option) => optionField(option, options, given))}
</div>`;

/** @param {OptionInfo} option @param {OptionInfo[]} options @param {Options} given */
function optionField(option, options, given) {
  const {name} = option;
  const usual = defaultOf(option, options, (other) => String(given[other] ?? ""));
  const value = given[name] ?? usual;
  return typeof usual === "boolean"
    ? html`<label class="check"><input type="checkbox" name="option-${name}" .checked=${value} /><span>${titleOf(option)}${option.meaning ? html`<br /><small class="muted">${meaningOf(option)}</small>` : nothing}</span></label>`
    : html`<div class="field">
        <label for="option-${name}">${titleOf(option)}</label>
        <input id="option-${name}" name="option-${name}" .defaultValue=${String(usual)} .value=${String(value)} .readOnly=${value === ANY} />
        ${option.any ? html`<label class="check"><input type="checkbox" .checked=${value === ANY} @change=${chosen} />${t("new.random")}</label>` : nothing}
        <small>${meaningOf(option)} (${rangeOf(option)})</small></div>`;
}

/** Leave the value of an option to the server, or to the player again. @param {Event} event */
function chosen({target}) {
  const box = /** @type {HTMLInputElement} */ (target);
  const field = /** @type {HTMLInputElement} */ (box.closest(".field")?.querySelector("input"));
  field.value = box.checked ? ANY : field.defaultValue;
  field.readOnly = box.checked;
}

/** Return the options that differ from their defaults. @param {GameInfo | undefined} info @param {(name: string) => string} text */
export function optionsOf(info, text) {
  /** @type {Options} */
  const found = {};
  for (const option of info?.options ?? []) {
    const {name} = option;
    const typed = text(`option-${name}`);
    const usual = defaultOf(option, info?.options ?? [], (other) => text(`option-${other}`));
    const number = Number(typed.replace(",", "."));
    const value = typeof usual === "boolean" ? typed === "on" : typeof usual === "number" && !Number.isNaN(number) ? number : typed;
    if (value !== usual && typed !== "") found[name] = value;
    else if (typeof usual === "boolean" && value !== usual) found[name] = value;
  }
  return found;
}
