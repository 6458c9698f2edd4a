// In which order things move after one move, and when each begins. Pure: all times are milliseconds.

/** @import {Box} from "../shapes/layout.js" */

/** Between two that begin one after the other, unless there are too many. */
const STEP = 45;

/** Return when each one begins: those at the same distance at the same time, the nearest at once, and the last one within a
 * time. @param {number[]} far distances @param {number} within */
export function delays(far, within) {
  const [least, most] = [Math.min(...far), Math.max(...far)];
  const step = Math.min(STEP, within / Math.max(most - least, 1));
  return far.map((each) => Math.round((each - least) * step));
}

/** Return the pit whose seeds are sown, and when the number of each pit changes. Seeds go round, one into each pit.
 * @param {number[]} before @param {number[]} after counts by cell @param {number} within */
export function sowing(before, after, within) {
  const lost = before.map((count, cell) => count - (after[cell] ?? 0));
  const from = lost.indexOf(Math.max(...lost));
  const step = Math.min(STEP, within / Math.max(before.length - 1, 1));
  return {from, waits: before.map((_, cell) => Math.round(((cell - from + before.length) % before.length) * step))};
}

/** Return which part of the way of a piece is behind it when it takes another one: 1 for one at its end.
 * @param {Box[]} boxes @param {number[]} path cells of the move @param {number} cell of the captured piece */
export function capturedAt(boxes, path, cell) {
  const jumps = path.length - 1;
  for (let jump = 0; jump < jumps; jump++) {
    const [a, b, c] = [boxes[path[jump]], boxes[path[jump + 1]], boxes[cell]];
    if (cell === path[jump + 1]) continue;
    const far = Math.hypot(b.x - a.x, b.y - a.y);
    if (Math.abs(Math.hypot(c.x - a.x, c.y - a.y) + Math.hypot(b.x - c.x, b.y - c.y) - far) < 1) return (jump + 0.5) / jumps;
  }
  return 1;
}
