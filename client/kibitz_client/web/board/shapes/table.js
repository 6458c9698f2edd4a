// Where things lie on a table of cards without cells: the hands of both players, with the reader's below, what belongs to
// both between them, and the last hand in a strip at the bottom. Pure.

import {partsOf} from "../../match/tables/parts.js";

/** @import {State} from "kibitz-protocol" */
/** @import {Layout} from "./layout.js" */
/** @import {TableParts} from "../../match/tables/parts.js" */

const WIDE = 480;
/** Heights of the strip of a hand, of the line about the pot, of the cards between the hands, and of the last hand. */
const [HAND, LINE, SHARED, LAST] = [112, 40, 100, 92];

/** Return the layout of a table. @param {State} position @returns {Layout} */
export function tableLayout(position) {
  const shared = partsOf(position, ["", ""]).middle.trays.length;
  const middle = LINE + (shared ? SHARED : 12);
  const height = 2 * HAND + middle + LAST;
  const at = (/** @type {number} */ y) => ({x: WIDE / 2, y});
  const trays = {far: at(HAND / 2), free: at(HAND + LINE + SHARED / 2 - 6), near: at(HAND + middle + HAND / 2), line: at(HAND + LINE / 2), last: at(height - LAST / 2)};
  return {width: WIDE, height, boxes: [], labels: [], labelSize: 16, style: "cards", area: {x: 0, y: 0, w: WIDE, h: height}, columns: 1, trays};
}

/** Return the parts that are shown. When no card is left on the table, those of the last hand lie there.
 * @param {State} position @param {string[]} sides names of the seats @returns {TableParts} */
export function shownParts(position, sides) {
  const parts = partsOf(position, sides);
  const {trays} = parts.last;
  if ([...parts.sides, parts.middle].some((part) => part.trays.some(({faces}) => faces.length))) return parts;
  const of = (/** @type {number | null} */ owner) => trays.filter((tray) => tray.owner === owner);
  return {
    sides: parts.sides.map((part, seat) => ({...part, trays: of(seat)})),
    middle: {...parts.middle, trays: of(null)},
    last: {...parts.last, trays: []},
  };
}
