// The switch for drawing arrows and circles with one finger, on screens where no mouse has a right button.

import {html, svg} from "lit-html";
import {ready} from "../../../words/arrows/index.js";
import {t} from "../../../words/index.js";

/** @import {App} from "../../../app/context.js" */

/** Load the words, the stylesheet and the pen. @param {App} app */
export const prepare = (app) => Promise.all([app.style("drawings.css"), ready, import("../../../board/annotations/pen.js")]);

const ICON = svg`<path d="M4 20L18 6M9.500 5.500H18.500V14.500"/><circle cx="5.500" cy="18.500" r="2.500"/>`;

/** Return the switch. @param {App} app @param {boolean} on @param {() => void} toggle */
export function drawingSwitch(app, on, toggle) {
  const run = () => {
    toggle();
    if (on) return;
    app.speak(t("arrows.hint"));
    for (const board of document.querySelectorAll("kibitz-board")) void /** @type {import("../../../board/board.js").KibitzBoard} */ (board).takePen();
  };
  return html`<button class="button quiet pen" title=${t("arrows.hint")} aria-pressed=${on} @click=${run}><svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${ICON}</svg><span>${t("arrows.draw")}</span></button>`;
}
