// A question beside the board, asked once: whether the reader wants to hear the moves.

import {html} from "lit-html";
import {icon} from "../../app/icons.js";
import {t} from "../../words/index.js";
import {ready as texts} from "../../words/looks/index.js";

/** @import {App} from "../../app/context.js" */

export const ready = texts;

/** Return the question. @param {App} app */
export function soundQuestion(app) {
  const answer = (/** @type {boolean} */ sound) => () => {
    app.prefs.set({sound});
    app.sound("own");
    app.changed();
  };
  return html`<p class="cluster sound-question" role="group" aria-label=${t("looks.hear")}>
    ${icon("sound")}<span>${t("looks.hear")}</span>
    <button class="button small" @click=${answer(true)}>${t("looks.hearYes")}</button>
    <button class="button small quiet" @click=${answer(false)}>${t("looks.hearNo")}</button>
  </p>`;
}
