// An answer to a task about a move. For the parts of a match that choose moves it looks like a running match.

/** @import {TaskAnswered, TaskShown} from "kibitz-protocol" */
/** @import {MatchState} from "../match/state.js" */

export class TaskAttempt {
  /** @param {TaskShown} task @param {(move: string) => Promise<TaskAnswered | null>} answer sends a move */
  constructor(task, answer) {
    this._answer = answer;
    /** The move that the server looks at. @type {{move: string} | null} */
    this.pending = null;
    /** No moves are chosen ahead. @type {string[]} */
    this.premoves = [];
    /** @type {MatchState} */
    this.state = matchOf(task);
  }

  /** Answer with a move. @param {string} move */
  async play(move) {
    if (this.pending) return;
    this.pending = {move};
    try {
      const answered = await this._answer(move);
      // A wrong move is taken back.
      if (answered?.right && answered.state) this.state = {...this.state, position: answered.state, phase: "finished"};
    } finally {
      this.pending = null;
    }
  }

  premove() {}

  clearPremoves() {}
}

/** Return the match that a task looks like. @param {TaskShown} task @returns {MatchState} */
const matchOf = ({game, board, options, state, what}) => {
  const seats = game?.seats ?? [];
  const seat = state?.to_move ?? 0;
  return /** @type {MatchState} */ (
    /** @type {unknown} */ ({match: "", code: "", game, board, options, position: state, you: seat, local: false, phase: what === "move" ? "running" : "finished", moves: [], seats: seats.map((name, place) => ({seat: place, kind: "human", name})), searches: {}, offers: [], away: [], notes: []})
  );
};
