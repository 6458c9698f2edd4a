// Hands of poker as a table shows them: how the last one ended, the table at its end, and the chips of a sum. Pure. The
// server has found out all of it.

import {partsOf} from "./parts.js";

/** @import {State} from "kibitz-protocol" */

/** How a hand ended: the seat that won, or null for a split; what the winner showed, empty without a showdown; the chips.
 * @typedef {{winner: number | null, held: string, won: number, shown: boolean}} Ending */

const WON = /^last hand won by (\S+?)(?: with (.+))?$/;
const LAST = /^last /;

/** Return how the hand before that of a position ended; null in the first hand. @param {Pick<State, "trays" | "counters">} position
 * @param {string[]} sides names of the seats @returns {Ending | null} */
export function endingOf({trays = [], counters}, sides) {
  const shown = trays.some(({name, owner, faces}) => LAST.test(name) && owner !== null && faces.length > 0);
  for (const [name, won] of Object.entries(counters)) {
    if (name === "last hand split") return {winner: null, held: "", won: 0, shown};
    const [, side, held = ""] = WON.exec(name) ?? [];
    if (side) return {winner: sides.indexOf(side), held, won, shown};
  }
  return null;
}

/** Return whether a hand has ended between two positions. The counter `hand` tells it, and at the end of a match, where it
 * stays, that of the pot. @param {State} before @param {State} after */
export const hasEnded = (before, after) => before.counters["hand"] !== after.counters["hand"] || after.counters["pot"] < before.counters["pot"];

/** Return whether no card is on the table, so that the last hand lies there: after the match, and before a deal.
 * @param {Pick<State, "trays">} position */
export const isBare = ({trays = []}) => !trays.some(({name, faces}) => !LAST.test(name) && faces.length);

/** Return a position with the last hand on the table as it ended: its cards, and of the counters those of the match.
 * @template {Pick<State, "trays" | "counters" | "position" | "to_move">} P @param {P} position @param {string[]} sides @returns {P} */
export function atItsEnd(position, sides) {
  const {trays = [], counters} = position;
  const last = new Map(trays.filter(({name}) => LAST.test(name)).map((tray) => [tray.owner, tray]));
  const kept = Object.entries(counters).filter(([name]) => LAST.test(name) || / chips$|^hands?$/.test(name));
  return {
    ...position,
    position: `${position.position} ended`,
    to_move: null,
    counters: Object.fromEntries(kept),
    trays: [...sides.map((_, seat) => ({name: "cards", owner: seat, faces: [], ...last.get(seat)})), ...(last.has(null) ? [last.get(null)] : [])]
      .map((tray) => ({.../** @type {NonNullable<State["trays"]>[number]} */ (tray), name: tray?.owner === null ? "board" : "cards"})),
  };
}

/** Values of chips, the largest first. */
const CHIPS = [500, 100, 25, 5, 1];

/** Return the chips of a sum: how many of each value, the most valuable first.
 * @param {number} sum @returns {{value: number, count: number}[]} */
export function chipsOf(sum) {
  let left = Math.max(0, Math.floor(sum));
  return CHIPS.flatMap((value) => {
    const count = Math.floor(left / value);
    left -= count * value;
    return count ? [{value, count}] : [];
  });
}

/** Return the seat with the dealer button, which pays the small blind; null where there are no blinds.
 * @param {Pick<State, "trays" | "counters">} position @param {string[]} sides */
export function dealerOf(position, sides) {
  const found = partsOf(position, sides).sides.findIndex(({counters}) => "small blind" in counters);
  return found < 0 ? null : found;
}
