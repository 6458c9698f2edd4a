// The board as an element: `<kibitz-board .view=${view}>`. It draws a position into one SVG and changes only what
// differs from the position before, so a move costs a few nodes on a board of any size.

import {html} from "lit-html";
import {contentsOf, isReady, prepare} from "./contents/index.js";
import {describeCell} from "./describe.js";
import {onLooks} from "./looks/chosen.js";
import {largeLayout} from "./looks/layout.js";
import {providePaints} from "./looks/paints.js";
import {attachKeys} from "./keyboard.js";
import {endMotion, prepareMotion} from "./motion/motion.js";
import {attachPointer} from "./pointer.js";
import {dress} from "./shapes/index.js";
import {outline} from "./shapes/layout.js";
import {make, makeText} from "./svg.js";

/** @import {Board, State} from "kibitz-protocol" */
/** @import {Choice} from "./chooser.js" */
/** @import {Content} from "./contents/units.js" */
/** @import {Labels, Layout} from "./shapes/layout.js" */

/** Everything that a board shows, and whom it tells.
 * @typedef {object} BoardView
 * @property {Board} board
 * @property {State} position
 * @property {string[]} [sides] names of the seats, by which counters belong to them
 * @property {string[]} [players] names of the players, where the board says them
 * @property {number} [length] points of the match, where the board shows its score
 * @property {boolean} [flipped]
 * @property {Labels} [labels]
 * @property {boolean} [motion]
 * @property {boolean} [interactive]
 * @property {number[]} [picked]
 * @property {number[]} [premoves]
 * @property {number[]} [pending] cells of the move on its way to the server
 * @property {number[]} [hint]
 * @property {number[]} [dead] cells whose pieces are held to be dead
 * @property {Set<number>} [marks] cells that may be picked next
 * @property {Map<number, string>} [numbers] plies of the engine's line
 * @property {Map<number, string>} [notes] scores or shares
 * @property {Layer[]} [layers] drawings over the pieces
 * @property {string} [match] the match whose readers may draw arrows and circles, which are kept for each ply; without it, none
 * @property {boolean} [drawing] whether one finger draws
 * @property {(shape: {from: number, to: number, colour: string}) => void} [onDraw] a shape is drawn, which the view keeps
 * @property {string} label
 * @property {Choice | null} [choice] pieces among which the player chooses
 * @property {(cell: number, amount?: number, carried?: "lifted" | "dropped") => void} [onPick] `carried`: a piece is carried away, or there
 * @property {() => void} [onCancel]
 * @property {() => void} [onDice] the dice are tapped
 * @property {(from: number) => Set<number>} [targetsFrom] where a dragged piece may go */

/** Drawings over the pieces, such as arrows. `key` tells whether they are others than before.
 * @typedef {{key: string, draw: (layout: Layout) => SVGElement[]}} Layer */

/** Return a board for a template. @param {BoardView} view */
export const boardView = (view) => html`<kibitz-board class="board" .view=${view}></kibitz-board>`;

let boards = 0;
/** Plies that positions with a motion between them are apart at most: what lies further apart is a jump. */
const NEAR = 2;
/** Screens that hexagons fill best with their long diagonal upright. */
const NARROW = matchMedia("(max-width: 600px) and (orientation: portrait)");

/** One cell: its node, the layer of its marks, and the text of its state, which tells whether to draw again.
 * @typedef {{node: SVGElement, marks: SVGElement, key: string, label: string}} Cell */

export class KibitzBoard extends HTMLElement {
  /** Get the module that draws a board, which is shown without it only when that has come. */
  static prepare = prepare;

  constructor() {
    super();
    this._id = `b${++boards}`;
    /** @type {BoardView | null} */
    this._view = null;
    /** What is to be shown when its module has come. @type {BoardView | null} */
    this._waiting = null;
    /** @type {Layout | null} */
    this._layout = null;
    /** @type {Cell[]} */
    this._cells = [];
    /** @type {Map<number, Content>} */
    this._pieces = new Map();
    this._focus = -1;
    /** @type {SVGElement | null} */
    this._svg = null;
    /** @type {SVGElement | null} */
    this._behind = null;
    /** @type {SVGElement | null} */
    this._trays = null;
    this._dragged = -1;
    /** Whether the last position was drawn with motion. */
    this._moving = false;
    /** The cell of a piece that lies where it was dropped, until the server has answered. */
    this._dropped = -1;
    this._ground = "";
    this._asked = "";
    /** Whether the look has changed since the board was drawn, and whether it was drawn upright. */
    this._stale = this._upright = false;
    /** What draws arrows and circles, once it is loaded. @type {import("./annotations/pen.js").Pen | null} */
    this.pen = null;
    this._layers = "";
    /** Cells with marks, and the position, as they were drawn. @type {{touched: Set<number>, position: State | null}} */
    this._marked = {touched: new Set(), position: null};
  }

  connectedCallback() {
    NARROW.addEventListener("change", this._again);
    this._stop = onLooks(this._again);
    if (!this._pointer) {
      providePaints();
      prepareMotion();
      attachKeys(this);
      this._pointer = attachPointer(this);
      this.addEventListener("click", ({target}) => /** @type {Element} */ (target).closest("[data-dice]") && this._view?.onDice?.());
    }
    // A listener of the window would keep the board for ever.
    this._on = new AbortController();
    this._pointer.follow(this._on.signal);
    this.pen?.follow(this._on.signal);
  }

  disconnectedCallback() {
    NARROW.removeEventListener("change", this._again);
    this._stop?.();
    this._on?.abort();
  }

  /** Draw all of it again: another look was chosen, or the screen has another shape. */
  _again = () => {
    this._stale = true;
    if (this._view) this.view = this._view;
  };

  /** @param {BoardView} view */
  set view(view) {
    this._waiting = null;
    if (!isReady(view.board)) {
      this._wait(view);
      return;
    }
    const before = this._view;
    this._view = view;
    const {board, flipped = false, labels = true} = view;
    const upright = NARROW.matches;
    const changed = !before || this._stale || this._upright !== upright || before.board !== board || (before.flipped ?? false) !== flipped || (before.labels ?? true) !== labels;
    this._stale = false;
    this._upright = upright;
    if (changed) this._drawFrame(view);
    this._drawPosition(view, changed || !before ? null : before.position);
    if (this._dropped >= 0 && !view.pending?.length && !view.picked?.length && !view.choice) this.putBack(this._dropped);
    this._drawMarks(view);
    this.toggleAttribute("data-drawing", Boolean(view.drawing));
    if (view.drawing && !this.pen) void this.takePen();
    this._drawChoice(view, changed);
    this.drawLayers(changed);
  }

  /** Show a view once the module that draws it has come. @param {BoardView} view */
  _wait(view) {
    this._waiting = view;
    const show = () => void (this._waiting === view && (this.view = view));
    prepare(view.board).then(show, console.error);
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

  /** What lies below all else, in a picture of its own. */
  get behind() {
    return /** @type {SVGSVGElement | null} */ (this._behind);
  }

  /** The cell that the keyboard is on. */
  get focused() {
    return this._focus;
  }

  /** @param {BoardView} view */
  _drawFrame(view) {
    const {board, position, flipped, labels} = view;
    const found = largeLayout(board, position, {flipped, labels, upright: this._upright});
    dress(this, board);
    const contents = contentsOf(board);
    this._layout = found;
    this._marked = {touched: new Set(), position: null};
    const {width, height} = found;
    this.dataset.style = found.style;
    this.style.setProperty("--ratio", String(width / height));
    const few = board.shape === "grid" && found.boxes.length < 10;
    this.toggleAttribute("data-few", few);
    const sheet = {viewBox: `0 0 ${width} ${height}`, class: `board-svg ${found.style} ${few ? "few" : ""}`};
    // The ground is a picture of its own, so that the browser does not paint its grain and light again for each move.
    const behind = make("svg", {...sheet, class: `${sheet.class} behind`, "aria-hidden": "true"}, [make("g", {class: "ground"}, contents.ground(board, found))]);
    const svg = make("svg", sheet);
    const names = make("g", {class: "labels", "aria-hidden": "true"});
    for (const {x, y, text, corner, light} of found.labels) {
      names.append(makeText({x, y, dy: "0.36em", "font-size": corner ? 11 : found.labelSize, class: corner ? `corner ${light ? "on-light" : ""}` : ""}, text));
    }
    this._ground = "";
    this._under = make("g", {class: "under", "aria-hidden": "true"});
    this._layer = make("g", {class: "pieces", "aria-hidden": "true"});
    this._trays = make("g", {class: "trays"});
    const cells = make("g", {role: found.boxes.length ? "grid" : "group", class: "cells"});
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
      const hit = make("path", {d: outline(found, cell), class: "hit"});
      const node = make("g", {role: "gridcell", tabindex: "-1", "data-cell": cell, class: "cell"}, [hit, marks]);
      if (!contents.isRead(found, cell)) node.setAttribute("aria-hidden", "true");
      row.append(node);
      this._cells.push({node, marks, key: "", label: ""});
    });
    const ordered = [...rows].sort(([a], [b]) => a - b);
    // A screen reader goes through the cells in their order, also on a turned board.
    for (const [, row] of ordered) {
      [...row.children].sort((a, b) => this._boxOf(a).x - this._boxOf(b).x).forEach((node) => row.append(node));
      cells.append(row);
    }
    this._grid = cells;
    this._over = make("g", {class: "drawings", "aria-hidden": "true"});
    const over = contents.front(board, found);
    svg.append(names, this._under, this._trays, this._layer, ...(over ? [over] : []), this._over, cells);
    this.replaceChildren(behind, svg);
    this._behind = behind;
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

  /** @param {BoardView} view @param {State | null} before */
  _drawPosition(view, before) {
    const {board, position} = view;
    if (before === position) return;
    this._dropped = -1;
    const contents = contentsOf(board);
    const steps = Math.abs(position.ply - (before?.ply ?? Infinity));
    const moves = view.motion !== false && steps <= NEAR && before?.position !== position.position;
    this._trays?.replaceChildren(...contents.trays(board, position, this.drawn, view.flipped ?? false, view.sides ?? ["", ""], view));
    const layer = /** @type {SVGElement} */ (this._layer);
    // To look for motions costs the browser a look at all styles.
    if (this._moving) endMotion(layer);
    this._moving = moves;
    contents.draw(board, {position, before, moves, dragged: this._dragged}, {layout: this.drawn, layer, drawn: this._pieces});
    this._dragged = -1;
  }

  /** @param {BoardView} view */
  _drawMarks(view) {
    const {board, position, picked = [], premoves = [], pending = [], hint = [], dead = [], marks = new Set(), numbers, notes} = view;
    const contents = contentsOf(board);
    const grid = /** @type {SVGElement} */ (this._grid);
    if (grid.getAttribute("aria-label") !== view.label) grid.setAttribute("aria-label", view.label);
    this.classList.toggle("interactive", Boolean(view.interactive));
    const won = new Set(position.lines.flat());
    const last = new Set(position.last);
    const attacked = contents.attacked(board, position);
    const ground = `${position.last.join()}|${position.shades || position.rows.join("")}|${attacked}`;
    if (ground !== this._ground) this._under?.replaceChildren(...contents.tints(board, position, this.drawn, attacked));
    this._ground = ground;
    const described = {position, marks, picked, premoves, dead, attacked, seat: view.flipped ? 1 : 0};
    const quiet = !picked.length && contents.isQuiet(board);
    const before = this._marked;
    const touched = new Set([...picked, ...premoves, ...pending, ...hint, ...dead, ...marks, ...(numbers?.keys() ?? []), ...(notes?.keys() ?? []), ...won, ...last, ...(attacked < 0 ? [] : [attacked])]);
    this._marked = {touched, position};
    this._cells.forEach((cell, number) => {
      // Most cells of a large board have no mark, had none before, and hold what they held.
      if (before.position && !touched.has(number) && !before.touched.has(number) && contents.valueAt(before.position, number) === contents.valueAt(position, number)) return;
      const filled = contents.isFilled(board, position, number);
      const key = [
        picked.includes(number) && "picked",
        won.has(number) && "won",
        last.has(number) && "last",
        premoves.includes(number) && "premove",
        pending.includes(number) && "pending",
        hint.includes(number) && "hinted",
        dead.includes(number) && "dead",
        marks.has(number) && !quiet && (filled ? "capture" : "target"),
        `n:${numbers?.get(number) ?? ""}`,
        `s:${notes?.get(number) ?? ""}`,
        // A mark may lie on top of what the cell holds.
        marks.has(number) && `v:${picked.length > 0}:${contents.valueAt(position, number)}`,
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
      cell.marks.replaceChildren(...contents.marks(key, this.drawn, number, filled, position, picked.length > 0));
    });
  }

  /** Show the pieces among which the player chooses, or take them away. @param {BoardView} view @param {boolean} anew */
  _drawChoice({board, choice, onCancel}, anew) {
    const asked = choice ? choice.options.map(({move}) => move).join(" ") : "";
    if (asked === this._asked && !(anew && asked)) return;
    const svg = /** @type {SVGElement} */ (this._svg);
    const focused = svg.querySelector(".chooser")?.contains(document.activeElement);
    svg.querySelector(".chooser")?.remove();
    this._asked = asked;
    if (choice && board.shape === "grid") {
      const {group, focusFirst} = choice.draw(board, this.drawn, choice, () => onCancel?.());
      svg.append(group);
      focusFirst();
    } else if (focused) this.moveTo(this._focus);
  }

  /** Draw what is over the pieces, if that has changed. @param {boolean} [anew] */
  drawLayers(anew = false) {
    const layers = [...(this.view.layers ?? []), ...(this.pen ? [this.pen.layer()] : [])];
    const key = layers.map((layer) => layer.key).join("|");
    if (key === this._layers && !anew) return;
    this._layers = key;
    this._over?.replaceChildren(...layers.flatMap(({draw}) => draw(this.drawn)));
  }

  /** Load what draws arrows and circles. */
  async takePen() {
    if (this.pen || !this.view.match) return;
    // Without the server it cannot be loaded, and a later touch tries again.
    const module = await import("./annotations/pen.js").catch(() => null);
    if (!module || this.pen) return;
    this.pen = new module.Pen(this);
    if (this._on) this.pen.follow(this._on.signal);
  }

  /** Make a cell the one that the keyboard is on. @param {number} cell @param {boolean} [focus] */
  moveTo(cell, focus = true) {
    this._cells[this._focus]?.node.setAttribute("tabindex", "-1");
    this._focus = cell;
    const node = this._cells[cell]?.node;
    node?.setAttribute("tabindex", "0");
    if (focus) /** @type {SVGElement & HTMLOrSVGElement} */ (node)?.focus({preventScroll: true});
  }

  /** Return the node of a piece, for dragging it: of a stack, that of the topmost one. @param {number} cell */
  pieceAt(cell) {
    const node = this._pieces.get(cell)?.node;
    return node ? contentsOf(this.view.board).lifted(node) : null;
  }

  /** Note that the piece which lands on a cell was carried there, so that it need not slide. Leave it there if that is a
   * move. @param {number} cell @param {number} from @param {boolean} isMove */
  noteDragged(cell, from, isMove) {
    this._dragged = cell;
    if (!isMove) return;
    this._dropped = from;
    this._place(from, cell);
  }

  /** Put a piece back where it was. @param {number} cell */
  putBack(cell) {
    this._dropped = -1;
    this._place(cell, cell);
  }

  /** @param {number} piece @param {number} cell */
  _place(piece, cell) {
    const {board, position} = this.view;
    const {x, y} = contentsOf(board).rest(this.drawn, position, cell, piece !== cell);
    this.pieceAt(piece)?.setAttribute("transform", `translate(${x} ${y})`);
  }
}

if (!customElements.get("kibitz-board")) customElements.define("kibitz-board", KibitzBoard);
