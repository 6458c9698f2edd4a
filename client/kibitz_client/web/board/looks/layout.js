// Layouts of large boards alone: labels inside the squares, and hexagons for narrow screens. Pure.

import {layoutOf} from "../shapes/index.js";
import {numberLabels, sizeOfLabels} from "../shapes/grid/layouts.js";
import {gridStyle} from "../shapes/grid/symbols.js";
import {CELL, CORNER} from "../shapes/layout.js";

/** @import {Board, Grid} from "kibitz-protocol" */
/** @import {Drawn, Labels, Layout} from "../shapes/layout.js" */

/** Return the layout of a large board. @param {Board} board @param {Drawn} position
 * @param {{flipped?: boolean, labels?: Labels, upright?: boolean}} options `upright`: for a narrow screen @returns {Layout} */
export function largeLayout(board, position, {flipped = false, labels = true, upright = false}) {
  const style = board.shape === "grid" ? gridStyle(board) : "";
  if (board.shape === "grid" && style === "hexes" && upright) return uprightHexes(board, flipped, Boolean(labels));
  if (board.shape !== "grid" || style !== "checks" || labels !== "inside") return layoutOf(board, position, {flipped, labels: Boolean(labels)});
  // Chequered squares have room for the labels of their column and row.
  const found = layoutOf(board, position, {flipped, labels: false});
  return {...found, labels: [...cornerLabels(board, found.boxes, found.columns, flipped), ...numberLabels(board, found.boxes, found.columns)]};
}

/** Return the labels in the corners of the squares at the lower and the left edge.
 * @param {Grid} grid @param {Layout["boxes"]} boxes @param {number} columns @param {boolean} turned @returns {Layout["labels"]} */
function cornerLabels({column_labels: across, row_labels: down}, boxes, columns, turned) {
  const on = (/** @type {number} */ row, /** @type {number} */ column) => ((row + column) % 2 ? {} : {light: true});
  const [lowest, first] = turned ? [0, columns - 1] : [down.length - 1, 0];
  const files = across.map((text, column) => {
    const {x, y} = boxes[lowest * columns + column];
    return {x: x + CELL - 7, y: y + CELL - 8, text, corner: true, ...on(lowest, column)};
  });
  const ranks = down.map((text, row) => {
    const {x, y} = boxes[row * columns + first];
    return {x: x + 6, y: y + 8, text, corner: true, ...on(row, first)};
  });
  return [...files, ...ranks].filter(({text}) => text);
}

/** Hexagons with the long diagonal of the board upright, for narrow screens: rows go down to the left, columns to the right.
 * @param {Grid} grid @param {boolean} flipped @param {boolean} labels @returns {Layout} */
function uprightHexes(grid, flipped, labels) {
  const [columns, rows] = [grid.column_labels.length, grid.row_labels.length];
  const labelSize = sizeOfLabels(columns);
  const [edge, down] = [grid.edges ? 10 : 2, CORNER * 1.5];
  const margin = edge + (labels ? labelSize * 0.7 : 0);
  const count = rows * columns;
  const boxes = Array.from({length: count}, (_, cell) => {
    const place = flipped ? count - 1 - cell : cell;
    const [row, column] = [Math.floor(place / columns), place % columns];
    return {x: margin + ((column - row + rows - 1) * CELL) / 2, y: margin + (row + column) * down + CORNER / 4, w: CELL, h: down, play: true};
  });
  const turn = flipped ? -1 : 1;
  const width = ((columns + rows) * CELL) / 2 + 2 * margin;
  const height = (rows + columns - 2) * down + 2 * CORNER + 2 * margin;
  /** @type {Layout["labels"]} */
  const names = [];
  const far = turn * (CORNER + edge + labelSize * 0.45);
  if (labels) {
    grid.column_labels.forEach((text, column) => names.push({x: boxes[column].x + CELL / 2 + far * 0.62, y: boxes[column].y + down / 2 - far * 0.7, text}));
    grid.row_labels.forEach((text, row) => names.push({x: boxes[row * columns].x + CELL / 2 - far * 0.62, y: boxes[row * columns].y + down / 2 - far * 0.7, text}));
  }
  return {width, height, boxes, labels: names, labelSize, style: "hexes", area: {x: 0, y: 0, w: width, h: height}, columns, upright: true};
}
