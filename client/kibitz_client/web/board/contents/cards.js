// A table of cards: the hands, what lies between them, bets, and the last hand. Suits are shown by their signs besides their
// colours, and each group of cards has its words for screen readers.

import "../../words/match/index.js";
import {t} from "../../words/index.js";
import {counted, lastText, partsOf} from "../../match/tables/parts.js";
import {make, makeText} from "../svg.js";
import {cardNode, wordsOf} from "../trays.js";
import {units} from "./units.js";

/** @import {Face, State, Table, Tray} from "kibitz-protocol" */
/** @import {Layout, Spot, Trays} from "../shapes/layout.js" */
/** @import {Part, TableParts} from "../../match/tables/parts.js" */
/** @import {Contents} from "./units.js" */

/** Width, height and gap of cards on the table, and of those of the last hand. */
const LARGE = {w: 62, h: 90, gap: 8};
const SMALL = {w: 31, h: 46, gap: 3};
/** Between groups of cards. */
const APART = 18;
/** From the middle of the table to the bet of a player. */
const BET_X = -168;

/** @type {Contents<Table>} */
export const cards = {
  ...units,
  trays: tableNodes,
  boardInWords: (board, position, _, sides) => describeTable(board, position, sides),
};

/** Return what lies on a table. @param {Table} board @param {State} position @param {Layout} layout @param {boolean} flipped
 * @param {string[]} sides names of the seats @returns {SVGElement[]} */
function tableNodes(board, position, {trays: places}, flipped, sides) {
  const {near, far, free, line, last: bottom} = /** @type {Required<Trays>} */ (places);
  const {sides: hands, middle, last} = shownParts(position, sides);
  const nodes = hands.flatMap((part, seat) => {
    const place = seat === (flipped ? 1 : 0) ? near : far;
    return [...row(board, part.trays, place, LARGE, sides), ...bet(part, place, sides[seat])];
  });
  nodes.push(...row(board, middle.trays, free, LARGE, sides), words(counted(middle.counters, t("table.of")), line, 19));
  const before = row(board, last.trays, {x: bottom.x, y: bottom.y + 14}, SMALL, sides);
  nodes.push(words([lastText(last)], before.length ? {x: bottom.x, y: bottom.y - 28} : bottom, 16));
  return [...nodes, ...before];
}

/** Return the parts that are shown. When no card is left on the table, those of the last hand lie there.
 * @param {State} position @param {string[]} sides names of the seats @returns {TableParts} */
function shownParts(position, sides) {
  const parts = partsOf(position, sides);
  const {trays} = parts.last;
  if ([...parts.sides, parts.middle].some((part) => part.trays.some(({faces}) => faces.length))) return parts;
  const of = (/** @type {number | null} */ owner) => trays.filter((tray) => tray.owner === owner);
  return {
    sides: parts.sides.map((part, seat) => ({...part, trays: of(seat)})),
    middle: {...parts.middle, trays: of(null)},
    last: {...parts.last, trays: []},
  };
}

/** Return groups of cards side by side around a place. @param {Table} board @param {Tray[]} trays @param {Spot} middle
 * @param {typeof LARGE} size @param {string[]} sides */
function row(board, trays, {x, y}, size, sides) {
  const {w, gap} = size;
  const groups = trays.map((tray) => ({tray, faces: facesOf(board, tray)})).filter(({faces}) => faces.length);
  // In a row of several hands, the name of each player is beside the cards.
  const named = size === SMALL;
  const widths = groups.map(({tray, faces}) => faces.length * (w + gap) - gap + (named && tray.owner !== null ? 8 * sides[tray.owner].length + 12 : 0));
  let left = x - (widths.reduce((sum, width) => sum + width, 0) + APART * (widths.length - 1)) / 2;
  return groups.map(({tray, faces}, place) => {
    const cards = faces.map((face, number) => make("g", {transform: `translate(${left + w / 2 + number * (w + gap)} ${y})`}, [cardNode(face, size)]));
    if (named && tray.owner !== null) cards.push(label(sides[tray.owner], left + widths[place], y, 14, "end"));
    left += widths[place] + APART;
    return make("g", {role: "img", "aria-label": trayWords(tray, faces, sides)}, cards);
  });
}

/** Return the bet of a player beside the own cards. @param {Part} part @param {Spot} place @param {string} side */
function bet({counters: {bet: chips}}, {x, y}, side) {
  if (!chips) return [];
  const disc = make("circle", {cx: x + BET_X - 20, cy: y, r: 12, class: "chip"});
  return [make("g", {role: "img", "aria-label": `${side} bet ${chips}`}, [disc, label(`${chips}`, x + BET_X, y, 22, "start")])];
}

/** @param {string[]} texts @param {Spot} place @param {number} size */
const words = (texts, {x, y}, size) => label(texts.join(" · "), x, y, size, "middle");

/** @param {string} content @param {number} x @param {number} y @param {number} size @param {string} anchor */
function label(content, x, y, size, anchor) {
  return makeText({x, y, dy: "0.36em", "text-anchor": anchor, "font-size": size, class: "said"}, content);
}

/** @param {Table} board @param {Tray} tray */
const facesOf = ({faces}, tray) => tray.faces.flatMap((key) => faces[key] ?? []);

/** @param {Tray} tray @param {Face[]} faces @param {string[]} sides */
const trayWords = ({name, owner}, faces, sides) => `${owner === null ? "" : `${sides[owner]} `}${wordsOf(name, faces)}`;

/** Return a table in words. @param {Table} board @param {State} position @param {string[]} sides */
function describeTable(board, position, sides) {
  const {sides: hands, middle, last} = partsOf(position, sides);
  const said = (/** @type {Part} */ {trays}, /** @type {string[]} */ texts) => [...trays.flatMap((tray) => (tray.faces.length ? trayWords(tray, facesOf(board, tray), sides) : [])), ...texts];
  const counts = (/** @type {Part} */ {counters}) => counted(counters, t("table.of"));
  const parts = [...hands.flatMap((part, seat) => said(part, counts(part).map((text) => `${sides[seat]} ${text}`))), ...said(middle, counts(middle)), ...said(last, [lastText(last)])];
  return parts.filter(Boolean).join(". ");
}
