// The pen of a board: arrows and circles by the right mouse button, by two fingers that rest on two cells, by one finger
// while the reader draws, or by keys. A click clears those of its ply.

import {cellAt} from "../cells.js";
import {colourFor, Shapes} from "./shapes.js";
import {shapeNode} from "./arrows.js";

/** @import {KibitzBoard, Layer} from "../board.js" */
/** @import {Shape} from "./shapes.js" */

/** How long two fingers rest on the board before they draw, in milliseconds. */
const REST_MS = 350;
/** How far a resting finger may move, in pixels. */
const STILL = 14;

/** All boards of the page show the same shapes of a match. */
const shapes = new Shapes();

/** A finger on the board. @typedef {{x: number, y: number, cell: number}} Finger */

export class Pen {
  /** @param {KibitzBoard} element */
  constructor(element) {
    this._element = element;
    /** The shape that is being drawn. @type {Shape | null} */
    this._begun = null;
    /** The cell from which keys draw, or -1. */
    this._from = -1;
    /** @type {Map<number, Finger>} */
    this._fingers = new Map();
    this._resting = 0;
  }

  /** Follow pointers on the whole page, as long as the board is on it. @param {AbortSignal} signal ends that */
  follow(signal) {
    addEventListener("pointermove", (event) => this._move(event), {signal});
    for (const name of /** @type {const} */ (["pointerup", "pointercancel"])) addEventListener(name, (event) => this._up(event), {signal});
  }

  /** Return the drawing of the shown ply. @returns {Layer} */
  layer() {
    const found = [...this._kept(), ...(this._begun && this._begun.to >= 0 ? [this._begun] : [])];
    return {
      key: found.map(({from, to, colour}) => `${from}-${to}${colour}`).join(" "),
      draw: (layout) => found.map(({from, to, colour}) => shapeNode(layout, {from, to, name: colour})),
    };
  }

  /** Take a press on the board; return whether it draws. @param {PointerEvent} event */
  down(event) {
    const cell = this._cell(event);
    if (event.button === 2) return this._begin(cell, colourFor(event));
    if (event.pointerType === "touch") {
      if (event.isPrimary) this._fingers.clear();
      this._fingers.set(event.pointerId, {x: event.clientX, y: event.clientY, cell});
      if (this._fingers.size === 2) this._resting = window.setTimeout(() => this._rested(), REST_MS);
    }
    if (this._element.view.drawing && !event.button) return this._begin(cell, colourFor(event));
    if (this._fingers.size > 1) return true;
    if (!event.button && !this._element.view.onDraw && shapes.clear(...this._place())) this._element.drawLayers();
    return false;
  }

  /** Begin a shape on a cell, or end it there: the keys of the board call this. @param {number} cell */
  mark(cell) {
    const from = this._from < 0 ? cell : this._from;
    // The first key draws a circle. The second one, on another cell, makes it an arrow.
    if (this._from >= 0 && from !== cell) this._toggle({from, to: from, colour: "green"});
    this._from = this._from < 0 ? cell : -1;
    if (this._from >= 0 || from !== cell) this._toggle({from, to: cell, colour: "green"});
    this._element.drawLayers();
  }

  /** @returns {[string, number]} */
  _place() {
    const {match = "", position} = this._element.view;
    return [match, position.ply];
  }

  /** Return the shapes that this pen draws: those that a view keeps are among its layers. */
  _kept() {
    return this._element.view.onDraw ? [] : shapes.at(...this._place());
  }

  /** Add a shape, or take it away. @param {Shape} shape */
  _toggle(shape) {
    const {onDraw} = this._element.view;
    if (onDraw) onDraw(shape);
    else shapes.toggle(...this._place(), shape);
  }

  /** @param {PointerEvent} event */
  _cell(event) {
    const {svg, drawn} = this._element;
    const frame = svg?.getScreenCTM();
    if (!frame) return -1;
    const {x, y} = new DOMPoint(event.clientX, event.clientY).matrixTransform(frame.inverse());
    return cellAt(drawn, x, y);
  }

  /** @param {number} cell @param {string} colour */
  _begin(cell, colour) {
    this._begun = cell < 0 ? null : {from: cell, to: cell, colour};
    this._element.drawLayers();
    return true;
  }

  /** @param {PointerEvent} event */
  _move(event) {
    const finger = this._fingers.get(event.pointerId);
    if (finger && Math.hypot(event.clientX - finger.x, event.clientY - finger.y) > STILL) clearTimeout(this._resting);
    if (!this._begun) return;
    const to = this._cell(event);
    if (to === this._begun.to) return;
    this._begun = {...this._begun, to};
    this._element.drawLayers();
  }

  /** @param {PointerEvent} event */
  _up(event) {
    this._fingers.delete(event.pointerId);
    clearTimeout(this._resting);
    const begun = this._begun;
    if (!begun) return;
    this._begun = null;
    if (event.type === "pointerup" && begun.to >= 0) this._toggle(begun);
    this._element.drawLayers();
  }

  /** Draw between two fingers that have rested. */
  _rested() {
    const [one, other] = [...this._fingers.values()];
    if (!one || !other || one.cell < 0 || other.cell < 0) return;
    this._toggle({from: one.cell, to: other.cell, colour: "green"});
    this._element.drawLayers();
  }
}
