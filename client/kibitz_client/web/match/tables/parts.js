// The parts of a table of cards: what belongs to each side, what lies in the middle, and the last hand. Pure, the twin of
// match/table/parts.py of the Python client.

/** @import {State, Tray} from "kibitz-protocol" */

/** Trays and counters; the names of counters leave out that of their side.
 * @typedef {{trays: Tray[], counters: {[name: string]: number}}} Part */
/** `sides` has one part for each seat. @typedef {{sides: Part[], middle: Part, last: Part}} TableParts */

const LAST = "last ";

/** Return the parts of a position. A counter belongs to a side if its name begins with the side's: `North bet`. Trays and
 * counters whose names begin with `last` show the hand before.
 * @param {Pick<State, "trays" | "counters">} position @param {string[]} sides names of the seats @returns {TableParts} */
export function partsOf({trays = [], counters}, sides) {
  /** @type {(_: unknown) => Part} */
  const empty = () => ({trays: [], counters: {}});
  const parts = {sides: sides.map(empty), middle: empty(null), last: empty(null)};
  for (const tray of trays) (tray.name.startsWith(LAST) ? parts.last : (parts.sides[tray.owner ?? -1] ?? parts.middle)).trays.push(tray);
  for (const [name, count] of Object.entries(counters)) {
    const [side, ...rest] = name.split(" ");
    const own = rest.length ? parts.sides[sides.indexOf(side)] : undefined;
    if (own) own.counters[rest.join(" ")] = count;
    else (name.startsWith(LAST) ? parts.last : parts.middle).counters[name] = count;
  }
  return parts;
}

/** Return how the last hand ended: `last hand won by North: 9`, and `last hand split` without a 0. @param {Part} last */
export const lastText = ({counters}) => Object.entries(counters).map(([name, count]) => (count ? `${name}: ${count}` : name)).join(", ");

/** Return how a hand has ended between two positions, as `lastText` says it; empty if none has. The counter `hand` tells
 * it, and at the end of a match, where it stays, that of the pot.
 * @param {State} before @param {State} after @param {string[]} sides names of the seats */
export const endedHand = (before, after, sides) =>
  before.counters["hand"] !== after.counters["hand"] || after.counters["pot"] < before.counters["pot"] ? lastText(partsOf(after, sides).last) : "";

/** Return counters as texts: `pot 4`, and `hand 3 of 20` for one that another one with its plural bounds.
 * @param {{[name: string]: number}} counters @param {string} [of] the word between a number and its bound */
export const counted = (counters, of = "of") =>
  Object.entries(counters).flatMap(([name, count]) => {
    const bound = counters[`${name}s`];
    if (name.endsWith("s") && name.slice(0, -1) in counters) return [];
    return [bound === undefined ? `${name} ${count}` : `${name} ${count} ${of} ${bound}`];
  });
