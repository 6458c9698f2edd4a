// Seat clocks, kept running between two server messages. The twin of text/clock.py and match/stopwatch.py of the Python
// client. The server sends the time of each seat until its flag falls, as of the position.

import {t} from "../words/index.js";
import {said} from "../words/said/index.js";
import {settling} from "./state.js";

/** @import {MatchState} from "./state.js" */

/** Stopwatch that restarts with each position and is stopped while the server has halted all clocks. Milliseconds. */
export class Stopwatch {
  /** @param {number} now */
  constructor(now) {
    this.began = now;
    /** @type {number | null} */
    this.stopped = null;
  }
  /** Restart for a new position. @param {number} now */
  begin(now) {
    this.began = now;
    this.stopped = null;
  }
  /** Halt the stopwatch, or let it run again. @param {number} now @param {boolean} halted */
  halt(now, halted) {
    if (halted) this.stopped ??= now;
    else if (this.stopped !== null) {
      this.began += now - this.stopped;
      this.stopped = null;
    }
  }
  /** Return the running time since the position arrived. @param {number} now */
  elapsed(now) {
    return Math.trunc((this.stopped ?? now) - this.began);
  }
}

/** The clock of a seat: the time it shows, free seconds of a delay, and byo-yomi periods (`inPeriod`: one runs).
 * @typedef {{ms: number, free: number, periods: number, inPeriod: boolean, running: boolean}} SeatClock */

/** Return the clock of a seat, or null in a match without clocks.
 * @param {MatchState} state @param {number} seat @param {number} elapsed milliseconds since the position arrived
 * @returns {SeatClock | null} */
export function seatClock(state, seat, elapsed) {
  const times = state.position;
  const remaining = times.remaining_ms?.[seat];
  if (remaining === undefined) return null;
  const running = times.ticking === seat;
  const spent = running ? elapsed : 0;
  const untilFlag = times.flag_ms ? times.flag_ms[seat] : remaining;
  const plain = {free: 0, periods: 0, inPeriod: false, running};
  if (state.clock?.kind === "delay") {
    const free = Math.max(0, untilFlag - remaining - spent);
    return {...plain, ms: untilFlag - spent - free, free};
  }
  if (state.clock?.kind === "byoyomi" && times.periods?.length) {
    const period = Math.round(1000 * state.clock.period_s);
    const periods = times.periods[seat];
    const left = untilFlag - spent;
    const main = left - periods * period;
    if (main > 0) return {...plain, ms: main, periods};
    // A period that is exactly used up is lost, as on the server.
    const open = Math.min(periods, Math.floor(Math.max(0, left - 1) / period) + 1);
    return {...plain, ms: left - (open - 1) * period, periods: open, inPeriod: true};
  }
  return {...plain, ms: remaining - spent};
}

/** Return the time left: `04:58`, `1:04:58` with hours, `2d 04:58` with days, and tenths in the last ten seconds.
 * @param {number} remaining milliseconds */
export function clockText(remaining) {
  const left = Math.max(Math.trunc(remaining), 0);
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  const seconds = Math.floor(left / 1000);
  if (left < 10_000) return `00:${two(seconds)}.${Math.floor((left % 1000) / 100)}`;
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  if (hours >= 24) return `${Math.floor(hours / 24)}${said("d")} ${two(hours % 24)}:${two(minutes % 60)}`;
  const tail = `${two(minutes % 60)}:${two(seconds % 60)}`;
  return hours ? `${hours}:${tail}` : tail;
}

/** Return the clock of a seat as text: `04:58`, `04:58 +3` (with free seconds), `00:21 (2 periods)`; empty without one.
 * @param {MatchState} state @param {number} seat @param {number} elapsed */
export function seatClockText(state, seat, elapsed) {
  const clock = seatClock(state, seat, elapsed);
  if (!clock) return "";
  const text = clockText(clock.ms);
  if (clock.periods) {
    const periods = t(clock.periods === 1 ? "clock.last" : "clock.periods", {count: clock.periods});
    return `${text} (${clock.inPeriod ? "" : "+"}${periods})`;
  }
  return clock.free ? `${text} +${Math.ceil(clock.free / 1000)}` : text;
}

/** Return the deadline of a first move, which costs no time: `first move within 00:25`; empty for other moves.
 * @param {MatchState} state @param {number} elapsed */
export function firstMoveText(state, elapsed) {
  const left = state.position.first_move_ms;
  if (typeof left !== "number" || state.phase !== "running") return "";
  return t("clock.first", {time: clockText(left - elapsed)});
}

/** Return how long players can settle what is dead: `settle within 02:59`; empty in any other match.
 * @param {MatchState} state @param {number} elapsed */
export function settleText(state, elapsed) {
  const left = state.position.settle_ms;
  return typeof left === "number" && settling(state) ? t("clock.settle", {time: clockText(left - elapsed)}) : "";
}

/** Return the time that a move took: `2.0` seconds, `26:21` minutes, `1:04:58` hours. @param {number} elapsed */
export function durationText(elapsed) {
  if (Math.round(elapsed / 100) < 600) return (elapsed / 1000).toFixed(1);
  const seconds = Math.round(elapsed / 1000);
  const minutes = Math.floor(seconds / 60);
  const tail = String(seconds % 60).padStart(2, "0");
  return minutes < 60 ? `${minutes}:${tail}` : `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}:${tail}`;
}
