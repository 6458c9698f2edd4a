// Keys of a board: arrows, Home and End, Enter or Space to pick, Escape to give up a pick, x to draw an arrow or a circle.

import {neighbour} from "./cells.js";

/** @import {KibitzBoard} from "./board.js" */

/** @type {{[key: string]: [number, number]}} */
const ARROWS = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]};

/** Let a board react to keys. @param {KibitzBoard} element */
export function attachKeys(element) {
  element.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const target = targetOf(element, event.key);
    if (target !== null) element.moveTo(target);
    else if (event.key === "Enter" || event.key === " ") element.view.onPick?.(element.focused);
    else if (event.key === "Escape") element.view.onCancel?.();
    else if (event.key === "x" && element.pen) element.pen.mark(element.focused);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  element.addEventListener("focusin", (event) => {
    const cell = /** @type {Element} */ (event.target).getAttribute("data-cell");
    if (cell !== null) element.moveTo(Number(cell), false);
  });
}

/** Return the cell that a key leads to, or null. @param {KibitzBoard} element @param {string} key */
function targetOf(element, key) {
  const {drawn, focused} = element;
  if (key in ARROWS) return neighbour(drawn, focused, ...ARROWS[key]);
  if (key !== "Home" && key !== "End") return null;
  const step = key === "Home" ? -1 : 1;
  let cell = focused;
  for (;;) {
    const next = neighbour(drawn, cell, step, 0);
    if (next === cell || Math.abs(drawn.boxes[next].y - drawn.boxes[cell].y) > 1) return cell;
    cell = next;
  }
}
