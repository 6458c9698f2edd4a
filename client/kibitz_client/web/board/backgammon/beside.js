// What lies beside the points of backgammon: dice, the cube at its owner, pip counts, checkers that were borne off as a number,
// and the score of the match.

import {t} from "../../words/index.js";
import {isStill} from "../motion/motion.js";
import {QUICK} from "../motion/times.js";
import {pointsSide} from "../shapes/points.js";
import {make, makeText} from "../svg.js";
import {faceNode, wordsOf} from "../trays.js";

/** @import {Points, State, Tray} from "kibitz-protocol" */
/** @import {BoardView} from "../board.js" */
/** @import {Layout, Spot, Trays} from "../shapes/layout.js" */

const DIE = 52;
/** First cell of what was borne off, and slabs of a full tray. */
const [OFF, ALL, SLAB] = [26, 15, 13];

/** @param {Points} board @param {State} position @param {Layout} layout @param {boolean} flipped @param {string[]} sides
 * @param {BoardView} [view] @returns {SVGElement[]} */
export function besideNodes(board, position, layout, flipped, sides, view) {
  const places = /** @type {Required<Trays>} */ (layout.trays);
  const nodes = (position.trays ?? []).flatMap((tray) => {
    const near = tray.owner === (flipped ? 1 : 0);
    const [first] = tray.faces.flatMap((key) => board.faces?.[key] ?? []);
    if (!first) return [];
    if (first.kind !== "cube") return diceNode(board, tray, near ? places.near : places.far, position.to_move === tray.owner);
    // A cube that is offered lies on the field of the player who is asked.
    const [asked, kept] = near ? [places.near, places.nearCube] : [places.far, places.farCube];
    return cubeNode(tray, first, tray.owner === null ? places.free : position.legal.includes("take") ? asked : kept);
  });
  for (const seat of [0, 1]) nodes.push(...sideNodes(position, layout, seat, sides[seat], view?.players?.[seat] ?? sides[seat]));
  const score = sides.map((side) => position.counters[`${side} points`]);
  if (view?.length && score.every((points) => points !== undefined)) nodes.push(scoreNode(layout, score, flipped ? 1 : 0, view.length, view.players ?? sides));
  return nodes;
}

/** Return the dice. Of a player to move they can be tapped. @param {Points} board @param {Tray} tray @param {Spot} middle @param {boolean} live */
function diceNode(board, {name, owner, faces: keys}, {x, y}, live) {
  const faces = keys.flatMap((key) => board.faces?.[key] ?? []);
  const side = owner === null ? "white" : pointsSide(board, owner);
  const dice = faces.map((face, place) => {
    const die = faceNode(face, side, [DIE, DIE]);
    return make("g", {transform: `translate(${x + (place - (faces.length - 1) / 2) * (DIE + 14)} ${y})`, class: live && !place && faces.length > 1 ? "die leading" : "die"}, [die]);
  });
  const ground = make("rect", {x: x - DIE - 20, y: y - DIE / 2 - 6, width: 2 * DIE + 40, height: DIE + 12, rx: 12, class: "dice-ground"});
  return make("g", {role: "img", "aria-label": wordsOf(name, faces), class: "dice", ...(live && faces.length > 1 ? {"data-dice": ""} : {})}, [ground, ...dice]);
}

/** Return the cube. At rest in the middle it shows 64, as cubes do. @param {Tray} tray @param {import("kibitz-protocol").Face} face @param {Spot} place */
function cubeNode({name, owner}, face, {x, y}) {
  const node = faceNode({...face, text: owner === null && face.text === "1" ? "64" : face.text}, "white", [50, 50]);
  return make("g", {role: "img", "aria-label": wordsOf(name, [face]), "data-cube": face.text}, [make("g", {transform: `translate(${x} ${y})`}, [node])]);
}

/** Return the pip count of a seat, and the number of checkers that it has borne off. @param {State} position @param {Layout} layout
 * @param {number} seat @param {string} side @param {string} player */
function sideNodes({counts, counters}, {boxes, height}, seat, side, player) {
  const {x, y, w, h} = boxes[OFF + seat];
  const top = y < height / 2;
  const middle = x + w / 2;
  // From the end of a full tray to the middle of the board.
  const free = (/** @type {number} */ part) => (top ? y + ALL * SLAB + part : y + h - ALL * SLAB - part);
  const pips = counters[`${side} pips`];
  const off = Math.abs(counts[OFF + seat] ?? 0);
  const nodes = [];
  if (pips !== undefined) {
    nodes.push(make("g", {role: "img", "aria-label": t("gammon.pipsOf", {name: player, count: pips}), class: "pips"}, [
      makeText({x: middle, y: free(top ? 26 : 44), dy: "0.36em", "font-size": 25, class: "pip-count"}, String(pips)),
      makeText({x: middle, y: free(top ? 49 : 21), dy: "0.36em", "font-size": 14, class: "pip-word"}, t("gammon.pips")),
    ]));
  }
  if (off) nodes.push(make("g", {role: "img", "aria-label": `${player}: ${t("gammon.off", {count: off})}`, class: "off-count"}, [makeText({x: middle, y: top ? y + (off > 12 ? 100 : off * SLAB + 18) : y + h - (off > 12 ? 100 : off * SLAB + 18), dy: "0.36em", "font-size": 24}, String(off))]));
  return nodes;
}

/** Return the score of a match with its length. @param {Layout} layout @param {number[]} score by seat @param {number} near the seat below
 * @param {number} length @param {string[]} names */
function scoreNode({boxes, height}, score, near, length, names) {
  const {x, w} = boxes[OFF];
  const label = t("gammon.scoreOf", {length, names: names.map((name, seat) => `${name} ${score[seat]}`).join(", ")});
  const line = (/** @type {number} */ y, /** @type {number} */ size, /** @type {string} */ text) => makeText({x: x + w / 2, y: height / 2 + y, dy: "0.36em", "font-size": size}, text);
  return make("g", {role: "img", "aria-label": label, class: "match-score"}, [
    make("rect", {x: x - 2, y: height / 2 - 30, width: w + 4, height: 60, rx: 8, class: "score-ground"}),
    line(-10, 25, t("gammon.score", {near: score[near], far: score[1 - near]})),
    line(15, 15, t("gammon.length", {count: length})),
  ]);
}

/** Roll the dice that came with a position, and turn a cube to its new value. @param {Element} layer @param {State} before @param {State} after */
export function rollDice(layer, before, after) {
  if (isStill()) return;
  const trays = layer.parentNode?.querySelector(".trays");
  const facesOf = (/** @type {State} */ {trays: found = []}, /** @type {string} */ wanted) => found.filter(({name}) => name === wanted).map(({owner, faces}) => `${owner}${faces}`).join();
  if (facesOf(after, "dice") !== facesOf(before, "dice")) {
    trays?.querySelectorAll(".die > g").forEach((die, place) =>
      die.animate([{transform: `translate(${place ? 90 : 120}px, -46px) rotate(-250deg) scale(.7)`, opacity: 0.2}, {transform: "translate(8px, 6px) rotate(20deg)", offset: 0.75}, {transform: "none"}], {duration: 290, easing: "ease-out"}));
  }
  if (facesOf(after, "cube") !== facesOf(before, "cube")) {
    trays?.querySelector("[data-cube] .face")?.animate([{transform: "rotate(-90deg) scale(.6)"}, {transform: "none"}], {...QUICK, duration: 260});
  }
}
