// Pieces as SVG shapes. The first side has filled discs and the second one discs with a ring, so that the sides differ
// without colours; crosses, noughts, kings and other pieces have shapes or letters of their own.

import {gridStyle, roles} from "./layout.js";

/** @import {Board, Grid} from "kibitz-protocol" */
/** @import {GridStyle} from "./layout.js" */

const NS = "http://www.w3.org/2000/svg";

/** Make an SVG element. @param {string} name @param {{[attribute: string]: string | number}} [attributes]
 * @param {Element[]} [children] @returns {SVGElement} */
export function make(name, attributes = {}, children = []) {
  const element = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

/** The look of a piece: its colour class, its shape, and the letter on it. @typedef {{side: string, shape: "disc" | "cross" | "ring" | "drawn", letter: string}} Look */

/** Return the look of a symbol. @param {Grid} grid @param {GridStyle} style @param {string} symbol @returns {Look} */
export function look(grid, style, symbol) {
  const name = grid.symbols[symbol] ?? "";
  const role = roles(grid).get(symbol) ?? "none";
  const colour = /^(black|white)\b/.exec(name)?.[1];
  const side = colour ?? (style === "lines" ? (role === "first" ? "black" : "white") : role);
  if (name === "cross") return {side: "first", shape: "cross", letter: ""};
  if (name === "nought") return {side: "second", shape: "ring", letter: ""};
  if (role === "none") return {side: "none", shape: "drawn", letter: ""};
  return {side, shape: "disc", letter: letterOf(grid, symbol, role)};
}

/** Return the colour class of the side at a seat, as its pieces have it. @param {Board} board @param {number} seat */
export function sideOf(board, seat) {
  if (board.shape !== "grid") return seat ? "second" : "first";
  const found = [...roles(board)].find(([, role]) => role === (seat ? "second" : "first"));
  if (!found) return seat ? "second" : "first";
  const {side, shape} = look(board, gridStyle(board), found[0]);
  return shape === "disc" ? side : shape;
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

/** Draw a piece around the origin. @param {Look} look @param {number} size width of its square */
export function piece({side, shape, letter}, size) {
  const r = size * 0.4;
  const group = make("g", {class: `piece ${side} ${shape}`});
  if (shape === "cross") {
    const a = r * 0.72;
    group.append(make("path", {d: `M${-a} ${-a}L${a} ${a}M${a} ${-a}L${-a} ${a}`, class: "stroke"}));
  } else if (shape === "ring") group.append(make("circle", {r: r * 0.76, class: "stroke"}));
  else if (shape === "drawn") group.append(make("path", {d: `M${-r / 2} ${-r / 6}H${r / 2}M${-r / 2} ${r / 6}H${r / 2}`, class: "stroke thin"}));
  else {
    group.append(make("circle", {r: r + 1, cy: 2, class: "shadow"}), make("circle", {r, class: "body"}));
    // A light edge above and an inner ring give the disc its depth; the second side has the ring as its shape.
    group.append(make("circle", {r: r * 0.72, class: "rim"}));
    if (letter === "K") {
      const k = r * 0.5;
      const d = `M${-k} ${k * 0.7}L${-k * 1.1} ${-k * 0.5}L${-k * 0.45} ${k * 0.1}L0 ${-k * 0.85}L${k * 0.45} ${k * 0.1}L${k * 1.1} ${-k * 0.5}L${k} ${k * 0.7}Z`;
      group.append(make("path", {d, class: "crown"}));
    } else if (letter) {
      const text = make("text", {class: "letter", "text-anchor": "middle", dy: "0.36em", "font-size": size * 0.4});
      text.textContent = letter;
      group.append(text);
    }
  }
  return group;
}
