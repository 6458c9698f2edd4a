// The moves that picked cells stand for. It uses only the server's list of legal moves, so it fits any game. On a board of
// points, pairs of cells are picked, each checker from its cell to another, in any order. Pure, the twin of
// board/move_picker.py and board/points/picker.py of the Python client.

import {legalText, namesOf} from "./names.js";

/** @import {Board, Grid, State} from "kibitz-protocol" */

/** The result of a pick: complete `moves`, or `picked` cells that begin a move, or neither for a miss.
 * @typedef {{picked: number[], moves: string[]}} Pick */

/** Pick one more cell. A cell that continues no move starts a new pick; for a pass any cell will do. On a board of lines,
 * an empty point where no stone may be placed is picked too: the server then says why not.
 * @param {Board} board @param {State} position @param {number[]} picked @param {number} cell @returns {Pick} */
export function pick(board, position, picked, cell) {
  if (!position.paths.some((path) => path.length)) return {picked: [cell], moves: [...position.legal]};
  if (board.shape === "points") return pickPair(position, picked, cell);
  const tries = !picked.length ? [[cell]] : picked.at(-1) === cell ? [] : [[...picked, cell], [cell]];
  for (const tried of tries) {
    const found = follow(board, position, tried);
    if (found.moves.length || found.picked.length) return found;
  }
  const name = !picked.length && placesStones(board, position) && cellsBy(board).get(cell);
  if (name && board.shape === "grid" && board.symbols[position.rows.join("")[cell]] === "empty") return {picked: [cell], moves: [name]};
  return {picked: [], moves: []};
}

/** Return the cells that may be picked next: the starts of moves, or on a grid the ends of the picked ones.
 * @param {Board} board @param {State} position @param {number[]} picked @returns {Set<number>} */
export function targets(board, position, picked) {
  if (board.shape === "points") return pairTargets(position, picked);
  /** @type {Set<number>} */
  const ends = new Set();
  for (const path of position.paths) {
    const rest = after(path, picked);
    if (!rest) continue;
    const cell = !picked.length ? path[0] : board.shape === "grid" ? rest.at(-1) : undefined;
    if (cell !== undefined) ends.add(cell);
  }
  return ends;
}

/** Return the targets to mark: none where about every empty cell is one, as marks would only hide the stones.
 * @param {Board} board @param {State} position @param {number[]} picked @returns {Set<number>} */
export const marked = (board, position, picked) =>
  (board.shape === "grid" && board.every_empty_cell) || placesStones(board, position) ? new Set() : targets(board, position, picked);

/** Return whether moves place stones on the crossings of lines, as in Go. @param {Board} board @param {State} position */
const placesStones = (board, position) => board.shape === "grid" && board.ground === "lines" && position.paths.every((path) => path.length < 2);

/** Return the names of cells by their numbers. @param {Board} board @returns {Map<number, string>} */
const cellsBy = (board) => new Map(board.shape === "grid" ? [...namesOf(board)].map(([name, cell]) => [cell, name]) : []);

/** Return the last cells of premoves that are legal moves of this position.
 * @param {State} position @param {string[]} moves @returns {Set<number>} */
export function premoveCells(position, moves) {
  const cells = moves.map((move) => position.paths[position.legal.indexOf(legalText(position, move) ?? "")]?.at(-1));
  return new Set(cells.filter((cell) => cell !== undefined));
}

/** Pick one more cell of a premove, in games where pieces move from cell to cell. Whether the
 * move will be legal is not known. @param {Board} board @param {State} position @param {number} seat @param {number[]} picked
 * @param {number} cell @param {boolean} dropped whether the piece was carried there @returns {Pick} */
export function pickAhead(board, position, seat, picked, cell, dropped) {
  if (board.shape !== "grid" || !movesPieces(board, position)) return pick(board, position, picked, cell);
  const name = cellsBy(board);
  const own = ownerAt(board, position, cell) === seat;
  if (picked.length && picked[0] !== cell && (dropped || !own) && name.has(cell)) return {picked: [], moves: [`${name.get(picked[0])}${jointOf(position, name)}${name.get(cell)}`]};
  return {picked: own && picked[0] !== cell ? [cell] : [], moves: []};
}

/** Characters of a move such as `Nb1xd2=Q+`, at most. */
const LONGEST = 12;

/** Return whether a piece of a seat may be carried ahead of its turn.
 * @param {Board} board @param {State} position @param {number} seat @param {number} cell */
export const canCarryAhead = (board, position, seat, cell) => board.shape === "grid" && movesPieces(board, position) && ownerAt(board, position, cell) === seat;

/** @param {Grid} grid @param {State} position */
const movesPieces = (grid, position) => Object.keys(grid.owners ?? {}).length > 0 && position.paths.some((path) => path.length > 1);

/** @param {Grid} grid @param {State} position @param {number} cell */
const ownerAt = (grid, position, cell) => grid.owners?.[position.rows.join("")[cell]];

/** Return what is between the names of the two cells of a move. @param {State} position @param {Map<number, string>} names */
function jointOf({legal, paths}, names) {
  for (const [number, move] of legal.entries()) {
    const [from, to] = [names.get(paths[number][0] ?? -1), names.get(paths[number].at(-1) ?? -1)];
    if (from && to && paths[number].length === 2 && move.startsWith(from) && move.lastIndexOf(to) > from.length - 1) return move.slice(from.length, move.lastIndexOf(to));
  }
  return "";
}

/** Return whether a text may be a move later: its letters and numbers are names of the board or in a legal move, or it
 * names a cell among others, as `Nbd7` does.
 * @param {Board} board @param {State} position @param {string} text */
export function couldBeMove(board, position, text) {
  const labels =
    board.shape === "grid" ? [...board.column_labels, ...board.row_labels, ...board.cell_labels] : board.shape === "table" ? [] : board.cell_labels.flat();
  const names = new Set([...labels, ...position.legal].flatMap(wordsOf));
  // Captures are often written with an x, and heaps have moves with a number of objects.
  names.add("x");
  if (board.shape === "heaps") for (let count = 0; count <= board.most; count++) names.add(String(count));
  const words = wordsOf(text);
  return words.length > 0 && (words.every((word) => names.has(word)) || (board.shape === "grid" && namesCell(board, text.toLowerCase())));
}

/** Return whether a text that is no longer than moves names a cell of a grid, or castles. @param {Grid} grid @param {string} text */
function namesCell({column_labels, row_labels, symbols}, text) {
  const has = (/** @type {string[]} */ labels, /** @type {string} */ name) => labels.some((label) => label.toLowerCase() === name);
  const castles = /^([o0])-\1(-\1)?[+#]?$/.test(text) && has(Object.keys(symbols), "k");
  return text.length <= LONGEST && (castles || [...text.matchAll(/([a-z])([0-9]+)/g)].some(([, column, row]) => has(column_labels, column) && has(row_labels, row)));
}

/** Return the runs of letters and of digits. @param {string} text */
const wordsOf = (text) => text.toLowerCase().match(/[a-z]+|[0-9]+/g) ?? [];

/** @param {Board} board @param {State} position @param {number[]} picked @returns {Pick} */
function follow(board, position, picked) {
  /** @type {string[]} */
  const complete = [];
  let started = false;
  position.paths.forEach((path, number) => {
    if (!after(path, picked)) return;
    started = true;
    // One pit or heap is enough; on a grid a move is complete when its last cell is picked.
    if (board.shape !== "grid" || (path.at(-1) === picked.at(-1) && (path.length === 1 || picked.length > 1)))
      complete.push(position.legal[number]);
  });
  if (complete.length || started) return {picked, moves: complete};
  return column(board, position, picked);
}

/** Return the rest of a path after the picked cells; null if it does not contain them in that order.
 * @param {number[]} path @param {number[]} picked */
function after(path, picked) {
  if (!picked.length) return path;
  if (path[0] !== picked[0]) return null;
  let place = 0;
  for (const cell of picked.slice(1)) {
    place = path.indexOf(cell, place + 1);
    if (place < 0) return null;
  }
  return path.slice(place + 1);
}

/** Return the move into the column of a cell, if the game has such moves.
 * @param {Board} board @param {State} position @param {number[]} picked @returns {Pick} */
function column(board, position, picked) {
  if (board.shape !== "grid" || picked.length !== 1) return {picked: [], moves: []};
  const label = board.column_labels[picked[0] % board.column_labels.length];
  return label && position.legal.includes(label) ? {picked, moves: [label]} : {picked: [], moves: []};
}

/** A pair of cells. @typedef {[from: number, to: number]} Pair */
/** A legal move with its pairs that are not picked yet. @typedef {{move: string, rest: Pair[]}} Open */

/** First cell of the bars. */
const BARS = 24;

/** Pick one more cell. `picked` has complete pairs, and at most one origin at its end.
 * @param {State} position @param {number[]} picked @param {number} cell @returns {Pick} */
function pickPair(position, picked, cell) {
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

/** Return the cells that may be picked next: targets of the picked origin or, without one, origins.
 * @param {State} position @param {number[]} picked @returns {Set<number>} */
function pairTargets(position, picked) {
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
function openMoves(position, picked) {
  const {legal, paths, counts, to_move: seat} = position;
  const wanted = pairsOf(picked);
  const all = paths.map(pairsOf);
  const known = new Set(wanted.length ? all.flat().map(String) : []);
  const hits = (/** @type {number} */ cell) => cell < BARS && counts[cell] === (seat ? 1 : -1);
  const steps = new Set(wanted.filter((pair) => known.has(String(pair)) && !hits(pair[1])).map(String));
  return all.flatMap((pairs, number) => {
    const rest = pairs.length ? restOf(pairs, wanted, steps) : null;
    return rest ? [{move: legal[number], rest}] : [];
  });
}

/** Return the pairs of a move that are left after the wanted ones; null if it does not have these. A checker that moves by
 * several dice has one pair, which may be picked in steps. A step is itself a pair of a legal move, and hits nothing, because
 * a move names the points at which it hits. @param {Pair[]} pairs @param {Pair[]} wanted @param {Set<string>} steps @returns {Pair[] | null} */
function restOf(pairs, wanted, steps) {
  if (!wanted.length) return pairs;
  const [[from, to], ...later] = wanted;
  const exact = pairs.findIndex((pair) => pair[0] === from && pair[1] === to);
  const found = exact < 0 ? null : restOf(pairs.toSpliced(exact, 1), later, steps);
  if (found || !steps.has(`${from},${to}`)) return found;
  for (const [place, [start, end]] of pairs.entries()) {
    const rest = start === from && liesBetween(start, to, end) ? restOf(pairs.toSpliced(place, 1, [to, end]), later, steps) : null;
    if (rest) return rest;
  }
  return null;
}

/** Places of bars and of what is borne off, in the line of the points. */
const LINE = [BARS, -1, -1, BARS];

/** Return whether a checker that moves from one cell to another passes a third one. @param {number} start @param {number} middle @param {number} end */
function liesBetween(start, middle, end) {
  const [a, b, c] = [start, middle, end].map((cell) => (cell < BARS ? cell : LINE[cell - BARS]));
  return (b - a) * (c - b) > 0;
}

/** Return the legal moves that the picked pairs make up. @param {State} position @param {number[]} picked @returns {string[]} */
export const completed = (position, picked) => (picked.length ? openMoves(position, picked).filter(({rest}) => !rest.length).map(({move}) => move) : []);

/** Return the complete pairs of a list of cells. @param {number[]} cells @returns {Pair[]} */
const pairsOf = (cells) => Array.from({length: Math.floor(cells.length / 2)}, (_, place) => [cells[2 * place], cells[2 * place + 1]]);
