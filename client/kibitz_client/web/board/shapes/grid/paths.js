// Paths of the ground of a grid: dark squares, lines, hexagons with their borders, dots, and areas that belong to a side.

import {disc} from "../../svg.js";
import {CELL, CORNER, outline} from "../layout.js";
import {sideOfSymbol} from "./look.js";

/** @import {Grid} from "kibitz-protocol" */
/** @import {Box, Drawn, Layout} from "../layout.js" */

/** Return whether a square of a chequered board is a dark one. Where not all squares are in play, those are dark.
 * @param {Layout} found @param {number} cell */
export const isDark = ({boxes, columns}, cell) => boxes[cell].play && ((cell + Math.floor(cell / columns)) % 2 === 1 || boxes.some(({play}) => !play));

/** Return the lines on whose crossings stones stand. @param {Grid} grid @param {Layout} found */
export function crossings({column_labels: columns, row_labels: rows}, {area}) {
  const [x, y] = [area.x + 6 + CELL / 2, area.y + 6 + CELL / 2];
  const down = columns.map((_, column) => `M${x + column * CELL} ${y}v${(rows.length - 1) * CELL}`);
  return [...down, ...rows.map((_, row) => `M${x} ${y + row * CELL}h${(columns.length - 1) * CELL}`)].join("");
}

/** Return the dots as a path. @param {Layout} found */
export const dots = ({boxes}) =>
  boxes.map(({x, y, w, h}) => (w < CELL && h < CELL ? disc(x + w / 2, y + h / 2, 7) : "")).join("");

/** Return the places of lines as a path. @param {Layout} found */
export const openLines = ({boxes}) => boxes.map((box) => (box.play ? lineIn(box) : "")).join("");

/** Return the line between two dots as a path. @param {Omit<Box, "play">} box */
export const lineIn = ({x, y, w, h}) => (w > h ? `M${x} ${y + h / 2}h${w}` : `M${x + w / 2} ${y}v${h}`);

/** Return the square of a block, whether the board is turned or not. @param {Grid} grid @param {Layout} found @param {number} block */
export function blockArea(grid, {boxes, columns}, block) {
  const across = columns / grid.block;
  const first = Math.floor(block / across) * grid.block * columns + (block % across) * grid.block;
  const [a, b] = [boxes[first], boxes[first + (grid.block - 1) * (columns + 1)]];
  return {x: Math.min(a.x, b.x), y: Math.min(a.y, b.y), size: Math.abs(a.x - b.x) + CELL};
}

/** The corners of a hexagon clockwise, in halves of its width and of its side. @type {[number, number][]} */
const CORNERS = [[-1, -1], [0, -2], [1, -1], [1, 1], [0, 2], [-1, 1]];

/** Return the borders of a board of hexagons as paths: top, right, bottom, left.
 * @param {Grid} grid @param {Layout} layout */
export function hexBorders(grid, {boxes, columns, upright}) {
  const rows = grid.row_labels.length;
  const along = (/** @type {number} */ count, /** @type {(place: number) => number} */ cell, /** @type {[number, number][]} */ corners) => {
    const points = Array.from({length: count}, (_, place) => boxes[cell(place)]).flatMap(({x, y, w, h}) => corners.map(([dx, dy]) => `${x + w / 2 + dx * 30} ${y + h / 2 + (dy * CORNER) / 2}`));
    return `M${points.join("L")}`;
  };
  const last = rows * columns - columns;
  // A turned board has its first row at the bottom.
  const turn = boxes[0].y > boxes[boxes.length - 1].y ? -1 : 1;
  // With the long diagonal upright, all corners are one further.
  const next = (/** @type {[number, number]} */ [dx, dy]) => (upright ? CORNERS[(CORNERS.findIndex(([x, y]) => x === dx && y === dy) + 1) % 6] : [dx, dy]);
  const of = (/** @type {[number, number][]} */ corners) => corners.map(next).map(([dx, dy]) => /** @type {[number, number]} */ ([turn * dx, turn * dy]));
  return [
    along(columns, (place) => place, of([[-1, -1], [0, -2], [1, -1]])),
    along(rows, (place) => place * columns + columns - 1, of([[1, -1], [1, 1]])),
    along(columns, (place) => last + place, of([[-1, 1], [0, 2], [1, 1]])),
    along(rows, (place) => place * columns, of([[-1, -1], [-1, 1]])),
  ];
}

/** Return the lines of a board for crosses and noughts as paths: thin ones inside blocks, and thick ones between blocks.
 * @param {Grid} grid @param {Layout} layout */
export function paperLines(grid, {boxes, area, columns}) {
  const rows = grid.row_labels.length;
  const left = Math.min(boxes[0].x, boxes[boxes.length - 1].x);
  const top = Math.min(boxes[0].y, boxes[boxes.length - 1].y);
  const block = grid.block || Math.max(rows, columns);
  const step = block * CELL + (grid.block ? 8 : 0);
  let thin = "";
  let thick = "";
  for (let row = 0; row < rows; row += block)
    for (let column = 0; column < columns; column += block) {
      const [x, y] = [left + (column / block) * step, top + (row / block) * step];
      const [wide, high] = [Math.min(block, columns), Math.min(block, rows)];
      const inset = grid.block ? 8 : 0;
      for (let place = 1; place < wide; place++) thin += `M${x + place * CELL} ${y + inset}v${high * CELL - 2 * inset}`;
      for (let place = 1; place < high; place++) thin += `M${x + inset} ${y + place * CELL}h${wide * CELL - 2 * inset}`;
    }
  for (let place = block; place < columns; place += block) thick += `M${left + (place / block) * step - 4} ${area.y}v${area.h}`;
  for (let place = block; place < rows; place += block) thick += `M${area.x} ${top + (place / block) * step - 4}h${area.w}`;
  return {thin, thick};
}

/** Return the areas of each side as paths by the colour class of the side.
 * @param {Grid} grid @param {Drawn} position @param {Layout} found */
export function shadePaths(grid, position, found) {
  /** @type {Map<string, string>} */
  const paths = new Map();
  // On a board of dots, the symbol of a closed box says whose it is.
  [...(position.shades || (found.style === "dots" ? position.rows.join("") : ""))].forEach((symbol, cell) => {
    const side = sideOfSymbol(grid, symbol);
    if (side) paths.set(side, (paths.get(side) ?? "") + shade(found, cell));
  });
  return paths;
}

/** @param {Layout} found @param {number} cell */
function shade(found, cell) {
  const {x, y, w, h} = found.boxes[cell];
  if (found.style === "lines") return `M${x + w / 2 - 11} ${y + h / 2 - 11}h22v22h-22z`;
  return found.style === "dots" ? `M${x - 4} ${y - 4}h${w + 8}v${h + 8}h${-w - 8}z` : outline(found, cell);
}
