// What lies below and above the pieces of a board: squares, lines, hexagons, dots, the frame into which discs drop, and
// the colours of the last move and of areas that belong to a side.

import {CELL, hexBorders, outline, paperLines} from "./layout.js";
import {sideOf, sideOfSymbol} from "./pieces.js";
import {make} from "../svg.js";

/** @import {Board, Grid} from "kibitz-protocol" */
/** @import {Box, Drawn, Layout} from "./layout.js" */

/** Return whether a square of a chequered board is a dark one. Where not all squares are in play, those are dark.
 * @param {Layout} found @param {number} cell */
export const isDark = ({boxes, columns}, cell) => boxes[cell].play && ((cell + Math.floor(cell / columns)) % 2 === 1 || boxes.some(({play}) => !play));

/** Return the ground of a board. @param {Board} board @param {Layout} found */
export function background(board, found) {
  const {area, style, boxes} = found;
  const group = make("g", {class: "ground", "aria-hidden": "true"});
  if (style !== "hexes") group.append(make("rect", {x: area.x, y: area.y, width: area.w, height: area.h, rx: style === "drop" || style === "pits" ? 18 : style === "checks" ? 2 : 6, class: "plate"}));
  if (board.shape !== "grid") {
    for (const box of boxes) {
      if (style === "pits") group.append(make("rect", {x: box.x + 6, y: box.y + 6, width: box.w - 12, height: box.h - 12, rx: Math.min(box.w, box.h) / 2 - 6, class: "pit"}));
      else group.append(make("rect", {x: box.x, y: box.y + 4, width: box.w, height: box.h - 8, rx: 10, class: "heap"}));
    }
    return group;
  }
  const path = (/** @type {string} */ d, /** @type {string} */ name) => group.append(make("path", {d, class: name}));
  const joined = boxes.map((_, cell) => outline(found, cell));
  if (style === "checks") path(joined.filter((_, cell) => isDark(found, cell)).join(""), "dark");
  else if (style === "squares") path(joined.join(""), "line");
  else if (style === "lines") {
    path(crossings(board, found), "line");
    for (const star of board.stars) group.append(make("circle", {cx: boxes[star].x + CELL / 2, cy: boxes[star].y + CELL / 2, r: 5, class: "star"}));
  } else if (style === "paper") {
    const {thin, thick} = paperLines(board, found);
    path(thin, "line");
    path(thick, "line thick");
  } else if (style === "hexes") {
    if (board.edges) hexBorders(board, found).forEach((d, side) => path(d, `edge ${sideOf(board, board.edges?.[side] ?? 0)}`));
    path(joined.join(""), "hex");
  } else if (style === "dots") {
    path(openLines(found), "open");
    path(dots(found), "dot");
  }
  return group;
}

/** Return the lines on whose crossings stones stand. @param {Grid} grid @param {Layout} found */
export function crossings({column_labels: columns, row_labels: rows}, {area}) {
  const [x, y] = [area.x + 6 + CELL / 2, area.y + 6 + CELL / 2];
  const down = columns.map((_, column) => `M${x + column * CELL} ${y}v${(rows.length - 1) * CELL}`);
  return [...down, ...rows.map((_, row) => `M${x} ${y + row * CELL}h${(columns.length - 1) * CELL}`)].join("");
}

/** Return the dots as a path. @param {Layout} found */
export const dots = ({boxes}) =>
  boxes.map(({x, y, w, h}) => (w < CELL && h < CELL ? `M${x + w / 2 - 7} ${y + h / 2}a7 7 0 1 0 14 0a7 7 0 1 0 -14 0z` : "")).join("");

/** Return the places of lines as a path. @param {Layout} found */
export const openLines = ({boxes}) => boxes.map((box) => (box.play ? lineIn(box) : "")).join("");

/** Return the line between two dots as a path. @param {Omit<Box, "play">} box */
export const lineIn = ({x, y, w, h}) => (w > h ? `M${x} ${y + h / 2}h${w}` : `M${x + w / 2} ${y}v${h}`);

/** Return what lies over the pieces: the front of a frame into which discs drop. @param {Board} board @param {Layout} found */
export function foreground(board, {style, area, boxes}) {
  if (board.shape !== "grid" || style !== "drop") return null;
  const r = CELL * 0.42;
  let d = `M${area.x + 18} ${area.y}h${area.w - 36}a18 18 0 0 1 18 18v${area.h - 36}a18 18 0 0 1 -18 18h${36 - area.w}a18 18 0 0 1 -18 -18v${36 - area.h}a18 18 0 0 1 18 -18z`;
  let rims = "";
  for (const {x, y} of boxes) {
    const circle = `M${x + CELL / 2 - r} ${y + CELL / 2}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
    d += circle;
    rims += circle;
  }
  return make("g", {class: "front", "aria-hidden": "true"}, [
    make("path", {d, "fill-rule": "evenodd", class: "frame"}),
    make("path", {d: rims, class: "holes"}),
  ]);
}

/** Return the colours below the pieces: those of areas of a side, of the last move, and of a king that it attacks.
 * @param {Board} board @param {Drawn} position @param {Layout} found @param {number} attacked its cell, or -1 */
export function tints(board, position, found, attacked) {
  const last = position.last.map((cell) => {
    const {x, y, w, h} = found.boxes[cell];
    // A heap is drawn a little smaller than its cell, with round corners.
    if (found.style === "heaps") return make("rect", {x, y: y + 4, width: w, height: h - 8, rx: 10, class: "last-ground"});
    if (found.style === "pits") return make("rect", {x, y, width: w, height: h, rx: 40, class: "last-ground"});
    return make("path", {d: outline(found, cell), class: "last-ground"});
  });
  if (board.shape !== "grid") return last;
  return [...[...shadePaths(board, position, found)].map(([side, d]) => make("path", {d, class: `shade ${side}`})), ...last, ...(attacked < 0 ? [] : alarm(found.boxes[attacked]))];
}

/** @param {Box} box */
const alarm = ({x, y, w, h}) => [29, 23, 16].map((r) => make("circle", {cx: x + w / 2, cy: y + h / 2, r, class: "alarm"}));

/** Return the areas of each side as paths by the colour class of the side.
 * @param {Grid} grid @param {Drawn} position @param {Layout} found */
export function shadePaths(grid, position, found) {
  /** @type {Map<string, string>} */
  const paths = new Map();
  // On a board of dots, the symbol of a closed box says whose it is.
  [...(position.shades || (found.style === "dots" ? position.rows.join("") : ""))].forEach((symbol, cell) => {
    const side = sideOfSymbol(grid, symbol);
    if (side) paths.set(side, (paths.get(side) ?? "") + shade(found, cell));
  });
  return paths;
}

/** @param {Layout} found @param {number} cell */
function shade(found, cell) {
  const {x, y, w, h} = found.boxes[cell];
  if (found.style === "lines") return `M${x + w / 2 - 11} ${y + h / 2 - 11}h22v22h-22z`;
  return found.style === "dots" ? `M${x - 4} ${y - 4}h${w + 8}v${h + 8}h${-w - 8}z` : outline(found, cell);
}
