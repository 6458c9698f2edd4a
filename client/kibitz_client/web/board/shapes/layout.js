// Where the cells of a board lie in its picture, whatever its shape. Pure. A square of a grid has 60 units.

/** @import {Tray} from "kibitz-protocol" */

export const CELL = 60;
/** From the middle of a hexagon to its corners. */
export const CORNER = CELL / Math.sqrt(3);
/** Width of a thin row of a board of dots and lines. */
export const THIN = 20;
/** Height of a strip of dice or cards above and below a board that has no room for them. */
const STRIP = 72;

/** @typedef {{x: number, y: number, w: number, h: number, play: boolean}} Box */

/** @typedef {object} Layout
 * @property {number} width @property {number} height @property {Box[]} boxes by cell
 * @property {{x: number, y: number, text: string, corner?: boolean, light?: boolean}[]} labels a corner one is in its cell, perhaps a light one @property {number} labelSize height of their text
 * @property {string} style the class of the board: that of its shape, or of a grid how it is drawn
 * @property {{x: number, y: number, w: number, h: number}} area the part with cells
 * @property {number} columns cells of a row, for keys and rows of the grid
 * @property {Trays} [trays]
 * @property {boolean} [upright] whether the long diagonal of hexagons is upright */

/** Whether a board has the labels of its columns and rows: in its squares, where they have room, or beside them.
 * @typedef {boolean | "inside"} Labels */

/** The middles of trays: of the player below and above, of neither, and of a cube that belongs to one of them; on a table
 * also that of a line about the pot, and of the last hand.
 * @typedef {{near: Spot, far: Spot, free?: Spot, nearCube?: Spot, farCube?: Spot, line?: Spot, last?: Spot}} Trays */

/** @typedef {{x: number, y: number}} Spot */

/** @typedef {{rows: string[], counts: number[], blocks: string, shades?: string, last: number[], trays?: Tray[]}} Drawn */

/** Return a layout with room for trays above and below it. @param {Layout} found @returns {Layout} */
export function withTrays(found) {
  /** @template {{y: number}} T @param {T} at @returns {T} */
  const lower = (at) => ({...at, y: at.y + STRIP});
  const height = found.height + 2 * STRIP;
  const x = found.area.x + found.area.w / 2;
  return {...found, height, boxes: found.boxes.map(lower), labels: found.labels.map(lower), area: lower(found.area), trays: {far: {x, y: STRIP / 2}, near: {x, y: height - STRIP / 2}}};
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
