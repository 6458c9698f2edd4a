// Captured pieces in the bar of a player, small, with by how much the player is ahead.

import {html, nothing, svg} from "lit-html";
import {sideOf} from "../../../board/shapes/index.js";
import {chessman} from "../../../board/shapes/grid/chessmen.js";
import {capturedBy} from "./captured.js";
import {ready} from "../../../words/ending/index.js";
import {t} from "../../../words/index.js";

/** @import {State} from "kibitz-protocol" */
/** @import {App} from "../../../app/context.js" */
/** @import {MatchState} from "../../../match/state.js" */

/** Load the words and the stylesheet. @param {App} app */
export const prepare = (app) => Promise.all([ready, app.style("drawings.css")]);

/** Men of each side at the beginning of draughts, by the number of columns. */
const BEGINS = {8: 12, 10: 20};
/** How far captured men of draughts are apart, and how high each is, in pixels. */
const [WIDE, HIGH] = [13, 20];

/** Return what a side has captured, for its bar. @param {MatchState} state @param {State} position @param {number} seat */
export function captured({board, start}, position, seat) {
  if (board.shape !== "grid") return nothing;
  const begins = BEGINS[/** @type {8 | 10} */ (board.column_labels.length)] ?? 0;
  const {men, discs, ahead} = capturedBy(board, position, seat, begins);
  // From a position, what is missing was not captured here.
  const shown = start === null;
  if (!ahead && (!shown || !(men.length + discs))) return nothing;
  const side = sideOf(board, 1 - seat);
  const words = [shown && (men.length || discs) ? t("material.captured", {count: men.length || discs}) : "", ahead ? t("material.ahead", {count: ahead}) : ""].filter(Boolean).join(", ");
  return html`<span class="material" role="img" aria-label=${words} title=${words}>
    ${shown && men.length ? html`<svg viewBox="0 0 ${14 * men.length + 16} 30" width="${0.62 * men.length + 0.7}em" class=${side}>${men.map((letter, place) => man(letter, 15 + 14 * place, side))}</svg>` : nothing}
    ${shown && discs ? discsOf(discs, side) : nothing}
    ${ahead ? html`<b class="number">+${ahead}</b>` : nothing}
  </span>`;
}

/** @param {string} letter @param {number} x @param {string} side */
const man = (letter, x, side) => svg`<g transform="translate(${x} 15) scale(.56)" class=${side}><path class="man-body" d=${chessman(letter)[0]}></path><path class="man-lines" d=${chessman(letter)[1]}></path></g>`;

/** Return captured men of draughts, which overlap. @param {number} count @param {string} side */
function discsOf(count, side) {
  const width = WIDE * (count - 1) + HIGH;
  const men = Array.from({length: count}, (_, place) => svg`<g class="piece ${side}" transform="translate(${WIDE * place + HIGH / 2} ${HIGH / 2})">
    <circle class="body" cy="1.5" r="7.5" /><circle class="body" cy="-1" r="7.5" /><circle class="rim" cy="-1" r="4.5" /></g>`);
  return html`<svg class="captured-men" width=${width} height=${HIGH} viewBox="0 0 ${width} ${HIGH}">${men}</svg>`;
}
