// Arrows, circles and lines over the cells of a board, as elements.

import {CELL} from "../shapes/layout.js";
import {make, makeText} from "../svg.js";

/** @import {Layout} from "../shapes/layout.js" */

/** Return the middle of a cell. @param {Layout} layout @param {number} cell @returns {[number, number]} */
export const middleOf = ({boxes}, cell) => [boxes[cell].x + boxes[cell].w / 2, boxes[cell].y + boxes[cell].h / 2];

/** Draw an arrow between the middles of two cells, or a circle where they are the same. `wide` is the width of its shaft.
 * @param {Layout} layout @param {{from: number, to: number, name: string, wide?: number, note?: string}} shape @returns {SVGElement} */
export function shapeNode(layout, {from, to, name, wide = 9, note}) {
  const [x, y] = middleOf(layout, to);
  if (from === to) {
    const {w, h} = layout.boxes[to];
    // A heap or a store is long: a frame goes around it.
    if (Math.max(w, h) > 1.6 * Math.min(w, h)) return make("rect", {x: x - w / 2 + 4, y: y - h / 2 + 4, width: w - 8, height: h - 8, rx: Math.min(w, h, CELL) / 2 - 4, class: `drawn-circle ${name}`});
    return make("circle", {cx: x, cy: y, r: Math.max(11, Math.min(w, h, CELL) / 2 - 4), class: `drawn-circle ${name}`});
  }
  const [a, b] = middleOf(layout, from);
  const far = Math.hypot(x - a, y - b) || 1;
  const [dx, dy] = [(x - a) / far, (y - b) / far];
  const [head, half] = [2.6 * wide, 1.35 * wide];
  // The tip ends short of the middle, so that a piece there can be seen.
  const [tx, ty] = [x - 6 * dx, y - 6 * dy];
  const [ex, ey] = [tx - head * dx, ty - head * dy];
  const [sx, sy] = [a + 12 * dx, b + 12 * dy];
  const points = [[ex - half * dy, ey + half * dx], [tx, ty], [ex + half * dy, ey - half * dx]];
  const group = make("g", {class: `drawn-arrow ${name}`}, [
    make("path", {d: `M${sx} ${sy}L${ex} ${ey}`, "stroke-width": wide, class: "shaft"}),
    make("path", {d: `M${points.map((point) => point.join(" ")).join("L")}Z`, class: "head"}),
  ]);
  if (note) {
    const [nx, ny] = [a + 0.5 * (x - a), b + 0.5 * (y - b)];
    group.append(make("circle", {cx: nx, cy: ny, r: 11, class: "ply-ground"}), makeText({x: nx, y: ny, dy: "0.36em", "font-size": 14, class: "ply"}, note));
  }
  return group;
}

/** Draw a line through the middles of cells. @param {Layout} layout @param {number[]} cells @param {string} name */
export function lineNode(layout, cells, name) {
  const d = `M${cells.map((cell) => middleOf(layout, cell).join(" ")).join("L")}`;
  return make("g", {class: name}, [make("path", {d, class: "line-edge", pathLength: 1}), make("path", {d, class: "line-core", pathLength: 1})]);
}
