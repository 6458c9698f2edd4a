// A match as PGN: tags in brackets, then the moves as people write them. Chess is PGN that other programs read, and a game
// with a number in `GAME_TYPES` is PDN. It does the same as text/files/pgn.py of the Python client. Other programs read it, so it is
// in English in every language of the page.

import {drawnBefore} from "../match/draws.js";
import {advance, written} from "../match/state.js";
import {ARRAY, firstFen, isChess960} from "./chess960.js";

/** @import {Clock, MoveView, SeatView, Snapshot, State} from "kibitz-protocol" */
/** @import {MatchState} from "../match/state.js" */
/** @import {Messages} from "./record.js" */

const WIDTH = 80;
const CHESS = "chess";
/** Numbers of games in PDN, the form of PGN for draughts. @type {{[game: string]: string}} */
const GAME_TYPES = {draughts: "21", international: "20", russian: "25"};
/** Above this deviation, a rating has a question mark. */
export const UNSURE_DEVIATION = 200;

/** A match from its first message on: when it was created, now, when it started in seconds since 1970, and the position
 * after each ply, with the clocks then.
 * @typedef {{start: Snapshot, end: MatchState, at: number | null, after: Map<number, State>}} Course */

/** Return the course of a match, given its first snapshot and all events. @param {Messages} messages @returns {Course} */
export function courseOf(messages) {
  const start = /** @type {Snapshot} */ (messages[0]);
  /** @type {MatchState | null} */
  let state = null;
  /** @type {number | null} */
  let startedAt = null;
  const after = new Map();
  for (const message of messages) {
    state = advance(state, message);
    if (message.t !== "event") continue;
    const fact = message.event;
    if (fact.kind === "moved" && message.state) after.set(fact.move.ply, message.state);
    if (fact.kind === "started") startedAt ??= message.at;
  }
  // A client that follows the match from the first snapshot on may have missed its start.
  return {start, end: /** @type {MatchState} */ (state), at: startedAt || start.created_at || null, after};
}

/** Return a match as text, given its first snapshot and all events.
 * @param {Messages} messages @param {{comments?: boolean}} [options] whether to add `[%eval]`, `[%clk]` and `[%emt]`
 *   to each move, as in the PGN of chess servers */
export function pgnText(messages, {comments = false} = {}) {
  const {start, end, at, after} = courseOf(messages);
  /** @type {Map<number, number>} */
  const clocks = new Map();
  for (const {ply, seat} of end.moves) {
    const left = after.get(ply)?.remaining_ms;
    if (left) clocks.set(ply, left[seat]);
  }
  return matchText(start, end, at, comments ? clocks : null);
}

/** @param {Snapshot} start @param {MatchState} state @param {number | null} at seconds since 1970
 * @param {Map<number, number> | null} clocks milliseconds left after each ply */
function matchText(start, state, at, clocks) {
  const date = at === null ? "????.??.??" : new Date(at * 1000).toISOString().slice(0, 10).replaceAll("-", ".");
  const standard = state.game.name === CHESS || state.game.name in GAME_TYPES;
  const fen = standard ? firstPosition(start) : null;
  const tags = standard ? standardTags(state, date, fen) : ownTags(start, state, date);
  const lines = [...tags].map(([name, value]) => `[${name} "${value.replace(/["\\]/g, "\\$&")}"]`);
  return [...lines, "", ...wrapped(movesText(state, clocks, firstNumber(fen))), ""].join("\n");
}

/** Return the position before the first move; null if it is that of the game, or not known. @param {Snapshot} start */
function firstPosition(start) {
  const chess960 = isChess960(start.options);
  if (start.start === null && !start.opening.length && !chess960) return null;
  if (!start.moves.length) return start.state.text;
  return start.start !== null || start.opening.length ? start.start : firstFen(start.options[ARRAY]);
}

/** Return the seven tags that PGN requires, and others that it knows.
 * @param {MatchState} state @param {string} date @param {string | null} fen */
function standardTags(state, date, fen) {
  const {game, seats, series, result, clock} = state;
  const side = (/** @type {SeatView} */ view) => game.seats[view.seat] ?? `seat ${view.seat}`;
  const tags = new Map([
    ["Event", `${state.rated ? "Rated" : "Casual"} match`],
    ["Site", `Kibitz ${state.code}`],
    ["Date", date],
    ["Round", series ? String(series.number) : "-"],
  ]);
  for (const view of seats) tags.set(side(view), view.label || view.name || "?");
  tags.set("Result", resultToken(state));
  for (const view of seats) if (view.strength) tags.set(`${side(view)}Elo`, String(view.strength.rating));
  for (const view of seats) tags.set(`${side(view)}Type`, view.kind === "engine" || view.bot ? "program" : "human");
  if (game.name in GAME_TYPES) tags.set("GameType", GAME_TYPES[game.name]);
  else if (isChess960(state.options)) tags.set("Variant", "Chess960");
  tags.set("TimeControl", timeControl(clock));
  if (fen !== null) tags.set("SetUp", "1").set("FEN", fen);
  if (result) tags.set("Termination", result.reason);
  return tags;
}

/** Return a clock as PGN has it, in seconds: `300+3`, or `1/30` for a time for each move. @param {Clock | null} clock */
function timeControl(clock) {
  if (!clock) return "-";
  if (clock.kind === "fischer") return clock.increment_s ? `${clock.base_s}+${clock.increment_s}` : String(clock.base_s);
  return clock.kind === "move" ? `1/${clock.move_s}` : "?";
}

/** Return the number of the first move, as FEN has it at its end. @param {string | null} fen */
function firstNumber(fen) {
  const last = fen?.split(/\s+/).pop() ?? "";
  return /^[0-9]{1,5}$/.test(last) ? Number(last) : 1;
}

/** @param {Snapshot} start @param {MatchState} state @param {string} date */
function ownTags(start, state, date) {
  const {game, result} = state;
  // A map keeps the order and, as in Python, a later value of a tag stands in the place of the earlier one.
  const tags = new Map([["Game", game.name], ["Site", `Kibitz ${state.code}`], ["Date", date]]);
  for (const view of state.seats) tags.set(game.seats[view.seat] ?? `seat ${view.seat}`, playerText(view));
  tags.set("Result", resultToken(state));
  for (const [name, value] of Object.entries(state.options)) tags.set(capital(name), String(value));
  if (state.clock) tags.set("TimeControl", clockText(state.clock));
  if (start.start !== null) tags.set("Start", start.start);
  if (start.opening.length) tags.set("Opening", start.opening.join(start.opening.some((move) => move.includes(" ")) ? "; " : " "));
  if (result) {
    tags.set("Termination", result.reason);
    if (result.points?.length) tags.set("Points", result.points.join(Math.min(...result.points) < 0 ? " to " : "-"));
  }
  return tags;
}

/** @param {string} text */
const capital = (text) => text[0].toUpperCase() + text.slice(1).toLowerCase();

/** Return `1-0`, `0-1`, `1/2-1/2`, or `*` for a match without a result. @param {MatchState} state */
const resultToken = ({phase, result}) =>
  phase !== "finished" || !result ? "*" : result.winner === null ? "1/2-1/2" : (["1-0", "0-1"][result.winner] ?? "*");

/** Return a player with the rating. Other programs take a tag for the name itself, so it has no mark of an account.
 * @param {SeatView} view */
function playerText({kind, kept_for: kept, bot, name, label, strength}) {
  if (kind === "open") return kept ? `(kept for ${bot ? "bot " : ""}${kept})` : "(open)";
  const own = name || kind;
  const text = label ? `${label} (${own})` : own;
  if (!strength) return text;
  const {rating, deviation} = strength;
  return `${text} (${rating}±${deviation}${deviation > UNSURE_DEVIATION ? "?" : ""})`;
}

/** @param {Clock} clock */
function clockText(clock) {
  switch (clock.kind) {
    case "fischer":
      return `${clock.base_s / 60}+${clock.increment_s ?? 0}`;
    case "delay":
      return `${clock.base_s / 60}d${clock.delay_s}`;
    case "byoyomi":
      return `${clock.base_s / 60}b${clock.periods}x${clock.period_s}`;
    case "move":
      return `${clock.move_s}s`;
    default:
      return `${clock.days}day${clock.days === 1 ? "" : "s"}`;
  }
}

/** Return score for the first side, clock and time of a move: `{[%eval 0.35] [%clk 0:04:58.0] [%emt 0:00:01.5]}`. A proven
 * win has `#` and the moves of the winner until then. @param {MoveView} move @param {number} [left] */
export function comment({seat, search, elapsed_ms: elapsed}, left) {
  const parts = [];
  if (search?.source === "search") {
    const sign = seat === 0 ? 1 : -1;
    const wins = search.wins_in;
    if (wins !== null) {
      const moves = Math.floor((Math.abs(wins) + 1) / 2);
      parts.push(`[%eval #${wins > 0 === sign > 0 ? moves : -moves}]`);
    } else if (!search.exact) parts.push(`[%eval ${((sign * search.score) / 100).toFixed(2)}]`);
  }
  if (left !== undefined) parts.push(`[%clk ${hours(left)}]`);
  return `{${[...parts, `[%emt ${hours(elapsed)}]`].join(" ")}}`;
}

/** Return `0:04:58.1`. @param {number} ms */
function hours(ms) {
  const tenths = Math.floor(Math.max(ms, 0) / 100);
  const two = (/** @type {number} */ value) => String(value % 60).padStart(2, "0");
  return `${Math.floor(tenths / 36000)}:${two(Math.floor(tenths / 600))}:${two(Math.floor(tenths / 10))}.${tenths % 10}`;
}

/** Return `1. b2 a1 2. c3`: a number before each move of the first seat, and before a second move in a row. Draws stand
 * before the move that follows them: `1. 31: 8/5 6/5`.
 * @param {MatchState} state @param {Map<number, number> | null} clocks @param {number} first */
function movesText(state, clocks, first) {
  const parts = [];
  let number = first - 1;
  let previous = -1;
  for (const [place, move] of state.moves.entries()) {
    if (move.seat === 0 || previous < 0 || move.seat === previous) parts.push(`${++number}${move.seat === 0 ? "." : "..."}`);
    // Sentences about cards, such as `folds: South wins 6`, are no moves.
    parts.push(drawnBefore(state, place) + (state.board.shape === "table" ? move.move : written(move)));
    if (clocks) parts.push(comment(move, clocks.get(move.ply)));
    previous = move.seat;
  }
  return [...parts, drawnBefore(state, state.moves.length) + resultToken(state)].join(" ");
}

/** Break a text at its spaces. @param {string} text */
function wrapped(text) {
  /** @type {string[]} */
  const lines = [];
  for (const word of text.split(/\s+/)) {
    const last = lines.length - 1;
    if (last >= 0 && lines[last].length + 1 + word.length <= WIDTH) lines[last] += ` ${word}`;
    else lines.push(word);
  }
  return lines;
}
