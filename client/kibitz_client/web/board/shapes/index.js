// The table of all shapes of boards. A shape of counts on cells is a module of this folder and a line of the table.

import {chosen} from "../looks/chosen.js";
import {gridShape} from "./grid/grid.js";
import {gridStyle} from "./grid/symbols.js";
import {heapsShape} from "./heaps.js";
import {withTrays} from "./layout.js";
import {pitsShape} from "./pits.js";
import {pointsShape} from "./points.js";
import {usualSide} from "./sides.js";
import {tableShape} from "./table.js";

/** @import {Board} from "kibitz-protocol" */
/** @import {Family} from "../looks/chosen.js" */
/** @import {Drawn, Layout} from "./layout.js" */
/** @import {Shape} from "./shape.js" */

/** The shapes by their names in the protocol.
 * @type {{[Name in Board["shape"]]: Shape<Extract<Board, {shape: Name}>>}} */
const SHAPES = {
  grid: gridShape,
  pits: pitsShape,
  heaps: heapsShape,
  points: pointsShape,
  table: tableShape,
};

/** Return the shape of a board. @param {Board} board @returns {Shape<any>} */
export const shapeOf = (board) => SHAPES[board.shape];

/** Return the layout of a board. @param {Board} board @param {Drawn} position
 * @param {{flipped?: boolean, labels?: boolean}} [options] @returns {Layout} */
export function layoutOf(board, position, {flipped = false, labels = true} = {}) {
  const found = shapeOf(board).layout(board, position, flipped, labels);
  return Object.keys(board.faces ?? {}).length && found.boxes.length && !found.trays ? withTrays(found) : found;
}

/** Return the seat whose side is drawn at the top; null for boards without sides. @param {Board} board */
export const topSeat = (board) => shapeOf(board).topSeat?.(board) ?? null;

/** Return the colour class of the side at a seat, as its pieces have it. @param {Board} board @param {number} seat */
export const sideOf = (board, seat) => shapeOf(board).side?.(board, seat) ?? usualSide(seat);

/** Return the style of an element around a board: how wide the board may be, in units of the room for its height.
 * @param {Board} board */
export function roomOf(board) {
  const {wide} = shapeOf(board);
  return wide ? `--wide: ${typeof wide === "number" ? wide : wide(board).toFixed(2)}` : "";
}

/** Return the family of a board; null if there is only one look for it. @param {Board} board @returns {Family | null} */
export function familyOf(board) {
  if (board.shape !== "grid") return null;
  const style = gridStyle(board);
  if (style === "lines") return "go";
  return style !== "checks" ? null : Object.keys(board.glyphs ?? {}).length ? "chess" : "draughts";
}

/** Give an element the look of its board. @param {HTMLElement} element @param {Board} board */
export function dress({dataset}, board) {
  const family = familyOf(board);
  const {set = "", ground = ""} = (family && chosen.looks[family]) || {};
  // High contrast has a ground of its own.
  for (const [name, value] of [["pieces", set], ["board", document.documentElement.dataset.theme === "contrast" ? "" : ground]])
    if (value) dataset[name] = value;
    else delete dataset[name];
}
