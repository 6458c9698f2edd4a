// Legal moves of chess as players write them, without the marks of a check. Pure.

import {namesOf} from "../match/names.js";

/** @import {Grid, State} from "kibitz-protocol" */

/** Return the texts of the legal moves: Nf3 for g1f3. @param {Grid} board @param {State} position @returns {string[]} */
export function writtenMoves(board, position) {
  /** @type {string[]} */
  const names = [];
  for (const [name, cell] of namesOf(board)) names[cell] = name;
  const cells = position.rows.join("");
  const columns = board.column_labels.length;
  const kind = (/** @type {number} */ cell) => cells[cell].toUpperCase();
  return position.legal.map((move, place) => {
    const path = position.paths[place];
    const [from, to] = [path[0], path[path.length - 1]];
    const piece = kind(from);
    const across = (to % columns) - (from % columns);
    if (piece === "K" && (Math.abs(across) > 1 || isOwn(cells[from], cells[to]))) return across > 0 ? "O-O" : "O-O-O";
    const takes = cells[to] === "-" ? "" : "x";
    if (piece === "P") return `${across ? `${names[from][0]}x` : ""}${names[to]}${move.length > 4 ? `=${move[4].toUpperCase()}` : ""}`;
    const rivals = position.paths.filter((other) => other[other.length - 1] === to && other[0] !== from && kind(other[0]) === piece).map(([cell]) => names[cell]);
    const [file, rank] = [names[from][0], names[from].slice(1)];
    const origin = !rivals.length ? "" : !rivals.some((name) => name[0] === file) ? file : !rivals.some((name) => name.slice(1) === rank) ? rank : names[from];
    return `${piece}${origin}${takes}${names[to]}`;
  });
}

/** Return whether two pieces are of one side. @param {string} one @param {string} other */
const isOwn = (one, other) => other !== "-" && (one === one.toUpperCase()) === (other === other.toUpperCase());
