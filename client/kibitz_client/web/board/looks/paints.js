// Light and shadow that all boards of a page share: gradients over flat colours, so that a theme needs none of its own.
// Shapes name them in an attribute, which a picture for a file copies with them.

import {make} from "../svg.js";

/** Stops of a gradient: its offset in percent, and black or white with an opacity in percent.
 * @typedef {[number, "black" | "white", number][]} Stops */

/** Round light from the upper left, by the name of the paint. @type {{[name: string]: Stops}} */
const ROUND = {
  // A white stone: bright in the middle, grey at its lower edge.
  shell: [[0, "white", 95], [45, "white", 0], [75, "black", 6], [100, "black", 34]],
  // A black stone: a soft light on a dark ground.
  slate: [[0, "white", 46], [40, "white", 12], [75, "white", 0], [100, "black", 40]],
  // A coloured disc.
  gloss: [[0, "white", 50], [50, "white", 6], [78, "black", 6], [100, "black", 30]],
};
/** Light from the upper left over something upright or wide. @type {{[name: string]: Stops}} */
const STRAIGHT = {
  turned: [[0, "white", 42], [42, "white", 4], [62, "black", 4], [100, "black", 26]],
  plate: [[0, "white", 14], [50, "white", 0], [100, "black", 12]],
};

/** Return the reference to a paint. @param {string} name */
export const paint = (name) => `url(#paint-${name})`;

/** Put the paints into the document, once. */
export function providePaints() {
  if (document.getElementById("paints")) return;
  const stops = (/** @type {Stops} */ list) => list.map(([offset, colour, opacity]) => make("stop", {offset: `${offset}%`, "stop-color": colour, "stop-opacity": opacity / 100}));
  const paints = [
    ...Object.entries(ROUND).map(([name, list]) => make("radialGradient", {id: `paint-${name}`, cx: "36%", cy: "30%", r: "72%"}, stops(list))),
    ...Object.entries(STRAIGHT).map(([name, list]) => make("linearGradient", {id: `paint-${name}`, x1: 0, y1: 0, x2: 1, y2: 1}, stops(list))),
    make("radialGradient", {id: "paint-cast"}, stops([[0, "black", 55], [78, "black", 42], [100, "black", 0]])),
    make("linearGradient", {id: "paint-inner", x1: 0, y1: 0, x2: 0, y2: 1}, stops([[0, "black", 45], [45, "black", 6], [100, "white", 10]])),
    make("pattern", {id: "paint-grain", width: 420, height: 96, patternUnits: "userSpaceOnUse"}, [grain()]),
  ];
  const svg = make("svg", {id: "paints", width: 0, height: 0, class: "paints", "aria-hidden": "true"}, paints);
  document.body.append(svg);
}

/** Return the grain of wood: long lines that swing a little, and end where they begin. */
function grain() {
  const lines = [6, 17, 23, 38, 47, 58, 71, 80, 90].map((y, place) => {
    const swing = place % 2 ? 5 : -4;
    return `M0 ${y}C120 ${y + swing} 180 ${y - swing} 210 ${y}S330 ${y + swing} 420 ${y}`;
  });
  return make("path", {d: lines.join(""), fill: "none", stroke: "#5b3510", "stroke-opacity": 0.09, "stroke-width": 2});
}
