// The ground and the checkers of a board of points: stacks with a number from the sixth checker on, flat bars of those
// that were borne off, and their way from cell to cell, which follows from the two positions alone.

import {QUICK, isStill} from "./motion.js";
import {piece, sideOf} from "./shapes/pieces.js";
import {make} from "./svg.js";
import {SHOWN, SLAB, groundOf, pips, placesIn, pointsGround} from "./shapes/points.js";

/** @import {Points, State} from "kibitz-protocol" */
/** @import {Layout} from "./shapes/layout.js" */

/** Width of the square of a checker, whose diameter is four fifths of it. */
const SQUARE = 62;
const LONGEST = 420;

/** @typedef {{symbol: string, node: SVGElement}} Stack the number of checkers, and a group with a node for each */

/** Return the ground of a board of points. @param {Layout} layout */
export function pointsBackground(layout) {
  const {area} = layout;
  const plate = make("rect", {width: area.w, height: area.h, rx: 6, class: "plate"});
  return make("g", {class: "ground", "aria-hidden": "true"}, [plate, ...pointsGround(layout).map(([name, d]) => make("path", {d, class: name}))]);
}

/** Return the colour of the cells of the last move. @param {State} position @param {Layout} layout */
export const lastGround = ({last}, layout) => last.map((cell) => make("path", {d: groundOf(layout, cell), class: "last-ground"}));

/** Draw the stacks that differ from those that are drawn.
 * @param {SVGElement} layer @param {Map<number, Stack>} drawn by cell @param {Points} board @param {State} position @param {Layout} layout */
export function drawStacks(layer, drawn, board, position, layout) {
  layout.boxes.forEach((_, cell) => {
    const count = position.counts[cell] ?? 0;
    const old = drawn.get(cell);
    if (old?.symbol === String(count)) return;
    old?.node.remove();
    const node = stack(board, layout, cell, count);
    layer.append(node);
    drawn.set(cell, {symbol: String(count), node});
  });
}

/** @param {Points} board @param {Layout} layout @param {number} cell @param {number} count negative for the second seat */
function stack(board, layout, cell, count) {
  const side = sideOf(board, count < 0 ? 1 : 0);
  const number = Math.abs(count);
  const places = placesIn(layout, cell, number);
  const group = make("g", {class: "stack"});
  places.forEach(({x, y}, place) => {
    const top = place === places.length - 1 && number > SHOWN ? String(number) : "";
    group.append(make("g", {transform: `translate(${x} ${y})`, class: "stone"}, [cell < 26 ? piece({side, shape: "disc", letter: top}, SQUARE) : slab(side, layout.boxes[cell].w, top)]));
  });
  return group;
}

/** Return a checker that was borne off, seen from its edge. @param {string} side @param {number} wide @param {string} number */
function slab(side, wide, number) {
  const shape = make("rect", {x: 8 - wide / 2, y: 1 - SLAB / 2, width: wide - 16, height: SLAB - 2, rx: 4, class: "body"});
  const count = make("text", {"text-anchor": "middle", dy: "0.36em", "font-size": 14, class: "letter"});
  count.textContent = number;
  return make("g", {class: `piece ${side}`}, number ? [shape, count] : [shape]);
}

/** Slide the checkers that came to a cell from where they were.
 * @param {Map<number, Stack>} drawn @param {Layout} layout @param {number[]} before @param {number[]} after counts by cell
 * @param {number} dragged the cell to which a checker was carried, or -1 */
export function slideCheckers(drawn, layout, before, after, dragged) {
  if (isStill()) return;
  for (const seat of [0, 1]) {
    const own = (/** @type {number[]} */ counts, /** @type {number} */ cell) => Math.max(0, seat ? -(counts[cell] ?? 0) : (counts[cell] ?? 0));
    const cells = layout.boxes.map((_, cell) => cell).sort((a, b) => pips(seat, b) - pips(seat, a));
    // Checkers pass each other without a change, so the one that is farthest from home came from farthest.
    const changed = (/** @type {number[]} */ more, /** @type {number[]} */ fewer) =>
      cells.flatMap((cell) => Array.from({length: Math.max(0, own(more, cell) - own(fewer, cell))}, (_, place) => ({cell, number: own(more, cell) - place})));
    const left = changed(before, after);
    changed(after, before).forEach(({cell, number}, place) => {
      const from = left[place];
      const node = drawn.get(cell)?.node.children[placesIn(layout, cell, number).length - 1];
      if (!from || !node || cell === dragged) return;
      const [there, here] = [placesIn(layout, from.cell, from.number).at(-1), placesIn(layout, cell, number).at(-1)];
      if (!there || !here) return;
      const [dx, dy] = [there.x - here.x, there.y - here.y];
      node.parentNode?.parentNode?.append(/** @type {Node} */ (node.parentNode));
      node.firstElementChild?.animate([{transform: `translate(${dx}px, ${dy}px)`}, {transform: "translate(0px, 0px)"}], {...QUICK, duration: Math.min(LONGEST, 160 + Math.hypot(dx, dy) / 2)});
    });
  }
}

/** Return where a checker lies on a cell: the topmost one, or one that is added to them.
 * @param {Layout} layout @param {State} position @param {number} cell @param {boolean} added */
export function restOf(layout, position, cell, added) {
  const number = Math.abs(position.counts[cell] ?? 0) + (added ? 1 : 0);
  return placesIn(layout, cell, Math.max(1, number)).at(-1) ?? layout.boxes[cell];
}
