// Marks on a cell, above its piece: last move, picks, targets, premoves, dead pieces, hints, and notes of an engine.

import {lineIn} from "./shapes/grid/paths.js";
import {CELL} from "./shapes/layout.js";
import {make, makeText} from "./svg.js";

/** @import {Box, Layout} from "./shapes/layout.js" */

/** Return the shapes that mark a cell around its middle. @param {string} key words of what marks it
 * @param {Layout} found @param {number} cell @param {boolean} filled */
export function markNodes(key, found, cell, filled) {
  const {style, boxes} = found;
  const {w, h} = boxes[cell];
  const words = key.split(" ");
  const has = (/** @type {string} */ word) => words.includes(word);
  const nodes = [];
  const [x, y] = [w / 2, h / 2];
  const round = style === "hexes" || style === "dots" || style === "lines";
  if (has("last") && round) nodes.push(style === "dots" ? make("path", {d: lineIn({x: -x, y: -y, w, h}), class: "last-line"}) : make("circle", {r: 7.5, class: "last-dot"}));
  else if (has("last")) {
    // Corners, besides the colour of the ground.
    const c = Math.min(w, h) * 0.2;
    const [a, b] = [x - 3, y - 3];
    nodes.push(make("path", {class: "last-mark", d: `M${-a} ${c - b}V${-b}H${c - a}M${a - c} ${-b}H${a}V${c - b}M${a} ${b - c}V${b}H${a - c}M${c - a} ${b}H${-a}V${b - c}`}));
  }
  // Through pieces on lines and paper, one line shows the win.
  if (has("won") && style !== "paper" && style !== "lines") nodes.push(make("circle", {r: CELL * 0.45, class: "won-mark"}));
  if (has("picked")) nodes.push(frame(boxes[cell], "picked-mark", 3));
  if (has("premove")) nodes.push(round ? make("circle", {r: 17, class: "premove-mark"}) : make("rect", {x: -x + 7, y: -y + 7, width: w - 14, height: h - 14, rx: 8, class: "premove-mark"}));
  if (has("pending")) nodes.push(make("circle", {r: CELL * 0.3, class: "pending-mark"}));
  if (has("hinted")) nodes.push(make("path", {d: `M0 ${-CELL * 0.44}L${CELL * 0.44} 0L0 ${CELL * 0.44}L${-CELL * 0.44} 0Z`, class: "hint-mark"}));
  if (has("dead")) nodes.push(make("path", {d: "M-13 -13L13 13M13 -13L-13 13", class: "dead-mark"}));
  if (has("target")) nodes.push(make("circle", {r: CELL * 0.13, class: "target-mark"}));
  if (has("capture")) nodes.push(w > CELL ? frame(boxes[cell], "target-frame", 8) : make("circle", {r: CELL * 0.45, class: "target-ring"}));
  const ply = words.find((word) => word.startsWith("n:"))?.slice(2);
  const note = words.find((word) => word.startsWith("s:"))?.slice(2);
  if (note) nodes.push(text(note, "note", 13, filled ? y - 8 : 17));
  if (ply) nodes.push(make("circle", {r: 12, class: "ply-ground", cy: note ? -4 : 0}), text(ply, "ply", 16, note ? -4 : 0));
  return nodes;
}

/** Return a frame around the middle of a cell. @param {Box} box @param {string} name its class @param {number} inset */
export const frame = ({w, h}, name, inset) => make("rect", {x: inset - w / 2, y: inset - h / 2, width: w - 2 * inset, height: h - 2 * inset, rx: w > CELL ? 26 : 5, class: name});

/** @param {string} content @param {string} name @param {number} size @param {number} y */
function text(content, name, size, y) {
  return makeText({class: name, y, dy: "0.36em", "font-size": size}, content);
}
