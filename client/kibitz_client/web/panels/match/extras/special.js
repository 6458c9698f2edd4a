// The parts of a match that only boards of few games have, such as the buttons of a bet: their module comes when such a board
// is first shown. A view without it shows the usual parts.

import {nameOf} from "../../../app/format.js";
import {isReady, page, prepare, specialOf} from "../../../board/contents/index.js";
import {t} from "../../../words/index.js";

/** @import {State} from "kibitz-protocol" */
/** @import {App} from "../../../app/context.js" */
/** @import {BoardView} from "../../../board/board.js" */
/** @import {Paused, Special} from "../../../board/contents/index.js" */
/** @import {MatchState} from "../../../match/state.js" */

/** Return the names of the players by their seats: `You` for the reader. @param {MatchState} state */
export const playersOf = ({seats, you}) => seats.map((view) => (view.seat === you ? t("match.youName") : nameOf(view)));

/** Return a text of the server with the names of the players in place of those of their sides.
 * @param {string} text @param {MatchState} state */
export const named = (text, {game, seats}) => game.seats.reduce((found, side, seat) => found.replaceAll(side, nameOf(seats[seat])), text);

export class SpecialParts {
  /** @param {App} app */
  constructor(app) {
    this._app = app;
    page.style = app.style;
    /** @type {Paused | null} */
    this._pause = null;
  }

  /** Return the module of a board; null if it has none. The view is drawn again when it comes. @param {MatchState} state
   * @returns {Special | null} */
  of({board}) {
    if (!isReady(board)) prepare(board).then(this._app.changed, this._app.refused);
    return specialOf(board);
  }

  /** Return what a board shows of a match besides its moves. @param {MatchState} state @param {State} position
   * @returns {Partial<BoardView> & {position: State}} */
  onBoard(state, position) {
    const {Pause} = this.of(state) ?? {};
    this._pause ??= Pause ? new Pause(this._app.changed) : null;
    return {players: playersOf(state), length: Number(state.options["to"] ?? 0), position: this._pause?.shown(position, state.game.seats) ?? position};
  }

  /** Return what a pause after a hand shows below the board. @param {MatchState} state */
  pause(state) {
    return this._pause?.template?.({names: playersOf(state), sides: state.game.seats, you: state.you}) ?? null;
  }

  /** End a pause: the player goes on. */
  skip() {
    this._pause?.skip?.();
  }

  /** Forget the match before: its last position is none of another match. */
  reset() {
    this.skip();
    this._pause = null;
  }

  /** What the drawing keeps between positions. */
  get kept() {
    return this._pause;
  }
}
