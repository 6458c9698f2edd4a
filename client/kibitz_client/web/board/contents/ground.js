// What lies below and above the pieces of a grid: squares, lines, hexagons, dots, the frame into which discs drop, and the
// colours of the last move and of areas that belong to a side.

import {crossings, dots, hexBorders, isDark, openLines, paperLines, shadePaths} from "../shapes/grid/paths.js";
import {gridSide} from "../shapes/grid/look.js";
import {CELL, outline} from "../shapes/layout.js";
import {disc, make} from "../svg.js";

/** @import {Grid} from "kibitz-protocol" */
/** @import {Box, Drawn, Layout} from "../shapes/layout.js" */

/** Radii of the corners of boards. @type {{[style: string]: number}} */
const CORNERS = {drop: 18, checks: 2};

/** Return the ground of a grid. @param {Grid} grid @param {Layout} found @returns {SVGElement[]} */
export function gridGround(grid, found) {
  const {area, style, boxes} = found;
  const plate = make("rect", {x: area.x, y: area.y, width: area.w, height: area.h, rx: CORNERS[style] ?? 6, class: "plate"});
  const path = (/** @type {string} */ d, /** @type {string} */ name) => make("path", {d, class: name});
  const joined = boxes.map((_, cell) => outline(found, cell));
  if (style === "checks") return [plate, path(joined.filter((_, cell) => isDark(found, cell)).join(""), "dark")];
  if (style === "squares") return [plate, path(joined.join(""), "line")];
  if (style === "lines") {
    const stars = grid.stars.map((star) => make("circle", {cx: boxes[star].x + CELL / 2, cy: boxes[star].y + CELL / 2, r: 5, class: "star"}));
    return [plate, path(crossings(grid, found), "line"), ...stars];
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

/** Return what lies over the pieces: the front of a frame into which discs drop. @param {Grid} _ @param {Layout} found */
export function gridFront(_, {style, area, boxes}) {
  if (style !== "drop") return null;
  const rims = boxes.map(({x, y}) => disc(x + CELL / 2, y + CELL / 2, CELL * 0.42)).join("");
  const d = `M${area.x + 18} ${area.y}h${area.w - 36}a18 18 0 0 1 18 18v${area.h - 36}a18 18 0 0 1 -18 18h${36 - area.w}a18 18 0 0 1 -18 -18v${36 - area.h}a18 18 0 0 1 18 -18z${rims}`;
  return make("g", {class: "front", "aria-hidden": "true"}, [
    make("path", {d, "fill-rule": "evenodd", class: "frame"}),
    make("path", {d: rims, class: "holes"}),
  ]);
}

/** Return the colours below the pieces: those of areas of a side, of the last move, and of a king that it attacks.
 * @param {Grid} grid @param {Drawn} position @param {Layout} found @param {number} attacked its cell, or -1 */
export function gridTints(grid, position, found, attacked) {
  const shades = [...shadePaths(grid, position, found)].map(([side, d]) => make("path", {d, class: `shade ${side}`}));
  const last = position.last.map((cell) => make("path", {d: outline(found, cell), class: "last-ground"}));
  return [...shades, ...last, ...(attacked < 0 ? [] : alarm(found.boxes[attacked]))];
}

/** @param {Box} box */
const alarm = ({x, y, w, h}) => [29, 23, 16].map((r) => make("circle", {cx: x + w / 2, cy: y + h / 2, r, class: "alarm"}));
