// Small boards of points, in one SVG of few nodes.

import {disc, make, sideOf} from "./shapes/pieces.js";
import {SHOWN, groundOf, placesIn, pointsGround, pointsLayout} from "./shapes/points.js";

/** @import {Points} from "kibitz-protocol" */
/** @import {Drawn} from "./shapes/layout.js" */

/** Draw a small board of points. @param {Points} board @param {Drawn} position @param {boolean} flipped */
export function drawPoints(board, position, flipped) {
  const found = pointsLayout(board, flipped, false);
  const {w, h} = found.area;
  const paths = new Map([...pointsGround(found), ["last-ground", position.last.map((cell) => groundOf(found, cell)).join("")]]);
  /** @type {SVGElement[]} */
  const numbers = [];
  found.boxes.forEach((_, cell) => {
    const count = position.counts[cell] ?? 0;
    const places = placesIn(found, cell, Math.abs(count));
    const side = `body ${sideOf(board, count < 0 ? 1 : 0)}`;
    const shapes = places.map(({x, y}) => (cell < 26 ? disc(x, y, 0.41) : `M${x - 24} ${y - 7}h48v14h-48z`));
    paths.set(side, (paths.get(side) ?? "") + shapes.join(""));
    const top = places.at(-1);
    if (!top || Math.abs(count) <= SHOWN) return;
    const number = make("text", {x: top.x, y: top.y, dy: "0.36em", "text-anchor": "middle", class: "count big"});
    number.textContent = String(Math.abs(count));
    numbers.push(number);
  });
  const plate = make("rect", {width: w, height: h, rx: 10, class: "plate"});
  const shapes = [...paths].filter(([, d]) => d).map(([name, d]) => make("path", {d, class: `mini-${name}`}));
  return make("svg", {viewBox: `0 0 ${w} ${h}`, class: "board-svg points"}, [plate, ...shapes, ...numbers]);
}
