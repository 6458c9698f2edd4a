// How the pieces of a grid look: the colour of their side, their shape, and their letter. Pure.

import {colourOf, usualSide} from "../sides.js";
import {gridStyle, roles} from "./symbols.js";

/** @import {Grid} from "kibitz-protocol" */

/** Code of ♔, with which the signs of chessmen begin: six white ones, then six black ones. */
const FIRST_MAN = 0x2654;
const MEN = "KQRBNP";

/** The look of a piece: its colour class, its shape, and the letter on it or of the chessman.
 * @typedef {{side: string, shape: "disc" | "stone" | "checker" | "cross" | "ring" | "drawn" | "man", letter: string}} Look */

/** Return the letter of the chessman that a symbol is shown as, or an empty text. @param {Grid} grid @param {string} symbol */
export function manOf(grid, symbol) {
  const place = (grid.glyphs?.[symbol]?.codePointAt(0) ?? 0) - FIRST_MAN;
  return place >= 0 && place < 12 ? MEN[place % 6] : "";
}

/** Return the look of a symbol. @param {Grid} grid @param {string} style @param {string} symbol @returns {Look} */
export function look(grid, style, symbol) {
  const name = grid.symbols[symbol] ?? "";
  const role = roles(grid).get(symbol) ?? "none";
  if (name === "cross") return {side: "first", shape: "cross", letter: ""};
  if (name === "nought") return {side: "second", shape: "ring", letter: ""};
  if (role === "none") return {side: "none", shape: "drawn", letter: ""};
  const man = manOf(grid, symbol);
  const colours = {lines: ["black", "white"], checks: ["white", "black"], hexes: ["red", "blue"], dots: ["red", "blue"]};
  const usual = style in colours && (style !== "checks" || man) ? colours[/** @type {keyof typeof colours} */ (style)] : ["first", "second"];
  const side = colourOf(name) ?? usual[role === "first" ? 0 : 1];
  if (man) return {side, shape: "man", letter: man};
  const shape = style === "lines" ? "stone" : style === "checks" ? "checker" : "disc";
  return {side, shape, letter: grid.glyphs?.[symbol] ?? letterOf(grid, symbol, role)};
}

/** Return the colour class of the side that a symbol belongs to; an empty text if it belongs to none.
 * @param {Grid} grid @param {string} symbol */
export const sideOfSymbol = (grid, symbol) => ((roles(grid).get(symbol) ?? "none") === "none" ? "" : look(grid, gridStyle(grid), symbol).side);

/** Return the colour class of the side at a seat, as its pieces have it. @param {Grid} grid @param {number} seat */
export function gridSide(grid, seat) {
  const found = [...roles(grid)].find(([, role]) => role === usualSide(seat));
  if (!found) return usualSide(seat);
  const {side, shape} = look(grid, gridStyle(grid), found[0]);
  return shape === "cross" || shape === "ring" ? shape : side;
}

/** Return the letter on a piece: none if its shape says enough, `K` for a king, else its symbol.
 * @param {Grid} grid @param {string} symbol @param {string} role */
function letterOf(grid, symbol, role) {
  const own = [...roles(grid)].filter(([, other]) => other === role).map(([other]) => other);
  if (own.length === 1) return "";
  if (new Set(own.map((other) => other.toLowerCase())).size === 1)
    return symbol === symbol.toUpperCase() ? (grid.symbols[symbol].split(" ").at(-1)?.[0].toUpperCase() ?? "") : "";
  return symbol;
}
