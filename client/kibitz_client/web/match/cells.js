// Names of cells, as moves write them. Pure; a twin of a part of `tui/board/engine_line.py`.

/** @import {Grid} from "kibitz-protocol" */

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
