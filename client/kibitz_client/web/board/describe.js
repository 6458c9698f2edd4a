// A board in words, for screen readers: "c3, white disc, last move, can be played". Pure.

import {t} from "../words/index.js";
import {cellName, gridStyle, pieceOn, symbolAt} from "./shapes/layout.js";
import {seatOf} from "./shapes/points.js";
import {describeTable} from "./table.js";
import {describeTrays} from "./trays.js";

/** @import {Board, Grid, Points, State} from "kibitz-protocol" */

/** What is said of a cell. `seat` is the player below, whose names for the cells are used.
 * @typedef {{position: State, marks: Set<number>, picked: number[], premoves: number[], attacked: number, seat: number}} Described */

/** Return a cell in words. @param {Board} board @param {Described} view @param {number} cell */
export function describeCell(board, {position, marks, picked, premoves, attacked, seat}, cell) {
  const parts = [cellName(board, cell, seat)];
  if (board.shape === "points") parts.push(checkersOn(board, position, cell));
  else if (board.shape === "grid") parts.push(board.symbols[symbolAt(position, cell)] ?? "", areaOf(board, position, cell));
  else if (board.shape !== "table") parts.push(t("board.units", {count: position.counts[cell] ?? 0, unit: board.unit}));
  if (picked.includes(cell)) parts.push(t("board.picked"));
  if (position.lines.some((line) => line.includes(cell))) parts.push(t("board.won"));
  if (position.last.includes(cell)) parts.push(t("board.last"));
  if (cell === attacked) parts.push(t("board.attacked"));
  if (premoves.includes(cell)) parts.push(t("board.premove"));
  if (marks.has(cell)) parts.push(t("board.target"));
  return parts.filter(Boolean).join(", ");
}

/** Return whose territory an empty cell is. @param {Grid} board @param {State} position @param {number} cell */
function areaOf({symbols}, {shades = ""}, cell) {
  const side = symbols[shades[cell]];
  return side && side !== "empty" ? t("board.area", {side: side.split(" ")[0]}) : "";
}

/** Return the checkers on a cell in words. @param {Points} board @param {State} position @param {number} cell */
function checkersOn({names, unit}, {counts}, cell) {
  const count = counts[cell] ?? 0;
  const owner = seatOf(cell);
  const name = names[owner < 0 ? Number(count < 0) : owner];
  return count || owner >= 0 ? t("board.units", {count: Math.abs(count), unit: `${name} ${unit}`}) : t("board.none");
}

/** Return a whole board in words, without its empty cells. @param {Board} board @param {State} position @param {number} [seat] of the reader
 * @param {string[]} [sides] names of the seats */
export function describeBoard(board, position, seat = 0, sides = ["", ""]) {
  if (board.shape === "table") return describeTable(board, position, sides);
  if (board.shape === "points") {
    const cells = position.counts.flatMap((count, cell) => (count ? [`${cellName(board, cell, seat)} ${checkersOn(board, position, cell)}`] : []));
    return [...describeTrays(board, position), ...cells].join(", ");
  }
  if (board.shape !== "grid")
    return [...describeTrays(board, position), ...position.counts.map((count, cell) => `${cellName(board, cell)} ${count}`)].join(", ");
  /** @type {Map<string, string[]>} */
  const found = new Map();
  const style = gridStyle(board);
  [...position.rows.join("")].forEach((_, cell) => {
    const name = board.symbols[pieceOn(board, style, position, cell)];
    if (!name) return;
    found.set(name, [...(found.get(name) ?? []), cellName(board, cell)]);
  });
  return [...describeTrays(board, position), ...[...found].map(([name, cells]) => `${name}: ${cells.join(" ")}`)].join(". ") || t("board.empty");
}
