// The names of cells, moves and sides in texts. Pure.

import {has, t} from "../words/index.js";
import {said} from "../words/said/index.js";

/** @import {GameInfo, Grid, State} from "kibitz-protocol" */

/** Colours of pieces in games whose seats have letters. @type {{[game: string]: [string, string]}} */
const COLOURS = {connect4: ["red", "yellow"], gomoku: ["black", "white"], dots: ["red", "blue"]};

/** Return the name of the side at a seat: that of its colour, if it has one.
 * @param {Pick<GameInfo, "name" | "seats">} game @param {number} seat */
export function sideName({name, seats}, seat) {
  const key = `side.${COLOURS[name]?.[seat] ?? (seats[seat] ?? "").toLowerCase()}`;
  return has(key) ? t(key) : said(seats[seat] ?? "");
}

/** Return a number of units, such as `3 seeds`. @param {number} count @param {string} unit as the server calls it */
export function counted(count, unit) {
  const key = `said.${unit}`;
  return has(key) ? t(key, {count}) : t("board.units", {count, unit});
}

/** Number of the usual first row of chess, of those of Chess960. */
const USUAL_ARRAY = 518;

/** Return the title of a match: that of its game, and of Chess960 with the number of its first row.
 * @param {{game: Pick<GameInfo, "name" | "title">, options: {[name: string]: unknown}}} match */
export function matchTitle({game, options}) {
  const array = Number(options["array"] ?? USUAL_ARRAY);
  return game.name !== "chess" || Number.isNaN(array) || array === USUAL_ARRAY ? game.title : `Chess960 · ${array}`;
}

/** Return the legal move that a text is, in capital letters or not. @param {State} position @param {string} text */
export const legalText = ({legal}, text) => (legal.includes(text) ? text : legal.find((move) => move.toLowerCase() === text.toLowerCase()));

/** Return the cells by the names that moves use. @param {Grid} grid @returns {Map<string, number>} */
export function namesOf(grid) {
  if (grid.cell_labels.length)
    return new Map(grid.cell_labels.flatMap((label, cell) => (label ? [[label, cell]] : [])));
  const columns = grid.column_labels.length;
  return new Map(
    grid.row_labels.flatMap((row, place) =>
      grid.column_labels.flatMap((column, across) =>
        column && row ? [/** @type {[string, number]} */ ([`${column}${row}`, place * columns + across])] : [],
      ),
    ),
  );
}
