// The board as an element: `<kibitz-board .view=${view}>`. It draws a position into one SVG and changes only what
// differs from the position before, so a move costs a few nodes on a board of any size.

import {html} from "lit-html";
import {describeCell} from "./describe.js";
import {CELL, gridStyle, isPiece, layout, paperLines, symbolAt, unitsIn} from "./layout.js";
import {look, make, piece} from "./pieces.js";
import {animate, sow} from "./motion.js";
import {attachKeys} from "./keyboard.js";
import {attachPointer} from "./pointer.js";

/** @import {Board, State} from "kibitz-protocol" */
/** @import {Layout} from "./layout.js" */

/** Everything that a board shows, and whom it tells.
 * @typedef {object} BoardView
 * @property {Board} board
 * @property {State} position
 * @property {boolean} [flipped]
 * @property {boolean} [labels]
 * @property {boolean} [motion]
 * @property {boolean} [interactive]
 * @property {number[]} [picked]
 * @property {number[]} [premoves]
 * @property {number[]} [pending] cells of the move on its way to the server
 * @property {number[]} [hint]
 * @property {Set<number>} [marks] cells that may be picked next
 * @property {Map<number, string>} [numbers] plies of the engine's line
 * @property {Map<number, string>} [notes] scores or shares
 * @property {string} label
 * @property {(cell: number, amount?: number) => void} [onPick]
 * @property {() => void} [onCancel]
 * @property {(from: number) => Set<number>} [targetsFrom] where a dragged piece may go */

/** Return a board for a template. @param {BoardView} view */
export const boardView = (view) => html`<kibitz-board class="board" .view=${view}></kibitz-board>`;

let boards = 0;

/** One cell: its node, the layer of its marks, and the text of its state, which tells whether to draw again.
 * @typedef {{node: SVGElement, marks: SVGElement, key: string, label: string}} Cell */

export class KibitzBoard extends HTMLElement {
  constructor() {
    super();
    this._id = `b${++boards}`;
    /** @type {BoardView | null} */
    this._view = null;
    /** @type {Layout | null} */
    this._layout = null;
    /** @type {Cell[]} */
    this._cells = [];
    /** @type {Map<number, {symbol: string, node: SVGElement}>} */
    this._pieces = new Map();
    this._focus = -1;
    /** @type {SVGElement | null} */
    this._svg = null;
    this._dragged = -1;
    this._ground = "";
    /** Cells with marks, and the position, as they were drawn. @type {{touched: Set<number>, position: State | null}} */
    this._marked = {touched: new Set(), position: null};
  }

  connectedCallback() {
    if (this._keys) return;
    this._keys = attachKeys(this);
    this._pointer = attachPointer(this);
  }

  /** @param {BoardView} view */
  set view(view) {
    const before = this._view;
    this._view = view;
    const {board, flipped = false, labels = true} = view;
    const changed = !before || before.board !== board || (before.flipped ?? false) !== flipped || (before.labels ?? true) !== labels;
    if (changed) this._drawFrame(view);
    this._drawPosition(view, changed || !before ? null : before.position);
    this._drawMarks(view);
  }

  get view() {
    return /** @type {BoardView} */ (this._view);
  }

  /** The layout that is drawn. */
  get drawn() {
    return /** @type {Layout} */ (this._layout);
  }

  get svg() {
    return /** @type {SVGSVGElement | null} */ (this._svg);
  }

  /** The cell that the keyboard is on. */
  get focused() {
    return this._focus;
  }

  /** @param {BoardView} view */
  _drawFrame(view) {
    const {board, position, flipped, labels} = view;
    const found = layout(board, position, {flipped, labels});
    this._layout = found;
    this._marked = {touched: new Set(), position: null};
    const {width, height} = found;
    this.dataset.style = found.style;
    this.style.setProperty("--ratio", String(width / height));
    const svg = make("svg", {viewBox: `0 0 ${width} ${height}`, class: `board-svg ${found.style}`});
    svg.append(this._background(board, found));
    const names = make("g", {class: "labels", "aria-hidden": "true"});
    for (const {x, y, text, corner} of found.labels) {
      const label = make("text", {x, y, "text-anchor": "middle", dy: "0.36em", "font-size": corner ? 11 : found.labelSize, class: corner ? "corner" : ""});
      label.textContent = text;
      names.append(label);
    }
    this._ground = "";
    this._under = make("g", {class: "under", "aria-hidden": "true"});
    this._layer = make("g", {class: "pieces", "aria-hidden": "true"});
    const cells = make("g", {role: "grid", class: "cells"});
    /** @type {Cell[]} */
    this._cells = [];
    /** @type {Map<number, SVGElement>} */
    const rows = new Map();
    found.boxes.forEach((box, cell) => {
      let row = rows.get(box.y);
      if (!row) {
        row = make("g", {role: "row"});
        rows.set(box.y, row);
      }
      const marks = make("g", {class: "marks", transform: `translate(${box.x + box.w / 2} ${box.y + box.h / 2})`});
      const hit = make("rect", {x: box.x, y: box.y, width: box.w, height: box.h, class: "hit"});
      const node = make("g", {role: "gridcell", tabindex: "-1", "data-cell": cell, class: "cell"}, [hit, marks]);
      if (!box.play && found.style !== "pits") node.setAttribute("aria-hidden", "true");
      row.append(node);
      this._cells.push({node, marks, key: "", label: ""});
    });
    const ordered = [...rows].sort(([a], [b]) => a - b);
    // A screen reader goes through the cells as they stand, also on a turned board.
    for (const [, row] of ordered) {
      [...row.children].sort((a, b) => this._boxOf(a).x - this._boxOf(b).x).forEach((node) => row.append(node));
      cells.append(row);
    }
    this._grid = cells;
    const over = this._foreground(board, found);
    svg.append(names, this._under, this._layer, ...(over ? [over] : []), cells);
    this.replaceChildren(svg);
    this._svg = svg;
    this._pieces.clear();
    if (!found.boxes[this._focus]?.play) this._focus = this._first(flipped ?? false);
    this._cells[this._focus]?.node.setAttribute("tabindex", "0");
  }

  /** @param {Element} node */
  _boxOf(node) {
    return this.drawn.boxes[Number(node.getAttribute("data-cell"))];
  }

  /** @param {boolean} flipped */
  _first(flipped) {
    const {boxes} = this.drawn;
    const middle = boxes.length >> 1;
    for (let step = 0; step < boxes.length; step++) {
      const cell = (middle + (flipped ? -step : step) + boxes.length) % boxes.length;
      if (boxes[cell].play) return cell;
    }
    return 0;
  }

  /** @param {Board} board @param {Layout} found */
  _background(board, found) {
    const {area, style, boxes} = found;
    const group = make("g", {class: "ground", "aria-hidden": "true"});
    group.append(make("rect", {x: area.x, y: area.y, width: area.w, height: area.h, rx: style === "drop" || style === "pits" ? 18 : 6, class: "plate"}));
    if (board.shape !== "grid") {
      for (const box of boxes) {
        if (style === "pits") group.append(make("rect", {x: box.x + 6, y: box.y + 6, width: box.w - 12, height: box.h - 12, rx: Math.min(box.w, box.h) / 2 - 6, class: "pit"}));
        else group.append(make("rect", {x: box.x, y: box.y + 4, width: box.w, height: box.h - 8, rx: 10, class: "heap"}));
      }
      return group;
    }
    if (style === "checks" || style === "squares" || style === "paper") {
      boxes.forEach((box) => group.append(make("rect", {x: box.x, y: box.y, width: CELL, height: CELL, class: style !== "checks" ? "square" : box.play ? "dark" : "light"})));
    }
    const columns = board.column_labels.length;
    const rows = board.row_labels.length;
    if (style === "lines") {
      const [x, y] = [area.x + 6 + CELL / 2, area.y + 6 + CELL / 2];
      let d = "";
      for (let column = 0; column < columns; column++) d += `M${x + column * CELL} ${y}v${(rows - 1) * CELL}`;
      for (let row = 0; row < rows; row++) d += `M${x} ${y + row * CELL}h${(columns - 1) * CELL}`;
      group.append(make("path", {d, class: "line"}));
      for (const star of board.stars) {
        const box = boxes[star];
        group.append(make("circle", {cx: box.x + CELL / 2, cy: box.y + CELL / 2, r: 5, class: "star"}));
      }
    } else if (style === "paper") {
      const {thin, thick} = paperLines(board, found);
      group.append(make("path", {d: thin, class: "line"}), make("path", {d: thick, class: "line thick"}));
    } else if (style === "squares") {
      let d = "";
      for (const box of boxes) d += `M${box.x} ${box.y}h${CELL}v${CELL}h${-CELL}z`;
      group.append(make("path", {d, class: "line"}));
    }
    return group;
  }

  /** Return what lies over the pieces: the front of a frame into which discs drop. @param {Board} board @param {Layout} found */
  _foreground(board, {style, area, boxes}) {
    if (board.shape !== "grid" || style !== "drop") return null;
    const r = CELL * 0.42;
    let d = `M${area.x + 18} ${area.y}h${area.w - 36}a18 18 0 0 1 18 18v${area.h - 36}a18 18 0 0 1 -18 18h${36 - area.w}a18 18 0 0 1 -18 -18v${36 - area.h}a18 18 0 0 1 18 -18z`;
    let rims = "";
    for (const {x, y} of boxes) {
      const circle = `M${x + CELL / 2 - r} ${y + CELL / 2}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
      d += circle;
      rims += circle;
    }
    return make("g", {class: "front", "aria-hidden": "true"}, [
      make("path", {d, "fill-rule": "evenodd", class: "frame"}),
      make("path", {d: rims, class: "holes"}),
    ]);
  }

  /** @param {BoardView} view @param {State | null} before */
  _drawPosition(view, before) {
    const {board, position} = view;
    if (before === position) return;
    const moved = before && view.motion !== false && before.position !== position.position;
    if (board.shape !== "grid") return this._drawUnits(view, moved ? before : null);
    const layer = /** @type {SVGElement} */ (this._layer);
    const style = gridStyle(board);
    /** @type {{cell: number, symbol: string, node: SVGElement}[]} */
    const gone = [];
    /** @type {{cell: number, symbol: string, node: SVGElement, turned: boolean}[]} */
    const come = [];
    this.drawn.boxes.forEach((box, cell) => {
      const symbol = symbolAt(position, cell);
      if (before && symbol === symbolAt(before, cell)) return;
      const old = this._pieces.get(cell);
      const wanted = isPiece(board, symbol) ? symbol : "";
      if ((old?.symbol ?? "") === wanted) return;
      if (old) {
        this._pieces.delete(cell);
        if (!wanted || !moved) gone.push({cell, ...old});
        else old.node.remove();
      }
      if (wanted) {
        const node = make("g", {transform: `translate(${box.x + CELL / 2} ${box.y + CELL / 2})`, class: "stone"}, [piece(look(board, style, wanted), CELL)]);
        layer.append(node);
        this._pieces.set(cell, {symbol: wanted, node});
        come.push({cell, symbol: wanted, node, turned: old !== undefined});
      }
    });
    if (moved) animate(board, this.drawn, {gone, come, dragged: this._dragged});
    else for (const {node} of gone) node.remove();
    this._dragged = -1;
    this._drawBlocks(view);
  }

  /** Draw the owners of won blocks over their cells. @param {BoardView} view */
  _drawBlocks({board, position}) {
    if (board.shape !== "grid" || !board.block || !position.blocks) return;
    const layer = /** @type {SVGElement} */ (this._layer);
    layer.querySelectorAll(".block").forEach((node) => node.remove());
    const {boxes, columns} = this.drawn;
    const across = columns / board.block;
    [...position.blocks].forEach((symbol, block) => {
      if (!isPiece(board, symbol)) return;
      const first = Math.floor(block / across) * board.block * columns + (block % across) * board.block;
      const last = first + (board.block - 1) * (columns + 1);
      const [a, b] = [boxes[first], boxes[last]];
      const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
      const size = Math.abs(a.x - b.x) + CELL;
      const cover = make("rect", {x: -size / 2, y: -size / 2, width: size, height: size, class: "cover"});
      layer.append(make("g", {class: "block", transform: `translate(${x + size / 2} ${y + size / 2})`}, [cover, piece(look(board, this.drawn.style === "paper" ? "paper" : "squares", symbol), size)]));
    });
  }

  /** Draw the units of pits and heaps. @param {BoardView} view @param {State | null} before */
  _drawUnits({board, position}, before) {
    const layer = /** @type {SVGElement} */ (this._layer);
    this.drawn.boxes.forEach((box, cell) => {
      const count = position.counts[cell] ?? 0;
      const old = this._pieces.get(cell);
      if (old?.symbol === String(count)) return;
      const side = board.shape === "pits" ? (cell <= board.houses ? "first" : "second") : "neutral";
      const group = make("g", {class: `units ${side}`});
      for (const [x, y] of unitsIn(this.drawn, box, count))
        group.append(
          board.shape === "pits"
            ? make("circle", {cx: x, cy: y, r: 6.4, class: "seed"})
            : make("rect", {x: x - 13, y: y - 22, width: 26, height: 52, rx: 9, class: "unit"}),
        );
      const number = make("text", {x: box.x + box.w / 2, y: box.y + box.h - 15, "text-anchor": "middle", class: "count"});
      number.textContent = String(count);
      if (board.shape === "pits") group.append(number);
      layer.append(group);
      this._pieces.set(cell, {symbol: String(count), node: group});
      if (before && old) sow(old.node, group, before.counts, position.counts, cell);
      else old?.node.remove();
    });
  }

  /** @param {BoardView} view */
  _drawMarks(view) {
    const {board, position, picked = [], premoves = [], pending = [], hint = [], marks = new Set(), numbers, notes} = view;
    const grid = /** @type {SVGElement} */ (this._grid);
    if (grid.getAttribute("aria-label") !== view.label) grid.setAttribute("aria-label", view.label);
    this.classList.toggle("interactive", Boolean(view.interactive));
    const won = new Set(position.lines.flat());
    const last = new Set(position.last);
    this._drawGround(position.last);
    const described = {position, marks, picked, premoves};
    const before = this._marked;
    const touched = new Set([...picked, ...premoves, ...pending, ...hint, ...marks, ...(numbers?.keys() ?? []), ...(notes?.keys() ?? []), ...won, ...last]);
    this._marked = {touched, position};
    this._cells.forEach((cell, number) => {
      // Most cells of a large board have no mark, had none before, and hold what they held.
      if (before.position && board.shape === "grid" && !touched.has(number) && !before.touched.has(number) && symbolAt(before.position, number) === symbolAt(position, number)) return;
      const box = this.drawn.boxes[number];
      const symbol = board.shape === "grid" ? symbolAt(position, number) : "";
      const filled = board.shape !== "grid" || isPiece(board, symbol);
      const key = [
        picked.includes(number) && "picked",
        won.has(number) && "won",
        last.has(number) && "last",
        premoves.includes(number) && "premove",
        pending.includes(number) && "pending",
        hint.includes(number) && "hinted",
        marks.has(number) && (filled ? "capture" : "target"),
        `n:${numbers?.get(number) ?? ""}`,
        `s:${notes?.get(number) ?? ""}`,
        filled,
      ].join(" ");
      const label = describeCell(board, described, number);
      if (label !== cell.label) {
        cell.label = label;
        cell.node.setAttribute("aria-label", label);
        cell.node.setAttribute("aria-selected", String(picked.includes(number)));
      }
      if (key === cell.key) return;
      cell.key = key;
      cell.marks.replaceChildren(...markNodes(key, box.w, box.h, filled));
    });
  }

  /** Colour the ground of the last move, below its pieces. @param {number[]} cells */
  _drawGround(cells) {
    const key = cells.join();
    if (key === this._ground) return;
    this._ground = key;
    const {boxes, style} = this.drawn;
    const squares = cells.map((cell) => {
      const {x, y, w, h} = boxes[cell];
      // A heap is drawn a little smaller than its cell, with round corners.
      if (style === "heaps") return make("rect", {x, y: y + 4, width: w, height: h - 8, rx: 10, class: "last-ground"});
      return make("rect", {x, y, width: w, height: h, rx: style === "pits" ? 40 : 0, class: "last-ground"});
    });
    this._under?.replaceChildren(...squares);
  }

  /** Make a cell the one that the keyboard is on. @param {number} cell @param {boolean} [focus] */
  moveTo(cell, focus = true) {
    this._cells[this._focus]?.node.setAttribute("tabindex", "-1");
    this._focus = cell;
    const node = this._cells[cell]?.node;
    node?.setAttribute("tabindex", "0");
    if (focus) /** @type {SVGElement & HTMLOrSVGElement} */ (node)?.focus({preventScroll: true});
  }

  /** Return the node of a piece, for dragging it. @param {number} cell */
  pieceAt(cell) {
    return this._pieces.get(cell)?.node ?? null;
  }

  /** Note that the piece which lands on a cell was carried there, so that it need not slide. @param {number} cell */
  noteDragged(cell) {
    this._dragged = cell;
  }
}

/** Return the shapes that mark a cell around its middle. @param {string} key @param {number} w @param {number} h @param {boolean} filled */
function markNodes(key, w, h, filled) {
  const words = key.split(" ");
  const has = (/** @type {string} */ word) => words.includes(word);
  const nodes = [];
  const [x, y] = [w / 2, h / 2];
  const frame = (/** @type {string} */ name, inset = 2) =>
    make("rect", {x: inset - x, y: inset - y, width: w - 2 * inset, height: h - 2 * inset, rx: w > CELL ? 26 : 5, class: name});
  if (has("last")) {
    // Corners, besides the colour of the ground.
    const c = Math.min(w, h) * 0.2;
    const [a, b] = [x - 3, y - 3];
    nodes.push(make("path", {class: "last-mark", d: `M${-a} ${c - b}V${-b}H${c - a}M${a - c} ${-b}H${a}V${c - b}M${a} ${b - c}V${b}H${a - c}M${c - a} ${b}H${-a}V${b - c}`}));
  }
  if (has("won")) nodes.push(make("circle", {r: CELL * 0.45, class: "won-mark"}));
  if (has("picked")) nodes.push(frame("picked-mark", 3));
  if (has("premove")) nodes.push(make("rect", {x: -x + 7, y: -y + 7, width: w - 14, height: h - 14, rx: 8, class: "premove-mark"}));
  if (has("pending")) nodes.push(make("circle", {r: CELL * 0.3, class: "pending-mark"}));
  if (has("hinted")) nodes.push(make("path", {d: `M0 ${-CELL * 0.44}L${CELL * 0.44} 0L0 ${CELL * 0.44}L${-CELL * 0.44} 0Z`, class: "hint-mark"}));
  if (has("target")) nodes.push(make("circle", {r: CELL * 0.13, class: "target-mark"}));
  if (has("capture")) nodes.push(w > CELL ? frame("target-frame", 8) : make("circle", {r: CELL * 0.45, class: "target-ring"}));
  const ply = words.find((word) => word.startsWith("n:"))?.slice(2);
  const note = words.find((word) => word.startsWith("s:"))?.slice(2);
  if (note) nodes.push(text(note, "note", 13, filled ? y - 8 : 17));
  if (ply) nodes.push(make("circle", {r: 12, class: "ply-ground", cy: note ? -4 : 0}), text(ply, "ply", 16, note ? -4 : 0));
  return nodes;
}

/** @param {string} content @param {string} name @param {number} size @param {number} y */
function text(content, name, size, y) {
  const node = make("text", {class: name, "text-anchor": "middle", y, dy: "0.36em", "font-size": size});
  node.textContent = content;
  return node;
}

if (!customElements.get("kibitz-board")) customElements.define("kibitz-board", KibitzBoard);
