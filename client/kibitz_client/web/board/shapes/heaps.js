// Heaps of objects, one below the other: how they lie, and how many objects a click takes.

import {make} from "../svg.js";

/** @import {Heaps} from "kibitz-protocol" */
/** @import {Drawn, Layout} from "./layout.js" */
/** @import {Shape} from "./shape.js" */

/** Objects of a line, the distance between them, and the height of a line. */
const [MOST, STEP, LINE] = [16, 40, 70];
const LEFT = 56;

/** @type {Shape<Heaps>} */
export const heapsShape = {
  layout(heaps) {
    const {width, height, total} = sizeOf(heaps);
    const boxes = heaps.cell_labels.map((_, place) => ({x: LEFT, y: 8 + place * height, w: width - LEFT - 8, h: height - 8, play: true}));
    const labels = heaps.cell_labels.map((text, place) => ({x: LEFT / 2, y: 8 + place * height + (height - 8) / 2, text}));
    return {width, height: total, boxes, labels, labelSize: 18, style: "heaps", area: {x: 0, y: 0, w: width, h: total}, columns: 1};
  },
  wide: (heaps) => {
    const {width, total} = sizeOf(heaps);
    return Math.min(2.2, Math.max(1, width / total));
  },
  treeSize: {w: 80, h: 24},
  treeText: (counts) => counts.join("  "),
  unitPlaces: ({x, y}, count) => Array.from({length: count}, (_, unit) => [x + 20 + (unit % MOST) * STEP, y + 34 + Math.floor(unit / MOST) * LINE]),
  drawUnit: matchstick,
  drawSmall: drawSmallHeaps,
  unitSide: () => "neutral",
  numbered: false,
  // The object under the pointer is taken, and all to its right.
  amountAt(box, count, x, y) {
    const place = Math.floor((x - box.x) / STEP) + MOST * Math.floor((y - box.y) / LINE);
    return place < count ? count - place : undefined;
  },
};

/** Return the width of all heaps, the height of one and that of all. Seven objects have room, or as many as a heap may have.
 * @param {Heaps} heaps */
function sizeOf({most, cell_labels: {length}}) {
  const height = 76 * Math.max(1, Math.ceil(most / MOST));
  return {width: LEFT + Math.max(7, Math.min(most, MOST)) * STEP + 20, height, total: 8 + length * height};
}

/** Draw a match of wood. @param {number} x @param {number} y */
function matchstick(x, y) {
  return make("g", {class: "unit"}, [make("path", {d: `M${x} ${y - 18}v44`, class: "match-wood"}), make("ellipse", {cx: x, cy: y - 17, rx: 7, ry: 9, class: "match-head"})]);
}

/** Draw the matches of a list. @param {Heaps} _ @param {Drawn} position @param {Layout} found */
function drawSmallHeaps(_, {counts}, {boxes, width, height}) {
  const sticks = boxes.flatMap((box, cell) => (heapsShape.unitPlaces?.(box, counts[cell] ?? 0) ?? []).map(([x, y]) => matchstick(x, y)));
  return make("svg", {viewBox: `0 0 ${width} ${height}`, class: "board-svg heaps"}, [...boxes.map(({x, y, w, h}) => make("rect", {x, y: y + 4, width: w, height: h - 8, rx: 10, class: "heap"})), ...sticks]);
}
