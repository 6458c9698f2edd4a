// Choices that several forms of new matches have: levels, who moves first, and time controls.

import {html} from "lit-html";
import {sideName} from "../../match/names.js";
import {t} from "../../words/index.js";

/** @import {GameInfo} from "kibitz-protocol" */
/** @import {App} from "../context.js" */

/** Return one of several choices as a button that is a radio button. @param {string} name @param {string | number} value
 * @param {boolean} checked @param {unknown} label */
export const chip = (name, value, checked, label) =>
  html`<label class="chip"><input type="radio" name=${name} value=${value} ?checked=${checked} /><span>${label}</span></label>`;

/** Return the choice of a level. @param {App} app */
export const levelChoice = (app) => html`<div class="levels">
  ${Array.from({length: 10}, (_, place) => place + 1).map((level) => chip("level", level, level === app.prefs.values.level, level))}
</div>`;

/** Return the choice of the first move; that of a side where a draw or an option decides which side begins.
 * @param {GameInfo | undefined} game */
export const firstChoice = (game, sides = game?.chance || game?.sides) => html`<fieldset class="field">
  <legend>${t(sides ? "new.side" : "new.firstMove")}</legend>
  <div class="segmented">
    ${/** @type {const} */ (["first", "second", "random"]).map((first, place) => chip("first", first, place === 0, (sides && game && place < 2 && sideName(game, place)) || t(`new.${first}`)))}
  </div>
</fieldset>`;

/** Time controls that are offered; the empty one is none. */
export const CLOCKS = ["", "1+0", "3+2", "5+3", "10+5", "15+10", "30s", "10b3x30", "1day", "3days"];
