// Tables of cards, without cells: where the hands of both players lie, with the reader's below, what belongs to both between
// them, and the last hand in a strip at the bottom.

import {make, makeText} from "../svg.js";

/** @import {Face, Table, Tray} from "kibitz-protocol" */
/** @import {Drawn, Layout} from "./layout.js" */
/** @import {Shape} from "./shape.js" */

const WIDE = 480;
/** Heights of the strip of a hand, of the line about the pot, of the cards between the hands, and of the last hand. */
const [HAND, LINE, SHARED, LAST] = [112, 40, 100, 92];

/** @type {Shape<Table>} */
export const tableShape = {
  layout(_, {trays: lying = []}) {
    const middle = LINE + (lying.some((tray) => tray.owner === null && !isLast(tray)) ? SHARED : 12);
    const height = 2 * HAND + middle + LAST;
    const at = (/** @type {number} */ y) => ({x: WIDE / 2, y});
    const trays = {far: at(HAND / 2), free: at(HAND + LINE + SHARED / 2 - 6), near: at(HAND + middle + HAND / 2), line: at(HAND + LINE / 2), last: at(height - LAST / 2)};
    return {width: WIDE, height, boxes: [], labels: [], labelSize: 16, style: "cards", area: {x: 0, y: 0, w: WIDE, h: height}, columns: 1, trays};
  },
  topSeat: () => 1,
  drawSmall: drawSmallTable,
};

/** Return whether a tray belongs to the last hand. @param {Tray} tray */
const isLast = ({name}) => name.startsWith("last ");

/** Draw the cards of the hand, without those of the last one. @param {Table} board @param {Drawn} position @param {Layout} _
 * @param {boolean} flipped */
function drawSmallTable({faces}, {trays = []}, _, flipped) {
  /** @type {Face[][]} */
  const rows = [[], [], []];
  for (const tray of trays) {
    const {owner, faces: keys} = tray;
    if (!isLast(tray)) rows[owner === null ? 1 : !owner === flipped ? 0 : 2].push(...keys.flatMap((key) => faces[key] ?? []));
  }
  const cards = rows.flatMap((row, down) =>
    row.map(({kind, text}, place) => {
      const label = makeText({y: 44, x: 25, "font-size": 21, class: /[♦♥]/.test(text) ? "red" : ""}, text);
      return make("g", {transform: `translate(${155 + 60 * place - 30 * row.length} ${15 + 95 * down})`, class: `face ${kind} piece white`}, [make("rect", {width: 50, height: 70, rx: 5, class: kind === "back" ? "pattern" : "body"}), ...(kind === "back" ? [] : [label])]);
    }),
  );
  return make("svg", {viewBox: "0 0 300 290", class: "board-svg cards"}, [make("rect", {width: 300, height: 290, rx: 10, class: "plate"}), ...cards]);
}
