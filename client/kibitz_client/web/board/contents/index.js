// How large boards are drawn, by what they consist of: pieces on a grid or units on cells. Boards of few games, with parts of
// a match that only they need, are modules of their own, which are loaded when such a board is first shown.

import {pieces} from "./pieces.js";
import {units} from "./units.js";

/** @import {TemplateResult} from "lit-html" */
/** @import {Board, State} from "kibitz-protocol" */
/** @import {MatchState} from "../../match/state.js" */
/** @import {Contents} from "./units.js" */

/** What a module of one kind of boards has: its drawing, and what a match shows in place of the usual parts.
 * @typedef {object} Special
 * @property {Contents<any>} contents
 * @property {(asked: ChoicesAsked) => TemplateResult} [choices] buttons for the moves without cells
 * @property {(asked: ListAsked) => TemplateResult} [list] the list of moves
 * @property {(asked: ListAsked) => TemplateResult} [steps] buttons of a replay
 * @property {new (changed: () => void) => Paused} [Pause] */

/** A pause of the drawing, in which an earlier position is shown in place of the latest one.
 * @typedef {object} Paused
 * @property {(position: State, sides: string[]) => State} shown
 * @property {() => void} [skip]
 * @property {(reader: {names: string[], sides: string[], you: number | null}) => TemplateResult | null} [template]
 * @property {() => void} [swap] use the dice in the other order
 * @property {(targets: Set<number>, from: number, seat: number) => number | null} [target] where a second tap on a checker moves it */

/** What asks before a move that cannot be taken back: a second tap makes it.
 * @typedef {{armed: (name: string) => boolean, tap: (name: string, question: string, run: () => void) => void}} AsksFirst */

/** `picked` are the cells of the checkers that were moved, `keep` keeps some of them; `swap` is there if dice can be used in another
 * order. @typedef {{state: MatchState, play: (move: string) => void, sure: AsksFirst, picked: number[], keep: (cells: number[]) => void, swap?: () => void, confirm: boolean}} ChoicesAsked */
/** What a list of moves is made of; `position` returns that of a ply, if it is known.
 * @typedef {{state: MatchState, at: number, go: (ply: number) => void, names: string[], position: (ply: number) => State | null}} ListAsked */

/** What shapes without units consist of. @type {{[shape: string]: Contents<any>}} */
const OTHERS = {grid: pieces};

/** What loads a stylesheet: the page sets it. @type {{style: (name: string) => Promise<void>}} */
export const page = {style: () => Promise.resolve()};

/** Loaders of modules by the shape of their boards. @type {{[shape: string]: () => Promise<Special>}} */
const LATER = {
  points: () => Promise.all([import("../backgammon/backgammon.js"), page.style("backgammon.css")]).then(([module]) => module.ready.then(() => module.special)),
  table: () => Promise.all([import("../poker/poker.js"), page.style("poker.css")]).then(([module]) => module.ready.then(() => module.special)),
};

/** The modules that have come. @type {{[shape: string]: Special}} */
const loaded = {};

/** Return the module of a kind of boards; null if it has none, or it has not come yet. @param {Board} board */
export const specialOf = ({shape}) => loaded[shape] ?? null;

/** Return whether a board can be drawn now. @param {Board} board */
export const isReady = ({shape}) => !(shape in LATER) || shape in loaded;

/** Get the module of a kind of boards. @param {Board} board @returns {Promise<void>} */
export async function prepare({shape}) {
  if (shape in LATER) loaded[shape] ??= await LATER[shape]();
}

/** Return how a board is drawn. @param {Board} board */
export const contentsOf = ({shape}) => loaded[shape]?.contents ?? OTHERS[shape] ?? units;
