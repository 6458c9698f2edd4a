// The moves that picked pairs of cells stand for, on a board of points: each checker from its cell to another, in any
// order. It does the same as a part of board/move_picker.py of the Python client. Pure.

/** @import {State} from "kibitz-protocol" */
/** @import {Pick} from "./choosing.js" */

/** A pair of cells. @typedef {[from: number, to: number]} Pair */
/** A legal move with its pairs that are not picked yet. @typedef {{move: string, rest: Pair[]}} Open */

/** First cell of the bars. */
const BARS = 24;

/** Pick one more cell. `picked` has complete pairs, and at most one origin at its end.
 * @param {State} position @param {number[]} picked @param {number} cell @returns {Pick} */
export function pickPair(position, picked, cell) {
  const pending = picked.length % 2 > 0;
  const before = wholePairs(picked);
  if (pending && picked.at(-1) === cell) return {picked: before, moves: []};
  const begins = (/** @type {number[]} */ cells) => openMoves(position, cells).some(({rest}) => rest.some(([from]) => from === cell));
  const goesOn = (/** @type {number[]} */ cells) => openMoves(position, cells).length > 0;
  const last = picked.at(-1);
  if (pending) {
    if (goesOn([...picked, cell])) return complete(position, [...picked, cell]);
    if (begins(before)) return {picked: [...before, cell], moves: []};
  } else {
    if (begins(picked)) return {picked: [...picked, cell], moves: []};
    // A target is also where the next pair may begin.
    if (last !== undefined && goesOn([...picked, last, cell])) return complete(position, [...picked, last, cell]);
  }
  return {picked: begins([]) ? [cell] : [], moves: []};
}

/** Return the cells that may be picked next: targets of the picked origin, or else origins.
 * @param {State} position @param {number[]} picked @returns {Set<number>} */
export function pairTargets(position, picked) {
  const pairs = openMoves(position, picked).flatMap(({rest}) => rest);
  if (picked.length % 2) return new Set(pairs.filter(([from]) => from === picked.at(-1)).map(([, to]) => to));
  return new Set(pairs.map(([from]) => from));
}

/** Return a position with the picked pairs made: a checker that stands alone on a target goes to its bar.
 * @param {State} position @param {number[]} picked @returns {State} */
export function previewed(position, picked) {
  const pairs = pairsOf(picked);
  if (!pairs.length || position.to_move === null) return position;
  const counts = [...position.counts];
  const sign = position.to_move ? -1 : 1;
  for (const [from, to] of pairs) {
    counts[from] -= sign;
    if (counts[to] === -sign && to < BARS) {
      counts[to] = 0;
      counts[BARS + (sign > 0 ? 1 : 0)] -= sign;
    }
    counts[to] += sign;
  }
  return {...position, counts, position: `${position.position} ${pairs.join(" ")}`};
}

/** Return the picked cells without an origin whose target is not picked yet. @param {number[]} picked */
export const wholePairs = (picked) => picked.slice(0, picked.length - (picked.length % 2));

/** @param {State} position @param {number[]} picked @returns {Pick} */
function complete(position, picked) {
  const open = openMoves(position, picked);
  const done = open.filter(({rest}) => !rest.length);
  if (!done.length) return {picked, moves: []};
  return {picked, moves: [...done, ...open.filter(({rest}) => rest.length)].map(({move}) => move)};
}

/** Return the legal moves that contain the picked pairs. @param {State} position @param {number[]} picked @returns {Open[]} */
function openMoves({legal, paths}, picked) {
  const wanted = pairsOf(picked);
  return legal.flatMap((move, number) => {
    const rest = pairsOf(paths[number]);
    if (!rest.length) return [];
    for (const [from, to] of wanted) {
      const place = rest.findIndex((pair) => pair[0] === from && pair[1] === to);
      if (place < 0) return [];
      rest.splice(place, 1);
    }
    return [{move, rest}];
  });
}

/** Return the complete pairs of a list of cells. @param {number[]} cells @returns {Pair[]} */
const pairsOf = (cells) => Array.from({length: Math.floor(cells.length / 2)}, (_, place) => [cells[2 * place], cells[2 * place + 1]]);
