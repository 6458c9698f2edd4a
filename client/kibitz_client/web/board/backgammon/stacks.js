// The ground and the checkers of a board of points: stacks with a number from the sixth checker on, flat bars of those
// that were borne off with their count, and their way from cell to cell, which follows from the two positions alone.

import {frame} from "../marks.js";
import {isStill} from "../motion/motion.js";
import {QUICK} from "../motion/times.js";
import {piece} from "../pieces.js";
import {RADIUS, SHOWN, SLAB, groundOf, pips, placesIn, pointsGround, pointsSide} from "../shapes/points.js";
import {make} from "../svg.js";
import {units} from "../contents/units.js";
import {besideNodes, rollDice} from "./beside.js";

/** @import {Points, State} from "kibitz-protocol" */
/** @import {Layout} from "../shapes/layout.js" */
/** @import {Canvas, Change, Content, Contents} from "../contents/units.js" */

/** Width of the square of a checker, whose diameter is four fifths of it. */
const SQUARE = 62;
const LONGEST = 300;

/** @type {Contents<Points>} */
export const stacks = {
  ...units,
  ground: (_, layout) => [make("rect", {width: layout.area.w, height: layout.area.h, rx: 6, class: "plate"}), ...pointsGround(layout).map(([name, d]) => make("path", {d, class: name}))],
  tints: (_, {last}, layout) => last.map((cell) => make("path", {d: groundOf(layout, cell), class: "last-ground"})),
  trays: besideNodes,
  draw: drawStacks,
  marks: pointMarks,
  canLift: ({counts}, cell) => Boolean(counts[cell]),
  lifted: (node) => /** @type {SVGElement | null} */ (node.lastElementChild),
  rest: restOf,
};

/** Draw the stacks that differ from those that are drawn. @param {Points} board @param {Change} change @param {Canvas} canvas */
function drawStacks(board, {position, before, moves, dragged}, {layout, layer, drawn}) {
  layout.boxes.forEach((_, cell) => {
    const count = position.counts[cell] ?? 0;
    const old = drawn.get(cell);
    if (old?.symbol === String(count)) return;
    old?.node.remove();
    const node = stack(board, layout, cell, count);
    layer.append(node);
    drawn.set(cell, {symbol: String(count), node});
  });
  if (moves && before) rollDice(layer, before, position);
  if (moves && before) slideCheckers(drawn, layout, before.counts, position.counts, dragged);
}

/** @param {Points} board @param {Layout} layout @param {number} cell @param {number} count negative for the second seat */
function stack(board, layout, cell, count) {
  const side = pointsSide(board, count < 0 ? 1 : 0);
  const number = Math.abs(count);
  const places = placesIn(layout, cell, number);
  const group = make("g", {class: "stack"});
  places.forEach(({x, y}, place) => {
    const top = place === places.length - 1 && number > SHOWN ? String(number) : "";
    group.append(make("g", {transform: `translate(${x} ${y})`, class: "stone"}, [cell < 26 ? piece({side, shape: "disc", letter: top}, SQUARE) : slab(side, layout.boxes[cell].w)]));
  });
  return group;
}

/** Return a checker that was borne off, seen from its edge. @param {string} side @param {number} wide */
function slab(side, wide) {
  const shape = make("rect", {x: 8 - wide / 2, y: 1 - SLAB / 2, width: wide - 16, height: SLAB - 2, rx: 4, class: "body"});
  return make("g", {class: `piece ${side}`}, [shape]);
}

/** Slide the checkers that came to a cell from where they were.
 * @param {Map<number, Content>} drawn @param {Layout} layout @param {number[]} before @param {number[]} after counts by cell
 * @param {number} dragged the cell to which a checker was carried, or -1 */
function slideCheckers(drawn, layout, before, after, dragged) {
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
function restOf(layout, position, cell, added) {
  const number = Math.abs(position.counts[cell] ?? 0) + (added ? 1 : 0);
  return placesIn(layout, cell, Math.max(1, number)).at(-1) ?? layout.boxes[cell];
}

/** Return the marks of a cell: a ghost of the checker that may come there, or a ring around one that may move.
 * @param {string} key words of what marks it @param {Layout} layout @param {number} cell @param {boolean} _filled @param {State} position
 * @param {boolean} aims whether a checker is picked, so that cells are targets */
function pointMarks(key, layout, cell, _filled, position, aims) {
  const words = key.split(" ");
  const {x, y, w, h} = layout.boxes[cell];
  const count = position.counts[cell] ?? 0;
  const own = position.to_move === (count < 0 ? 1 : 0) ? Math.abs(count) : 0;
  const at = (/** @type {number} */ number) => {
    const place = placesIn(layout, cell, Math.max(1, number)).at(-1) ?? {x: x + w / 2, y: y + h / 2};
    return {cx: place.x - x - w / 2, cy: place.y - y - h / 2};
  };
  const nodes = [];
  if (words.includes("picked")) nodes.push(cell < 26 ? make("circle", {...at(own), r: RADIUS - 1, class: "picked-checker"}) : frame(layout.boxes[cell], "picked-mark", 1));
  if (words.includes("hinted")) {
    const {cx, cy} = at(own);
    nodes.push(make("path", {d: `M${cx} ${cy - 22}l22 22l-22 22l-22 -22z`, class: "hint-mark"}));
  }
  if (!words.includes("target") && !words.includes("capture")) return nodes;
  if (cell >= 26) nodes.push(make("rect", {x: 6 - w / 2, y: 2 - h / 2, width: w - 12, height: h - 4, rx: 8, class: "ghost-tray"}));
  else if (aims) nodes.push(make("circle", {...at(own + 1), r: RADIUS - 1.5, class: `ghost-checker ${own || !count ? "" : "hit-mark"}`}));
  else nodes.push(make("circle", {...at(own), r: RADIUS - 1, class: "movable"}));
  return nodes;
}
