// The men that a side of draughts has captured, as they lie beside a board.

import {html, nothing, svg} from "lit-html";
import {familyOf} from "../../board/looks/chosen.js";
import {gridSide, sideOfSymbol} from "../../board/shapes/grid/look.js";
import {t} from "../../words/index.js";

/** @import {Board, State} from "kibitz-protocol" */

const [WIDE, HIGH] = [13, 20];

/** Return how many pieces of each colour a game of draughts has lost, if it began with all of them: rows of men on the dark
 * squares, and two empty rows between the sides. @param {Board} board @param {State} position
 * @returns {{[side: string]: number}} */
export function lostMen(board, position) {
  if (board.shape !== "grid" || familyOf(board) !== "draughts") return {};
  const [rows, columns] = [board.row_labels.length, board.column_labels.length];
  const all = ((rows / 2 - 1) * columns) / 2;
  const sides = [0, 1].map((seat) => gridSide(board, seat));
  const symbols = [...position.rows.join("")].map((symbol) => sideOfSymbol(board, symbol));
  return Object.fromEntries(sides.map((side) => [side, Math.max(0, all - symbols.filter((other) => other === side).length)]));
}

/** Return the men that a seat has captured; nothing while there are none. @param {Board} board @param {State} position
 * @param {number} seat */
export function capturedMen(board, position, seat) {
  if (board.shape !== "grid") return nothing;
  const side = gridSide(board, 1 - seat);
  const count = lostMen(board, position)[side] ?? 0;
  if (!count) return nothing;
  const width = WIDE * (count - 1) + HIGH;
  const men = Array.from({length: count}, (_, place) => svg`<g class="piece ${side}" transform="translate(${WIDE * place + HIGH / 2} ${HIGH / 2})">
    <circle class="body" cy="1.5" r="7.5" /><circle class="body" cy="-1" r="7.5" /><circle class="rim" cy="-1" r="4.5" /></g>`);
  return html`<svg class="captured-men" width=${width} height=${HIGH} viewBox="0 0 ${width} ${HIGH}" role="img" aria-label="${count} ${t("match.captured")}">${men}</svg>`;
}
