// Pieces as SVG shapes. The first side has filled discs and the second one discs with a ring, so that the sides differ
// without colours; crosses, noughts, kings, chessmen and lines have shapes of their own, other pieces letters.

import {CHESSMEN} from "./chessmen.js";
import {make} from "../svg.js";
import {CELL, gridStyle, roles} from "./layout.js";

/** @import {Board, Grid, State} from "kibitz-protocol" */
/** @import {Layout} from "./layout.js" */

/** Code of ♔, with which the signs of chessmen begin: six white ones, then six black ones. */
const FIRST_MAN = 0x2654;
const MEN = "KQRBNP";

/** Return the letter of the chessman that a symbol is shown as, or an empty text. @param {Grid} grid @param {string} symbol */
function manOf(grid, symbol) {
  const place = (grid.glyphs?.[symbol]?.codePointAt(0) ?? 0) - FIRST_MAN;
  return place >= 0 && place < 12 ? MEN[place % 6] : "";
}

/** Return the cell of the king that a move attacks, as its text says with its last sign; -1 if there is none.
 * @param {Board} board @param {State} position @param {string | null | undefined} said how people write the move */
export function attackedKing(board, {rows, to_move: turn, last}, said) {
  if (board.shape !== "grid" || !/[+#]$/.test(said ?? "")) return -1;
  const symbols = [...rows.join("")];
  // After mate nobody is to move. Then it is the king of the side that did not move.
  const mover = last.map((cell) => board.owners[symbols[cell]]).find((owner) => owner !== undefined);
  const seat = turn ?? 1 - (mover ?? 0);
  return symbols.findIndex((symbol) => board.owners[symbol] === seat && manOf(board, symbol) === "K");
}

/** The look of a piece: its colour class, its shape, and the letter on it or of the chessman.
 * @typedef {{side: string, shape: "disc" | "cross" | "ring" | "drawn" | "man", letter: string}} Look */

/** Return the look of a symbol. @param {Grid} grid @param {Layout["style"]} style @param {string} symbol @returns {Look} */
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
  return {side, shape: "disc", letter: grid.glyphs?.[symbol] ?? letterOf(grid, symbol, role)};
}

/** Return the colour with which a name begins. @param {string} name */
const colourOf = (name) => /^(black|white|red|blue)\b/i.exec(name)?.[1].toLowerCase();

/** Return the colour class of the side that a symbol belongs to; an empty text if it belongs to none.
 * @param {Grid} grid @param {string} symbol */
export const sideOfSymbol = (grid, symbol) => ((roles(grid).get(symbol) ?? "none") === "none" ? "" : look(grid, gridStyle(grid), symbol).side);

/** Return the colour class of the side at a seat, as its pieces have it. @param {Board} board @param {number} seat */
export function sideOf(board, seat) {
  if (board.shape === "points") return colourOf(board.names[seat]) ?? (seat ? "second" : "first");
  if (board.shape !== "grid") return seat ? "second" : "first";
  const found = [...roles(board)].find(([, role]) => role === (seat ? "second" : "first"));
  if (!found) return seat ? "second" : "first";
  const {side, shape} = look(board, gridStyle(board), found[0]);
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

/** Draw what is on a cell, around its middle. @param {Grid} grid @param {Layout} found @param {number} cell @param {string} symbol */
export function stone(grid, {style, boxes}, cell, symbol) {
  const shown = look(grid, style, symbol);
  // Stones of Go nearly touch.
  if (style !== "dots") return piece(shown, style === "lines" ? 1.15 * CELL : CELL);
  const {w, h, play} = boxes[cell];
  if (play) return make("path", {d: w > h ? `M${-w / 2} 0h${w}` : `M0 ${-h / 2}v${h}`, class: "drawn-line"});
  return make("g", {class: `piece ${shown.side} owner`}, [written(shown.letter || symbol, 34)]);
}

/** @param {string} text @param {number} size */
function written(text, size) {
  const node = make("text", {class: "letter", "text-anchor": "middle", dy: "0.36em", "font-size": size});
  node.textContent = text;
  return node;
}

/** Draw a piece around the origin. @param {Look} look @param {number} size width of its square */
export function piece({side, shape, letter}, size) {
  const r = size * 0.4;
  const group = make("g", {class: `piece ${side} ${shape}`});
  if (shape === "man") {
    const [body, lines] = CHESSMEN[letter];
    if (size !== CELL) group.setAttribute("transform", `scale(${size / CELL})`);
    group.append(make("path", {d: body, class: "man-body"}), make("path", {d: lines, class: "man-lines"}));
  } else if (shape === "cross") {
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
    } else if (letter) group.append(written(letter, size * 0.4));
  }
  return group;
}
