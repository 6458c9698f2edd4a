// Small boards for lists: one SVG of few nodes, drawn again only when the position is another one.

import {html} from "lit-html";
import {dress, layoutOf, shapeOf} from "./shapes/index.js";
import {make, makeText} from "./svg.js";

/** @import {Board} from "kibitz-protocol" */
/** @import {Drawn, Layout} from "./shapes/layout.js" */

/** @typedef {{board: Board, position: Drawn, flipped?: boolean, key: string}} MiniView */

/** Return a small board for a template. `key` changes with the position. @param {MiniView} view */
export const miniBoard = (view) => html`<kibitz-mini class="mini" .view=${view} aria-hidden="true"></kibitz-mini>`;

class KibitzMini extends HTMLElement {
  _key = "";

  /** @param {MiniView} view */
  set view(view) {
    const key = `${view.key}|${view.flipped}`;
    if (key === this._key) return;
    this._key = key;
    dress(this, view.board);
    this.replaceChildren(drawMini(view));
  }
}

/** Draw a small board. @param {MiniView} view */
export function drawMini({board, position, flipped = false}) {
  const found = layoutOf(board, position, {flipped, labels: false});
  const {drawSmall, cellClass = "heap"} = shapeOf(board);
  return drawSmall?.(board, position, found, flipped) ?? drawCounts(position, found, cellClass);
}

/** Draw a number on each cell. @param {Drawn} position @param {Layout} found @param {string} cellClass */
function drawCounts({counts}, {area, style, boxes}, cellClass) {
  const {x, y, w, h} = area;
  const cells = boxes.flatMap((box, cell) => {
    const number = makeText({x: box.x + box.w / 2, y: box.y + box.h / 2, dy: "0.36em", class: "count big"}, String(counts[cell] ?? 0));
    return [make("rect", {x: box.x + 5, y: box.y + 5, width: box.w - 10, height: box.h - 10, rx: 30, class: cellClass}), number];
  });
  return make("svg", {viewBox: `${x} ${y} ${w} ${h}`, class: `board-svg ${style}`}, [make("rect", {x, y, width: w, height: h, rx: 10, class: "plate"}), ...cells]);
}

if (!customElements.get("kibitz-mini")) customElements.define("kibitz-mini", KibitzMini);
