// What a player picks on the board for the next move: its cells, the moves among which they leave a choice, and the cells
// of a hint. It knows the rules of picking alone; who uses it plays the moves. Pure.

import {canCarryAhead, marked, pick, pickAhead, previewed, targets, wholePairs} from "./choosing.js";
import {positionAhead} from "./premoves.js";
import {yourTurn} from "./state.js";

/** @import {Board, State} from "kibitz-protocol" */
/** @import {MatchState} from "./state.js" */

export class Picking {
  constructor() {
    /** Moves that were chosen ahead. @type {string[]} */
    this.ahead = [];
    /** The position after them, for the one from which they begin. @type {{from: State, moves: string[], to: State} | null} */
    this._after = null;
    /** Cells that begin a move; on a board of points, complete pairs and perhaps the origin of one more. @type {number[]} */
    this.cells = [];
    /** Moves among which the player chooses. @type {string[]} */
    this.choices = [];
    /** Cells of the move that the server proposed. @type {number[]} */
    this.hinted = [];
  }

  /** Forget the choice and the cells, but for those that are kept. @param {number[]} [kept] */
  clear(kept = []) {
    this.cells = kept;
    this.choices = [];
  }

  /** Forget the hint too, as in a new position. */
  reset() {
    this.clear();
    this.hinted = [];
  }

  /** Show where a proposed move goes. @param {MatchState} state @param {string} move */
  hint({board, position}, move) {
    const path = pathOf(position, move);
    this.hinted = path.length > 1 && board.shape !== "points" ? [path[0], path[path.length - 1]] : path;
  }

  /** Pick one more cell, for a move now or ahead of its turn. Return the moves that are complete; null if nothing can be
   * picked now. @param {MatchState} state @param {number} cell @param {"lifted" | "dropped"} [carried] how a piece is carried
   * from the cell or to it @returns {string[] | null} */
  add(state, cell, carried) {
    const {board, position, you} = state;
    const ofPairs = board.shape === "points";
    const now = yourTurn(state);
    // What can be played depends on the dice.
    if (ofPairs && !now) return null;
    const before = ofPairs && carried === "lifted" ? wholePairs(this.cells) : this.cells;
    const found = you === null || now ? pick(board, position, before, cell) : pickAhead(board, this.after(state, position), you, this.cells, cell, carried === "dropped");
    this.clear(found.picked);
    return found.moves;
  }

  /** Return a position after the moves that were chosen ahead: the same object while nothing changes, as boards compare them.
   * @param {Pick<MatchState, "board" | "you">} state @param {State} position */
  after({board, you}, position) {
    if (you === null || !this.ahead.length) return position;
    if (this._after?.from !== position || this._after.moves !== this.ahead)
      this._after = {from: position, moves: this.ahead, to: positionAhead(board, position, you, this.ahead)};
    return this._after.to;
  }

  /** Return the picked cells that are marked; complete pairs are shown as made. @param {Board} board */
  shown(board) {
    return board.shape === "points" ? this.cells.slice(wholePairs(this.cells).length) : this.cells;
  }

  /** Return the position after the pairs of a move that is on its way, otherwise after the picked ones.
   * @param {Board} board @param {State} position @param {number[]} sent cells of the move on its way */
  preview(board, position, sent) {
    return board.shape === "points" ? previewed(position, sent.length ? sent : this.cells) : position;
  }

  /** Return the cells to mark, which may be picked next. @param {Board} board @param {State} position */
  marks(board, position) {
    return marked(board, position, this.cells);
  }

  /** Return where a piece may be carried from a cell: ahead of its turn the cell itself, if it may be carried at all.
   * @param {MatchState} state @param {State} position the one that is shown @param {number} cell @returns {Set<number>} */
  targetsFrom(state, position, cell) {
    const {board, you} = state;
    if (yourTurn(state)) return targets(board, position, board.shape === "points" ? [...wholePairs(this.cells), cell] : [cell]);
    return new Set(you !== null && canCarryAhead(board, this.after(state, position), you, cell) ? [cell] : []);
  }
}

/** Return the cells of a legal move; none for another text. @param {State} position @param {string} move */
export const pathOf = ({paths, legal}, move) => paths[legal.indexOf(move)] ?? [];
