// The clocks of a running match: they run in the view, warn their player, and can be said.

import {nameOf} from "../../app/format.js";
import {Stopwatch, clockText, seatClock} from "../../match/clock.js";
import {t} from "../../words/index.js";
import {runClocks} from "../player_bar.js";

/** @import {ToClient} from "kibitz-protocol" */
/** @import {App} from "../../app/context.js" */
/** @import {MatchState} from "../../match/state.js" */
/** @import {LiveMatch} from "../../network/live_match.js" */

const STEP_MS = 100;
/** Time left at which a screen reader warns a player, in milliseconds. */
const WARN_MS = 10_000;

export class Clocks {
  /** @param {App} app @param {LiveMatch} live */
  constructor(app, live) {
    this._app = app;
    this._live = live;
    this._watch = new Stopwatch(performance.now());
    /** Whether the player was warned that little time is left for this move. */
    this._warned = false;
    this._ticking = setInterval(() => this._tick(), STEP_MS);
  }

  /** Follow a message that may restart, halt or change the clocks. @param {ToClient} message */
  take(message) {
    if (message.t === "snapshot" || (message.t === "event" && message.state)) this._watch.begin(this._live.arrived);
    if (message.t === "snapshot" || message.t === "event") this._warned = false;
    if (message.t === "notice") this._watch.halt(performance.now(), this._live.halted);
  }

  /** Return the clocks of all seats, to be said. @param {MatchState} state */
  said(state) {
    if (!state.position.remaining_ms) return t("new.noClock");
    const elapsed = this._elapsed();
    return state.seats.map((seat) => `${nameOf(seat)} ${clockText(seatClock(state, seat.seat, elapsed)?.ms ?? 0)}`).join(", ");
  }

  /** Stop the clocks. */
  close() {
    clearInterval(this._ticking);
  }

  _tick() {
    const root = document.querySelector(".match");
    const {state} = this._live;
    if (!root || !state) return;
    const elapsed = this._elapsed();
    runClocks(root, state, elapsed);
    const own = state.you === null ? null : seatClock(state, state.you, elapsed);
    if (own?.running && own.ms < WARN_MS && !this._warned) this._warn(own.ms);
  }

  /** @param {number} left milliseconds */
  _warn(left) {
    this._warned = true;
    this._app.sound("low");
    this._app.speak(t("match.lowTime", {time: clockText(left)}), "assertive");
  }

  _elapsed() {
    return this._watch.elapsed(performance.now());
  }
}
