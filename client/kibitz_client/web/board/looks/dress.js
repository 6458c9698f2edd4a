// Boards in the look that was chosen for their family.

import {gridStyle} from "../shapes/grid/symbols.js";
import {chosen} from "./chosen.js";

/** @import {Board} from "kibitz-protocol" */
/** @import {Family} from "./chosen.js" */

/** Return the family of a board; null if there is only one look for it. @param {Board} board @returns {Family | null} */
export function familyOf(board) {
  if (board.shape !== "grid") return null;
  const style = gridStyle(board);
  if (style === "lines") return "go";
  return style !== "checks" ? null : Object.keys(board.glyphs ?? {}).length ? "chess" : "draughts";
}

/** Give an element the look of its board. @param {HTMLElement} element @param {Board} board */
export function dress({dataset}, board) {
  const family = familyOf(board);
  const {set = "", ground = ""} = (family && chosen.looks[family]) || {};
  // High contrast has a ground of its own.
  for (const [name, value] of [["pieces", set], ["board", document.documentElement.dataset.theme === "contrast" ? "" : ground]])
    if (value) dataset[name] = value;
    else delete dataset[name];
}
