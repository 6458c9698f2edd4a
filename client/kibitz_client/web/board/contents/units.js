// Boards whose cells hold units, such as seeds in pits: their ground, the units, and their words. Other boards replace parts
// of this. What differs between shapes of counts is said by the table of shapes.

import {counted} from "../../match/names.js";
import {said} from "../../words/said/index.js";
import {cellName} from "../cells.js";
import {paint} from "../looks/paints.js";
import {markNodes} from "../marks.js";
import {moveUnits} from "../motion/motion.js";
import {shapeOf} from "../shapes/index.js";
import {make, makeText} from "../svg.js";
import {describeTrays, trayNodes} from "../trays.js";
import {wood} from "./ground.js";

/** @import {Board, State} from "kibitz-protocol" */
/** @import {Recount} from "../motion/times.js" */
/** @import {BoardView} from "../board.js" */
/** @import {Box, Layout} from "../shapes/layout.js" */

/** What is drawn on a cell: a text that tells whether it is another one, and its node.
 * @typedef {{symbol: string, node: SVGElement}} Content */

/** A position to draw. `before` is the one that is drawn, if any; `moves`: from there, pieces move. `dragged` is the cell to
 * which a piece was carried, or -1.
 * @typedef {{position: State, before: State | null, moves: boolean, dragged: number}} Change */

/** Where it is drawn: a layer, and what is drawn there by cell.
 * @typedef {{layout: Layout, layer: SVGElement, drawn: Map<number, Content>}} Canvas */

/** How a large board is drawn and moved, and what it is in words.
 * @template B
 * @typedef {object} Contents
 * @property {(board: B, layout: Layout) => SVGElement[]} ground below all else
 * @property {(board: B, layout: Layout) => SVGElement | null} front above the pieces
 * @property {(board: B, position: State, layout: Layout, attacked: number) => SVGElement[]} tints colours below the pieces
 * @property {(board: B, position: State, layout: Layout, flipped: boolean, sides: string[], view?: BoardView) => SVGElement[]} trays
 * @property {(board: B, change: Change, canvas: Canvas) => void} draw
 * @property {(key: string, layout: Layout, cell: number, filled: boolean, position: State, aims: boolean) => SVGElement[]} marks of a cell
 *
 * @property {(layout: Layout, cell: number) => boolean} isRead whether a screen reader comes to a cell
 * @property {(board: B, position: State, cell: number) => string} inWords what a cell holds
 * @property {(board: B, position: State, seat: number, sides: string[]) => string} boardInWords for the player at a seat
 *
 * @property {(position: State, cell: number) => string | number} valueAt what tells whether a cell holds the same
 * @property {(board: B, position: State, cell: number) => boolean} isFilled whether a move there takes something
 * @property {(board: B) => boolean} isQuiet whether pieces that may move have no mark, because they are many
 * @property {(board: B, position: State) => number} attacked the cell of an attacked king, or -1
 *
 * @property {(position: State, cell: number) => boolean} canLift whether a cell may hold a piece that a pointer carries
 * @property {(node: SVGElement) => SVGElement | null} lifted the node of that piece
 * @property {(layout: Layout, position: State, cell: number, added: boolean) => {x: number, y: number}} rest where that piece
 *   lies, or one that is added */

const SEED = 6.4;
/** Seeds that are drawn. */
const MOST = 40;

/** @type {Contents<any>} */
export const units = {
  ground(board, {area, boxes}) {
    const {corner = 6, cellClass = "heap", cellGround = groundOf, wooden} = shapeOf(board);
    const plate = make("rect", {x: area.x, y: area.y, width: area.w, height: area.h, rx: corner, class: "plate"});
    if (!wooden) return [plate, ...boxes.map((box) => make("rect", {...cellGround(box), class: cellClass}))];
    const hollow = boxes.flatMap((box) => [make("rect", {...cellGround(box), class: cellClass}), make("rect", {...cellGround(box), class: "gloss", fill: paint("inner")})]);
    return [plate, ...wood(area, corner), ...hollow];
  },
  front: () => null,
  tints(board, {last}, {boxes}) {
    const {cellGround = groundOf, lastGround = cellGround} = shapeOf(board);
    return last.map((cell) => make("rect", {...lastGround(boxes[cell]), class: "last-ground"}));
  },
  trays: trayNodes,
  draw: drawUnits,
  marks: markNodes,
  isRead: () => true,
  inWords: (board, position, cell) => shapeOf(board).inWords?.(board, position, cell) ?? counted(Math.abs(position.counts[cell] ?? 0), board.unit),
  boardInWords,
  valueAt: ({counts}, cell) => counts[cell],
  isFilled: () => true,
  isQuiet: () => false,
  attacked: () => -1,
  canLift: () => false,
  lifted: (node) => node,
  rest: ({boxes}, _, cell) => ({x: boxes[cell].x + boxes[cell].w / 2, y: boxes[cell].y + boxes[cell].h / 2}),
};

/** Return the ground of a cell: a little smaller than it, with round corners. @param {Box} box */
const groundOf = ({x, y, w, h}) => ({x, y: y + 4, width: w, height: h - 8, rx: 10});

/** Draw the units of the cells that hold another number of them.
 * @param {Board} board @param {Change} change @param {Canvas} canvas */
function drawUnits(board, {position, before, moves}, {layout, layer, drawn}) {
  /** @type {Recount[]} */
  const changed = [];
  layout.boxes.forEach((box, cell) => {
    const count = position.counts[cell] ?? 0;
    const old = drawn.get(cell);
    if (old?.symbol === String(count)) return;
    const group = unitsOn(board, box, cell, count);
    layer.append(group);
    drawn.set(cell, {symbol: String(count), node: group});
    if (old) changed.push({cell, old: old.node, next: group});
  });
  moveUnits(layout, {changed, before: before?.counts ?? [], after: position.counts, moves: moves && changed.length > 0});
}

/** @param {Board} board @param {Box} box @param {number} cell @param {number} count */
function unitsOn(board, box, cell, count) {
  const {unitPlaces = aroundMiddle, drawUnit = seed, unitSide = sideByCount, numbered = true} = shapeOf(board);
  const group = make("g", {class: `units ${unitSide(board, cell, count)}`});
  for (const [x, y] of unitPlaces(box, Math.abs(count))) group.append(drawUnit(x, y));
  if (numbered) {
    group.append(makeText({x: box.x + box.w / 2, y: box.y + box.h - 15, class: "count"}, String(Math.abs(count))));
  }
  return group;
}

/** Return places that fill a circle evenly, as in a sunflower; in a store they are stretched to its height.
 * @param {Box} box @param {number} count @returns {[number, number][]} */
function aroundMiddle(box, count) {
  const shown = Math.min(count, MOST);
  const spread = Math.min(8.6, (box.w * 0.36) / Math.sqrt(Math.max(shown, 1)));
  const tall = Math.min(2.2, (box.h / box.w) * 0.8);
  return Array.from({length: shown}, (_, unit) => {
    const far = spread * Math.sqrt(unit + 0.4);
    const angle = unit * 2.39996;
    return [box.x + box.w / 2 + far * Math.cos(angle), box.y + box.h / 2 - 8 + far * Math.sin(angle) * tall];
  });
}

/** @param {number} x @param {number} y */
const seed = (x, y) => make("g", {}, [make("circle", {cx: x, cy: y, r: SEED, class: "seed"}), make("circle", {cx: x, cy: y, r: SEED, class: "gloss", fill: paint("gloss")})]);

/** @param {Board} _ @param {number} __ @param {number} count */
const sideByCount = (_, __, count) => (count < 0 ? "second" : "first");

/** Return a whole board in words: the numbers of all cells or, where more is said of them, the cells that hold something.
 * @param {Board} board @param {State} position @param {number} seat */
function boardInWords(board, position, seat) {
  const {inWords} = shapeOf(board);
  const cells = position.counts.flatMap((count, cell) => {
    const words = inWords ? count && inWords(board, position, cell) : String(count);
    return words ? [`${said(cellName(board, cell, seat))} ${words}`] : [];
  });
  return [...describeTrays(board, position), ...cells].join(", ");
}
