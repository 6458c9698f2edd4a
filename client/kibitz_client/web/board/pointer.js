// Mouse and touch on a board: a click picks a cell, a drag carries a piece, and where squares are too small for a
// finger, a tap shows the place in a lens and a second tap plays there.

import {cellAt} from "./cells.js";
import {contentsOf} from "./contents/index.js";
import {shapeOf} from "./shapes/index.js";
import {make, makeText} from "./svg.js";
import {t} from "../words/index.js";

/** @import {KibitzBoard} from "./board.js" */

const FAR = 6;
const SMALL = 32;
/** How far from the middle of a narrow cell a finger may be that means it, in units of the picture. */
const REACH = 45;

/** Let a board react to pointers. @param {KibitzBoard} element */
export function attachPointer(element) {
  return new Pointer(element);
}

/** What a pointer holds: the cell where it was pressed, that place of the screen, and the piece that it may carry.
 * @typedef {{cell: number, x: number, y: number, node: SVGElement | null, moved: boolean}} Held */

class Pointer {
  /** @param {KibitzBoard} element */
  constructor(element) {
    this._element = element;
    /** @type {Held | null} */
    this._held = null;
    /** The cell in the lens, or -1. */
    this._aimed = -1;
    /** The heap and the number of its units that are marked. */
    this._counted = "";
    this._listen();
  }

  _listen() {
    const element = this._element;
    const outside = (/** @type {PointerEvent} */ event) => !element.contains(/** @type {Node} */ (event.target));
    element.addEventListener("pointerdown", (event) => this._down(event));
    element.addEventListener("pointermove", (event) => this._move(event));
    element.addEventListener("pointerup", (event) => this._up(event));
    element.addEventListener("pointercancel", () => this._cancel());
    element.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && this._hover(event));
    for (const name of ["pointerenter", "focusin"]) element.addEventListener(name, () => void element.takePen());
    element.addEventListener("contextmenu", (event) => element.view.match && event.preventDefault());
    // A piece may be carried past the edge of the board.
    addEventListener("pointermove", (event) => this._held?.moved && outside(event) && this._move(event));
    addEventListener("pointerup", (event) => this._held && outside(event) && this._up(event));
  }

  /** @param {PointerEvent} event */
  _down(event) {
    const {view, pen} = this._element;
    if (pen?.down(event)) return this._cancel();
    if (!view?.interactive || view.choice || event.button || !event.isPrimary) return;
    const cell = cellUnder(this._element, event);
    if (cell < 0) return this._aim(-1);
    const carried = contentsOf(view.board).canLift(view.position, cell) && view.targetsFrom?.(cell).size;
    const node = carried ? this._element.pieceAt(cell) : null;
    this._held = {cell, x: event.clientX, y: event.clientY, node, moved: false};
    if (node) event.preventDefault();
  }

  /** @param {PointerEvent} event */
  _move(event) {
    const held = this._held;
    if (event.pointerType === "mouse" && !held) this._hover(event);
    if (!held?.node) return;
    const far = Math.hypot(event.clientX - held.x, event.clientY - held.y);
    if (!held.moved && far < FAR) return;
    if (!held.moved) this._lift(held, held.node);
    const [x, y] = toBoard(this._element, event);
    const box = this._element.drawn.boxes[held.cell];
    held.node.setAttribute("transform", `translate(${x} ${y})`);
    this._element.toggleAttribute("data-carrying", Math.hypot(x - box.x, y - box.y) > 0);
  }

  /** Show which units a click would take. @param {PointerEvent} event */
  _hover(event) {
    const {view} = this._element;
    if (!shapeOf(view.board).amountAt) return;
    const cell = view.interactive && event.type !== "pointerleave" ? cellUnder(this._element, event) : -1;
    this._count(cell, (cell >= 0 && view.marks?.has(cell) && amountAt(this._element, event, cell)) || 0);
  }

  /** @param {Held} held @param {SVGElement} node */
  _lift(held, node) {
    held.moved = true;
    node.classList.add("carried");
    // Above all pieces: a checker also above the other stacks.
    for (const raised of [node.closest(".stack") ?? node, node]) raised.parentNode?.append(raised);
    const {view} = this._element;
    if (!(view.picked ?? []).includes(held.cell)) view.onPick?.(held.cell, undefined, "lifted");
  }

  /** @param {PointerEvent} event */
  _up(event) {
    if (!this._held) return;
    const {cell, node, moved} = this._held;
    this._held = null;
    const over = cellUnder(this._element, event);
    if (moved && node) this._drop(node, cell, over);
    else if (over === cell && over >= 0) this._tap(event, cell, node);
  }

  /** Play the move of a carried piece, or give it up. @param {SVGElement} node @param {number} from @param {number} over */
  _drop(node, from, over) {
    const element = this._element;
    node.classList.remove("carried");
    element.removeAttribute("data-carrying");
    element.putBack(from);
    if (over >= 0 && over !== from) {
      element.noteDragged(over, from, Boolean(element.view.targetsFrom?.(from).has(over)));
      element.view.onPick?.(over, undefined, "dropped");
    } else element.view.onCancel?.();
  }

  /** Pick a cell, or show it in the lens first. @param {PointerEvent} event @param {number} cell @param {SVGElement | null} node */
  _tap(event, cell, node) {
    const element = this._element;
    if (event.pointerType === "touch" && tooSmall(element) && !node) {
      if (this._aimed !== cell) return this._aim(cell);
      this._aim(-1);
    }
    const amount = amountAt(element, event, cell);
    // A finger cannot show beforehand how many units it means: the first tap marks them.
    if (event.pointerType !== "mouse" && amount && this._counted !== `${cell} ${amount}`) return this._count(cell, amount);
    this._count(-1, 0);
    element.moveTo(cell, false);
    element.view.onPick?.(cell, amount);
  }

  /** Mark the units of a heap that would be taken, or none. @param {number} cell @param {number} amount */
  _count(cell, amount) {
    const wanted = amount ? `${cell} ${amount}` : "";
    if (wanted === this._counted) return;
    this._counted = wanted;
    markUnits(this._element, cell, amount);
  }

  _cancel() {
    const held = this._held;
    if (held?.node && held.moved) {
      held.node.classList.remove("carried");
      this._element.putBack(held.cell);
    }
    this._held = null;
  }

  /** Show a cell in the lens, or none. @param {number} cell */
  _aim(cell) {
    this._aimed = cell;
    this._element.querySelector(".lens")?.remove();
    if (cell >= 0) drawLens(this._element, cell);
  }
}

/** Return a point of the screen as a point of the picture.
 * @param {KibitzBoard} element @param {PointerEvent} event @returns {[number, number]} */
function toBoard(element, event) {
  const svg = element.svg;
  const frame = svg?.getScreenCTM();
  if (!svg || !frame) return [0, 0];
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(frame.inverse());
  return [point.x, point.y];
}

/** Return the cell under a pointer, or -1. A finger on a board of points, whose cells are narrow, may mean the next one, if
 * that can be picked and the one below it cannot. @param {KibitzBoard} element @param {PointerEvent} event */
function cellUnder(element, event) {
  const {drawn, view} = element;
  const [x, y] = toBoard(element, event);
  const cell = cellAt(drawn, x, y);
  const {marks, picked} = view;
  if (cell < 0 || view.board.shape !== "points" || event.pointerType !== "touch" || !marks || marks.has(cell) || picked?.includes(cell)) return cell;
  const far = (/** @type {number} */ other) => Math.abs(drawn.boxes[other].x + drawn.boxes[other].w / 2 - x);
  const [next] = [...marks].filter((other) => drawn.boxes[other].y === drawn.boxes[cell].y && far(other) < REACH).sort((a, b) => far(a) - far(b));
  return next ?? cell;
}

/** Return how many units of a cell a pointer asks for; undefined if it picks the cell alone.
 * @param {KibitzBoard} element @param {PointerEvent} event @param {number} cell */
function amountAt(element, event, cell) {
  const {view, drawn} = element;
  return shapeOf(view.board).amountAt?.(drawn.boxes[cell], view.position.counts[cell], ...toBoard(element, event));
}

/** Mark the last units of a heap, and say how many they are. @param {KibitzBoard} element @param {number} cell @param {number} amount */
function markUnits(element, cell, amount) {
  element.querySelectorAll(".unit.marked").forEach((unit) => unit.classList.remove("marked"));
  element.querySelector(".take")?.remove();
  const node = amount ? element.pieceAt(cell) : null;
  if (!node) return;
  [...node.querySelectorAll(".unit")].slice(-amount).forEach((unit) => unit.classList.add("marked"));
  const {x, y, w, h} = element.drawn.boxes[cell];
  element.svg?.append(makeText({x: x + w - 14, y: y + h / 2, dy: "0.36em", "text-anchor": "end", "font-size": 22, class: "take"}, t("board.take", {count: amount})));
}

/** Return whether the squares are too small for a finger. @param {KibitzBoard} element */
function tooSmall(element) {
  const width = element.getBoundingClientRect().width;
  return element.view.board.shape === "grid" && (width * 60) / element.drawn.width < SMALL;
}

/** Show the surroundings of a cell enlarged, above the finger. @param {KibitzBoard} element @param {number} cell */
function drawLens(element, cell) {
  const svg = element.svg;
  if (!svg) return;
  const box = element.drawn.boxes[cell];
  const [cx, cy] = [box.x + box.w / 2, box.y + box.h / 2];
  const lens = /** @type {SVGSVGElement} */ (svg.cloneNode(true));
  lens.setAttribute("viewBox", `${cx - 110} ${cy - 110} 220 220`);
  lens.classList.add("lens");
  lens.setAttribute("aria-hidden", "true");
  lens.querySelectorAll("[role],[tabindex]").forEach((node) => {
    node.removeAttribute("role");
    node.removeAttribute("tabindex");
  });
  lens.append(make("circle", {cx, cy, r: 22, class: "ghost"}));
  const frame = element.getBoundingClientRect();
  const scale = frame.width / element.drawn.width;
  lens.style.left = `${Math.max(0, Math.min(frame.width - 132, cx * scale - 66))}px`;
  lens.style.top = `${cy * scale > 180 ? cy * scale - 180 : cy * scale + 40}px`;
  element.append(lens);
}
