// Which pieces and which ground the reader has chosen for families of games. Boards follow while they are on the page.

import {useShapes} from "../shapes/grid/chessmen.js";
import {gridStyle} from "../shapes/grid/symbols.js";

/** @import {Board} from "kibitz-protocol" */

/** What is chosen for a family: empty texts are the usual set, and the ground of all boards.
 * @typedef {{set: string, ground: string}} Look */

/** @typedef {"chess" | "go" | "draughts"} Family */

export const FAMILIES = /** @type {const} */ (["chess", "go", "draughts"]);
export const SETS = /** @type {const} */ (["", "plain"]);
export const GROUNDS = /** @type {const} */ (["", "wood", "slate", "green", "paper"]);

/** @type {{[family in Family]?: Look}} */
let looks = {};
/** What to do when another look is chosen. @type {Set<() => void>} */
const listeners = new Set();

/** Use other looks from now on. @param {typeof looks} wanted @returns {Promise<void>} after the shapes have arrived */
export async function useLooks(wanted) {
  if (JSON.stringify(wanted) === JSON.stringify(looks)) return;
  const shapes = wanted.chess?.set === (looks.chess?.set ?? "") ? null : wanted.chess?.set ? (await import("./plain_men.js")).PLAIN_MEN : undefined;
  looks = wanted;
  if (shapes !== null) useShapes(shapes);
  for (const listener of listeners) listener();
}

/** Call a function whenever another look is chosen; return how to end that. @param {() => void} listener */
export function onLooks(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

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
  const {set = "", ground = ""} = (family && looks[family]) || {};
  // High contrast has a ground of its own.
  for (const [name, value] of [["pieces", set], ["board", document.documentElement.dataset.theme === "contrast" ? "" : ground]])
    if (value) dataset[name] = value;
    else delete dataset[name];
}
