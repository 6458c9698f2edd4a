// Pieces as SVG shapes. The first side has filled discs and the second one discs with a ring, so that the sides differ
// without colours; crosses, noughts, kings, chessmen and lines have shapes of their own, other pieces letters.

import {CHESSMEN} from "./shapes/grid/chessmen.js";
import {CELL} from "./shapes/layout.js";
import {make, makeText} from "./svg.js";

/** @import {Look} from "./shapes/grid/look.js" */

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

/** Draw a letter around the origin. @param {string} text @param {number} size */
export function written(text, size) {
  return makeText({class: "letter", dy: "0.36em", "font-size": size}, text);
}
