// Shapes of chessmen by their letters: the outline of each, and the lines in it, as paths of absolute coordinates in a
// square of 60 units around the origin. All but the knight are symmetric, so of their outlines the right half is given,
// from the top of the axis to its bottom.

import {chosen} from "../../looks/chosen.js";

/** @type {{[letter: string]: [string, string]}} */
const CHESSMEN = {
  P: [
    "M0 -19.5C4.6 -19.5 8.2 -16 8.2 -11.6C8.2 -9 7 -6.8 5.2 -5.4C7 -4.6 8 -3.6 8.4 -2L4.4 -1.2C4.6 4 6.6 7.6 10 10.4C13.2 13 14.6 16 14.6 20L14.6 23L0 23",
    "M-14 17.5L14 17.5",
  ],
  R: [
    "M0 -21.5L4 -21.5L4 -17.5L9 -17.5L9 -21.5L14.5 -21.5L14.5 -11.5L10.5 -7.5L11.5 9.5L15 13.5L15 17L18 17L18 23L0 23",
    "M-14 -12L14 -12M-10.5 -7.5L10.5 -7.5M-11.5 9.5L11.5 9.5M-15 16.5L15 16.5",
  ],
  B: [
    "M0 -25.5C2 -25.5 3.4 -24 3.4 -22.2C3.4 -21 2.8 -20 2 -19.4C7.6 -15.6 10.8 -10.4 10.8 -5C10.8 -1.6 9.2 1.2 6.6 3.6L8 10.6C10 13 13 14.6 17.4 15.4C19.6 15.9 20.6 17 21 19L16.6 23C10 21.6 4.6 21.4 0 19.4",
    "M-6.6 4L6.6 4M-8 10.5L8 10.5M0 -14L0 -4.6M-4.6 -9.4L4.6 -9.4",
  ],
  Q: [
    "M0 -25C2 -25 3.4 -23.6 3.4 -21.8C3.4 -20.6 2.9 -19.7 2 -19.1L6.6 -4.6L11.4 -16.3C10.2 -16.9 9.5 -18 9.5 -19.3C9.5 -21.2 11 -22.6 12.9 -22.6C14.7 -22.6 16.2 -21.2 16.2 -19.3C16.2 -17.8 15.3 -16.6 14 -16.1L13.4 -3.4L20.4 -11.6C20 -12.2 19.7 -12.9 19.7 -13.7C19.7 -15.5 21.1 -16.9 22.9 -16.9C24.7 -16.9 26.1 -15.5 26.1 -13.7C26.1 -12 24.8 -10.6 23.1 -10.5L17 6.4C15.4 9 15.2 10.8 16.2 13.4L17 17L17 23L0 23",
    "M-16.6 6.6C-6 3.6 6 3.6 16.6 6.6M-15.8 12.2C-6 9.6 6 9.6 15.8 12.2M-17 17.6C-6 15.4 6 15.4 17 17.6",
  ],
  K: [
    "M0 -26.5L2.2 -26.5L2.2 -23L5.6 -23L5.6 -18.8L2.2 -18.8L2.2 -15.6C4.8 -14.6 6.6 -12.2 6.6 -9C6.6 -8 6.4 -7 6 -6C9 -9.2 12.4 -10.6 15.6 -10.2C20 -9.7 22.6 -6.4 22.2 -2C21.8 2 19.4 5.6 16 8.6L17 17L17 23L0 23",
    "M0 -15L0 7M-16 9C-6 5.8 6 5.8 16 9M-16.5 13.4C-6 10.6 6 10.6 16.5 13.4M-17 17.8C-6 15.6 6 15.6 17 17.8",
  ],
  N: [
    "M-3 -23L1 -19.5C12 -18 19.5 -8 19 8C18.8 13 18.4 18 18 23L-12.5 23C-13 13 -3 9 -1.6 0C-5 4 -9.6 4 -11.4 7C-12.4 9.4 -14.6 10.4 -17 8.6C-19.4 7.4 -20.6 4.4 -19 1.4C-15.6 -4.4 -14.6 -8.4 -13.4 -12C-12.8 -14 -11 -15.6 -9 -16.6L-9.4 -22.5L-5 -19Z",
    "M-10 -9.5L-8.6 -10.6M-16.6 4L-15.6 3.4M3.5 -14.5C12 -10 14 -2 13.6 8",
  ],
};

/** Outlines of which half is given, by that half. @type {Map<string, string>} */
const outlines = new Map();

/** Return the outline of a chessman and the lines in it, in the set that was chosen. @param {string} letter @returns {[string, string]} */
export function chessman(letter) {
  const [given, lines] = (chosen.men ?? CHESSMEN)[letter];
  const outline = given.endsWith("Z") ? given : (outlines.get(given) ?? mirrored(given));
  outlines.set(given, outline);
  return [outline, lines];
}

/** Return the outline whose right half is given. @param {string} half */
function mirrored(half) {
  const steps = [...half.matchAll(/([MLC])([^MLC]+)/g)].map(([, command, rest]) => ({command, points: (rest.match(/-?[\d.]+ -?[\d.]+/g) ?? []).map((pair) => pair.split(" ").map(Number))}));
  let back = "";
  for (let place = steps.length - 1; place > 0; place--) {
    const {command, points} = steps[place];
    const ends = [...(steps[place - 1].points.slice(-1)), ...points.slice(0, -1)].reverse();
    back += command + ends.map(([x, y]) => `${-x} ${y}`).join(" ");
  }
  return `${half}${back}Z`;
}
