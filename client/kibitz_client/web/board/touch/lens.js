// A lens for boards whose cells are too small for a finger. A tap shows its place enlarged, and a tap in the lens picks a
// cell there. Where the finger stays, the lens is above it and follows it, and the cell is picked where the finger leaves.

import {cellAt} from "../cells.js";
import {make} from "../svg.js";

/** @import {KibitzBoard} from "../board.js" */

/** Pixels of the side of the lens, and of a unit of the picture in it: a cell of 60 units, or a row of hexagons of 52, has
 * more than 44. */
const SIDE = 248;
const SCALE = 0.9;
/** Pixels between a finger that stays and the lens above it. */
const ABOVE = 34;

export class Lens {
  /** @param {KibitzBoard} element @param {boolean} held whether a finger holds it, and moves it */
  constructor(element, held) {
    this._element = element;
    this._held = held;
    /** The position that is shown. */
    this._position = element.view.position;
    /** The cell that a finger means, or -1. */
    this.cell = -1;
    const svg = /** @type {SVGSVGElement} */ (/** @type {SVGSVGElement} */ (element.svg).cloneNode(true));
    svg.prepend(...(element.behind?.cloneNode(true).childNodes ?? []));
    svg.classList.add("lens");
    svg.classList.toggle("held", held);
    svg.setAttribute("aria-hidden", "true");
    for (const node of svg.querySelectorAll("[role],[tabindex]")) for (const name of ["role", "tabindex"]) node.removeAttribute(name);
    this._ring = make("circle", {r: 25, class: "ghost"});
    svg.append(this._ring);
    this._svg = svg;
    element.append(svg);
  }

  /** Show a cell, enlarged where it is; one that a finger holds is shown above the finger. @param {number} cell */
  aim(cell) {
    const {drawn, svg} = this._element;
    const frame = svg?.getScreenCTM();
    const box = drawn.boxes[cell];
    if (!frame || !box) return;
    this.cell = cell;
    const [cx, cy] = [box.x + box.w / 2, box.y + box.h / 2];
    const outer = this._element.getBoundingClientRect();
    const {x, y} = new DOMPoint(cx, cy).matrixTransform(frame);
    const side = Math.min(SIDE, outer.width, innerHeight - 16);
    // It stays in the window, so that each cell of it can be reached.
    const within = (/** @type {number} */ at, /** @type {number} */ room) => Math.max(4, Math.min(room - side - 4, at));
    const left = within(x - side / 2, innerWidth);
    const top = this._held && y - side - ABOVE >= 0 ? y - side - ABOVE : within(this._held ? y + ABOVE : y - side / 2, innerHeight);
    Object.assign(this._svg.style, {width: `${side}px`, height: `${side}px`, left: `${left - outer.left}px`, top: `${top - outer.top}px`});
    // In a lens over its place, the cell stays under the finger also at the edge of the window.
    const [inX, inY] = this._held ? [side / 2, side / 2] : [x - left, y - top];
    this._svg.setAttribute("viewBox", `${cx - inX / SCALE} ${cy - inY / SCALE} ${side / SCALE} ${side / SCALE}`);
    this._ring.setAttribute("cx", String(cx));
    this._ring.setAttribute("cy", String(cy));
  }

  /** Return whether a pointer is in the lens. @param {Event} event */
  has(event) {
    return this._svg.contains(/** @type {Node} */ (event.target));
  }

  /** Return the cell at a point of the screen in the lens, or -1. @param {{clientX: number, clientY: number}} point */
  cellAt({clientX, clientY}) {
    const frame = this._svg.getScreenCTM();
    if (!frame || this._position !== this._element.view.position) return -1;
    const {x, y} = new DOMPoint(clientX, clientY).matrixTransform(frame.inverse());
    return cellAt(this._element.drawn, x, y);
  }

  close() {
    this._svg.remove();
  }
}
