// Heaps of objects, one below the other: how they lie, and how many objects a click takes.

import {make} from "../svg.js";

/** @import {Heaps} from "kibitz-protocol" */
/** @import {Shape} from "./shape.js" */

/** Objects of a line, the distance between them, and the height of a line. */
const [MOST, STEP, LINE] = [16, 40, 70];
const LEFT = 56;

/** @type {Shape<Heaps>} */
export const heapsShape = {
  layout(heaps) {
    const width = LEFT + Math.max(11, Math.min(heaps.most, MOST)) * STEP + 20;
    const height = 76 * Math.max(1, Math.ceil(heaps.most / MOST));
    const boxes = heaps.cell_labels.map((_, place) => ({x: LEFT, y: 8 + place * height, w: width - LEFT - 8, h: height - 8, play: true}));
    const labels = heaps.cell_labels.map((text, place) => ({x: LEFT / 2, y: 8 + place * height + (height - 8) / 2, text}));
    const total = 8 + heaps.cell_labels.length * height;
    return {width, height: total, boxes, labels, labelSize: 18, style: "heaps", area: {x: 0, y: 0, w: width, h: total}, columns: 1};
  },
  wide: 2.2,
  treeSize: {w: 80, h: 24},
  treeText: (counts) => counts.join("  "),
  unitPlaces: ({x, y}, count) => Array.from({length: count}, (_, unit) => [x + 20 + (unit % MOST) * STEP, y + 34 + Math.floor(unit / MOST) * LINE]),
  drawUnit: (x, y) => make("rect", {x: x - 13, y: y - 22, width: 26, height: 52, rx: 9, class: "unit"}),
  unitSide: () => "neutral",
  numbered: false,
  // The object under the pointer is taken, and all to its right.
  amountAt(box, count, x, y) {
    const place = Math.floor((x - box.x) / STEP) + MOST * Math.floor((y - box.y) / LINE);
    return place < count ? count - place : undefined;
  },
};
