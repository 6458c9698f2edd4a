// Which part of a drawing is seen: a point of the drawing is at `k * point + (x, y)` of the screen. Pure.

/** @typedef {{x: number, y: number, k: number}} Camera */
/** @typedef {{x: number, y: number, w: number, h: number}} Box */

const [LEAST, MOST] = [0.04, 3];

/** Return a camera that shows a whole box. @param {Box} box @param {number} w @param {number} h @param {number} [most] the largest scale @returns {Camera} */
export function fit(box, w, h, most = 1.25) {
  const k = Math.max(LEAST, Math.min(most, (w - 24) / box.w, (h - 24) / box.h));
  return {k, x: w / 2 - k * (box.x + box.w / 2), y: h / 2 - k * (box.y + box.h / 2)};
}

/** Return a camera that is nearer or farther by a factor, with a point of the screen fixed.
 * @param {Camera} camera @param {number} factor @param {number} px @param {number} py @returns {Camera} */
export function zoomed({x, y, k}, factor, px, py) {
  const next = Math.max(LEAST, Math.min(MOST, k * factor));
  return {k: next, x: px - ((px - x) * next) / k, y: py - ((py - y) * next) / k};
}

/** Return the camera moved as little as possible, so that a box is seen with a margin on each side, given as a share of
 * the screen. @param {Camera} camera @param {Box} box @param {number} w @param {number} h @param {number} margin @returns {Camera} */
export function showing({x, y, k}, box, w, h, margin) {
  return {k, x: x + into(k * box.x + x, k * box.w, w, margin), y: y + into(k * box.y + y, k * box.h, h, margin)};
}

/** @param {number} at @param {number} length @param {number} room @param {number} share */
function into(at, length, room, share) {
  const margin = Math.max(0, Math.min(share * room, (room - length) / 2));
  return Math.max(margin - at, 0) || Math.min(room - margin - at - length, 0);
}
