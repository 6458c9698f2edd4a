// Tables of cards, without cells: the size of a table, and small ones. `board/poker` draws large ones.

import {make, makeText} from "../svg.js";

/** @import {Face, Table, Tray} from "kibitz-protocol" */
/** @import {Drawn, Layout} from "./layout.js" */
/** @import {Shape} from "./shape.js" */

const [WIDE, HIGH] = [520, 542];

/** @type {Shape<Table>} */
export const tableShape = {
  layout: () => ({width: WIDE, height: HIGH, boxes: [], labels: [], labelSize: 16, style: "cards", area: {x: 0, y: 0, w: WIDE, h: HIGH}, columns: 1}),
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
