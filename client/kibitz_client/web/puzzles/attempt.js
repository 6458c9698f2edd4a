// One attempt at a puzzle: the moves that were found, the position after them, and what the server said of the last one.
// For the parts of a match that choose moves it looks like a running match.

import {translatedGame} from "../words/games.js";

/** @import {HelpPuzzle, PuzzleHint, PuzzleJudged, PuzzleShown} from "kibitz-protocol" */
/** @import {MatchState} from "../match/state.js" */
/** @import {Link} from "../network/link.js" */

/** What the reader is told at the board. @typedef {"toMove" | "goOn" | "wrong" | "solved" | "found"} Phase */

export class Attempt {
  /** @param {Link} link @param {PuzzleShown} shown */
  constructor(link, shown) {
    this._link = link;
    this.shown = {...shown, game: translatedGame(shown.game)};
    /** The right moves of the solver so far. @type {string[]} */
    this.found = [];
    /** The answer to the last move, or the solution. @type {PuzzleJudged | null} */
    this.judged = null;
    /** @type {PuzzleHint | null} */
    this.hint = null;
    /** By how much the attempt has changed the rating of the solver. */
    this.change = 0;
    this.you = shown.you;
    /** The move that the server looks at. @type {{move: string} | null} */
    this.pending = null;
    /** No moves are chosen ahead. @type {string[]} */
    this.premoves = [];
    /** @type {MatchState} */
    this.state = matchOf(this.shown);
  }

  /** Whether nothing is left to find. */
  get over() {
    return this.judged?.over ?? false;
  }

  /** @returns {Phase} */
  get phase() {
    if (!this.judged) return "toMove";
    if (this.judged.over) return this.judged.result === "solved" ? "solved" : "found";
    return this.judged.right ? "goOn" : "wrong";
  }

  /** Answer with one more move. @param {string} move */
  async play(move) {
    if (this.pending || this.over) return;
    this.pending = {move};
    try {
      const judged = await this._link.command({t: "answer_puzzle", puzzle: this.shown.puzzle, moves: [...this.found, move]});
      if (judged.right) this.found.push(move);
      this._take(judged);
    } finally {
      this.pending = null;
    }
  }

  /** Get the first cell of the next move, or the solution. @param {NonNullable<HelpPuzzle["what"]>} what */
  async help(what) {
    const found = await this._link.command({t: "help_puzzle", puzzle: this.shown.puzzle, moves: this.found, what});
    if (found.kind === "puzzle_hint") this.hint = found;
    else this._take(found);
  }

  premove() {}

  clearPremoves() {}

  /** @param {PuzzleJudged} judged */
  _take(judged) {
    this.judged = judged;
    this.hint = null;
    this.you = judged.you;
    if (judged.counted) this.change = judged.change;
    // A wrong move is taken back.
    if (judged.right) this.state = {...this.state, position: judged.state, phase: judged.over ? "finished" : "running"};
  }
}

/** Return the match that a puzzle looks like for the parts that choose moves. @param {PuzzleShown} shown @returns {MatchState} */
const matchOf = ({game, board, options, state, seat, puzzle}) =>
  /** @type {MatchState} */ (
    /** @type {unknown} */ ({match: puzzle, code: "", game, board, options, position: state, you: seat, local: false, phase: "running", moves: [], seats: game.seats.map((name, place) => ({seat: place, kind: "human", name})), searches: {}, offers: [], away: [], notes: []})
  );
