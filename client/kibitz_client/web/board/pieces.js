// Pieces as SVG shapes. The first side has filled discs and the second one discs with a ring, so that the sides differ
// without colours; crosses, noughts, kings, chessmen and lines have shapes of their own, other pieces letters. Light and
// shadow lie over flat colours.

import {paint} from "./looks/paints.js";
import {chessman} from "./shapes/grid/chessmen.js";
import {CELL} from "./shapes/layout.js";
import {make, makeText} from "./svg.js";

/** @import {Look} from "./shapes/grid/look.js" */

/** Draw a piece around the origin. @param {Look} look @param {number} size width of its square */
export function piece({side, shape, letter}, size) {
  const r = size * 0.4;
  const group = make("g", {class: `piece ${side} ${shape}`});
  if (shape === "man") {
    const [body, lines] = chessman(letter);
    if (size !== CELL) group.setAttribute("transform", `scale(${size / CELL})`);
    group.append(
      make("ellipse", {cy: 22, rx: 19, ry: 4.5, class: "cast", fill: paint("cast")}),
      make("path", {d: body, class: "man-body"}),
      make("path", {d: body, class: "gloss", fill: paint("turned")}),
      make("path", {d: lines, class: "man-lines"}),
    );
  } else if (shape === "cross") {
    const a = r * 0.72;
    // Two strokes, each of which can be drawn.
    group.append(...[`M${-a} ${-a}L${a} ${a}`, `M${a} ${-a}L${-a} ${a}`].map((d) => make("path", {d, class: "stroke", pathLength: 1})));
  } else if (shape === "ring") group.append(make("circle", {r: r * 0.76, class: "stroke", pathLength: 1, transform: "rotate(-90)"}));
  else if (shape === "drawn") group.append(make("path", {d: `M${-r / 2} ${-r / 6}H${r / 2}M${-r / 2} ${r / 6}H${r / 2}`, class: "stroke thin"}));
  else if (shape === "stone") {
    group.append(cast(r, 1.5, 3), make("circle", {r, class: "body"}), gloss(r, side === "white" ? "shell" : "slate"));
  } else if (shape === "checker") group.append(...checker(r * 0.98, letter === "K" ? 2 : 1));
  else {
    group.append(cast(r, 0.5, 3), make("circle", {r, class: "body"}), gloss(r, "gloss"), make("circle", {r: r * 0.72, class: "rim"}));
  }
  if (shape === "checker" || shape === "disc") {
    if (letter === "K") group.append(crown(r * 0.5, shape === "checker" ? -6 : 0));
    else if (letter) group.append(written(letter, size * 0.4));
  }
  return group;
}

/** Return the shadow of a disc, whose edge is soft. @param {number} r @param {number} cx @param {number} cy */
const cast = (r, cx, cy) => make("circle", {r: r * 1.13, cx, cy, class: "cast", fill: paint("cast")});

/** Return the light on a disc. @param {number} r @param {string} name of the paint */
const gloss = (r, name) => make("circle", {r, class: "gloss", fill: paint(name)});

/** Return a man of draughts as seen a little from the front, with turned grooves; a king is two of them.
 * @param {number} r @param {number} height in men */
function checker(r, height) {
  const thick = 4;
  const parts = [cast(r, 1, 6)];
  for (let level = 0; level < height; level++) {
    const y = 3 - level * 6;
    parts.push(make("path", {d: `M${-r} ${y - thick}v${thick}a${r} ${r} 0 0 0 ${2 * r} 0v${-thick}z`, class: "thick-side"}), make("circle", {r, cy: y - thick, class: "body"}));
  }
  const cy = 3 - thick - (height - 1) * 6;
  parts.push(make("circle", {r, cy, class: "gloss", fill: paint("turned")}));
  for (const groove of height > 1 ? [0.8] : [0.78, 0.56, 0.3]) parts.push(make("circle", {r: r * groove, cy, class: "rim"}));
  return parts;
}

/** @param {number} k half its width @param {number} y */
function crown(k, y) {
  const d = `M${-k} ${y + k * 0.7}L${-k * 1.1} ${y - k * 0.5}L${-k * 0.45} ${y + k * 0.1}L0 ${y - k * 0.85}L${k * 0.45} ${y + k * 0.1}L${k * 1.1} ${y - k * 0.5}L${k} ${y + k * 0.7}Z`;
  return make("path", {d, class: "crown"});
}

/** Draw a letter around the origin. @param {string} text @param {number} size */
export function written(text, size) {
  return makeText({class: "letter", dy: "0.36em", "font-size": size}, text);
}
