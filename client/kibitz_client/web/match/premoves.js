// Moves that were chosen ahead, when their turn has come, and the pieces among which a move lets its player choose. Pure.

import {legalText, namesOf} from "./names.js";

/** @import {Board, State} from "kibitz-protocol" */

/** Return the pieces among which moves along one path let a player choose, such as those that a pawn becomes; null if the
 * moves differ in something else. The last letter of a move names the piece.
 * @param {Board} board @param {State} position @param {string[]} moves @returns {{move: string, symbol: string}[] | null} */
export function alternatives(board, position, moves) {
  if (board.shape !== "grid" || moves.length < 2) return null;
  const paths = new Set(moves.map((move) => String(position.paths[position.legal.indexOf(move)])));
  // The signs of chessmen are in the order of their worth.
  const sign = (/** @type {string} */ symbol) => board.glyphs?.[symbol]?.codePointAt(0) ?? 0;
  const symbols = Object.keys(board.symbols).filter((symbol) => board.owners?.[symbol] === position.to_move).sort((a, b) => sign(a) - sign(b));
  const found = symbols.flatMap((symbol) => moves.filter((move) => move.at(-1)?.toLowerCase() === symbol.toLowerCase()).map((move) => ({move, symbol})));
  return paths.size === 1 && found.length === moves.length ? found : null;
}

/** Return the legal move that a move chosen ahead stands for, or null. Where its cells are those of several, it is the one
 * with the most valuable piece. @param {Board} board @param {State} position @param {string} text @returns {string | null} */
export function inItsTurn(board, position, text) {
  const legal = legalText(position, text);
  if (legal) return legal;
  const cells = cellsIn(board, text);
  if (cells.length < 2) return null;
  const moves = position.legal.filter((_, number) => position.paths[number][0] === cells[0] && position.paths[number].at(-1) === cells.at(-1));
  return moves.length > 1 ? (alternatives(board, position, moves)?.[0].move ?? null) : (moves[0] ?? null);
}

/** Return a position as it would be after moves that were chosen ahead, if nothing else happened: their pieces lie where they go.
 * @param {Board} board @param {State} position @param {number} seat @param {string[]} moves @returns {State} */
export function positionAhead(board, position, seat, moves) {
  if (board.shape !== "grid" || !moves.length) return position;
  const cells = [...position.rows.join("")];
  for (const move of moves) {
    const named = cellsIn(board, move);
    const [from, to] = [named[0], named.at(-1)];
    if (named.length < 2 || to === undefined || board.owners?.[cells[from]] !== seat) continue;
    const empty = Object.keys(board.symbols).find((symbol) => board.symbols[symbol] === "empty") ?? "-";
    [cells[from], cells[to]] = [empty, cells[from]];
  }
  const columns = board.column_labels.length;
  const rows = position.rows.map((_, row) => cells.slice(row * columns, (row + 1) * columns).join(""));
  return {...position, rows, position: `${position.position} ${moves.join(" ")}`};
}

/** Return the number of each of several moves chosen ahead, on the cell where it ends.
 * @param {Board} board @param {string[]} moves @returns {Map<number, string> | undefined} */
export function numbersAhead(board, moves) {
  if (moves.length < 2) return undefined;
  return new Map(moves.flatMap((move, place) => cellsIn(board, move).slice(-1).map((cell) => /** @type {[number, string]} */ ([cell, String(place + 1)]))));
}

/** Return the cells that moves chosen ahead name. @param {Board} board @param {string[]} moves @returns {Set<number>} */
export const cellsAhead = (board, moves) => new Set(moves.flatMap((move) => cellsIn(board, move)));

/** @param {Board} board @param {string} text */
function cellsIn(board, text) {
  if (board.shape !== "grid") return [];
  const names = namesOf(board);
  return (text.match(/[a-z]+\d+|\d+/gi) ?? []).flatMap((word) => names.get(word) ?? names.get(word.toUpperCase()) ?? []);
}
