// Playing cards: rank and suit in two corners, the suit large in the middle, and the back of the deck.

import {make, makeText} from "../svg.js";

/** @import {Face} from "kibitz-protocol" */

/** Signs that many systems else draw as coloured pictures are text with this behind them. */
const AS_TEXT = "\ufe0e";
const COURT = /^[JQK]$/;

/** Draw a card around the origin. @param {Face} face @param {{w: number, h: number}} size */
export function playingCard({kind, text}, {w, h}) {
  const shadow = make("rect", {x: -w / 2 + 1, y: -h / 2 + 3, width: w, height: h, rx: w / 9, class: "card-shadow"});
  const ground = make("rect", {x: -w / 2, y: -h / 2, width: w, height: h, rx: w / 9, class: "card-ground"});
  const inner = kind === "back" ? back(w, h) : front(text, w, h);
  return make("g", {class: `playing-card ${kind}`}, [shadow, ground, ...inner]);
}

/** Return the pattern of a back: a frame, a lattice, and a sign in the middle. @param {number} w @param {number} h */
function back(w, h) {
  const [a, b] = [w / 2 - 5, h / 2 - 5];
  const step = 9;
  let d = "";
  // Lines of a lattice that end at the frame.
  for (let c = -a - b + step; c < a + b; c += step) {
    const [x1, x2] = [Math.max(-a, c - b), Math.min(a, c + b)];
    if (x1 < x2) d += `M${x1} ${c - x1}L${x2} ${c - x2}M${x1} ${x1 - c}L${x2} ${x2 - c}`;
  }
  return [
    make("rect", {x: -a, y: -b, width: 2 * a, height: 2 * b, rx: w / 16, class: "back-ground"}),
    make("path", {d, class: "back-lines"}),
    make("rect", {x: -a, y: -b, width: 2 * a, height: 2 * b, rx: w / 16, class: "back-frame"}),
    make("circle", {r: w * 0.17, class: "back-sign"}),
    make("path", {d: `M0 ${-w * 0.1}l${w * 0.1} ${w * 0.1}l${-w * 0.1} ${w * 0.1}l${-w * 0.1} ${-w * 0.1}z`, class: "back-mark"}),
  ];
}

/** @param {string} text such as `10♥`, or a rank alone @param {number} w @param {number} h */
function front(text, w, h) {
  const [rank, suit] = text.split(/(?=[♣♦♥♠])/);
  const colour = /[♦♥]/.test(text) ? "suit red" : "suit";
  const at = (/** @type {string} */ content, /** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ size, narrow = false) =>
    makeText({x, y, dy: "0.36em", "font-size": size, class: colour, ...(narrow ? {textLength: size * 0.95, lengthAdjust: "spacingAndGlyphs"} : {})}, content);
  const [size, x, y] = [w * 0.37, -w / 2 + w * 0.21, -h / 2 + w * 0.23];
  const corner = () => [at(rank, x, y, size, rank.length > 1), ...(suit ? [at(suit + AS_TEXT, x, y + size * 0.9, size * 0.8)] : [])];
  const turned = make("g", {transform: "rotate(180)"}, corner());
  if (!suit) return [...corner(), turned, at(rank, 0, 0, w * 0.6)];
  const middle = COURT.test(rank) ? [make("rect", {x: -w * 0.2, y: -h * 0.27, width: w * 0.4, height: h * 0.54, rx: 4, class: "court"}), at(suit + AS_TEXT, 0, 0, w * 0.44)] : [at(suit + AS_TEXT, w * 0.04, h * 0.03, w * 0.6)];
  return [...corner(), turned, ...middle];
}
