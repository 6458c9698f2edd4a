// What decided a game, as marks on its last position. The server sends lines that won and the attacks on a king; other
// marks follow from how the match ended. Pure.

/** @import {Board} from "kibitz-protocol" */
/** @import {MatchState} from "../../../match/state.js" */

/** Lines through cells, rings around cells, arrows between cells, and numbers on cells: in a corner, or on the pieces.
 * @typedef {{lines: number[][], rings: number[], arrows: [number, number][], numbers: Map<number, {text: string, seat: number, onPiece?: boolean}>}} Marks */

/** Return what decided a match. @param {Pick<MatchState, "board" | "position" | "result">} state @returns {Marks} */
export function decided({board, position, result}) {
  /** @type {Marks} */
  const marks = {lines: [], rings: [], arrows: [], numbers: new Map()};
  if (!result) return marks;
  marks.lines = linesOf(board, position.lines);
  marks.arrows = (position.attacks ?? []).map(([from, to]) => [from, to]);
  const {reason, winner} = result;
  if (board.shape === "heaps" && reason === "last object taken") marks.rings = [...position.last];
  else if (board.shape === "pits" && reason === "no seeds left to sow") marks.rings = [board.houses, 2 * board.houses + 1];
  else if (board.shape === "points" && winner !== null && !/dropped|resign|time|aband/.test(reason)) marks.rings = [OFF + winner];
  else if (board.shape === "grid" && reason === "no pieces left") marks.rings = position.last.slice(-1);
  else if (board.shape === "grid" && reason === "no moves" && winner !== null) marks.rings = cellsOf(board, position.rows, 1 - winner);
  else if (board.shape === "grid" && reason === "all boxes closed") marks.numbers = counted(board, position.rows, false);
  else if (board.shape === "grid" && /^(full board|no moves left)$/.test(reason) && arePieces(board, position.rows, result.points)) marks.numbers = counted(board, position.rows, true);
  return marks;
}

/** Return which half of a grid the marks leave free, as the reader sees it; empty without marks.
 * @param {Marks} marks @param {Board} board @param {boolean} turned @returns {"" | "upper" | "lower"} */
export function freeHalf({lines, rings, arrows}, board, turned) {
  const cells = [...lines.flat(), ...rings, ...arrows.flat()];
  if (board.shape !== "grid" || !cells.length) return "";
  const mean = cells.reduce((sum, cell) => sum + Math.floor(cell / board.column_labels.length) + 0.5, 0) / cells.length / board.row_labels.length;
  return (mean > 0.5) !== turned ? "upper" : "lower";
}

/** Cell of the checkers that the first seat has borne off, on a board of points. */
const OFF = 26;

/** Return the lines that won. Where boards in a line win, it goes through their middles.
 * @param {Board} board @param {number[][]} lines @returns {number[][]} */
function linesOf(board, lines) {
  if (board.shape !== "grid" || !board.block) return lines;
  const [columns, size] = [board.column_labels.length, board.block];
  const won = new Set(lines.map(([cell]) => 3 * Math.floor(cell / columns / size) + Math.floor((cell % columns) / size)));
  const middle = (/** @type {number} */ block) => (Math.floor(block / 3) * size + (size >> 1)) * columns + (block % 3) * size + (size >> 1);
  return ROWS_OF_BOARDS.filter((row) => row.every((block) => won.has(block))).map((row) => row.map(middle));
}

/** The lines of three of nine boards. */
const ROWS_OF_BOARDS = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

/** Return the cells of a side. @param {Extract<Board, {shape: "grid"}>} board @param {string[]} rows @param {number} seat */
const cellsOf = ({owners = {}}, rows, seat) => [...rows.join("")].flatMap((symbol, cell) => (owners[symbol] === seat ? [cell] : []));

/** Return whether the pieces on the board are the points of their sides. @param {Extract<Board, {shape: "grid"}>} board @param {string[]} rows
 * @param {readonly number[] | null} [points] */
const arePieces = (board, rows, points) => Boolean(points?.some(Boolean) && points.every((each, seat) => cellsOf(board, rows, seat).length === each));

/** Return the boxes or the pieces of each side, counted. @param {Extract<Board, {shape: "grid"}>} board @param {string[]} rows @param {boolean} onPiece */
function counted(board, rows, onPiece) {
  /** @type {Marks["numbers"]} */
  const numbers = new Map();
  for (const seat of [0, 1]) cellsOf(board, rows, seat).forEach((cell, place) => numbers.set(cell, {text: String(place + 1), seat, ...(onPiece ? {onPiece} : {})}));
  return numbers;
}
