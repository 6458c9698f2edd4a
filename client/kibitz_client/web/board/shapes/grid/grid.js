// Grids: the part of the table of shapes that all of them have, however their cells lie and look.

import {namesOf} from "../../../match/names.js";
import {gridLayout} from "./layouts.js";
import {gridSide} from "./look.js";
import {drawSmallGrid} from "./small.js";

/** @import {Grid} from "kibitz-protocol" */
/** @import {Shape} from "../shape.js" */

/** @type {WeakMap<Grid, string[]>} */
const known = new WeakMap();

/** @type {Shape<Grid>} */
export const gridShape = {
  layout: gridLayout,
  topSeat: (grid) => grid.top,
  side: gridSide,
  names(grid) {
    const names = known.get(grid) ?? namesIn(grid);
    known.set(grid, names);
    return names;
  },
  drawSmall: drawSmallGrid,
};

/** Return the names of the cells. Those without one in moves are named by column and row. @param {Grid} grid */
function namesIn(grid) {
  if (grid.cell_labels.length) return grid.cell_labels;
  const columns = grid.column_labels.length;
  /** @type {string[]} */
  const names = [];
  for (const [name, cell] of namesOf(grid)) names[cell] = name;
  for (let cell = 0; cell < columns * grid.row_labels.length; cell++)
    names[cell] ??= `${grid.column_labels[cell % columns]}, ${grid.row_labels.length - Math.floor(cell / columns)}`;
  return names;
}
