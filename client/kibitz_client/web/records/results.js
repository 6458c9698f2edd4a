// How often a player won, drew and lost, in all and against each opponent. Pure.

import {sameName} from "./rows.js";

/** @import {ArchiveRow} from "kibitz-protocol" */

/** @typedef {{won: number, drawn: number, lost: number}} Results */

/** Return the results of a player in some matches. @param {ArchiveRow[]} rows @param {string} player @returns {Results} */
export function totals(rows, player) {
  const found = {won: 0, drawn: 0, lost: 0};
  for (const row of rows) found[outcome(row, player)]++;
  return found;
}

/** Return the results against each opponent, the most frequent first.
 * @param {ArchiveRow[]} rows @param {string} player @returns {(Results & {name: string})[]} */
export function headToHead(rows, player) {
  /** @type {Map<string, ArchiveRow[]>} */
  const met = new Map();
  for (const row of rows) {
    const other = row.seats.find(({name}) => name && !sameName(name, player))?.name;
    if (other) met.set(other, [...(met.get(other) ?? []), row]);
  }
  return [...met]
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([name, games]) => ({name, ...totals(games, player)}));
}

/** @param {ArchiveRow} row @param {string} player @returns {keyof Results} */
function outcome({seats, result}, player) {
  if (result.winner === null) return "drawn";
  return sameName(seats[result.winner]?.name ?? null, player) ? "won" : "lost";
}
