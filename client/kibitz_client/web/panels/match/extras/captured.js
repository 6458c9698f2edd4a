// Captured pieces of games on checkered boards, and by how much a side is ahead. Pure.

import {manOf} from "../../../board/shapes/grid/look.js";

/** @import {Grid, State} from "kibitz-protocol" */

/** How many of each chessman a side begins with, and what each is worth in pawns. */
const SET = {Q: [1, 9], R: [2, 5], B: [2, 3], N: [2, 3], P: [8, 1]};

/** What a side has captured: chessmen by their letters, the most valuable first, or men of draughts by their number.
 * `ahead` is how much more they are worth than what the other side has captured; 0 for the side that is behind.
 * @typedef {{men: string[], discs: number, ahead: number}} Captured */

/** Return what a side has captured. A pawn that became a piece counts as one that is gone.
 * @param {Grid} grid @param {Pick<State, "rows">} position @param {number} seat @param {number} begins men of each side at the beginning, in draughts
 * @returns {Captured} */
export function capturedBy(grid, {rows}, seat, begins) {
  const cells = [...rows.join("")];
  const side = (/** @type {number} */ owner) => cells.filter((symbol) => grid.owners?.[symbol] === owner);
  const [own, other] = [side(seat), side(1 - seat)];
  if (![...own, ...other].some((symbol) => manOf(grid, symbol))) {
    const [gained, lost] = [begins - other.length, begins - own.length];
    return {men: [], discs: Math.max(0, gained), ahead: Math.max(0, gained - lost)};
  }
  const counts = (/** @type {string[]} */ symbols) => {
    /** @type {{[letter: string]: number}} */
    const found = {};
    for (const symbol of symbols) found[manOf(grid, symbol)] = (found[manOf(grid, symbol)] ?? 0) + 1;
    return found;
  };
  const [mine, theirs] = [counts(own), counts(other)];
  const worth = (/** @type {{[letter: string]: number}} */ men) => Object.entries(SET).reduce((sum, [letter, [, value]]) => sum + value * (men[letter] ?? 0), 0);
  // Pieces above the set were pawns.
  const promoted = Object.entries(SET).reduce((sum, [letter, [usual]]) => sum + (letter === "P" ? 0 : Math.max(0, (theirs[letter] ?? 0) - usual)), 0);
  const men = Object.entries(SET).flatMap(([letter, [usual]]) =>
    Array.from({length: Math.max(0, usual - (theirs[letter] ?? 0) - (letter === "P" ? promoted : 0))}, () => letter));
  return {men, discs: 0, ahead: Math.max(0, worth(mine) - worth(theirs))};
}
