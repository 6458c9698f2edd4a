// What searches say of the moves of a match: its mistakes with their marks, and the curve of win probabilities.

import {percent} from "../match/engine_line.js";
import {has, t} from "../words/index.js";

/** @import {Analysed, Evaluation, Mistake, Reason} from "kibitz-protocol" */
/** @import {MatchState} from "../match/state.js" */
/** @import {Curve} from "./timeline.js" */

/** Mistakes, their marks by ply, and the curve.
 * @typedef {{mistakes: Mistake[], marks: Map<number, string>, curve: Curve}} Judgements */

/** The marks of judgements, as in chess books. */
const MARKS = {good: "", inaccuracy: "?!", mistake: "?", blunder: "??"};

/** @type {Judgements} */
export const NO_JUDGEMENTS = {mistakes: [], marks: new Map(), curve: {values: [], mistakes: [], first: 0, last: 0}};

/** Return the judgements of a match: those of an analysis if there is one, else those that the server recorded.
 * @param {MatchState[]} states @param {Evaluation | null} recorded @param {Analysed | null} analysed @returns {Judgements} */
export function judgementsOf(states, recorded, analysed) {
  const {game, phase, result, position} = states[states.length - 1];
  // No search tells how good a move is that depends on cards which its player did not see.
  if (game.hidden) return NO_JUDGEMENTS;
  const {values, mistakes} = (analysed ? analysed.evaluation : recorded) ?? NO_JUDGEMENTS.curve;
  // The result is what the last move led to.
  const end = phase === "finished" && result ? [result.winner === null ? 0.5 : 1 - result.winner] : [];
  const known = [...values, ...(analysed ? [analysed.final] : end)];
  return {
    mistakes,
    marks: new Map(mistakes.map(({ply, judgement}) => [ply, MARKS[judgement]])),
    curve: {values: known, mistakes, first: states[0].position.ply, last: position.ply},
  };
}

/** Return what a mistake cost, why, and the better move if one is known. @param {Mistake} mistake */
export function mistakeText({judgement, before, after, better, score, why, checked}) {
  const name = t(/** @type {"replay.mistake"} */ (`replay.${judgement}`));
  const lost = t("replay.lost", {name, before: percent(before), after: percent(after)});
  const parts = [lost, why ? reasonText(why) : "", better ? t("replay.better", {line: better, score}) : "", checked ? t("replay.checked", {depth: checked}) : ""];
  return parts.filter(Boolean).join(" ");
}

/** Return a proven reason of a mistake; nothing for a kind of a newer server. @param {Reason} why */
export function reasonText({kind, moves = 0, what = [], price = [], at = "", count = 0, best = 0}) {
  const key = `why.${kind}`;
  if (!has(key)) return "";
  if (kind === "allows_win" && at) return t("why.at_once", {at});
  const named = (/** @type {string[]} */ names) =>
    [...new Set(names)].map((name) => piece(name, names.filter((each) => each === name).length)).join(" + ");
  const win = t(what[0] === "mate" ? "why.mate" : "why.win", {moves});
  const place = at && what.length === 1 ? ` ${t("why.on", {at})}` : "";
  const paid = price.length ? ` ${t("why.for", {what: named(price)})}` : "";
  const lost = count ? piece(what[0], count) : `${named(what)}${place}${paid}`;
  return t(key, {win, what: lost, at, count, best});
}

/** Return some pieces, points, or a decision, by their name. @param {string | undefined} name @param {number} count */
const piece = (name, count) => t(/** @type {"piece.pawn"} */ (`piece.${name}`), {count});
