// The sizes of bets that buttons of a table propose, from the chips and the legal moves that the server tells. Pure.

import {partsOf} from "./parts.js";

/** @import {State} from "kibitz-protocol" */
/** @import {NumberMoves} from "./number_moves.js" */

/** The chips on a table: the pot, the larger bet of the round, that of the side to move, and what it has left, if that is shown.
 * @param {Pick<State, "trays" | "counters" | "to_move">} position @param {string[]} sides names of the seats */
function chipsOn(position, sides) {
  const parts = partsOf(position, sides);
  const bets = parts.sides.map(({counters}) => counters["bet"] ?? 0);
  const own = position.to_move ?? 0;
  return {pot: parts.middle.counters["pot"] ?? 0, largest: Math.max(...bets), own: bets[own], left: parts.sides[own]?.counters["stack"]};
}

/** Return the chips that a call costs, and whether they are all that are left.
 * @param {Pick<State, "trays" | "counters" | "to_move">} position @param {string[]} sides */
export function toCall(position, sides) {
  const {largest, own, left} = chipsOn(position, sides);
  return {count: largest - own, all: left !== undefined && largest - own >= left};
}

/** Return the parts of the pot that players often bet, as whole bets of the round, each once: the smallest, a half, two thirds,
 * the pot, and all. A bet of a part of the pot is the other side's bet and that part of what the pot holds after a call.
 * @param {NumberMoves} group @param {Pick<State, "trays" | "counters" | "to_move">} position @param {string[]} sides
 * @returns {{name: "least" | "half" | "twoThirds" | "wholePot" | "allIn", number: number}[]} */
export function quickSizes({numbers}, position, sides) {
  const {pot, largest, own} = chipsOn(position, sides);
  const [least, most] = [numbers[0], numbers[numbers.length - 1]];
  const after = pot + largest - own;
  const parts = /** @type {const} */ ([["half", 1 / 2], ["twoThirds", 2 / 3], ["wholePot", 1]]);
  const found = parts.map(([name, share]) => ({name, number: largest + Math.round(share * after)}));
  const legal = found.filter(({number}, place) => number > least && number < most && numbers.includes(number) && found.findIndex((each) => each.number === number) === place);
  return [{name: "least", number: least}, ...legal, {name: "allIn", number: most}];
}
