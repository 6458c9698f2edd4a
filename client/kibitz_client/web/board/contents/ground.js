// What lies below and above the pieces of a grid: squares, lines, hexagons, dots, the frame into which discs drop, and the
// colours of the last move and of areas that belong to a side.

import {blockArea, crossings, dots, hexBorders, isDark, openLines, paperLines, shadePaths} from "../shapes/grid/paths.js";
import {gridSide} from "../shapes/grid/look.js";
import {CELL, outline} from "../shapes/layout.js";
import {paint} from "../looks/paints.js";
import {disc, make} from "../svg.js";

/** @import {Grid, State} from "kibitz-protocol" */
/** @import {Box, Drawn, Layout} from "../shapes/layout.js" */

/** Radii of the corners of boards. @type {{[style: string]: number}} */
const CORNERS = {drop: 18, checks: 2};

/** Return the ground of a grid. @param {Grid} grid @param {Layout} found @returns {SVGElement[]} */
export function gridGround(grid, found) {
  const {area, style, boxes} = found;
  const plate = make("rect", {x: area.x, y: area.y, width: area.w, height: area.h, rx: CORNERS[style] ?? 6, class: "plate"});
  const path = (/** @type {string} */ d, /** @type {string} */ name) => make("path", {d, class: name});
  const joined = boxes.map((_, cell) => outline(found, cell));
  if (style === "checks") return [plate, path(joined.filter((_, cell) => isDark(found, cell)).join(""), "dark"), ...wood(area, CORNERS.checks)];
  if (style === "squares") return [plate, light(area, 6), path(joined.join(""), "line"), path(feltStars(found), "star")];
  if (style === "drop") return [plate, make("path", {d: holes(boxes), class: "gloss", fill: paint("inner")})];
  if (style === "lines") {
    const stars = grid.stars.map((star) => make("circle", {cx: boxes[star].x + CELL / 2, cy: boxes[star].y + CELL / 2, r: 5, class: "star"}));
    return [plate, ...wood(area, 6), path(crossings(grid, found), "line"), ...stars];
  }
  if (style === "paper") {
    const {thin, thick} = paperLines(grid, found);
    return [plate, path(thin, "line"), path(thick, "line thick")];
  }
  if (style === "hexes") {
    const edges = grid.edges ? hexBorders(grid, found).map((d, side) => path(d, `edge ${gridSide(grid, grid.edges?.[side] ?? 0)}`)) : [];
    return [...edges, path(joined.join(""), "hex")];
  }
  return style === "dots" ? [plate, path(openLines(found), "open"), path(dots(found), "dot")] : [plate];
}

/** Return the grain of wood and the light on it, which palettes of other materials leave out.
 * @param {Layout["area"]} area @param {number} rx */
export const wood = (area, rx) => [make("rect", {...rectangle(area), rx, class: "plate-light grain", fill: paint("grain")}), light(area, rx)];

/** Return the light on a board. @param {Layout["area"]} area @param {number} rx */
export const light = (area, rx) => make("rect", {...rectangle(area), rx, class: "plate-light gloss", fill: paint("plate")});

/** @param {Layout["area"]} area */
const rectangle = ({x, y, w, h}) => ({x, y, width: w, height: h});

/** Return the four dots by which players find their way on a board of discs, two squares from its corners.
 * @param {Layout} found */
function feltStars({boxes, columns}) {
  const rows = boxes.length / columns;
  if (columns < 6 || rows < 6) return "";
  return [2, rows - 2].flatMap((row) => [2, columns - 2].map((column) => disc(boxes[0].x < boxes[boxes.length - 1].x ? boxes[column].x : boxes[column].x + CELL, boxes[0].y < boxes[boxes.length - 1].y ? boxes[row * columns].y : boxes[row * columns].y + CELL, 4.5))).join("");
}

/** @param {Box[]} boxes */
const holes = (boxes) => boxes.map(({x, y}) => disc(x + CELL / 2, y + CELL / 2, CELL * 0.42)).join("");

/** Return what lies over the pieces: the front of a frame into which discs drop. @param {Grid} _ @param {Layout} found */
export function gridFront(_, {style, area, boxes}) {
  if (style !== "drop") return null;
  const rims = holes(boxes);
  const d = `M${area.x + 18} ${area.y}h${area.w - 36}a18 18 0 0 1 18 18v${area.h - 36}a18 18 0 0 1 -18 18h${36 - area.w}a18 18 0 0 1 -18 -18v${36 - area.h}a18 18 0 0 1 18 -18z${rims}`;
  return make("g", {class: "front", "aria-hidden": "true"}, [
    make("path", {d, "fill-rule": "evenodd", class: "frame"}),
    make("path", {d, "fill-rule": "evenodd", class: "gloss", fill: paint("plate")}),
    make("path", {d: rims, class: "holes"}),
    make("path", {d: boxes.map(({x, y}) => `M${x + 12} ${y + 48}a25.2 25.2 0 0 0 36 0`).join(""), class: "hole-light"}),
  ]);
}

/** Return the colours below the pieces: those of areas of a side, of the last move, and of a king that it attacks.
 * @param {Grid} grid @param {Drawn} position @param {Layout} found @param {number} attacked its cell, or -1 */
export function gridTints(grid, position, found, attacked) {
  const shades = [...shadePaths(grid, position, found)].map(([side, d]) => make("path", {d, class: `shade ${side}`}));
  const last = position.last.map((cell) => make("path", {d: outline(found, cell), class: "last-ground"}));
  return [...targetBlocks(grid, position, found), ...shades, ...last, ...(attacked < 0 ? [] : alarm(found.boxes[attacked]))];
}

/** Return the colours of blocks, if the next move must go into some of them: those, and the others paler.
 * @param {Grid} grid @param {Partial<State> & Drawn} position @param {Layout} found */
function targetBlocks(grid, {paths = [], blocks}, found) {
  const {block} = grid;
  const across = found.columns / block;
  const open = new Set(paths.map(([cell]) => Math.floor(cell / found.columns / block) * across + Math.floor((cell % found.columns) / block)));
  const free = block ? [...blocks].filter((symbol) => grid.symbols[symbol] === "empty").length : 0;
  if (!block || !open.size || open.size === free) return [];
  return [...blocks].map((_, number) => {
    const {x, y, size} = blockArea(grid, found, number);
    return make("rect", {x: x - 3, y: y - 3, width: size + 6, height: size + 6, rx: 5, class: open.has(number) ? "target-block" : "other-block"});
  });
}

/** @param {Box} box */
const alarm = ({x, y, w, h}) => [29, 23, 16].map((r) => make("circle", {cx: x + w / 2, cy: y + h / 2, r, class: "alarm"}));
