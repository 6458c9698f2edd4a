// What lies beside the cells of a board: dice, cards, and the cube, each with its words for screen readers.

import {said} from "../words/said/index.js";
import {sideOf} from "./shapes/index.js";
import {make, makeText} from "./svg.js";

/** @import {Board, Face, State} from "kibitz-protocol" */
/** @import {Layout} from "./shapes/layout.js" */

/** A tray with the colour class of its owner. @typedef {{name: string, side: string, faces: Face[]}} Shown */

const GAP = 8;
/** Width and height by kind of face. */
const SIZES = {die: [44, 44], cube: [46, 46], card: [42, 58], back: [42, 58]};
/** Where the pips of a die are, in rows of three from the top left, by its number. */
const PIPS = ["", "4", "08", "048", "0268", "02468", "035268"];
/** Signs that many systems else draw as coloured pictures are text with this behind them. */
const AS_TEXT = "\ufe0e";

/** Return the trays of a position as elements. @param {Board} board @param {State} position @param {Layout} layout @param {boolean} flipped */
export function trayNodes(board, position, layout, flipped) {
  const places = layout.trays;
  if (!places) return [];
  /** @type {Map<{x: number, y: number}, Shown[]>} */
  const found = new Map();
  for (const {name, owner, faces} of position.trays ?? []) {
    const shown = faces.flatMap((face) => board.faces?.[face] ?? []);
    if (!shown.length) continue;
    const near = owner === (flipped ? 1 : 0);
    const cube = shown[0].kind === "cube" ? (near ? places.nearCube : places.farCube) : undefined;
    const place = owner === null ? (places.free ?? places.near) : (cube ?? (near ? places.near : places.far));
    found.set(place, [...(found.get(place) ?? []), {name, side: owner === null ? "white" : sideOf(board, owner), faces: shown}]);
  }
  return [...found].flatMap(([place, trays]) => row(trays, place));
}

/** @param {Shown[]} trays @param {{x: number, y: number}} middle */
function row(trays, {x, y}) {
  const widths = trays.map(({faces}) => faces.reduce((sum, {kind}) => sum + SIZES[kind][0] + GAP, 0));
  let left = x - (widths.reduce((sum, width) => sum + width, 0) - GAP) / 2;
  return trays.map(({name, side, faces}) =>
    make("g", {role: "img", "aria-label": wordsOf(name, faces)}, faces.map((face) => {
      const [w] = SIZES[face.kind];
      const node = faceNode(face, side);
      node.setAttribute("transform", `translate(${left + w / 2} ${y})`);
      left += w + GAP;
      return node;
    })),
  );
}

/** @param {string} name @param {Face[]} faces */
export const wordsOf = (name, faces) => `${said(name)}: ${faces.map(({words}) => said(words)).join(", ")}`;

/** Return the trays in words. @param {Board} board @param {State} position */
export const describeTrays = (board, {trays = []}) => trays.map(({name, faces}) => wordsOf(name, faces.flatMap((face) => board.faces?.[face] ?? [])));

/** Draw a face around the origin. @param {Pick<Face, "kind" | "text">} face @param {string} side the colour class of its owner
 * @param {number[]} [size] */
export function faceNode({kind, text}, side, [w, h] = SIZES[kind]) {
  if (kind === "card" || kind === "back") return cardNode({kind, text}, {w, h});
  const ground = make("rect", {x: -w / 2, y: -h / 2, width: w, height: h, rx: 9, class: "body"});
  const group = make("g", {class: `face ${kind} piece ${kind === "die" ? side : "white"}`}, [ground]);
  const spots = kind === "die" ? PIPS[Number(text)] : undefined;
  if (spots) for (const spot of spots) group.append(make("circle", {cx: ((Number(spot) % 3) - 1) * w * 0.27, cy: (Math.floor(Number(spot) / 3) - 1) * h * 0.27, r: 4.4, class: "pip"}));
  else group.append(makeText({dy: "0.36em", "font-size": 23}, text));
  return group;
}

/** Draw a card around the origin. @param {Pick<Face, "kind" | "text">} face @param {{w: number, h: number}} size */
export function cardNode({kind, text}, {w, h}) {
  const ground = make("rect", {x: -w / 2, y: -h / 2, width: w, height: h, rx: w / 9, class: "body"});
  const group = make("g", {class: `face ${kind} piece white`}, [ground]);
  if (kind === "back") group.append(make("rect", {x: 5 - w / 2, y: 5 - h / 2, width: w - 10, height: h - 10, rx: w / 18, class: "pattern"}));
  else {
    const [rank, suit] = text.split(/(?=[♣♦♥♠])/);
    const colour = /[♦♥]/.test(text) ? "red" : "";
    const line = (/** @type {string} */ content, /** @type {number} */ y, /** @type {number} */ size) => {
      group.append(makeText({y, dy: "0.36em", "font-size": size, class: colour}, content));
    };
    line(rank, suit ? -h * 0.21 : 0, w * (suit ? 0.5 : 0.62));
    if (suit) line(suit + AS_TEXT, h * 0.23, w * 0.58);
  }
  return group;
}
