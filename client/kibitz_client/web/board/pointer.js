// Mouse and touch on a board: a click picks a cell, a drag carries a piece, and where cells are too small for a finger, a
// tap or a finger that stays shows the place in a lens.

import {cellAt} from "./cells.js";
import {contentsOf} from "./contents/index.js";
import {shapeOf} from "./shapes/index.js";
import {CELL} from "./shapes/layout.js";
import {makeText} from "./svg.js";
import {t} from "../words/index.js";

/** @import {KibitzBoard} from "./board.js" */
/** @import {Lens} from "./touch/lens.js" */

const FAR = 6;
/** Pixels of a cell below which a finger needs the lens, and milliseconds after which a finger stays. */
const SMALL = 32;
const STAYS = 260;
/** How long a tap waits for the module of the lens, in milliseconds. */
const LENS_MS = 1500;
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
    /** @type {Lens | null} */
    this._lens = null;
    /** The timer of a finger that may stay, and whether it does. */
    this._staying = 0;
    this._stays = false;
    /** The heap and the number of its units that are marked. */
    this._counted = "";
    this._listen();
  }

  _listen() {
    const element = this._element;
    element.addEventListener("pointerdown", (event) => this._down(event));
    element.addEventListener("pointermove", (event) => this._move(event));
    element.addEventListener("pointerup", (event) => this._up(event));
    element.addEventListener("pointercancel", () => this._cancel());
    element.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && this._hover(event));
    for (const name of ["pointerenter", "focusin"]) element.addEventListener(name, () => void element.takePen());
    element.addEventListener("contextmenu", (event) => (element.view.match || this._stays) && event.preventDefault());
    // A finger that moves the lens does not scroll the page.
    element.addEventListener("touchmove", (event) => this._stays && event.preventDefault(), {passive: false});
  }

  /** Follow pointers outside of the board too, as long as it is on the page. @param {AbortSignal} signal ends that */
  follow(signal) {
    const outside = (/** @type {PointerEvent} */ event) => !this._element.contains(/** @type {Node} */ (event.target));
    addEventListener("pointerdown", (event) => this._lens && outside(event) && this._closeLens(), {signal});
    addEventListener("keydown", (event) => event.key === "Escape" && this._closeLens(), {signal, capture: true});
    // A piece may be carried past the edge of the board.
    addEventListener("pointermove", (event) => this._held?.moved && outside(event) && this._move(event), {signal});
    addEventListener("pointerup", (event) => this._held && outside(event) && this._up(event), {signal});
  }

  /** @param {PointerEvent} event */
  _down(event) {
    const {view, pen} = this._element;
    if (pen?.down(event)) return this._cancel();
    // While the reader draws, no piece is moved, even before the pen is there.
    if (!event.isPrimary || view?.drawing) return this._cancel();
    if (!view?.interactive || view.choice || event.button) return;
    const inLens = this._lens?.has(event);
    const cell = inLens ? /** @type {Lens} */ (this._lens).cellAt(event) : cellUnder(this._element, event);
    if (cell < 0) return this._closeLens();
    const carried = contentsOf(view.board).canLift(view.position, cell) && view.targetsFrom?.(cell).size;
    const node = carried ? this._element.pieceAt(cell) : null;
    this._held = {cell, x: event.clientX, y: event.clientY, node, moved: false};
    if (node) event.preventDefault();
    else if (!inLens && event.pointerType === "touch" && tooSmall(this._element)) this._staying = window.setTimeout(() => void this._stay(cell), STAYS);
  }

  /** Show the lens above a finger that stays. @param {number} cell */
  async _stay(cell) {
    const held = this._held;
    this._stays = true;
    await this._openLens(cell, true);
    if (this._held !== held) this._closeLens();
  }

  /** Show a cell in the lens. Return false if its module does not come in time, as without the server: a later touch tries again.
   * @param {number} cell @param {boolean} [held] */
  async _openLens(cell, held = false) {
    const late = new Promise((resolve) => setTimeout(() => resolve(null), LENS_MS));
    const module = /** @type {typeof import("./touch/lens.js") | null} */ (await Promise.race([import("./touch/lens.js").catch(() => null), late]));
    this._closeLens();
    if (!module) return false;
    this._lens = new module.Lens(this._element, held);
    this._lens.aim(cell);
    return true;
  }

  _closeLens() {
    this._lens?.close();
    this._lens = null;
  }

  /** @param {PointerEvent} event */
  _move(event) {
    const held = this._held;
    if (event.pointerType === "mouse" && !held) this._hover(event);
    if (held && this._stays) return this._lens?.aim(cellUnder(this._element, event));
    if (held && Math.hypot(event.clientX - held.x, event.clientY - held.y) > FAR) clearTimeout(this._staying);
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
    clearTimeout(this._staying);
    const inLens = this._lens?.has(event);
    const over = inLens ? /** @type {Lens} */ (this._lens).cellAt(event) : cellUnder(this._element, event);
    if (this._stays) {
      this._stays = false;
      this._closeLens();
      if (over >= 0) this._pick(event, over);
    } else if (moved && node) this._drop(node, cell, over);
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
    const inLens = this._lens?.has(event);
    if (!inLens && event.pointerType === "touch" && tooSmall(this._element) && !node) return void this._aim(event, cell);
    this._closeLens();
    this._pick(event, cell);
  }

  /** Show a cell in the lens, or pick it without one: no move depends on a module. @param {PointerEvent} event @param {number} cell */
  async _aim(event, cell) {
    if (!(await this._openLens(cell))) this._pick(event, cell);
  }

  /** @param {PointerEvent} event @param {number} cell */
  _pick(event, cell) {
    const element = this._element;
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
    clearTimeout(this._staying);
    if (this._stays) this._closeLens();
    this._stays = false;
    this._held = null;
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

/** Return whether the cells of a grid are too small for a finger. @param {KibitzBoard} element */
function tooSmall({svg, view}) {
  return view.board.shape === "grid" && CELL * (svg?.getScreenCTM()?.a ?? 1) < SMALL;
}
