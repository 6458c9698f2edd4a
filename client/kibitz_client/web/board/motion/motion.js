// Motion of pieces after a move: they slide, drop, turn over, appear and vanish. It follows from the two positions alone.

import {roles} from "../shapes/grid/symbols.js";
import {CELL} from "../shapes/layout.js";

/** @import {Grid} from "kibitz-protocol" */
/** @import {Layout} from "../shapes/layout.js" */

/** A piece that came to a cell or is gone from it. `replaced`: another one was or is there.
 * @typedef {{cell: number, symbol: string, node: SVGElement, replaced: boolean}} Moved */

export const QUICK = {duration: 170, easing: "cubic-bezier(.2,.7,.3,1)"};

/** Return whether the reader wants no motion. */
export const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches || document.documentElement.dataset.motion === "off";

/** Replace the units of a pit or heap. Pits change one after the other, in the order in which seeds are sown.
 * @param {Element} old @param {Element} next @param {number[]} before @param {number[]} after @param {number} cell */
export function sow(old, next, before, after, cell) {
  if (isStill()) return old.remove();
  const lost = before.map((count, place) => count - (after[place] ?? 0));
  const from = lost.indexOf(Math.max(...lost));
  const delay = ((cell - from + before.length) % before.length) * 60;
  next.animate([{opacity: 0}, {opacity: 1}], {...QUICK, delay, fill: "backwards"});
  const leaving = old.animate([{opacity: 1}, {opacity: 1}], {duration: delay + 1});
  leaving.onfinish = leaving.oncancel = () => old.remove();
}

/** Move the pieces of a grid that changed their places, and remove those that are gone when the others have arrived.
 * @param {Grid} grid @param {Layout} layout
 * @param {{gone: Moved[], come: Moved[], dragged: number, path: number[]}} changes `path` has the cells of the move */
export function animate(grid, layout, {gone, come, dragged, path}) {
  if (isStill()) {
    for (const {node} of gone) node.remove();
    return;
  }
  const sides = roles(grid);
  const left = [...gone];
  let arrival = 0;
  // The same piece, or one of the same side, has left another cell: it moved. Equal pieces are found first.
  /** @type {Map<Moved, Moved>} */
  const sources = new Map();
  for (const same of [true, false])
    for (const change of come) {
      if (sources.has(change)) continue;
      const from = left.findIndex(({cell, symbol}) => cell !== change.cell && (same ? symbol === change.symbol : sides.get(symbol) === sides.get(change.symbol)));
      if (from >= 0) sources.set(change, left.splice(from, 1)[0]);
    }
  for (const change of come) {
    const {cell, node, replaced} = change;
    const inner = /** @type {SVGElement} */ (node.firstElementChild);
    const source = sources.get(change);
    if (source) {
      source.node.remove();
      if (cell !== dragged) arrival = Math.max(arrival, slide(inner, layout, wayOf(path, source.cell, cell)));
    } else if (replaced && layout.style !== "checks") {
      inner.animate([{transform: "scaleX(-1)", opacity: 0.6}, {transform: "scaleX(0)"}, {transform: "scaleX(1)"}], {...QUICK, duration: 240});
    } else if (layout.style === "drop") {
      const fall = layout.boxes[cell].y + CELL;
      const duration = Math.min(250, 90 + 25 * Math.sqrt(fall));
      inner.animate([{transform: `translate(0px, ${-fall}px)`}, {transform: "translate(0px, 0px)"}], {duration, easing: "cubic-bezier(.5,0,.9,.6)"});
    } else inner.animate([{transform: "scale(.4)", opacity: 0}, {transform: "scale(1)", opacity: 1}], {...QUICK, duration: 130});
  }
  for (const {node, replaced} of left) {
    // A disc that turns over has its new colour at once. What was captured stays until the end of the move.
    if (replaced && !arrival) {
      node.remove();
      continue;
    }
    const fading = node.animate([{opacity: 1}, {opacity: 0}], {...QUICK, duration: 120, delay: Math.max(0, arrival - 80), fill: "both"});
    fading.onfinish = () => node.remove();
    fading.oncancel = () => node.remove();
  }
}

/** Return the cells over which a piece went: those of the move, if they have its two ends.
 * @param {number[]} path @param {number} from @param {number} to */
function wayOf(path, from, to) {
  return path[0] === from && path.at(-1) === to ? path : [from, to];
}

/** Slide a piece over cells, and return how long that takes. @param {SVGElement} node @param {Layout} layout @param {number[]} way */
function slide(node, layout, way) {
  const end = layout.boxes[way[way.length - 1]];
  const frames = way.map((cell) => ({transform: `translate(${layout.boxes[cell].x - end.x}px, ${layout.boxes[cell].y - end.y}px)`}));
  const duration = 220 + 130 * Math.min(way.length - 2, 5);
  node.animate(frames, {...QUICK, duration, ...(way.length > 2 ? {easing: "ease-in-out"} : {})});
  return duration;
}
