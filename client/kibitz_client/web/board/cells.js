// Cells of a board by their place in its picture, and their names. Pure.

import {CELL, CORNER, THIN} from "./shapes/layout.js";
import {shapeOf} from "./shapes/index.js";

/** @import {Board} from "kibitz-protocol" */
/** @import {Layout} from "./shapes/layout.js" */

/** Return the cell in play at a point of the picture, or -1. @param {Layout} layout @param {number} x @param {number} y */
export function cellAt({boxes, style}, x, y) {
  if (style !== "hexes" && style !== "dots") return boxes.findIndex((box) => box.play && x >= box.x && x < box.x + box.w && y >= box.y && y < box.y + box.h);
  // The nearest middle is that of the hexagon, or by the sum of both distances that of the rhombus, around the point.
  let [found, nearest] = [-1, style === "hexes" ? CORNER : (CELL + THIN) / 2];
  boxes.forEach((box, cell) => {
    const [dx, dy] = [Math.abs(x - box.x - box.w / 2), Math.abs(y - box.y - box.h / 2)];
    const far = style === "hexes" ? Math.hypot(dx, dy) : dx + dy;
    if (box.play && far <= nearest) [found, nearest] = [cell, far];
  });
  return found;
}

/** Return the nearest cell in play in a direction; the same cell at the edge. Where cells touch only at their corners,
 * repeated steps zigzag instead of drifting away.
 * @param {Layout} layout @param {number} cell @param {number} dx @param {number} dy */
export function neighbour(layout, cell, dx, dy) {
  const here = layout.boxes[cell];
  const leaning = Math.floor(cell / layout.columns) % 2 ? -1 : 1;
  let best = cell;
  let nearest = Infinity;
  layout.boxes.forEach((there, number) => {
    if (!there.play) return;
    const right = (there.x + there.w / 2 - here.x - here.w / 2) / 30;
    const down = (there.y + there.h / 2 - here.y - here.h / 2) / 30;
    const ahead = right * dx + down * dy;
    const aside = Math.abs(right * dy) + Math.abs(down * dx);
    // Left and right stay in their row; up and down prefer the nearest row to the exact column.
    const far = 10 * ahead + 9 * aside - (right * leaning > 0 ? 1 : 0);
    if (ahead > 0.01 && !(dx && aside > 0.01) && far < nearest) [best, nearest] = [number, far];
  });
  return best;
}

/** Return the name of a cell, as moves use it. @param {Board} board @param {number} cell
 * @param {number} [seat] the player who reads it, where cells have other names for each */
export function cellName(board, cell, seat = 0) {
  const {names = labelsOf} = shapeOf(board);
  return names(board, seat)[cell] ?? "";
}

/** @param {{cell_labels: string[]}} board */
const labelsOf = ({cell_labels: labels}) => labels;
