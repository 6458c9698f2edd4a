// Boards of cells in one line: where they lie, and the runners on them in words.

import {t} from "../../words/index.js";
import {make} from "../svg.js";

/** @import {Track} from "kibitz-protocol" */
/** @import {Shape} from "./shape.js" */

const SIDE = 64;

/** @type {Shape<Track>} */
export const trackShape = {
  layout(track) {
    const boxes = track.cell_labels.map((_, place) => ({x: 8 + place * SIDE, y: 8, w: SIDE, h: SIDE, play: true}));
    const labels = track.cell_labels.map((text, place) => ({x: 8 + (place + 0.5) * SIDE, y: SIDE + 20, text}));
    const [width, height] = [16 + boxes.length * SIDE, SIDE + 32];
    return {width, height, boxes, labels, labelSize: 15, style: "track", area: {x: 0, y: 0, w: width, h: height}, columns: boxes.length};
  },
  inWords({names}, {counts}, cell) {
    const count = counts[cell] ?? 0;
    return count ? t("board.units", {count: Math.abs(count), unit: names[Number(count < 0)]}) : t("board.none");
  },
  drawUnit: (x, y) => make("circle", {cx: x, cy: y, r: 8, class: "body"}),
  wide: 2,
};
