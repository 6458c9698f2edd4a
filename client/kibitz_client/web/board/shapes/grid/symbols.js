// The symbols of a grid: whose piece each is, which cells hold pieces, and how a grid with such symbols is drawn. Pure.

/** @import {Grid} from "kibitz-protocol" */
/** @import {Drawn} from "../layout.js" */

const EMPTY = "empty";
export const NOT_IN_PLAY = "not in play";

/** How a grid is drawn: discs that drop into columns, stones on crossings, a chequered board, squares of felt for discs,
 * paper for crosses and noughts, hexagons, or dots with lines between them.
 * @typedef {"drop" | "lines" | "checks" | "squares" | "paper" | "hexes" | "dots"} GridStyle */

/** Return the way in which a grid is drawn, which follows from its description alone.
 * @param {Grid} grid @returns {GridStyle} */
export function gridStyle(grid) {
  if (grid.ground === "checkered") return "checks";
  if (grid.ground && grid.ground !== "cells") return grid.ground;
  // Older servers do not say what the ground is.
  if (Object.values(grid.symbols).includes(NOT_IN_PLAY) || grid.top !== null) return "checks";
  if (grid.every_empty_cell && grid.stars.length) return "lines";
  if (grid.column_labels.some(Boolean) && !grid.row_labels.some(Boolean) && !grid.cell_labels.length) return "drop";
  return Object.values(grid.symbols).includes("cross") ? "paper" : "squares";
}

/** Return the role of each symbol: the side whose piece it is, or neither.
 * @param {Grid} grid @returns {Map<string, "first" | "second" | "none">} */
export function roles(grid) {
  /** @type {Map<string, "first" | "second" | "none">} */
  const found = new Map();
  const {owners = {}} = grid;
  if (Object.keys(owners).length) {
    for (const symbol of Object.keys(grid.symbols)) found.set(symbol, symbol in owners ? (owners[symbol] % 2 ? "second" : "first") : "none");
    return found;
  }
  // Older servers do not say whose a symbol is. There, kings and men of one side differ in the case of their letter.
  /** @type {string[]} */
  const sides = [];
  for (const [symbol, name] of Object.entries(grid.symbols)) {
    const side = symbol.toLowerCase();
    const neutral = name === EMPTY || name === NOT_IN_PLAY || name === "drawn";
    if (!neutral && !sides.includes(side)) sides.push(side);
    found.set(symbol, neutral ? "none" : sides.indexOf(side) % 2 ? "second" : "first");
  }
  return found;
}

/** Return the symbol of a cell. @param {Drawn} position @param {number} cell */
export function symbolAt(position, cell) {
  const columns = position.rows[0]?.length ?? 1;
  return position.rows[Math.floor(cell / columns)]?.[cell % columns] ?? "";
}

/** Return whether a symbol is a piece. @param {Grid} grid @param {string} symbol */
export const isPiece = (grid, symbol) => {
  const name = grid.symbols[symbol];
  return name !== undefined && name !== EMPTY && name !== NOT_IN_PLAY;
};

/** Return the piece that is drawn on a cell, or an empty text. Dots are part of the board.
 * @param {Grid} grid @param {string} style @param {Drawn} position @param {number} cell */
export function pieceOn(grid, style, position, cell) {
  const symbol = symbolAt(position, cell);
  if (!isPiece(grid, symbol)) return "";
  if (style !== "dots") return symbol;
  const kind = kindInDots(grid.column_labels.length, cell);
  return kind === "line" || (kind === "box" && roles(grid).get(symbol) !== "none") ? symbol : "";
}

/** Return what a cell of a board of dots is. @param {number} columns @param {number} cell @returns {"dot" | "line" | "box"} */
export function kindInDots(columns, cell) {
  const odd = (Math.floor(cell / columns) % 2) + ((cell % columns) % 2);
  return odd === 1 ? "line" : odd ? "box" : "dot";
}

