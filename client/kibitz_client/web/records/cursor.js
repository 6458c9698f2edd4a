// A place in the record of a match: the shown ply, how to get to others, and what there is to say of it. It draws nothing.

import {endText} from "../app/format.js";
import {chancesBefore} from "../match/line.js";
import {plyStates} from "../match/record.js";
import {moveWords} from "../match/state.js";
import {chancesWords} from "../match/tables/hidden.js";
import {named} from "../panels/match/extras/special.js";
import {t} from "../words/index.js";
import {analysedSearch} from "./analysis.js";
import {NO_JUDGEMENTS, judgementsOf, mistakeText} from "./judgements.js";

/** @import {Analysed, SearchReport} from "kibitz-protocol" */
/** @import {WholeRecord} from "../match/record.js" */
/** @import {MatchState} from "../match/state.js" */

export class Cursor {
  /** @param {WholeRecord} record */
  constructor(record) {
    this.record = record;
    /** The match at each ply. */
    this.states = plyStates(record.messages);
    /** The ply of the first state: a match may begin from a position. */
    this.first = this.states[0]?.position.ply ?? 0;
    /** The place of the shown ply among the states. */
    this.at = 0;
    this.judgements = NO_JUDGEMENTS;
    /** @type {Analysed | null} */
    this._analysed = null;
  }

  /** The match at its end. */
  get end() {
    return this.states[this.states.length - 1];
  }

  get ply() {
    return this.first + this.at;
  }

  get atEnd() {
    return this.at === this.states.length - 1;
  }

  /** The mistake that led to the shown ply. */
  get mistake() {
    return this.judgements.mistakes.find(({ply}) => ply === this.ply - 1);
  }

  /** Take what an analysis found, or what the server recorded. @param {Analysed | null} analysed */
  judge(analysed) {
    this._analysed = analysed;
    this.judgements = judgementsOf(this.states, this.record.evaluation, analysed);
  }

  /** Go to a ply, or to the nearest one. @param {number} ply @returns {number} the steps that this took */
  go(ply) {
    const before = this.at;
    this.at = Math.max(0, Math.min(this.states.length - 1, ply - this.first));
    return Math.abs(this.at - before);
  }

  /** Return the ply after the next mistake in a direction, 1 or -1. @param {number} direction */
  nextMistake(direction) {
    const plies = this.judgements.mistakes.map(({ply}) => ply + 1).sort((a, b) => direction * (a - b));
    return plies.find((ply) => direction * (ply - this.ply) > 0);
  }

  /** Return the chance of the first side by the latest search, or null. */
  chance() {
    return this.judgements.curve.values.slice(0, this.at + 1).findLast((value) => value !== null) ?? null;
  }

  /** Return the move that led to the shown ply, in words. */
  heading() {
    const move = this.end.moves[this.at - 1];
    const mark = move && (this.judgements.marks.get(move.ply) ?? "");
    const title = move ? t("replay.after", {ply: this.ply, move: `${moveWords(this.end, move)}${mark}`}) : t("replay.start");
    const text = [title, ...chancesWords(chancesBefore(this.end, this.at))].join(", ");
    return this.end.game.hidden ? named(text, this.end) : text;
  }

  /** Return what there is to say of the shown ply: a mistake, or the result. */
  summary() {
    const {mistake, atEnd} = this;
    if (mistake) return mistakeText(mistake);
    const {result, seed_kept} = this.end;
    const kept = seed_kept ? `. ${t("fair.kept")}` : "";
    return atEnd && result ? endText({...this.end, result: /** @type {any} */ (result)}, null) + kept : "";
  }

  /** Return the search for the move that was played at the shown ply. @returns {SearchReport | null} */
  search() {
    const move = this.end.moves[this.at];
    const analysed = this._analysed;
    if (!move) return null;
    return analysed && this.at < analysed.moves.length ? analysedSearch(analysed, this.at) : (move.search ?? null);
  }

  /** Return the match at the shown ply with its search. Its clocks are stopped. @returns {MatchState} */
  shown() {
    const state = this.states[this.at];
    const move = this.end.moves[this.at];
    const search = this.search();
    const searches = search ? {...state.searches, [move.seat]: {ply: move.ply, search, live: false}} : state.searches;
    return {...state, searches, show_thinking: true, position: {...state.position, ticking: null, first_move_ms: null, settle_ms: null}};
  }
}
