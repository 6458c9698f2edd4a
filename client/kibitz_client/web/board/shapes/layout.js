// Where the cells of a board lie in its picture, for every shape of board. Pure. A square of a grid has 60 units.

import {namesOf} from "../../match/names.js";

/** @import {Board, Grid, Heaps, Pits, Points, Table, Tray} from "kibitz-protocol" */

export const CELL = 60;
/** From the middle of a hexagon to its corners. */
const CORNER = CELL / Math.sqrt(3);
/** Width of a thin row of a board of dots and lines. */
const THIN = 20;
const EMPTY = "empty";
const NOT_IN_PLAY = "not in play";
/** Height of a strip of dice or cards above and below a board that has no room for them. */
const STRIP = 72;

/** @typedef {{x: number, y: number, w: number, h: number, play: boolean}} Box */

/** How a grid is drawn: discs that drop into columns, stones on crossings, a chequered board, squares of felt for discs,
 * paper for crosses and noughts, hexagons, or dots with lines between them.
 * @typedef {"drop" | "lines" | "checks" | "squares" | "paper" | "hexes" | "dots"} GridStyle */

/** @typedef {object} Layout
 * @property {number} width @property {number} height @property {Box[]} boxes by cell
 * @property {{x: number, y: number, text: string, corner?: boolean}[]} labels a corner one is in its cell @property {number} labelSize height of their text
 * @property {GridStyle | "pits" | "heaps" | "points" | "cards"} style
 * @property {{x: number, y: number, w: number, h: number}} area the part with cells
 * @property {number} columns cells of a row, for keys and rows of the grid
 * @property {Trays} [trays] */

/** The middles of trays: of the player below and above, of neither, and of a cube that belongs to one of them; on a table
 * also that of a line about the pot, and of the last hand.
 * @typedef {{near: Spot, far: Spot, free?: Spot, nearCube?: Spot, farCube?: Spot, line?: Spot, last?: Spot}} Trays */

/** @typedef {{x: number, y: number}} Spot */

/** @typedef {{rows: string[], counts: number[], blocks: string, shades?: string, last: number[], trays?: Tray[]}} Drawn */

/** Return the way in which a grid is drawn, which follows from its description alone.
 * @param {Grid} grid @returns {GridStyle} */
export function gridStyle(grid) {
  if (grid.ground === "checkered") return "checks";
  if (grid.ground && grid.ground !== "cells") return grid.ground;
  // Older servers do not say what the ground is.
  if (Object.values(grid.symbols).includes(NOT_IN_PLAY) || grid.top !== null) return "checks";
  if (grid.every_empty_cell && grid.stars.length) return "lines";
  if (grid.column_labels.some(Boolean) && !grid.row_labels.some(Boolean) && !grid.cell_labels.length) return "drop";
  return Object.values(grid.symbols).includes("cross") ? "paper" : "squares";
}

/** Return the role of each symbol: the side whose piece it is, or neither.
 * @param {Grid} grid @returns {Map<string, "first" | "second" | "none">} */
export function roles(grid) {
  /** @type {Map<string, "first" | "second" | "none">} */
  const found = new Map();
  const {owners = {}} = grid;
  if (Object.keys(owners).length) {
    for (const symbol of Object.keys(grid.symbols)) found.set(symbol, symbol in owners ? (owners[symbol] % 2 ? "second" : "first") : "none");
    return found;
  }
  // Older servers do not say whose a symbol is. There, kings and men of one side differ in the case of their letter.
  /** @type {string[]} */
  const sides = [];
  for (const [symbol, name] of Object.entries(grid.symbols)) {
    const side = symbol.toLowerCase();
    const neutral = name === EMPTY || name === NOT_IN_PLAY || name === "drawn";
    if (!neutral && !sides.includes(side)) sides.push(side);
    found.set(symbol, neutral ? "none" : sides.indexOf(side) % 2 ? "second" : "first");
  }
  return found;
}

/** Return the symbol of a cell. @param {Drawn} position @param {number} cell */
export function symbolAt(position, cell) {
  const columns = position.rows[0]?.length ?? 1;
  return position.rows[Math.floor(cell / columns)]?.[cell % columns] ?? "";
}

/** Return whether a symbol is a piece. @param {Grid} grid @param {string} symbol */
export const isPiece = (grid, symbol) => {
  const name = grid.symbols[symbol];
  return name !== undefined && name !== EMPTY && name !== NOT_IN_PLAY;
};

/** Return the piece that is drawn on a cell, or an empty text. Dots are part of the board.
 * @param {Grid} grid @param {Layout["style"]} style @param {Drawn} position @param {number} cell */
export function pieceOn(grid, style, position, cell) {
  const symbol = symbolAt(position, cell);
  if (!isPiece(grid, symbol)) return "";
  if (style !== "dots") return symbol;
  const kind = kindInDots(grid.column_labels.length, cell);
  return kind === "line" || (kind === "box" && roles(grid).get(symbol) !== "none") ? symbol : "";
}

/** @param {number} columns @param {number} cell @returns {"dot" | "line" | "box"} */
function kindInDots(columns, cell) {
  const odd = (Math.floor(cell / columns) % 2) + ((cell % columns) % 2);
  return odd === 1 ? "line" : odd ? "box" : "dot";
}

/** Return the layout of a board; boards of points and tables have theirs in modules of their own.
 * @param {Exclude<Board, Points | Table>} board @param {Drawn} position
 * @param {{flipped?: boolean, labels?: boolean}} [options] @returns {Layout} */
export function layout(board, position, {flipped = false, labels = true} = {}) {
  const found = board.shape === "grid" ? ofGrid(board, position, flipped, labels) : board.shape === "pits" ? pitsLayout(board, flipped) : heapsLayout(board);
  return Object.keys(board.faces ?? {}).length ? withTrays(found) : found;
}

/** @param {Grid} grid @param {Drawn} position @param {boolean} flipped @param {boolean} labels */
function ofGrid(grid, position, flipped, labels) {
  const style = gridStyle(grid);
  if (style === "hexes") return hexLayout(grid, flipped, labels);
  return style === "dots" ? dotsLayout(grid, flipped, labels) : gridLayout(grid, position, flipped, labels);
}

/** Return a layout with room for trays above and below it. @param {Layout} found @returns {Layout} */
function withTrays(found) {
  /** @template {{y: number}} T @param {T} at @returns {T} */
  const lower = (at) => ({...at, y: at.y + STRIP});
  const height = found.height + 2 * STRIP;
  const x = found.area.x + found.area.w / 2;
  return {...found, height, boxes: found.boxes.map(lower), labels: found.labels.map(lower), area: lower(found.area), trays: {far: {x, y: STRIP / 2}, near: {x, y: height - STRIP / 2}}};
}

/** Return the seat whose side is drawn at the top; null for boards without sides. @param {Board} board */
export const topSeat = (board) => (board.shape === "grid" ? board.top : board.shape === "heaps" ? null : 1);

/** Return the height of labels, which have about the same size on the screen whatever the number of cells.
 * @param {number} side */
const sizeOfLabels = (side) => Math.min(21, Math.max(8, 1.8 * side));

/** @param {Grid} grid @param {Drawn} position @param {boolean} flipped @param {boolean} labels @returns {Layout} */
function gridLayout(grid, position, flipped, labels) {
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
  // Moves of draughts name numbered squares.
  if (labels && style === "checks")
    boxes.forEach((box, cell) => box.play && grid.cell_labels[cell] && names.push({x: box.x + columns * 1.1, y: box.y + columns, text: grid.cell_labels[cell], corner: true}));
  const area = {x: left - edge, y: 0, w: w + 2 * edge, h: h + 2 * edge};
  return {width: left + w + edge, height: h + 2 * edge + bottom, boxes, labels: names, labelSize, style, area, columns};
}

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

/** Return the outline of a cell as a path: a hexagon, the rhombus between two dots and the middles of two boxes, or a
 * rectangle. @param {Layout} layout @param {number} cell */
export function outline({boxes, style}, cell) {
  const {x, y, w, h, play} = boxes[cell];
  const [cx, cy] = [x + w / 2, y + h / 2];
  if (style === "hexes") return `M${cx} ${cy - CORNER}l30 ${CORNER / 2}v${CORNER}l-30 ${CORNER / 2}l-30 ${-CORNER / 2}v${-CORNER}z`;
  const half = (CELL + THIN) / 2;
  if (style === "dots" && play) return `M${cx} ${cy - half}l${half} ${half}l${-half} ${half}l${-half} ${-half}z`;
  return `M${x} ${y}h${w}v${h}h${-w}z`;
}

/** Return the borders of a board of hexagons as paths: top, right, bottom, left.
 * @param {Grid} grid @param {Layout} layout */
export function hexBorders(grid, {boxes, columns}) {
  const rows = grid.row_labels.length;
  const along = (/** @type {number} */ count, /** @type {(place: number) => number} */ cell, /** @type {[number, number][]} */ corners) => {
    const points = Array.from({length: count}, (_, place) => boxes[cell(place)]).flatMap(({x, y, w, h}) => corners.map(([dx, dy]) => `${x + w / 2 + dx * 30} ${y + h / 2 + (dy * CORNER) / 2}`));
    return `M${points.join("L")}`;
  };
  const last = rows * columns - columns;
  // A turned board has its first row at the bottom.
  const turn = boxes[0].x > boxes[boxes.length - 1].x ? -1 : 1;
  const of = (/** @type {[number, number][]} */ corners) => corners.map(([dx, dy]) => /** @type {[number, number]} */ ([turn * dx, turn * dy]));
  return [
    along(columns, (place) => place, of([[-1, -1], [0, -2], [1, -1]])),
    along(rows, (place) => place * columns + columns - 1, of([[1, -1], [1, 1]])),
    along(columns, (place) => last + place, of([[-1, 1], [0, 2], [1, 1]])),
    along(rows, (place) => place * columns, of([[-1, -1], [-1, 1]])),
  ];
}

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

/** @param {Pits} pits @param {boolean} flipped @returns {Layout} */
function pitsLayout(pits, flipped) {
  const {houses} = pits;
  const [w, h, store, pad] = [84, 104, 96, 16];
  const width = houses * w + 2 * store + 2 * pad;
  const top = pad + 14;
  /** @type {Box[]} */
  const near = [];
  /** @type {Box[]} */
  const far = [];
  for (let place = 0; place < houses; place++) {
    near.push({x: pad + store + place * w, y: top + h, w, h, play: true});
    far.push({x: pad + store + (houses - 1 - place) * w, y: top, w, h, play: true});
  }
  const east = {x: width - pad - store, y: top, w: store, h: 2 * h, play: false};
  const west = {x: pad, y: top, w: store, h: 2 * h, play: false};
  const boxes = flipped ? [...far, west, ...near, east] : [...near, east, ...far, west];
  const height = top + 2 * h + pad + 14;
  const labels = boxes.map((box, cell) => ({
    x: box.x + box.w / 2,
    y: box.play ? (box.y === top ? pad * 0.8 : height - pad * 0.8) : height - pad * 0.8,
    text: box.play ? pits.cell_labels[cell] : pits.cell_names[cell].replace(/ store$/, ""),
  }));
  return {width, height, boxes, labels, labelSize: 16, style: "pits", area: {x: 0, y: 0, w: width, h: height}, columns: houses};
}

/** @param {Heaps} heaps @returns {Layout} */
function heapsLayout(heaps) {
  const [step, row, left] = [40, 76, 56];
  const width = left + Math.max(11, Math.min(heaps.most, 16)) * step + 20;
  const lines = (/** @type {number} */ most) => Math.max(1, Math.ceil(most / 16));
  const height = row * lines(heaps.most);
  const boxes = heaps.cell_labels.map((_, place) => ({x: left, y: 8 + place * height, w: width - left - 8, h: height - 8, play: true}));
  const labels = heaps.cell_labels.map((text, place) => ({x: left / 2, y: 8 + place * height + (height - 8) / 2, text}));
  const total = 8 + heaps.cell_labels.length * height;
  return {width, height: total, boxes, labels, labelSize: 18, style: "heaps", area: {x: 0, y: 0, w: width, h: total}, columns: 1};
}

/** Return where the units of a pit or heap lie, in units of the picture.
 * @param {Layout} layout @param {Box} box @param {number} count @returns {[number, number][]} */
export function unitsIn(layout, box, count) {
  /** @type {[number, number][]} */
  const found = [];
  if (layout.style === "heaps") {
    for (let unit = 0; unit < count; unit++)
      found.push([box.x + 20 + (unit % 16) * 40, box.y + 34 + Math.floor(unit / 16) * 70]);
    return found;
  }
  // Points of a sunflower fill a circle evenly; in a store they are stretched to its height.
  const shown = Math.min(count, 40);
  const spread = Math.min(8.6, (box.w * 0.36) / Math.sqrt(Math.max(shown, 1)));
  const tall = box.play ? 1 : 1.7;
  for (let unit = 0; unit < shown; unit++) {
    const far = spread * Math.sqrt(unit + 0.4);
    const angle = unit * 2.39996;
    found.push([box.x + box.w / 2 + far * Math.cos(angle), box.y + box.h / 2 - 8 + far * Math.sin(angle) * tall]);
  }
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

/** @type {WeakMap<Board, string[]>} */
const cellNames = new WeakMap();

/** Return the name of a cell, as moves use it. @param {Board} board @param {number} cell
 * @param {number} [seat] the player who reads it, where cells have other names for each */
export function cellName(board, cell, seat = 0) {
  if (board.shape === "table") return "";
  if (board.shape === "points") return board.cell_labels[seat][cell];
  let names = cellNames.get(board);
  if (!names) cellNames.set(board, (names = namesOfCells(board)));
  return names[cell] ?? "";
}

/** @param {Exclude<Board, Points | Table>} board @returns {string[]} */
function namesOfCells(board) {
  if (board.shape === "pits") return board.cell_names;
  if (board.shape === "heaps") return board.cell_labels;
  if (board.cell_labels.length) return board.cell_labels;
  const columns = board.column_labels.length;
  /** @type {string[]} */
  const names = [];
  for (const [name, cell] of namesOf(board)) names[cell] = name;
  for (let cell = 0; cell < columns * board.row_labels.length; cell++)
    names[cell] ??= `${board.column_labels[cell % columns]}, ${board.row_labels.length - Math.floor(cell / columns)}`;
  return names;
}
