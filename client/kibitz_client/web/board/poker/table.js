// A table of poker: an oval with two seats, their cards, names, stacks and bets, the pot and the cards that all see. Each
// group of things has its words for screen readers.

import {t} from "../../words/index.js";
import {said} from "../../words/said/index.js";
import {endingText} from "../../match/tables/hand_history.js";
import {handName, streetName} from "../../match/tables/hand_names.js";
import {atItsEnd, chipsOf, endingOf, isBare} from "../../match/tables/hands.js";
import {partsOf} from "../../match/tables/parts.js";
import {winningCards} from "../../match/tables/winning_cards.js";
import {units} from "../contents/units.js";
import {isStill} from "../motion/motion.js";
import {QUICK} from "../motion/times.js";
import {make, makeText} from "../svg.js";
import {playingCard} from "./cards.js";

/** @import {Face, State, Table, Tray} from "kibitz-protocol" */
/** @import {BoardView} from "../board.js" */
/** @import {Canvas, Change, Contents} from "../contents/units.js" */
/** @import {Spot} from "../shapes/layout.js" */
/** @import {Ending} from "../../match/tables/hands.js" */
/** @import {Part} from "../../match/tables/parts.js" */

/** The middle of the table, and from where cards are dealt. */
const MIDDLE = 260;
const DECK = {x: MIDDLE, y: 196};
/** Heights of the parts of each seat: its cards, its plate, what its cards make, and its bet. */
const SEATS = {
  near: {cards: 398, plate: 468, makes: 522, bet: 334, card: {w: 68, h: 95, gap: 8}},
  far: {cards: 54, plate: 110, makes: 158, bet: 162, card: {w: 60, h: 84, gap: 8}},
};
const [POT, SHARED, STREET] = [194, 258, 314];
const BOARD_CARD = {w: 62, h: 87, gap: 8};
const PLATE = {w: 216, h: 54};

/** @type {Contents<Table>} */
export const cards = {
  ...units,
  ground: tableGround,
  trays: (board, position, _layout, flipped, sides, view) => tableNodes(board, position, flipped, sides, namesOf(sides, view)),
  draw: dealCards,
  boardInWords: (board, position, _, sides) => describeTable(board, position, sides),
};

/** @param {string[]} sides @param {BoardView} [view] */
const namesOf = (sides, view) => view?.players ?? sides;

/** @returns {SVGElement[]} */
function tableGround() {
  const oval = (/** @type {number} */ inset, /** @type {string} */ name) => {
    const [w, h] = [500 - 2 * inset, 432 - 2 * inset];
    return make("rect", {x: MIDDLE - w / 2, y: 268 - h / 2, width: w, height: h, rx: h / 2, class: name});
  };
  return [oval(-2, "table-shadow"), oval(0, "table-rail"), oval(5, "table-rail-light"), oval(18, "table-felt"), oval(40, "table-glow"), oval(46, "table-line")];
}

/** Return what lies on a table. Where no card of a running hand does, the last hand lies there as it ended.
 * @param {Table} board @param {State & {ended?: boolean}} given @param {boolean} flipped @param {string[]} sides names of the seats
 * @param {string[]} names those of the players @returns {SVGElement[]} */
function tableNodes(board, given, flipped, sides, names) {
  const ending = given.ended || isBare(given) ? endingOf(given, sides) : null;
  const position = ending && !given.ended ? atItsEnd(given, sides) : given;
  const {sides: hands, middle} = partsOf(position, sides);
  const ahead = given.to_move === null && !given.ended ? leader(hands) : null;
  const nodes = hands.flatMap((part, seat) => seatNodes({board, part, seat, name: names[seat], ending, turn: position.to_move === seat, ahead: seat === ahead, place: seat === (flipped ? 1 : 0) ? SEATS.near : SEATS.far}));
  const shared = middle.trays.find(({faces}) => faces.length);
  if (middle.trays.length) nodes.push(...slots(isSmall(hands) ? 1 : 5));
  if (shared) nodes.push(sharedCards(board, shared, isSmall(hands)));
  if (ending) markWinning(board, nodes, ending, hands, shared);
  const {pot, hand, hands: of} = /** @type {{[name: string]: number | undefined}} */ ({...partsOf(given, sides).middle.counters, ...(ending ? {pot: 0} : {})});
  if (pot) nodes.push(sumNode(t("poker.pot", {count: pot}), pot, {x: MIDDLE, y: POT}, "pot"));
  if (hand !== undefined && of !== undefined) nodes.push(makeText({x: 4, y: 14, "text-anchor": "start", dy: "0.36em", "font-size": 17, class: "hand-number"}, t("poker.hands", {count: hand - (given.ended ? 1 : 0), of})));
  return nodes;
}

/** Return the seat that has won the match: the one with more chips; null where both have as many. @param {Part[]} hands */
function leader(hands) {
  const [first = 0, second = 0] = hands.map(({counters}) => counters["chips"]);
  return first === second ? null : first > second ? 0 : 1;
}

/** Mark the cards that won a showdown, and let the others on the board step back. @param {Table} board @param {SVGElement[]} nodes
 * @param {Ending} ending @param {Part[]} hands @param {Tray} [shared] */
function markWinning(board, nodes, {winner, shown}, hands, shared) {
  const tray = winner === null || !shown ? undefined : hands[winner].trays.find(({faces}) => faces.length);
  if (!tray) return;
  const texts = (/** @type {Tray} */ each) => facesOf(board, each).map(({text}) => text);
  const winning = new Set(winningCards(texts(tray), shared ? texts(shared) : []));
  const keys = [...tray.faces.map((_, place) => `cards${winner}.${place}`), ...(shared?.faces ?? []).map((_, place) => `board.${place}`)];
  keys.forEach((key, place) => nodes.forEach((node) => node.querySelector(`[data-card="${key}"]`)?.classList.add(winning.has(place) ? "winning" : "beaten")));
}

/** What a seat is drawn from. `ahead`: it has won the match.
 * @typedef {{board: Table, part: Part, seat: number, name: string, ending: Ending | null, turn: boolean, ahead: boolean, place: typeof SEATS.near}} Seat */

/** Return a seat: cards, plate with name and stack, button and blinds, bet, and what its cards make. @param {Seat} seat */
function seatNodes({board, part, seat, name, ending, turn, ahead, place}) {
  const tray = part.trays.find(({faces}) => faces.length);
  const faces = tray ? facesOf(board, tray) : [];
  const won = ending?.winner === seat;
  const folded = ending && !won && ending.winner !== null && !ending.shown;
  const {bet, stack, chips, "small blind": small, "big blind": big} = /** @type {{[name: string]: number | undefined}} */ (part.counters);
  const nodes = [];
  if (tray) nodes.push(make("g", {role: "img", "aria-label": t("poker.cards", {name, cards: wordsOf(faces)}), "data-seat": seat, class: ending && !won && ending.winner !== null ? "beaten" : ""}, cardsIn(faces, {x: MIDDLE, y: place.cards}, place.card, `cards${seat}`)));
  nodes.push(plateNode(name, [stack === undefined ? "" : t("poker.stack", {count: stack}), chips === undefined ? "" : t("poker.soFar", {count: signed(chips)})].filter(Boolean).join(" · "), place.plate, [turn && "turn", won && "winner", ahead && "ahead"].filter(Boolean).join(" ")));
  if (small !== undefined) nodes.push(token("D", t("poker.dealer", {name}), {x: MIDDLE + PLATE.w / 2 + 20, y: place.plate}, "dealer"));
  const blind = small ?? big;
  if (blind !== undefined) nodes.push(token(t(small === undefined ? "poker.big" : "poker.small"), t(small === undefined ? "poker.bigBlind" : "poker.smallBlind", {count: blind}), {x: MIDDLE - PLATE.w / 2 - 20, y: place.plate}, "blind"));
  const makes = tray?.said && faces.every(({kind}) => kind !== "back") ? handName(tray.said) : folded ? t("poker.folded") : "";
  // Above, a bet lies beside what the cards make.
  const beside = makes && bet && place === SEATS.far ? 82 : 0;
  if (bet) nodes.push(sumNode(String(bet), bet, {x: MIDDLE + beside, y: place.bet}, `bet bet${seat}`, t("poker.bet", {name, count: bet})));
  if (won) nodes.push(sumNode(t("poker.wins", {count: ending.won}), ending.won, {x: MIDDLE, y: place === SEATS.near ? place.bet : POT}, "won"));
  if (makes) nodes.push(pill(makes, t("poker.makes", {name, hand: makes}), {x: MIDDLE - beside, y: place.makes}, won ? "makes best" : "makes"));
  return nodes;
}

/** @param {number} chips */
const signed = (chips) => (chips > 0 ? `+${chips}` : chips < 0 ? `−${-chips}` : "±0");

/** @param {string} name @param {string} chips @param {number} y @param {string} kind classes of its state */
function plateNode(name, chips, y, kind) {
  const ground = make("rect", {x: MIDDLE - PLATE.w / 2, y: y - PLATE.h / 2, width: PLATE.w, height: PLATE.h, rx: PLATE.h / 2, class: "plate-ground"});
  const line = (/** @type {string} */ text, /** @type {number} */ at, /** @type {number} */ size, /** @type {string} */ part) => makeText({x: MIDDLE, y: at, dy: "0.36em", "font-size": size, class: part}, text);
  return make("g", {class: `seat-plate ${kind}`, role: "img", "aria-label": `${name}${chips ? `: ${chips}` : ""}`}, [ground, line(name.length > 20 ? `${name.slice(0, 19)}…` : name, chips ? y - 11 : y, 19, "seat-name"), ...(chips ? [line(chips, y + 12, 16, "seat-chips")] : [])]);
}

/** Return a round token: the dealer button, or a blind. @param {string} text @param {string} label @param {Spot} place @param {string} kind */
const token = (text, label, {x, y}, kind) => make("g", {class: `token ${kind}`, role: "img", "aria-label": label}, [make("circle", {cx: x, cy: y, r: 15, class: "token-ground"}), makeText({x, y, dy: "0.36em", "font-size": kind === "dealer" ? 18 : 12}, text)]);

/** Return a text on a dark ground. @param {string} text @param {string} label @param {Spot} place @param {string} kind */
function pill(text, label, {x, y}, kind) {
  const w = 9.2 * text.length + 28;
  return make("g", {class: `pill ${kind}`, role: "img", "aria-label": label}, [make("rect", {x: x - w / 2, y: y - 15, width: w, height: 30, rx: 15, class: "pill-ground"}), makeText({x, y, dy: "0.36em", "font-size": 17}, text)]);
}

/** Return a sum of chips: a stack of each value, and the number. @param {string} text @param {number} sum @param {Spot} place
 * @param {string} kind @param {string} [label] */
function sumNode(text, sum, {x, y}, kind, label = text) {
  const stacks = chipsOf(sum).slice(0, 4);
  const [step, w] = [25, 10.5 * text.length + 22];
  let left = x - (stacks.length * step + 4 + w) / 2;
  const nodes = stacks.flatMap(({value, count}) => {
    left += step;
    return Array.from({length: Math.min(count, 5)}, (_, height) => chip(value, left - step / 2, y + 5 - 5 * height));
  });
  const ground = make("rect", {x: left + 4, y: y - 14, width: w, height: 28, rx: 14, class: "pill-ground"});
  return make("g", {class: `sum pill ${kind}`, role: "img", "aria-label": label}, [...nodes, ground, makeText({x: left + 4 + w / 2, y, dy: "0.36em", "font-size": 18}, text)]);
}

/** Return a chip seen from above and a little from the side. @param {number} value @param {number} x @param {number} y */
function chip(value, x, y) {
  const flat = (/** @type {number} */ r, /** @type {number} */ down) => `M${x - r} ${y + down}a${r} ${r * 0.55} 0 1 0 ${2 * r} 0a${r} ${r * 0.55} 0 1 0 ${-2 * r} 0z`;
  return make("g", {class: `chip v${value}`}, [make("path", {d: flat(12, 3), class: "chip-side"}), make("path", {d: flat(12, 0), class: "chip-face"}), make("path", {d: flat(7, 0), class: "chip-inner"})]);
}

/** Return whether hands have one card each: then the board has one too. @param {Part[]} hands */
const isSmall = (hands) => hands.every(({trays}) => trays.every(({faces}) => faces.length < 2));

/** Return the places of the cards that all see. @param {number} count */
const slots = (count) => Array.from({length: count}, (_, place) => make("rect", {x: slotX(place + (5 - count) / 2) - 31, y: SHARED - 43.5, width: 62, height: 87, rx: 7, class: "slot"}));

/** @param {number} place */
const slotX = (place) => MIDDLE + (place - 2) * (BOARD_CARD.w + BOARD_CARD.gap);

/** Return the cards that all see, from the left, with the name of the street. @param {Table} board @param {Tray} tray @param {boolean} single */
function sharedCards(board, tray, single) {
  const faces = facesOf(board, tray);
  const shown = cardsIn(faces, {x: single ? MIDDLE : slotX((faces.length - 1) / 2), y: SHARED}, BOARD_CARD, "board");
  const street = tray.said ? [makeText({x: MIDDLE, y: STREET, dy: "0.36em", "font-size": 15, class: "street"}, streetName(tray.said))] : [];
  return make("g", {role: "img", "aria-label": [streetName(tray.said ?? ""), t("poker.board", {cards: wordsOf(faces)})].filter(Boolean).join(", ")}, [...shown, ...street]);
}

/** Return cards side by side around a place. @param {Face[]} faces @param {Spot} middle @param {{w: number, h: number, gap: number}} size
 * @param {string} name by which the motion finds them */
function cardsIn(faces, {x, y}, size, name) {
  const left = x - ((faces.length - 1) * (size.w + size.gap)) / 2;
  return faces.map((face, place) => make("g", {transform: `translate(${left + place * (size.w + size.gap)} ${y})`, "data-card": `${name}.${place}`}, [playingCard(face, size)]));
}

/** Move the cards that came with a position: they are dealt, or turned where a back was; bets come from their seats.
 * @param {Table} _board @param {Change} change @param {Canvas} canvas */
function dealCards(_board, {position, before, moves}, {layer}) {
  if (!moves || !before || isStill()) return;
  const trays = layer.parentNode?.querySelector(".trays");
  if (!trays) return;
  const facesBy = (/** @type {State} */ {trays: found = []}) => new Map(found.filter(({name}) => !name.startsWith("last ")).flatMap(({name, owner, faces}) => faces.map((face, place) => [`${name}${owner ?? ""}.${place}`, face])));
  const [old, now] = [facesBy(before), facesBy(position)];
  let delay = 0;
  for (const [key, face] of now) {
    const inner = trays.querySelector(`[data-card="${key}"]`);
    if (!inner || old.get(key) === face) continue;
    const [, x = 0, y = 0] = /translate\(([\d.-]+) ([\d.-]+)\)/.exec(inner.getAttribute("transform") ?? "")?.map(Number) ?? [];
    const turned = old.get(key) === "back";
    inner.firstElementChild?.animate(
      turned ? [{transform: "scaleX(-1)"}, {transform: "scaleX(0)"}, {transform: "scaleX(1)"}] : [{transform: `translate(${DECK.x - x}px, ${DECK.y - y}px) rotate(-25deg)`, opacity: 0}, {transform: "none", opacity: 1}],
      {...QUICK, duration: turned ? 240 : 180, delay, fill: "backwards"},
    );
    delay = Math.min(delay + 40, 120);
  }
}

/** @param {Table} board @param {Tray} tray */
const facesOf = ({faces}, tray) => tray.faces.flatMap((key) => faces[key] ?? []);

/** @param {Face[]} faces */
const wordsOf = (faces) => faces.map(({words}) => said(words)).join(", ");

/** Return a table in words. @param {Table} board @param {State} position @param {string[]} sides */
function describeTable(board, position, sides) {
  const {sides: hands, middle, last} = partsOf(position, sides);
  const ending = endingOf(position, sides);
  const cardsOf = (/** @type {Tray[]} */ trays, /** @type {(cards: string, tray: Tray) => string} */ say) => trays.flatMap((tray) => (tray.faces.length ? say(wordsOf(facesOf(board, tray)), tray) : []));
  const seats = hands.flatMap(({trays, counters}, seat) => {
    const name = sides[seat];
    const {bet, stack, chips} = /** @type {{[name: string]: number | undefined}} */ (counters);
    return [
      ...cardsOf(trays, (cards, {said: makes}) => [t("poker.cards", {name, cards}), makes ? handName(makes) : ""].filter(Boolean).join(", ")),
      "small blind" in counters ? t("poker.dealer", {name}) : "",
      bet ? t("poker.bet", {name, count: bet}) : "",
      [stack === undefined ? "" : t("poker.stack", {count: stack}), chips === undefined ? "" : t("poker.soFar", {count: signed(chips)})].filter(Boolean).join(", "),
    ];
  });
  const {pot, hand, hands: of} = /** @type {{[name: string]: number | undefined}} */ (middle.counters);
  return [
    ...seats,
    ...cardsOf(middle.trays, (cards, {said: street}) => [streetName(street ?? ""), t("poker.board", {cards})].filter(Boolean).join(", ")),
    pot === undefined ? "" : t("poker.pot", {count: pot}),
    hand === undefined || of === undefined ? "" : t("poker.hands", {count: hand, of}),
    ...cardsOf(last.trays, (cards, {name, owner}) => `${said(name)}${owner === null ? "" : ` ${sides[owner]}`}: ${cards}`),
    ending ? endingText(ending, sides, null) : "",
  ].filter(Boolean).join(". ");
}
