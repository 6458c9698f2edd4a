// Mouse and touch on a board: a click picks a cell, a drag carries a piece, and where squares are too small for a
// finger, a tap shows the place in a lens and a second tap plays there.

import {cellAt, symbolAt} from "./shapes/layout.js";

/** @import {KibitzBoard} from "./board.js" */

const FAR = 6;
const SMALL = 32;
/** How far from the middle of a narrow cell a finger may be that means it, in units of the picture. */
const REACH = 45;

/** Let a board react to pointers. @param {KibitzBoard} element */
export function attachPointer(element) {
  /** @type {{cell: number, x: number, y: number, node: SVGElement | null, moved: boolean} | null} */
  let held = null;
  let aimed = -1;

  /** @param {number} cell */
  const aim = (cell) => {
    aimed = cell;
    element.querySelector(".lens")?.remove();
    if (cell >= 0) drawLens(element, cell);
  };

  element.addEventListener("pointerdown", (event) => {
    const {view} = element;
    if (view.choice) return;
    if (!view.interactive || event.button || !event.isPrimary) return;
    const cell = cellUnder(element, event);
    if (cell < 0) return aim(-1);
    const filled = view.board.shape === "grid" ? symbolAt(view.position, cell) : view.board.shape === "points" && view.position.counts[cell];
    const carried = filled && view.targetsFrom?.(cell).size;
    held = {cell, x: event.clientX, y: event.clientY, node: carried ? element.pieceAt(cell) : null, moved: false};
    if (held.node) event.preventDefault();
  });

  const move = (/** @type {PointerEvent} */ event) => {
    if (!held) return;
    const far = Math.hypot(event.clientX - held.x, event.clientY - held.y);
    if (!held.node || (!held.moved && far < FAR)) return;
    if (!held.moved) {
      held.moved = true;
      held.node.classList.add("carried");
      // Above all pieces: a checker also above the other stacks.
      for (const raised of [held.node.closest(".stack") ?? held.node, held.node]) raised.parentNode?.append(raised);
      if (!(element.view.picked ?? []).includes(held.cell)) element.view.onPick?.(held.cell, undefined, "lifted");
    }
    const [x, y] = toBoard(element, event);
    const box = element.drawn.boxes[held.cell];
    held.node.setAttribute("transform", `translate(${x} ${y})`);
    element.toggleAttribute("data-carrying", Math.hypot(x - box.x, y - box.y) > 0);
  };

  const up = (/** @type {PointerEvent} */ event) => {
    if (!held) return;
    const {cell, node, moved} = held;
    held = null;
    const over = cellUnder(element, event);
    if (moved && node) {
      node.classList.remove("carried");
      element.removeAttribute("data-carrying");
      element.putBack(cell);
      if (over >= 0 && over !== cell) {
        element.noteDragged(over, cell, Boolean(element.view.targetsFrom?.(cell).has(over)));
        element.view.onPick?.(over, undefined, "dropped");
      } else element.view.onCancel?.();
      return;
    }
    if (over !== cell || over < 0) return;
    if (event.pointerType === "touch" && tooSmall(element) && !node) {
      if (aimed !== cell) return aim(cell);
      aim(-1);
    }
    element.moveTo(cell, false);
    element.view.onPick?.(cell, amountAt(element, event, cell));
  };

  const cancel = () => {
    if (held?.node && held.moved) {
      held.node.classList.remove("carried");
      element.putBack(held.cell);
    }
    held = null;
  };

  element.addEventListener("pointermove", move);
  element.addEventListener("pointerup", up);
  element.addEventListener("pointercancel", cancel);
  // A piece may be carried past the edge of the board.
  addEventListener("pointermove", (event) => held?.moved && !element.contains(/** @type {Node} */ (event.target)) && move(event));
  addEventListener("pointerup", (event) => held && !element.contains(/** @type {Node} */ (event.target)) && up(event));
  return true;
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

/** Return how many objects a pointer on a heap asks for: the one under it, and all to its right.
 * @param {KibitzBoard} element @param {PointerEvent} event @param {number} cell */
function amountAt(element, event, cell) {
  const {view, drawn} = element;
  if (view.board.shape !== "heaps") return undefined;
  const [x, y] = toBoard(element, event);
  const box = drawn.boxes[cell];
  const place = Math.floor((x - box.x) / 40) + 16 * Math.floor((y - box.y) / 70);
  const count = view.position.counts[cell];
  return place < count ? count - place : undefined;
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
  const ghost = document.createElementNS("http://www.w3.org/2000/svg", "circle");
  for (const [name, value] of Object.entries({cx, cy, r: 22, class: "ghost"})) ghost.setAttribute(name, String(value));
  lens.append(ghost);
  const frame = element.getBoundingClientRect();
  const scale = frame.width / element.drawn.width;
  lens.style.left = `${Math.max(0, Math.min(frame.width - 132, cx * scale - 66))}px`;
  lens.style.top = `${cy * scale > 180 ? cy * scale - 180 : cy * scale + 40}px`;
  element.append(lens);
}
