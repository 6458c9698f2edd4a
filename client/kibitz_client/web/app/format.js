// Players, terms and results as short text.

import {sideName} from "../match/names.js";
import {ago, has, number, t} from "../words/index.js";

/** @import {Board, Clock, GameInfo, MatchRow, Result, SearchReport, SeatView} from "kibitz-protocol" */
/** @import {MatchState} from "../match/state.js" */

/** Above this deviation, a rating has a question mark. */
const UNSURE_DEVIATION = 200;

/** Return the name of the player at a seat. @param {SeatView} seat */
export function nameOf(seat) {
  if (seat.kind === "open") return seat.kept_for ? t("seat.kept", {name: seat.kept_for}) : t("seat.open");
  return shownName(seat.name ?? "", seat.kind === "engine", seat.account);
}

/** Return the name of a seat in its match: that of the side where one player has all seats.
 * @param {Pick<MatchState, "local" | "game" | "seats">} state @param {number} seat */
export const playerAt = ({local, game, seats}, seat) => (local && sideName(game, seat)) || nameOf(seats[seat]);

/** The seed of a search that an event has drawn: a number that says nothing to a reader, and is longer than the name. */
const DRAWN_SEED = /[:,]seed=\d{9,}/;

/** Return a name as lists show it, with the mark of an engine or of an account. No player's name has such a mark.
 * @param {string} name @param {boolean} engine @param {boolean | null} [account] */
export function shownName(name, engine, account = null) {
  if (!engine) return account ? `@${name}` : name;
  const known = name.replace(DRAWN_SEED, "");
  const level = /^level:(\d+)$/.exec(known);
  return level ? t("seat.level", {level: level[1]}) : t("seat.engine", {name: known});
}

/** Return the text by which the archive finds a player, and none of another kind with that name.
 * @param {string} name @param {boolean} engine */
export const reference = (name, engine) => (engine ? `engine ${name}` : `@${name}`);

/** Return whether a seat has the player of such a text, which may have no mark. @param {{kind: string, name: string | null}} seat @param {string} text */
export function isMeant({kind, name}, text) {
  const [own, wanted] = [(name ?? "").toLowerCase(), text.trim().toLowerCase()];
  return kind !== "open" && (wanted === own || wanted === reference(own, kind === "engine"));
}

/** Return the rating at a seat, `1504 ±310?` where it is unsure, and whether it comes from engines only; empty without one.
 * @param {SeatView} seat */
export const ratingOf = ({strength}) => {
  if (!strength) return "";
  const text = isUnsure(strength) ? ratingText(strength) : String(Math.round(strength.rating));
  return strength.engines_only ? `${text} (${t("players.enginesOnly")})` : text;
};

/** @param {{deviation: number}} of */
const isUnsure = ({deviation}) => deviation > UNSURE_DEVIATION;

/** Return a rating with its deviation: `1504 ±97`, or `1504 ±310?` where it is unsure.
 * @param {{rating: number, deviation: number}} of */
export const ratingText = (of) => `${Math.round(of.rating)} ±${Math.round(of.deviation)}${isUnsure(of) ? "?" : ""}`;

/** Return for how long a player has been away, as `away_text` of the Python client; empty while all are there.
 * @param {number | null | undefined} since in seconds since 1970 @param {number} now */
export function awayText(since, now) {
  if (since === null || since === undefined) return "";
  const minutes = Math.max(0, Math.floor((now - since) / 60));
  if (!minutes) return t("lobby.away");
  if (minutes < 60) return t("lobby.awayMinutes", {count: minutes});
  if (minutes < 48 * 60) return t("lobby.awayHours", {count: Math.floor(minutes / 60)});
  return t("lobby.awayDays", {count: Math.floor(minutes / (24 * 60))});
}

/** Return a time control as text: `5+3`. @param {Clock} clock */
export function clockName(clock) {
  const short = (/** @type {number} */ value) => String(Math.round(value * 100) / 100);
  switch (clock.kind) {
    case "fischer":
      return `${short(clock.base_s / 60)}+${short(clock.increment_s ?? 0)}`;
    case "delay":
      return `${short(clock.base_s / 60)}d${short(clock.delay_s)}`;
    case "byoyomi":
      return `${short(clock.base_s / 60)}b${clock.periods}x${short(clock.period_s)}`;
    case "move":
      return `${short(clock.move_s)}s`;
    default:
      return t("clock.days", {count: clock.days});
  }
}

/** Return a time control as rows have it, in the language of the reader: `3 days` for `3days`. @param {string | null | undefined} text */
export function rowClock(text) {
  const clock = text ? parseClock(text) : null;
  return clock ? clockName(clock) : (text ?? "");
}

/** Read a time control such as `5+3`; null if the text is not one. @param {string} text @returns {Clock | null} */
export function parseClock(text) {
  const compact = text.replace(/\s/g, "").toLowerCase();
  const n = "(\\d+(?:\\.\\d+)?|\\.\\d+)";
  const match = (/** @type {string} */ form) => new RegExp(`^${form}$`).exec(compact)?.slice(1).map((part) => Number(part ?? 0));
  let found = match(`${n}(?:\\+${n})?`);
  if (found && found[0] > 0) return {kind: "fischer", base_s: found[0] * 60, increment_s: found[1]};
  if ((found = match(`${n}d${n}`))) return {kind: "delay", base_s: found[0] * 60, delay_s: found[1]};
  if ((found = match(`${n}b(\\d+)x${n}`))) return {kind: "byoyomi", base_s: found[0] * 60, periods: found[1], period_s: found[2]};
  if ((found = match(`${n}s`))) return {kind: "move", move_s: found[0]};
  if ((found = match("(\\d+)days?"))) return {kind: "correspondence", days: found[0]};
  return null;
}

/** Return how a match ended, as a sentence. @param {Result} result @param {SeatView[]} seats @param {number | null} [you]
 * @param {Board | null} [board] where chips are won, its shape is a table @param {string} [why] */
export function resultText(result, seats, you = null, board = null, why = reasonText(result.reason)) {
  const {winner, points} = result;
  const score = points ? scoreOf(points, you ?? winner ?? 0, board) : "";
  const values = {reason: why, score};
  if (winner === null) return t("result.draw", values);
  if (you !== null) return t(winner === you ? "result.won" : "result.lost", values);
  return t("result.wins", {name: nameOf(seats[winner]), ...values});
}

/** Return how the match of a state has ended, as a sentence. An aborted one is no draw, although no side has won.
 * @param {MatchState & {result: Result}} state @param {number | null} you */
export function endText(state, you) {
  const {phase, result, board, position} = state;
  if (phase === "aborted") return t("result.aborted", {reason: reasonText(result.reason)});
  const seats = state.seats.map((seat) => (state.local ? {...seat, name: playerAt(state, seat.seat), account: false} : seat));
  return resultText(result, seats, you, board, result.reason === "line" ? rowText(position.lines) : undefined);
}

/** Return how long the line is that won: four in a row. @param {number[][]} lines of cells */
function rowText(lines) {
  const count = Math.max(0, ...lines.map(({length}) => length));
  if (count < 3) return reasonText("line");
  return has(`row.${count}`) ? t(/** @type {"row.4"} */ (`row.${count}`)) : t("row.more", {number: count});
}

/** Return points after a blank, those of one seat first; what one side has won and the other lost is one number.
 * @param {number[]} points @param {number} first @param {Board | null} board */
function scoreOf(points, first, board) {
  const count = Math.abs(points[0]);
  if (points.length === 2 && points[0] + points[1] === 0) return count ? ` ${t(board?.shape === "table" ? "result.chips" : "result.points", {count})}` : "";
  return ` ${[points[first], ...points.filter((_, seat) => seat !== first)].map((each) => number(each)).join(" : ")}`;
}

/** Return whether a rated match counts, in short. @param {Result["uncounted"]} [uncounted] */
export const ratedText = (uncounted) => t(uncounted ? "match.uncounted" : "match.rated");

/** Return why a rated match does not count, as a sentence; empty for other matches. @param {{uncounted: Result["uncounted"]}} state */
export const uncountedText = ({uncounted}) => (uncounted ? t(`uncounted.${uncounted}`) : "");

/** Return who did what in a finished match, for lists: `anna resigned: Zofie won`. @param {Result} result @param {SeatView[]} seats */
export function outcomeText(result, seats) {
  const {winner, reason} = result;
  if (winner === null) return t(reason === "agreement" ? "outcome.agreement" : "outcome.draw", {reason: reasonText(reason)});
  const shown = (/** @type {SeatView | undefined} */ view) => (view ? (view.label ?? nameOf(view)) : "?");
  const names = {winner: shown(seats[winner]), loser: shown(seats.find((view) => view.seat !== winner))};
  const key = `outcome.${reason.replaceAll(/[ -]/g, "_")}`;
  return has(key) ? t(/** @type {"outcome.time"} */ (key), names) : t("outcome.won", {...names, reason: reasonText(reason)});
}

/** How a reason ends if it would have won the match. */
const HOPELESS = ", but the opponent cannot win";

/** Return why a match ended, in plain words. The server says it in English, which other languages have texts for.
 * @param {string} reason @returns {string} */
export function reasonText(reason) {
  if (reason.endsWith(HOPELESS)) return t("reason.hopeless", {reason: reasonText(reason.slice(0, -HOPELESS.length))});
  const name = reason.replace(/^\d+/, "N");
  const key = `reason.${name}`;
  return has(key) ? t(/** @type {"reason.area"} */ (key), {number: parseInt(reason)}) : reason;
}

/** Return the title of a game. @param {GameInfo | undefined} game @param {string} name */
export const gameTitle = (game, name) => game?.title ?? name;

/** Return the players of a match in one line. @param {Pick<MatchRow, "seats">} row */
export const versus = (row) => row.seats.map(nameOf).join(` ${t("seat.versus")} `);

/** Return the players of a match as their own list has them: the opponent alone, or both to who plays neither or both sides.
 * @param {Pick<MatchRow, "seats" | "you">} row */
export function opponentOf(row) {
  const others = row.seats.filter((seat, place) => place !== row.you && (seat.kind !== "open" || seat.kept_for));
  return row.you === null || row.you === undefined || !others.length ? versus(row) : others.map(nameOf).join(", ");
}

/** Return how old a match is, once that is a minute. @param {Pick<MatchRow, "created_at">} row */
export const ageOf = ({created_at: at}, now = Date.now() / 1000) => (at && now - at >= 60 ? ago(at, now, "narrow") : "");

/** Return a score for the side to move, as words. @param {SearchReport} search */
export function scoreText(search) {
  if (search.source === "random") return t("engine.random");
  const wins = search.wins_in;
  if (wins !== null) return t(wins >= 0 ? "engine.winsIn" : "engine.losesIn", {count: Math.abs(wins)});
  if (search.exact) return search.score === 0 ? t("engine.draw") : t("engine.result", {score: signed(search.score)});
  return signed(search.score / 100, 2);
}

/** Return a number with its sign. @param {number} value @param {number} [digits] */
export const signed = (value, digits = 0) =>
  number(value, {signDisplay: "always", minimumFractionDigits: digits, maximumFractionDigits: digits});
