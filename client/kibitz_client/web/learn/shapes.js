// Shapes and texts of one node of a drawn tree, and of the edge that leads to it.

import {limit, short} from "./nodes.js";

/** @import {Board} from "kibitz-protocol" */
/** @import {NodeEntry} from "./nodes.js" */

/** The size of a node. */
export const FACE = {w: 70, h: 52};

/** Return the outline of a node: MAX points up, MIN points down, chance is a circle, and a leaf is a box.
 * @param {NodeEntry} entry @param {boolean} wide */
export function faceOf({node}, wide) {
  const [w, h] = [FACE.w / 2, FACE.h];
  if (!node.children.length) {
    const half = wide ? 32 : 21;
    return `M${-half} 6h${2 * half}v${h - 12}h${-2 * half}z`;
  }
  if (node.player === "chance") return `M${-h / 2} ${h / 2}a${h / 2} ${h / 2} 0 1 0 ${h} 0a${h / 2} ${h / 2} 0 1 0 ${-h} 0Z`;
  return node.player === "max" ? `M0 2L${w} ${h - 3}H${-w}Z` : `M0 ${h - 2}L${w} 3H${-w}Z`;
}

/** Return the line of an edge. @param {number} x @param {number} y @param {number} toX @param {number} toY */
export const curve = (x, y, toX, toY) => `M${x} ${y}C${x} ${y + (toY - y) * 0.55} ${toX} ${y + (toY - y) * 0.4} ${toX} ${toY}`;

/** Return the strokes across an edge that was cut.
 * @param {{x: number, y: number} | null | undefined} above @param {number} height @param {{x: number, y: number}} place */
export function snip(above, height, place) {
  const y = ((above?.y ?? 0) + height) * 0.32 + place.y * 0.68;
  const x = (above?.x ?? 0) * 0.2 + place.x * 0.8;
  return `M${x - 7} ${y + 3}l14 -6M${x - 7} ${y + 8}l14 -6`;
}

/** Return the window of a node as text. @param {{alpha: number | null, beta: number | null}} window @param {Board | null} board */
export function windowText({alpha, beta}, board) {
  const one = (/** @type {number | null} */ value, /** @type {string} */ none) => (value === null ? none : short(value, board !== null));
  return `α ${one(alpha, "−∞")}  β ${one(beta, "∞")}`;
}

/** Return a limit as a short text. @param {number | null} value @param {Board | null} board */
export const limitShort = (value, board) => (value === null ? limit(value) : short(value, board !== null));
