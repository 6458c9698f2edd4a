// A table of cards without cells: where the trays of each player and those of both lie, with the player below nearest to
// the reader. Pure.

/** @import {Layout} from "./layout.js" */

export const WIDE = 480;
/** Heights of the strip of a player and of that of the board. */
const [HAND, MIDDLE] = [112, 116];

/** @returns {Layout} */
export function tableLayout() {
  const height = 2 * HAND + MIDDLE;
  const trays = {far: {x: WIDE / 2, y: HAND / 2}, near: {x: WIDE / 2, y: height - HAND / 2}, free: {x: WIDE / 2, y: height / 2}};
  return {width: WIDE, height, boxes: [], labels: [], labelSize: 16, style: "cards", area: {x: 0, y: 0, w: WIDE, h: height}, columns: 1, trays};
}
