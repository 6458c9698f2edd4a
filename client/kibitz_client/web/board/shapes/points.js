// A board of 24 points, two bars and two trays for checkers: where its cells and checkers lie, as the player below sees
// them. Either player has the own first point at the bottom right.

import {counted} from "../../match/names.js";
import {t} from "../../words/index.js";
import {disc, make, makeText} from "../svg.js";
import {CELL} from "./layout.js";
import {colourOf, usualSide} from "./sides.js";

/** @import {Points, State} from "kibitz-protocol" */
/** @import {Drawn, Layout} from "./layout.js" */
/** @import {Shape} from "./shape.js" */

const [WIDE, HIGH, BAND, BAR, OFF, EDGE] = [52, 262, 66, 60, 66, 12];
/** Of a checker, with the gap to the next one. */
export const RADIUS = 25.5;
/** Height of a checker that was borne off, with the gap to the next one. */
export const SLAB = 13;
/** Checkers of a stack that are drawn. A number on the topmost one counts those of a higher stack. */
export const SHOWN = 5;
const [BARS, TRAYS, ALL] = [24, 26, 28];

/** Return the seat of a bar or tray; -1 for a point. @param {number} cell */
const seatOf = (cell) => (cell < BARS ? -1 : cell % 2);

/** Return how far a checker on a cell is from being borne off. @param {number} seat @param {number} cell */
export const pips = (seat, cell) => (cell < BARS ? (seat ? BARS - cell : cell + 1) : cell < TRAYS ? 25 : 0);

/** @type {Shape<Points>} */
export const pointsShape = {
  layout: (board, _, flipped, labels) => pointsLayout(board, flipped, labels),
  topSeat: () => 1,
  side: pointsSide,
  names: (board, seat) => board.cell_labels[seat],
  inWords: checkersIn,
  wide: 1.22,
  treeSize: {w: 118, h: 94},
  drawSmall: drawSmallPoints,
};

/** Return the colour class of the checkers of a seat. @param {Points} board @param {number} seat */
export function pointsSide({names}, seat) {
  return colourOf(names[seat]) ?? usualSide(seat);
}

/** @param {Points} board @param {boolean} flipped @param {boolean} labels @returns {Layout} */
function pointsLayout(board, flipped, labels) {
  const margin = labels ? 26 : 12;
  const [top, bottom, side] = [margin, margin + HIGH + BAND, flipped ? 1 : 0];
  const [bar, off] = [EDGE + 6 * WIDE, EDGE + 12 * WIDE + BAR + 8];
  const box = (/** @type {number} */ x, /** @type {number} */ w, /** @type {boolean} */ near) => ({x, y: near ? bottom : top, w, h: HIGH, play: true});
  const boxes = Array.from({length: ALL}, (_, cell) => {
    // A checker on the bar enters at the far side.
    if (cell >= BARS) return cell < TRAYS ? box(bar, BAR, seatOf(cell) !== side) : box(off, OFF, seatOf(cell) === side);
    const place = flipped ? BARS - 1 - cell : cell;
    const column = place < 12 ? 11 - place : place - 12;
    return box(EDGE + column * WIDE + (column < 6 ? 0 : BAR), WIDE, place < 12);
  });
  const [width, height] = [off + OFF + EDGE, bottom + HIGH + margin];
  const names = boxes.slice(0, BARS).map(({x, y}, cell) => ({x: x + WIDE / 2, y: y === top ? margin / 2 : height - margin / 2, text: board.cell_labels[side][cell]}));
  const [middle, column] = [top + HIGH + BAND / 2, bar + BAR / 2];
  const trays = {
    near: {x: bar + BAR + 3 * WIDE, y: middle},
    far: {x: EDGE + 3 * WIDE, y: middle},
    free: {x: column, y: middle},
    nearCube: {x: column, y: bottom + HIGH - BAR / 2},
    farCube: {x: column, y: top + BAR / 2},
  };
  return {width, height, boxes, labels: labels ? names : [], labelSize: 17, style: "points", area: {x: 0, y: 0, w: width, h: height}, columns: 14, trays};
}

/** Return where the checkers of a cell lie, up to the topmost one that is drawn.
 * @param {Layout} layout @param {number} cell @param {number} count @returns {{x: number, y: number}[]} */
export function placesIn({boxes, height}, cell, count) {
  const {x, y, w, h} = boxes[cell];
  const [step, most] = cell < TRAYS ? [2 * RADIUS, SHOWN] : [SLAB, 15];
  // Stacks grow from the edge of the board, and those on the bar from its middle.
  const down = y < height / 2 !== (cell >= BARS && cell < TRAYS);
  return Array.from({length: Math.min(count, most)}, (_, place) => ({x: x + w / 2, y: down ? y + (place + 0.5) * step : y + h - (place + 0.5) * step}));
}

/** Return the outline of a cell's ground: a triangle, or the rectangle of a bar or tray.
 * @param {Layout} layout @param {number} cell */
export function groundOf({boxes, height}, cell) {
  const {x, y, w, h} = boxes[cell];
  if (cell >= BARS) return `M${x + 3} ${y}h${w - 6}v${h}h${6 - w}z`;
  return y < height / 2 ? `M${x} ${y}h${w}l${-w / 2} ${h - 12}z` : `M${x} ${y + h}h${w}l${-w / 2} ${12 - h}z`;
}

/** Return paths of the ground by their classes. @param {Layout} layout @returns {[string, string][]} */
export function pointsGround(layout) {
  const top = Math.min(...layout.boxes.map(({y}) => y));
  const field = (/** @type {number} */ x) => `M${x} ${top}h${6 * WIDE}v${2 * HIGH + BAND}h${-6 * WIDE}z`;
  const points = (/** @type {number} */ odd) => layout.boxes.map((_, cell) => (cell < BARS && cell % 2 === odd ? groundOf(layout, cell) : "")).join("");
  const trays = [TRAYS, TRAYS + 1].map((cell) => groundOf(layout, cell)).join("");
  return [["field", field(EDGE) + field(EDGE + 6 * WIDE + BAR)], ["point-light", points(0)], ["point-dark", points(1)], ["pit", trays]];
}

/** Return the checkers on a cell in words. @param {Points} board @param {State} position @param {number} cell */
function checkersIn({names, unit}, {counts}, cell) {
  const count = counts[cell] ?? 0;
  const owner = seatOf(cell);
  const name = names[owner < 0 ? Number(count < 0) : owner];
  return count || owner >= 0 ? counted(Math.abs(count), `${name} ${unit}`) : t("board.none");
}

/** Draw a small board in few nodes. @param {Points} board @param {Drawn} position @param {Layout} found */
function drawSmallPoints(board, position, found) {
  const {w, h} = found.area;
  const paths = new Map([...pointsGround(found), ["last-ground", position.last.map((cell) => groundOf(found, cell)).join("")]]);
  /** @type {SVGElement[]} */
  const numbers = [];
  found.boxes.forEach((_, cell) => {
    const count = position.counts[cell] ?? 0;
    const places = placesIn(found, cell, Math.abs(count));
    const side = `body ${pointsSide(board, count < 0 ? 1 : 0)}`;
    const shapes = places.map(({x, y}) => (cell < TRAYS ? disc(x, y, CELL * 0.41) : `M${x - 24} ${y - 5}h48v10h-48z`));
    paths.set(side, (paths.get(side) ?? "") + shapes.join(""));
    const top = places.at(-1);
    if (!top || Math.abs(count) <= SHOWN) return;
    numbers.push(makeText({x: top.x, y: top.y, dy: "0.36em", class: "count big"}, String(Math.abs(count))));
  });
  const plate = make("rect", {width: w, height: h, rx: 10, class: "plate"});
  const shapes = [...paths].filter(([, d]) => d).map(([name, d]) => make("path", {d, class: `mini-${name}`}));
  return make("svg", {viewBox: `0 0 ${w} ${h}`, class: "board-svg points"}, [plate, ...shapes, ...numbers]);
}
