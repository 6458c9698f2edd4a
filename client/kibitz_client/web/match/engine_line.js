// The result of a search on the cells of its board. The twin of board/engine_line.py of the Python client.

import {namesOf} from "./names.js";

/** @import {Board, Grid, SearchReport, State} from "kibitz-protocol" */

const MAX_NUMBERED = 9;
const NAMES = [/[a-z]+\d+/g, /\d+/g];

/** Texts by cell: `numbers` count the plies of the line from 1, where each ends; `notes` are scores or shares.
 * @typedef {{numbers: Map<number, string>, notes: Map<number, string>}} EngineLine */

/** Return the result of the search of a position, for its cells.
 * @param {Board} board @param {State} position @param {SearchReport | null} search @returns {EngineLine} */
export function engineLine(board, position, search) {
  /** @type {EngineLine} */
  const found = {numbers: new Map(), notes: new Map()};
  if (!search || search.source === "random" || board.shape !== "grid") return found;
  /** @type {Map<string, number>} */
  const ends = new Map();
  position.legal.forEach((move, number) => {
    const cell = position.paths[number].at(-1);
    if (cell !== undefined) ends.set(move, cell);
  });
  for (const [move, share] of search.shares) {
    const cell = ends.get(move);
    if (cell !== undefined) found.notes.set(cell, `${Math.floor(share / 10)}%`);
  }
  const best = ends.get(search.line[0]);
  if (!found.notes.size && best !== undefined) found.notes.set(best, shortScore(search));
  found.numbers = numbered(board, ends, search.line);
  return found;
}

/** Return a score for the side to move in about four characters: `+1.5`, `+12`, `W7` or `L4` when proven.
 * @param {Pick<SearchReport, "score" | "wins_in" | "exact">} search */
export function shortScore(search) {
  const {score, wins_in: wins} = search;
  if (wins !== null) return wins >= 0 ? `W${wins}` : `L${-wins}`;
  if (search.exact) return signed(score, 0);
  return signed(score / 100, Math.abs(score) >= 1000 ? 0 : 1);
}

/** @param {number} value @param {number} places */
const signed = (value, places) => {
  const amount = Math.abs(value);
  // Python rounds a value in the middle to the even digit. Only multiples of a quarter are there exactly.
  const scale = 10 ** places;
  const shown = Number.isInteger(4 * amount) ? even(amount * scale) / scale : amount;
  return `${value < 0 ? "-" : "+"}${shown.toFixed(places)}`;
};

/** Round halves to the even number. @param {number} value */
const even = (value) => (Math.abs(value % 1) === 0.5 ? 2 * Math.round(value / 2) : Math.round(value));

/** Return the win probability of the side to move; null for a random move, which has no score.
 * @param {SearchReport} search */
export const winProbability = ({source, win}) => (source === "random" ? null : win);

/** Return a probability as a whole percentage. Only a certain result is `0%` or `100%`. @param {number} probability */
export const percent = (probability) =>
  `${probability > 0 && probability < 1 ? Math.max(1, Math.min(99, even(100 * probability))) : 100 * probability}%`;

/** @param {Grid} grid @param {Map<string, number>} ends @param {string[]} line */
function numbered(grid, ends, line) {
  const names = namesOf(grid);
  const columns = grid.column_labels.length;
  /** @type {Map<string, number>} */
  const dropped = new Map();
  /** @type {Map<number, string>} */
  const numbers = new Map();
  line.slice(0, MAX_NUMBERED).forEach((move, place) => {
    const end = ends.get(move);
    /** @type {number | undefined} */
    let cell;
    if (grid.column_labels.includes(move) && end !== undefined) {
      cell = end - columns * (dropped.get(move) ?? 0);
      dropped.set(move, (dropped.get(move) ?? 0) + 1);
    } else if (place === 0 && end !== undefined) cell = end;
    else cell = lastNamed(names, move);
    // If two moves end on a cell, the earlier one is shown.
    if (cell !== undefined && cell >= 0 && !numbers.has(cell)) numbers.set(cell, String(place + 1));
  });
  return numbers;
}

/** @param {Map<string, number>} names @param {string} move */
function lastNamed(names, move) {
  if (names.has(move)) return names.get(move);
  for (const pattern of NAMES) {
    const name = (move.match(pattern) ?? []).findLast((word) => names.has(word));
    if (name !== undefined) return names.get(name);
  }
  return undefined;
}
