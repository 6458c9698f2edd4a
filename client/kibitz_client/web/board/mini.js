// Small boards for lists: one SVG of few nodes, drawn again only when the position is another one.

import {html} from "lit-html";
import {CELL, gridStyle, isPiece, layout, paperLines, symbolAt} from "./layout.js";
import {look, make} from "./pieces.js";

/** @import {Board} from "kibitz-protocol" */
/** @import {Drawn, Layout} from "./layout.js" */

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
    this.replaceChildren(drawMini(view));
  }
}

/** Draw a small board. @param {MiniView} view */
export function drawMini({board, position, flipped}) {
  const found = layout(board, position, {flipped, labels: false});
  const {area, style} = found;
  const svg = make("svg", {viewBox: `${area.x} ${area.y} ${area.w} ${area.h}`, class: `board-svg ${style}`});
  svg.append(make("rect", {x: area.x, y: area.y, width: area.w, height: area.h, rx: 10, class: "plate"}));
  if (board.shape === "grid") svg.append(...gridNodes(board, position, found));
  else
    found.boxes.forEach((box, cell) => {
      const number = make("text", {x: box.x + box.w / 2, y: box.y + box.h / 2, dy: "0.36em", "text-anchor": "middle", class: "count big"});
      number.textContent = String(position.counts[cell] ?? 0);
      svg.append(make("rect", {x: box.x + 5, y: box.y + 5, width: box.w - 10, height: box.h - 10, rx: 30, class: board.shape === "pits" ? "pit" : "heap"}), number);
    });
  return svg;
}

/** @param {import("kibitz-protocol").Grid} grid @param {Drawn} position @param {Layout} found */
function gridNodes(grid, position, found) {
  const {boxes, style} = found;
  // One path a colour: a board of 400 cells has as few nodes as one of nine.
  const paths = new Map([["dark", ""], ["line", ""], ["last-ground", ""]]);
  const add = (/** @type {string} */ name, /** @type {string} */ d) => paths.set(name, (paths.get(name) ?? "") + d);
  boxes.forEach((box, cell) => {
    const square = `M${box.x} ${box.y}h${CELL}v${CELL}h${-CELL}z`;
    const [x, y] = [box.x + CELL / 2, box.y + CELL / 2];
    if (style === "checks" && box.play) add("dark", square);
    else if (style === "lines") add("line", `M${box.x} ${y}h${CELL}M${x} ${box.y}v${CELL}`);
    else if (style === "squares") add("line", square);
    if (style !== "drop" && position.last.includes(cell)) add("last-ground", square);
    const symbol = symbolAt(position, cell);
    if (style === "drop") add("holes", disc(x, y, 0.42));
    if (!isPiece(grid, symbol)) return;
    const {side, shape} = look(grid, gridStyle(grid), symbol);
    const a = CELL * 0.28;
    if (shape === "cross") add(`stroke ${side}`, `M${x - a} ${y - a}l${2 * a} ${2 * a}M${x + a} ${y - a}l${-2 * a} ${2 * a}`);
    else if (shape === "ring") add(`stroke ${side}`, disc(x, y, 0.3));
    else add(`body ${side}`, disc(x, y, 0.4));
  });
  if (style === "paper") {
    const {thin, thick} = paperLines(grid, found);
    add("line", thin);
    add("line thick", thick);
  }
  if (grid.block && position.blocks) {
    const across = grid.column_labels.length / grid.block;
    [...position.blocks].forEach((symbol, block) => {
      if (!isPiece(grid, symbol)) return;
      const columns = grid.column_labels.length;
      const first = Math.floor(block / across) * grid.block * columns + (block % across) * grid.block;
      const a = boxes[first];
      const b = boxes[first + (grid.block - 1) * (columns + 1)];
      const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
      const size = Math.abs(a.x - b.x) + CELL;
      add(`cover ${look(grid, "squares", symbol).side}`, `M${x} ${y}h${size}v${size}h${-size}z`);
    });
  }
  return [...paths].filter(([, d]) => d).map(([name, d]) => make("path", {d, class: `mini-${name}`}));
}

/** @param {number} x @param {number} y @param {number} share */
const disc = (x, y, share) => {
  const r = CELL * share;
  return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
};

if (!customElements.get("kibitz-mini")) customElements.define("kibitz-mini", KibitzMini);
