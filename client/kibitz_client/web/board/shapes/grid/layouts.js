// Where the cells of a grid lie: squares or crossings in rows, hexagons in shifted rows, or lines between dots. Pure.

import {CELL, CORNER, THIN} from "../layout.js";
import {NOT_IN_PLAY, gridStyle, kindInDots, symbolAt} from "./symbols.js";

/** @import {Grid} from "kibitz-protocol" */
/** @import {Drawn, Layout} from "../layout.js" */

/** Return the layout of a grid. @param {Grid} grid @param {Drawn} position @param {boolean} flipped @param {boolean} labels */
export function gridLayout(grid, position, flipped, labels) {
  const style = gridStyle(grid);
  if (style === "hexes") return hexLayout(grid, flipped, labels);
  return style === "dots" ? dotsLayout(grid, flipped, labels) : squareLayout(grid, position, flipped, labels);
}

/** Return the height of labels, which have about the same size on the screen whatever the number of cells.
 * @param {number} side */
export const sizeOfLabels = (side) => Math.min(21, Math.max(8, 1.8 * side));

/** @param {Grid} grid @param {Drawn} position @param {boolean} flipped @param {boolean} labels @returns {Layout} */
function squareLayout(grid, position, flipped, labels) {
  const columns = grid.column_labels.length;
  const rows = grid.row_labels.length;
  const style = gridStyle(grid);
  const edge = style === "drop" ? 10 : style === "lines" ? 6 : 0;
  const labelSize = sizeOfLabels(Math.max(rows, columns));
  const margin = labelSize * 1.6;
  const left = edge + (labels && grid.row_labels.some(Boolean) ? margin : 0);
  const bottom = labels && grid.column_labels.some(Boolean) ? margin : 0;
  const gap = grid.block ? 8 : 0;
  /** @param {number} place */
  const offset = (place) => place * CELL + (grid.block ? Math.floor(place / grid.block) * gap : 0);
  const w = offset(columns - 1) + CELL;
  const h = offset(rows - 1) + CELL;
  const count = rows * columns;
  const turned = flipped && style !== "drop";
  const boxes = Array.from({length: count}, (_, cell) => {
    const place = turned ? count - 1 - cell : cell;
    const [row, column] = [Math.floor(place / columns), place % columns];
    const play = grid.symbols[symbolAt(position, cell)] !== NOT_IN_PLAY;
    return {x: left + offset(column), y: edge + offset(row), w: CELL, h: CELL, play};
  });
  /** @type {Layout["labels"]} */
  const names = [];
  if (labels) {
    grid.column_labels.forEach((text, column) => {
      const box = boxes[(rows - 1) * columns + column];
      names.push({x: box.x + CELL / 2, y: 2 * edge + h + margin * 0.6, text});
    });
    if (left > edge)
      grid.row_labels.forEach((text, row) => names.push({x: margin * 0.5, y: boxes[row * columns].y + CELL / 2, text}));
  }
  if (labels && style === "checks") names.push(...numberLabels(grid, boxes, columns));
  const area = {x: left - edge, y: 0, w: w + 2 * edge, h: h + 2 * edge};
  return {width: left + w + edge, height: h + 2 * edge + bottom, boxes, labels: names, labelSize, style, area, columns};
}

/** Return the numbers by which moves of draughts name squares. @param {Grid} grid @param {Layout["boxes"]} boxes @param {number} columns
 * @returns {Layout["labels"]} */
export const numberLabels = ({cell_labels: names}, boxes, columns) =>
  boxes.flatMap(({x, y, play}, cell) => (play && names[cell] ? {x: x + columns * 1.1, y: y + columns, text: names[cell], corner: true} : []));

/** Each row of hexagons begins half a cell further right than the one above. Turned by 180 degrees, it still does.
 * @param {Grid} grid @param {boolean} flipped @param {boolean} labels @returns {Layout} */
function hexLayout(grid, flipped, labels) {
  const [columns, rows] = [grid.column_labels.length, grid.row_labels.length];
  const labelSize = sizeOfLabels(columns + rows / 2);
  const [edge, down] = [grid.edges ? 10 : 2, CORNER * 1.5];
  const margin = edge + (labels ? labelSize * 1.4 : 0);
  const count = rows * columns;
  const boxes = Array.from({length: count}, (_, cell) => {
    const place = flipped ? count - 1 - cell : cell;
    const [row, column] = [Math.floor(place / columns), place % columns];
    return {x: margin + column * CELL + (row * CELL) / 2, y: margin + row * down + CORNER / 4, w: CELL, h: down, play: true};
  });
  const turn = flipped ? -1 : 1;
  const width = columns * CELL + ((rows - 1) * CELL) / 2 + 2 * margin;
  const height = (rows - 1) * down + 2 * CORNER + 2 * margin;
  /** @type {Layout["labels"]} */
  const names = [];
  const far = CORNER + edge + labelSize * 0.6;
  if (labels) {
    grid.column_labels.forEach((text, column) => names.push({x: boxes[column].x + CELL / 2 - (turn * far) / 4, y: boxes[column].y + down / 2 - turn * far * 0.92, text}));
    grid.row_labels.forEach((text, row) => names.push({x: boxes[row * columns].x + CELL / 2 - turn * far, y: boxes[row * columns].y + down / 2, text}));
  }
  return {width, height, boxes, labels: names, labelSize, style: "hexes", area: {x: 0, y: 0, w: width, h: height}, columns};
}

/** Only lines are in play: dots are drawn with the board, and boxes are won by lines.
 * @param {Grid} grid @param {boolean} flipped @param {boolean} labels @returns {Layout} */
function dotsLayout(grid, flipped, labels) {
  const [columns, rows] = [grid.column_labels.length, grid.row_labels.length];
  const labelSize = sizeOfLabels(0.66 * Math.max(columns, rows));
  const [edge, count] = [12, rows * columns];
  const left = edge + (labels && grid.row_labels.some(Boolean) ? labelSize * 1.6 : 0);
  const bottom = edge + (labels && grid.column_labels.some(Boolean) ? labelSize * 1.6 : 0);
  const offset = (/** @type {number} */ place) => Math.floor(place / 2) * (CELL + THIN) + (place % 2) * THIN;
  const size = (/** @type {number} */ place) => (place % 2 ? CELL : THIN);
  const boxes = Array.from({length: count}, (_, cell) => {
    const place = flipped ? count - 1 - cell : cell;
    const [row, column] = [Math.floor(place / columns), place % columns];
    return {x: left + offset(column), y: edge + offset(row), w: size(column), h: size(row), play: kindInDots(columns, cell) === "line"};
  });
  const [w, h] = [offset(columns), offset(rows)];
  /** @type {Layout["labels"]} */
  const names = [];
  if (labels) {
    grid.column_labels.forEach((text, column) => names.push({x: boxes[column].x + boxes[column].w / 2, y: 2 * edge + h + labelSize * 0.7, text}));
    if (left > edge) grid.row_labels.forEach((text, row) => names.push({x: labelSize * 0.8, y: boxes[row * columns].y + boxes[row * columns].h / 2, text}));
  }
  const area = {x: left - edge, y: 0, w: w + 2 * edge, h: h + 2 * edge};
  return {width: left + w + edge, height: edge + h + bottom, boxes, labels: names.filter(({text}) => text), labelSize, style: "dots", area, columns};
}
