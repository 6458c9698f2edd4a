// The note and the signs of a position of a study: fields for its owner, and text for its readers.

import {html, nothing} from "lit-html";
import {t} from "../words/index.js";
import {MOVE_SIGNS, POSITION_SIGNS, signsText} from "./notation.js";

/** @import {StudyNode} from "./tree.js" */

/** The icon of drawing, which no other part of the page has. */
export const pencil = html`<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M4 20l1-4L16.500 4.500l3 3L8 19zM14 7l3 3"/></svg>`;

/** Return the fields of a position. @param {StudyNode} node @param {{text: (text: string) => void, sign: (nag: number) => void}} change */
export function noteEditor(node, change) {
  const name = (/** @type {number} */ nag) => t(/** @type {"study.sign.1"} */ (`study.sign.${nag}`));
  const judged = POSITION_SIGNS.find(([nag]) => node.nags.includes(nag))?.[0] ?? 0;
  return html`<div class="note">
    <div class="signs" role="group" aria-label=${t("study.signs")}>
      ${MOVE_SIGNS.map(([nag, text]) => html`<button class="button" ?disabled=${!node.parent} aria-pressed=${node.nags.includes(nag)} aria-label=${name(nag)} title=${name(nag)} @click=${() => change.sign(nag)}>${text}</button>`)}
      <select aria-label=${t("study.judgement")} @change=${(/** @type {Event} */ {target}) => change.sign(Number(/** @type {HTMLSelectElement} */ (target).value) || judged)}>
        <option value="" .selected=${!judged}>${t("study.noJudgement")}</option>
        ${POSITION_SIGNS.map(([nag, text]) => html`<option value=${nag} .selected=${judged === nag}>${text} ${name(nag)}</option>`)}
      </select>
    </div>
    <label class="field"><span>${t("study.note")} <b>${node.said ? `${node.said}${signsText(node.nags)}` : t("study.start")}</b></span>
      <textarea rows="4" maxlength="2000" placeholder=${t("study.noteHint")} .value=${node.text} @input=${(/** @type {Event} */ {target}) => change.text(/** @type {HTMLTextAreaElement} */ (target).value)}></textarea>
    </label>
  </div>`;
}

/** Return the note of a position for a reader. @param {StudyNode} node */
export const noteReader = (node) =>
  node.text || node.nags.length
    ? html`<div class="note" aria-live="polite"><b>${node.said ? `${node.said}${signsText(node.nags)}` : t("study.start")}</b><p>${node.text}</p></div>`
    : nothing;
