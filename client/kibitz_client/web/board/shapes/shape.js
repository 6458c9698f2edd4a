// What the page knows of a shape of boards, such as pits or heaps. Types only.

/** @import {State} from "kibitz-protocol" */
/** @import {Box, Drawn, Layout} from "./layout.js" */

/** A shape of boards; `B` is the fixed part of such a board. A shape of counts on cells needs its layout, and what the
 * defaults do not say. Other shapes have their own drawing in `board/contents`, which does not use the part about units.
 *
 * @template B
 * @typedef {object} Shape
 * @property {(board: B, position: Drawn, flipped: boolean, labels: boolean) => Layout} layout where cells and labels lie
 *
 * @property {(board: B) => number | null} [topSeat] the seat whose side is drawn at the top; null, as by default, if no
 *   side is
 * @property {(board: B, seat: number) => string} [side] the colour class of a seat; by default `first` or `second`
 * @property {(board: B, seat: number) => string[]} [names] names of the cells, as moves use them and the player at a seat
 *   reads them; by default their labels
 * @property {(board: B, position: State, cell: number) => string} [inWords] what a cell holds; by default its count and unit
 *
 * @property {number | ((board: B) => number)} [wide] how many times wider than high a match may show the board; by default 1
 * @property {(board: B, position: Drawn, found: Layout, flipped: boolean) => SVGElement} [drawSmall] a board
 *   of a list; by default with a number on each cell
 * @property {{w: number, h: number}} [treeSize] the size of boards in a search tree; by default they fit into a square
 * @property {(counts: number[]) => string} [treeText] text in place of boards in a search tree
 *
 * @property {(box: Box, count: number) => [number, number][]} [unitPlaces] where the units of a cell lie; by default
 *   around its middle
 * @property {(x: number, y: number) => SVGElement} [drawUnit] by default a seed; one of the class `body` has
 *   the colour of its side
 * @property {(board: B, cell: number, count: number) => string} [unitSide] the colour class of the units of a cell; by
 *   default that of the first seat, and of the second one for a negative count
 * @property {boolean} [numbered] whether the number of units stands below them; by default it does
 * @property {string} [cellClass] the class of the ground of a cell; by default `heap`
 * @property {(box: Box) => {[attribute: string]: number}} [cellGround] the rectangle of that ground
 * @property {(box: Box) => {[attribute: string]: number}} [lastGround] the rectangle of the colour of the last move; by
 *   default the ground of the cell
 * @property {boolean} [wooden] whether the cells are hollows in wood
 * @property {number} [corner] radius of the corners of the board
 * @property {(box: Box, count: number, x: number, y: number) => number | undefined} [amountAt] how many units a click at a
 *   point of a cell asks for; by default it picks the cell alone */

export {};
