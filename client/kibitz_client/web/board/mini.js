// Small boards for lists: one SVG of few nodes, drawn again only when the position is another one.

import {html} from "lit-html";
import {CHESSMEN} from "./shapes/chessmen.js";
import {crossings, dots, isDark, lineIn, openLines, shadePaths} from "./shapes/ground.js";
import {CELL, hexBorders, isPiece, layout, outline, paperLines, pieceOn} from "./shapes/layout.js";
import {look, sideOf} from "./shapes/pieces.js";
import {drawSmallPoints} from "./shapes/points.js";
import {disc, make} from "./svg.js";

/** @import {Board, Face, Table} from "kibitz-protocol" */
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
    this.replaceChildren(drawMini(view));
  }
}

/** Draw a small board. @param {MiniView} view */
export function drawMini({board, position, flipped}) {
  if (board.shape === "points") return drawSmallPoints(board, position, flipped ?? false);
  if (board.shape === "table") return drawCards(board, position, flipped ?? false);
  const found = layout(board, position, {flipped, labels: false});
  const {area, style} = found;
  const svg = make("svg", {viewBox: `${area.x} ${area.y} ${area.w} ${area.h}`, class: `board-svg ${style}`});
  if (style !== "hexes") svg.append(make("rect", {x: area.x, y: area.y, width: area.w, height: area.h, rx: 10, class: "plate"}));
  if (board.shape === "grid") svg.append(...gridNodes(board, position, found));
  else
    found.boxes.forEach((box, cell) => {
      const number = make("text", {x: box.x + box.w / 2, y: box.y + box.h / 2, dy: "0.36em", "text-anchor": "middle", class: "count big"});
      number.textContent = String(position.counts[cell] ?? 0);
      svg.append(make("rect", {x: box.x + 5, y: box.y + 5, width: box.w - 10, height: box.h - 10, rx: 30, class: board.shape === "pits" ? "pit" : "heap"}), number);
    });
  return svg;
}

/** Draw the cards of the hand, without those of the last one. @param {Table} board @param {Drawn} position @param {boolean} flipped */
function drawCards({faces}, {trays = []}, flipped) {
  /** @type {Face[][]} */
  const rows = [[], [], []];
  for (const {name, owner, faces: keys} of trays) if (!/^last /.test(name)) rows[owner === null ? 1 : !owner === flipped ? 0 : 2].push(...keys.flatMap((key) => faces[key] ?? []));
  const cards = rows.flatMap((row, down) =>
    row.map(({kind, text}, place) => {
      const label = make("text", {y: 44, x: 25, "font-size": 21, "text-anchor": "middle", class: /[♦♥]/.test(text) ? "red" : ""});
      label.textContent = text;
      return make("g", {transform: `translate(${155 + 60 * place - 30 * row.length} ${15 + 95 * down})`, class: `face ${kind} piece white`}, [make("rect", {width: 50, height: 70, rx: 5, class: kind === "back" ? "pattern" : "body"}), ...(kind === "back" ? [] : [label])]);
    }),
  );
  return make("svg", {viewBox: "0 0 300 290", class: "board-svg cards"}, [make("rect", {width: 300, height: 290, rx: 10, class: "plate"}), ...cards]);
}

/** @param {import("kibitz-protocol").Grid} grid @param {Drawn} position @param {Layout} found */
function gridNodes(grid, position, found) {
  const {boxes, style} = found;
  // One path a colour: a board of 400 cells has as few nodes as one of nine.
  const paths = new Map([["dark", ""], ["hex", ""], ["open", style === "dots" ? openLines(found) : ""], ["line", style === "lines" ? crossings(grid, found) : ""], ["last-ground", ""]]);
  const add = (/** @type {string} */ name, /** @type {string} */ d) => paths.set(name, (paths.get(name) ?? "") + d);
  boxes.forEach((box, cell) => {
    const square = outline(found, cell);
    const [x, y] = [box.x + box.w / 2, box.y + box.h / 2];
    if (style === "checks" && isDark(found, cell)) add("dark", square);
    else if (style === "squares") add("line", square);
    else if (style === "hexes") add("hex", square);
    if (style !== "drop" && style !== "dots" && position.last.includes(cell)) add("last-ground", square);
    if (style === "drop") add("holes", disc(x, y, CELL * 0.42));
    const symbol = pieceOn(grid, style, position, cell);
    if (!symbol) return;
    if (style === "dots") return box.play ? add("drawn-line", lineIn(box)) : undefined;
    const {side, shape, letter} = look(grid, style, symbol);
    const a = CELL * 0.28;
    if (shape === "man") {
      const [body, lines] = CHESSMEN[letter];
      add(`man-body ${side}`, shifted(body, x, y));
      add(`man-lines ${side}`, shifted(lines, x, y));
    } else if (shape === "cross") add(`stroke ${side}`, `M${x - a} ${y - a}l${2 * a} ${2 * a}M${x + a} ${y - a}l${-2 * a} ${2 * a}`);
    else if (shape === "ring") add(`stroke ${side}`, disc(x, y, CELL * 0.3));
    else {
      add(`body ${side}`, disc(x, y, CELL * 0.4));
      if (letter === "K") add("crown", `M${x - 12} ${y + 8}l-2 -14l7 6l7 -13l7 13l7 -6l-2 14z`);
    }
  });
  for (const [side, d] of shadePaths(grid, position, found)) add(`shade ${side}`, d);
  if (style === "dots") add("dot", dots(found));
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
  const edges = style === "hexes" && grid.edges ? hexBorders(grid, found).map((d, side) => make("path", {d, class: `edge ${sideOf(grid, grid.edges?.[side] ?? 0)}`})) : [];
  return [...edges, ...[...paths].filter(([, d]) => d).map(([name, d]) => make("path", {d, class: `mini-${name}`}))];
}

/** Return a path of absolute coordinates, moved. @param {string} d @param {number} x @param {number} y */
const shifted = (d, x, y) => d.replace(/(-?[\d.]+) (-?[\d.]+)/g, (_, a, b) => `${(Number(a) + x).toFixed(1)} ${(Number(b) + y).toFixed(1)}`);

if (!customElements.get("kibitz-mini")) customElements.define("kibitz-mini", KibitzMini);
