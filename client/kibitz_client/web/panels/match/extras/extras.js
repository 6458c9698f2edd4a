// Parts of a match that its view loads when they are first needed: the end, captured pieces, arrows of a search, and what the
// game is about at its first moves. Until a part is there, nothing of it is shown.

import {nothing} from "lit-html";
import {over, plays} from "../../../match/state.js";
import {ahead, later} from "../../../network/later.js";

/** @import {Board, SearchReport, State, ToClient} from "kibitz-protocol" */
/** @import {App} from "../../../app/context.js" */
/** @import {Layer} from "../../../board/board.js" */
/** @import {MatchState} from "../../../match/state.js" */

/** How long the result stays on the board, in milliseconds. */
const STAMP_MS = 4000;
/** Moves of a player during which a line says what the game is about. */
const FIRST_MOVES = 2;

export class Extras {
  /** @param {App} app */
  constructor(app) {
    this._app = app;
    /** Return what loads a part with its stylesheets. @template {{prepare: (app: App) => Promise<unknown>}} Part @param {() => Promise<Part>} load */
    const part = (load) => later(async () => {
      const found = await load();
      await found.prepare(app);
      return found;
    }, app.changed);
    this._ending = part(() => import("../ending/ending.js"));
    this._lines = part(() => import("./lines.js"));
    this._material = part(() => import("./material.js"));
    this._drawing = part(() => import("./drawing.js"));
    /** Whether one finger draws on the board. */
    this.drawing = false;
    this._goal = part(() => import("./goal.js"));
    /** @type {(() => Promise<unknown>)[]} */
    this._loads = [() => import("../../notices/notices.js"), () => app.style("notices.css"), () => import("../ending/ending.js"), () => import("../settling.js"), () => import("../../../board/annotations/pen.js")];
    if (matchMedia("(pointer: coarse)").matches) this._loads.push(() => import("../../../board/touch/lens.js"));
    /** The match whose result is on the board. @type {string | null} */
    this._stamped = null;
  }

  /** Load what a player may need while the server is away: once, after the first drawing. @param {MatchState} state */
  ahead(state) {
    if (plays(state)) ahead(this._loads.splice(0));
  }

  /** Note the end of a match that is watched, to show its result on the board for a while.
   * @param {MatchState} state @param {ToClient | null} message */
  take(state, message) {
    if (message?.t !== "event" || (message.event.kind !== "finished" && message.event.kind !== "aborted")) return;
    this._stamped = state.match;
    setTimeout(this._close, STAMP_MS);
  }

  /** Return whether a key closes the result on the board. @param {string} key */
  closes(key) {
    if (key !== "Escape" || !this._stamped) return false;
    this._close();
    return true;
  }

  /** Return the result on the board, for a while after the end. @param {MatchState} state @param {boolean} turned whether the board is */
  stamp(state, turned) {
    return state.result && this._stamped === state.match ? (this._ending()?.stamp(state, turned, this._close) ?? nothing) : nothing;
  }

  /** Return the end of a match below its board; null until it is loaded. @param {MatchState} state */
  ended(state) {
    return state.result ? (this._ending()?.panel(this._app, state) ?? null) : null;
  }

  /** Return what is drawn over the pieces: what decided the game, or the expected line of a search.
   * @param {MatchState} state @param {State} position the one that is shown @param {SearchReport | null} [search]
   * @returns {Layer[]} */
  layers(state, position, search = null) {
    if (over(state) && position === state.position) return this._ending()?.layers(state) ?? [];
    return search && isLine(state.board, position) ? (this._lines()?.lineLayers(state.board, position, search) ?? []) : [];
  }

  /** Return the switch for drawing with one finger, where there is no mouse. @param {MatchState} state */
  pen({board}) {
    const toggle = () => {
      this.drawing = !this.drawing;
      this._app.changed();
    };
    return board.shape !== "table" && matchMedia("(pointer: coarse)").matches ? (this._drawing()?.drawingSwitch(this._app, this.drawing, toggle) ?? nothing) : nothing;
  }

  /** Return what a side has captured, for its bar. @param {MatchState} state @param {State} position @param {number} seat */
  captured(state, position, seat) {
    const {board} = state;
    const counted = board.shape === "grid" && board.ground === "checkered" && position.ply > 0;
    return counted ? (this._material()?.captured(state, position, seat) ?? nothing) : nothing;
  }

  /** Return what the game is about, at the first moves of a player; null later. @param {MatchState} state */
  goal(state) {
    const begins = state.phase === "running" && plays(state) && state.moves.length < 2 * FIRST_MOVES && !state.tournament && !this._app.embedded;
    return begins ? (this._goal()?.goalLine(this._app, state) ?? null) : null;
  }

  _close = () => {
    this._stamped = null;
    this._app.changed();
  };
}

/** Return whether the line of a search has arrows: pieces move from cell to cell. @param {Board} board @param {State} position */
export const isLine = (board, {paths}) => board.shape === "grid" && paths.some((path) => path.length > 1);
