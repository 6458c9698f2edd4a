// Small grids for lists, in one SVG of few nodes.

import {disc, make} from "../../svg.js";
import {CELL, outline} from "../layout.js";
import {chessman} from "./chessmen.js";
import {gridSide, look} from "./look.js";
import {blockArea, crossings, dots, hexBorders, isDark, lineIn, openLines, paperLines, shadePaths} from "./paths.js";
import {isPiece, pieceOn} from "./symbols.js";

/** @import {Grid} from "kibitz-protocol" */
/** @import {Drawn, Layout} from "../layout.js" */

/** Draw a small grid. @param {Grid} grid @param {Drawn} position @param {Layout} found */
export function drawSmallGrid(grid, position, found) {
  const {area, style} = found;
  const plate = make("rect", {x: area.x, y: area.y, width: area.w, height: area.h, rx: 10, class: "plate"});
  const svg = make("svg", {viewBox: `${area.x} ${area.y} ${area.w} ${area.h}`, class: `board-svg ${style}`});
  svg.append(...(style === "hexes" ? [] : [plate]), ...gridNodes(grid, position, found));
  return svg;
}

/** @param {Grid} grid @param {Drawn} position @param {Layout} found */
function gridNodes(grid, position, found) {
  const {boxes, style} = found;
  // One path a colour: a board of 400 cells has as few nodes as one of nine.
  const paths = new Map([["dark", ""], ["hex", ""], ["open", style === "dots" ? openLines(found) : ""], ["line", style === "lines" ? crossings(grid, found) : ""], ["last-ground", ""], ["shadow", ""]]);
  const add = (/** @type {string} */ name, /** @type {string} */ d) => paths.set(name, (paths.get(name) ?? "") + d);
  boxes.forEach((box, cell) => {
    const square = outline(found, cell);
    const [x, y] = [box.x + box.w / 2, box.y + box.h / 2];
    if (style === "checks" && isDark(found, cell)) add("dark", square);
    else if (style === "squares") add("line", square);
    else if (style === "hexes") add("hex", square);
    if (style !== "drop" && style !== "dots" && position.last.includes(cell)) add("last-ground", square);
    if (style === "drop") add("holes", disc(x, y, CELL * 0.42));
    const symbol = pieceOn(grid, style, position, cell);
    if (!symbol) return;
    if (style === "dots") return box.play ? add("drawn-line", lineIn(box)) : undefined;
    const {side, shape, letter} = look(grid, style, symbol);
    const a = CELL * 0.28;
    if (shape === "man") {
      const [body, lines] = chessman(letter);
      add(`man-body ${side}`, shifted(body, x, y));
      add(`man-lines ${side}`, shifted(lines, x, y));
    } else if (shape === "cross") add(`stroke ${side}`, `M${x - a} ${y - a}l${2 * a} ${2 * a}M${x + a} ${y - a}l${-2 * a} ${2 * a}`);
    else if (shape === "ring") add(`stroke ${side}`, disc(x, y, CELL * 0.3));
    else {
      const r = CELL * (shape === "stone" ? 0.46 : 0.4);
      add("shadow", disc(x + 1, y + 4, r));
      if (shape === "checker") add(`body ${side}`, disc(x, y + 4, r));
      add(`body ${side}`, disc(x, y, r));
      add("shine", disc(x - r * 0.3, y - r * 0.35, r * 0.45));
      if (letter === "K") add("crown", `M${x - 12} ${y + 8}l-2 -14l7 6l7 -13l7 13l7 -6l-2 14z`);
    }
  });
  const shine = paths.get("shine") ?? "";
  paths.delete("shine");
  paths.set("shine", shine);
  for (const [side, d] of shadePaths(grid, position, found)) add(`shade ${side}`, d);
  if (style === "dots") add("dot", dots(found));
  if (style === "paper") {
    const {thin, thick} = paperLines(grid, found);
    add("line", thin);
    add("line thick", thick);
  }
  if (grid.block && position.blocks) {
    [...position.blocks].forEach((symbol, block) => {
      if (!isPiece(grid, symbol)) return;
      const {x, y, size} = blockArea(grid, found, block);
      const {side, shape} = look(grid, "paper", symbol);
      const [cx, cy, a] = [x + size / 2, y + size / 2, size * 0.3];
      add("cover", `M${x + 4} ${y + 4}h${size - 8}v${size - 8}h${8 - size}z`);
      add(`owner ${side}`, shape === "cross" ? `M${cx - a} ${cy - a}l${2 * a} ${2 * a}M${cx + a} ${cy - a}l${-2 * a} ${2 * a}` : disc(cx, cy, a));
    });
  }
  const edges = style === "hexes" && grid.edges ? hexBorders(grid, found).map((d, side) => make("path", {d, class: `edge ${gridSide(grid, grid.edges?.[side] ?? 0)}`})) : [];
  return [...edges, ...[...paths].filter(([, d]) => d).map(([name, d]) => make("path", {d, class: `mini-${name}`}))];
}

/** Return a path of absolute coordinates, moved. @param {string} d @param {number} x @param {number} y */
const shifted = (d, x, y) => d.replace(/(-?[\d.]+) (-?[\d.]+)/g, (_, a, b) => `${(Number(a) + x).toFixed(1)} ${(Number(b) + y).toFixed(1)}`);
