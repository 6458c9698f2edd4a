// Boards of pits, in two rows between the stores: how they lie, and whose they are. Pure.

import {said} from "../../words/said/index.js";

/** @import {Pits} from "kibitz-protocol" */
/** @import {Box} from "./layout.js" */
/** @import {Shape} from "./shape.js" */

const [WIDE, HIGH, STORE, PAD] = [84, 142, 96, 16];
const TOP = PAD + 14;

/** @type {Shape<Pits>} */
export const pitsShape = {
  layout(pits, _, flipped) {
    const {houses} = pits;
    const width = houses * WIDE + 2 * STORE + 2 * PAD;
    /** @type {Box[]} */
    const near = [];
    /** @type {Box[]} */
    const far = [];
    for (let place = 0; place < houses; place++) {
      near.push({x: PAD + STORE + place * WIDE, y: TOP + HIGH, w: WIDE, h: HIGH, play: true});
      far.push({x: PAD + STORE + (houses - 1 - place) * WIDE, y: TOP, w: WIDE, h: HIGH, play: true});
    }
    const east = {x: width - PAD - STORE, y: TOP, w: STORE, h: 2 * HIGH, play: false};
    const west = {x: PAD, y: TOP, w: STORE, h: 2 * HIGH, play: false};
    const boxes = flipped ? [...far, west, ...near, east] : [...near, east, ...far, west];
    const height = TOP + 2 * HIGH + PAD + 14;
    const labels = boxes.map((box, cell) => ({
      x: box.x + box.w / 2,
      y: box.play ? (box.y === TOP ? PAD * 0.8 : height - PAD * 0.8) : height - PAD * 0.8,
      text: box.play ? pits.cell_labels[cell] : said(pits.cell_names[cell].replace(/ store$/, "")),
    }));
    return {width, height, boxes, labels, labelSize: 16, style: "pits", area: {x: 0, y: 0, w: width, h: height}, columns: houses};
  },
  topSeat: () => 1,
  names: (pits) => pits.cell_names.map(said),
  wide: 2.15,
  treeSize: {w: 118, h: 44},
  unitSide: (pits, cell) => (cell <= pits.houses ? "first" : "second"),
  cellClass: "pit",
  cellGround: ({x, y, w, h}) => ({x: x + 6, y: y + 6, width: w - 12, height: h - 12, rx: Math.min(w, h) / 2 - 6}),
  lastGround: ({x, y, w, h}) => ({x, y, width: w, height: h, rx: 40}),
  corner: 18,
  wooden: true,
};
