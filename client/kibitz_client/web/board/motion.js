// Motion of pieces after a move: they slide, drop, turn over, appear and vanish. It follows from the two positions alone.

import {CELL, roles} from "./layout.js";

/** @import {Board} from "kibitz-protocol" */
/** @import {Layout} from "./layout.js" */

/** @typedef {{cell: number, symbol: string, node: SVGElement}} Change */

const QUICK = {duration: 170, easing: "cubic-bezier(.2,.7,.3,1)"};

const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches || document.documentElement.dataset.motion === "off";

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

/** Move the pieces that changed their places, and remove those that are gone.
 * @param {Board} board @param {Layout} layout
 * @param {{gone: Change[], come: (Change & {turned: boolean})[], dragged: number}} changes */
export function animate(board, layout, {gone, come, dragged}) {
  if (isStill() || board.shape !== "grid") {
    for (const {node} of gone) node.remove();
    return;
  }
  const sides = roles(board);
  const left = [...gone];
  for (const change of come) {
    const {cell, symbol, node, turned} = change;
    const inner = /** @type {SVGElement} */ (node.firstElementChild);
    if (turned) {
      inner.animate([{transform: "scaleX(-1)", opacity: 0.6}, {transform: "scaleX(0)"}, {transform: "scaleX(1)"}], {...QUICK, duration: 240});
      continue;
    }
    // The same piece, or at least one of the same side, has left another cell: it moved.
    const same = left.findIndex((other) => other.symbol === symbol);
    const from = same >= 0 ? same : left.findIndex((other) => sides.get(other.symbol) === sides.get(symbol));
    if (from >= 0) {
      const [source] = left.splice(from, 1);
      source.node.remove();
      if (cell !== dragged) slide(inner, layout, source.cell, cell);
    } else if (layout.style === "drop") {
      const fall = layout.boxes[cell].y + CELL;
      const duration = Math.min(250, 90 + 25 * Math.sqrt(fall));
      inner.animate([{transform: `translate(0px, ${-fall}px)`}, {transform: "translate(0px, 0px)"}], {duration, easing: "cubic-bezier(.5,0,.9,.6)"});
    } else inner.animate([{transform: "scale(.4)", opacity: 0}, {transform: "scale(1)", opacity: 1}], {...QUICK, duration: 130});
  }
  for (const {node} of left) {
    const fading = node.animate([{opacity: 1}, {opacity: 0}], {...QUICK, fill: "forwards"});
    fading.onfinish = () => node.remove();
    fading.oncancel = () => node.remove();
  }
}

/** @param {SVGElement} node @param {Layout} layout @param {number} from @param {number} to */
function slide(node, layout, from, to) {
  const [a, b] = [layout.boxes[from], layout.boxes[to]];
  node.animate([{transform: `translate(${a.x - b.x}px, ${a.y - b.y}px)`}, {transform: "translate(0px, 0px)"}], {...QUICK, duration: 220});
}
