// A board in words, for screen readers: "c3, white disc, last move, can be played". Pure.

import {t} from "../words/index.js";
import {said} from "../words/said/index.js";
import {cellName} from "./cells.js";
import {contentsOf} from "./contents/index.js";

/** @import {Board, State} from "kibitz-protocol" */

/** What is said of a cell. `seat` is the player below, whose names for the cells are used.
 * @typedef {{position: State, marks: Set<number>, picked: number[], premoves: number[], dead?: number[], attacked: number, seat: number}} Described */

/** Return a cell in words. @param {Board} board @param {Described} view @param {number} cell */
export function describeCell(board, {position, marks, picked, premoves, dead = [], attacked, seat}, cell) {
  const parts = [said(cellName(board, cell, seat)), contentsOf(board).inWords(board, position, cell)];
  if (picked.includes(cell)) parts.push(t("board.picked"));
  if (position.lines.some((line) => line.includes(cell))) parts.push(t("board.won"));
  if (position.last.includes(cell)) parts.push(t("board.last"));
  if (cell === attacked) parts.push(t("board.attacked"));
  if (premoves.includes(cell)) parts.push(t("board.premove"));
  if (dead.includes(cell)) parts.push(t("board.dead"));
  if (marks.has(cell)) parts.push(t("board.target"));
  return parts.filter(Boolean).join(", ");
}

/** Return a whole board in words, of grids and points without their empty cells. @param {Board} board @param {State} position @param {number} [seat] of the reader
 * @param {string[]} [sides] names of the seats */
export const describeBoard = (board, position, seat = 0, sides = ["", ""]) => contentsOf(board).boardInWords(board, position, seat, sides);
