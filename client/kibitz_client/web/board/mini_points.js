// Small boards of points. Few lists have one, so this is loaded when one is shown.

import {make, sideOf} from "./shapes/pieces.js";
import {SHOWN, groundOf, placesIn, pointsGround, pointsLayout} from "./shapes/points.js";

/** @import {Points} from "kibitz-protocol" */
/** @import {Drawn} from "./shapes/layout.js" */

/** Draw a board of points. @param {SVGElement} svg @param {Points} board @param {Drawn} position @param {boolean} flipped */
export function fillPoints(svg, board, position, flipped) {
  const found = pointsLayout(board, flipped, false);
  const {w, h} = found.area;
  svg.setAttribute("viewBox", `0 0 ${w} ${h}`);
  const paths = new Map([...pointsGround(found), ["last-ground", position.last.map((cell) => groundOf(found, cell)).join("")]]);
  /** @type {SVGElement[]} */
  const numbers = [];
  found.boxes.forEach((_, cell) => {
    const count = position.counts[cell] ?? 0;
    const places = placesIn(found, cell, Math.abs(count));
    const side = `body ${sideOf(board, count < 0 ? 1 : 0)}`;
    const shapes = places.map(({x, y}) => (cell < 26 ? disc(x, y) : `M${x - 24} ${y - 7}h48v14h-48z`));
    paths.set(side, (paths.get(side) ?? "") + shapes.join(""));
    const top = places.at(-1);
    if (!top || Math.abs(count) <= SHOWN) return;
    const number = make("text", {x: top.x, y: top.y, dy: "0.36em", "text-anchor": "middle", class: "count big"});
    number.textContent = String(Math.abs(count));
    numbers.push(number);
  });
  svg.append(make("rect", {width: w, height: h, rx: 10, class: "plate"}), ...[...paths].filter(([, d]) => d).map(([name, d]) => make("path", {d, class: `mini-${name}`})), ...numbers);
}

/** @param {number} x @param {number} y */
const disc = (x, y) => `M${x - 24.6} ${y}a24.6 24.6 0 1 0 49.2 0a24.6 24.6 0 1 0 -49.2 0z`;
