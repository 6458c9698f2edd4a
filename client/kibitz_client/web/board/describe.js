// A board in words, for screen readers: "c3, white disc, last move, can be played". Pure.

import {t} from "../words/index.js";
import {cellName, gridStyle, pieceOn, symbolAt} from "./shapes/layout.js";

/** @import {Board, State} from "kibitz-protocol" */

/** @typedef {{position: State, marks: Set<number>, picked: number[], premoves: number[], attacked: number}} Described */

/** Return a cell in words. @param {Board} board @param {Described} view @param {number} cell */
export function describeCell(board, {position, marks, picked, premoves, attacked}, cell) {
  const parts = [cellName(board, cell)];
  if (board.shape === "grid") parts.push(board.symbols[symbolAt(position, cell)] ?? "");
  else parts.push(t("board.units", {count: position.counts[cell] ?? 0, unit: board.unit}));
  if (picked.includes(cell)) parts.push(t("board.picked"));
  if (position.lines.some((line) => line.includes(cell))) parts.push(t("board.won"));
  if (position.last.includes(cell)) parts.push(t("board.last"));
  if (cell === attacked) parts.push(t("board.attacked"));
  if (premoves.includes(cell)) parts.push(t("board.premove"));
  if (marks.has(cell)) parts.push(t("board.target"));
  return parts.filter(Boolean).join(", ");
}

/** Return a whole board in words, without its empty cells. @param {Board} board @param {State} position */
export function describeBoard(board, position) {
  if (board.shape !== "grid")
    return position.counts.map((count, cell) => `${cellName(board, cell)} ${count}`).join(", ");
  /** @type {Map<string, string[]>} */
  const found = new Map();
  const style = gridStyle(board);
  [...position.rows.join("")].forEach((_, cell) => {
    const name = board.symbols[pieceOn(board, style, position, cell)];
    if (!name) return;
    found.set(name, [...(found.get(name) ?? []), cellName(board, cell)]);
  });
  return [...found].map(([name, cells]) => `${name}: ${cells.join(" ")}`).join(". ") || t("board.empty");
}
