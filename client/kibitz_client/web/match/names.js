// The names of cells and moves in texts. Pure.

/** @import {Grid, State} from "kibitz-protocol" */

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
