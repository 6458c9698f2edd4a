// The expected line of an engine as arrows, for games in which pieces move from cell to cell. Pure but for the drawing.

import {namesOf} from "../../match/names.js";
import {shapeNode} from "./arrows.js";

/** @import {Board, SearchReport, State} from "kibitz-protocol" */
/** @import {Layer} from "../board.js" */

/** How many moves of a line have an arrow. More of them hide the board. */
const MOST = 3;

/** Return the two cells of each of the first moves of a line. The first one is a legal move; others are read by the names of
 * their cells. @param {Board} board @param {State} position @param {string[]} line @returns {[number, number][]} */
export function arrowsOf(board, {legal, paths}, line) {
  if (board.shape !== "grid") return [];
  const names = namesOf(board);
  /** @type {[number, number][]} */
  const found = [];
  for (const move of line.slice(0, MOST)) {
    const path = paths[legal.indexOf(move)];
    const cells = !found.length && path ? path : (move.match(/[a-z]+\d+|\d+/g) ?? []).flatMap((word) => names.get(word) ?? []);
    if (cells.length < 2) break;
    found.push([cells[0], /** @type {number} */ (cells.at(-1))]);
  }
  return found;
}

/** Return the line of a search as arrows with numbers, the next move the strongest.
 * @param {Board} board @param {State} position @param {SearchReport | null | undefined} search @returns {Layer[]} */
export function lineLayers(board, position, search) {
  if (!search || search.source === "random") return [];
  const arrows = arrowsOf(board, position, search.line);
  return [{
    key: `line ${arrows.join(" ")}`,
    // The next move lies on top.
    draw: (layout) => arrows.map(([from, to], place) => shapeNode(layout, {from, to, name: `line line-${place + 1}`, wide: 10 - 2 * place, note: place ? String(place + 1) : ""})).reverse(),
  }];
}
