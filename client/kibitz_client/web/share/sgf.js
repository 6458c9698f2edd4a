// A match of Go as SGF: what is known of it in the first node, then a node for each move. It does the same as
// text/files/sgf.py of the Python client.

import {UNSURE_DEVIATION, comment, courseOf} from "./pgn.js";

/** @import {Clock, MoveView, Result, State} from "kibitz-protocol" */
/** @import {MatchState} from "../match/state.js" */
/** @import {Course} from "./pgn.js" */
/** @import {Messages} from "./record.js" */

/** Coordinates, from the left and from the top. */
const LETTERS = "abcdefghijklmnopqrstuvwxyz";
const MOVES_IN_LINE = 10;
const DAY_S = 86_400;
/** What stands in place of points where the match was not counted. @type {{[reason: string]: string}} */
const ENDS = {resignation: "R", time: "T", "time forfeit": "T", abandonment: "F", "engine failure": "F", forfeit: "F"};

/** Return a match of Go as text, given its first snapshot and all events.
 * @param {Messages} messages @param {{comments?: boolean}} [options] whether to add the time left (BL, WL) to each move,
 *   and a comment with its score and time */
export function sgfText(messages, {comments = false} = {}) {
  const course = courseOf(messages);
  const {start, end, at} = course;
  const {handicap} = start.options;
  const {rows} = start.state;
  // Without the moves before it, a match that did not begin on the empty board is written from where the client came to it.
  const placed = start.start !== null || start.opening.length > 0 || Boolean(handicap);
  const moves = placed ? end.moves.slice(start.moves.length) : end.moves;
  const side = moves.length ? moves[0].seat : end.position.to_move;
  let head = `(;FF[4]GM[1]CA[UTF-8]AP[Kibitz]SZ[${rows.length}]`;
  if (handicap && start.start === null) head += `HA[${handicap}]`;
  if (placed) {
    for (const symbol of "BW") {
      const places = rows.flatMap((row, down) => [...row].map((cell, across) => (cell === symbol ? `[${letters(across, down)}]` : "")));
      if (places.some(Boolean)) head += `A${symbol}${places.join("")}`;
    }
    if (side !== null) head += `PL[${colour(side)}]`;
  }
  const facts = {
    KM: String(end.options.komi ?? 0),
    RU: "Chinese",
    EV: `${end.rated ? "Rated" : "Casual"} match`,
    PC: `Kibitz ${end.code}`,
    RO: String(end.series?.number ?? ""),
    DT: at === null ? "" : new Date(at * 1000).toISOString().slice(0, 10),
    ...Object.fromEntries(
      end.seats.flatMap(({seat, label, name, strength}) => [
        [`P${colour(seat)}`, label || name || "?"],
        [`${colour(seat)}R`, strength ? `${strength.rating}${strength.deviation > UNSURE_DEVIATION ? "?" : ""}` : ""],
      ]),
    ),
    ...times(end.clock),
    RE: resultText(end),
  };
  const lines = [head];
  for (const [name, value] of Object.entries(facts)) if (value) lines.push(`${name}[${escaped(value)}]`);
  const nodes = moves.map((move) => node(move, course, comments));
  const width = comments ? 1 : MOVES_IN_LINE;
  for (let first = 0; first < nodes.length; first += width) lines.push(nodes.slice(first, first + width).join(""));
  return [...lines, ")", ""].join("\n");
}

/** Return the seconds for the match, and what follows them, as servers for Go write it: `5x30 byo-yomi`.
 * @param {Clock | null} clock @returns {{TM?: string, OT?: string}} */
function times(clock) {
  switch (clock?.kind) {
    case "fischer":
      return {TM: String(clock.base_s), OT: clock.increment_s ? `${clock.increment_s} fischer` : ""};
    case "delay":
      return {TM: String(clock.base_s), OT: `${clock.delay_s} delay`};
    case "byoyomi":
      return {TM: String(clock.base_s), OT: `${clock.periods}x${clock.period_s} byo-yomi`};
    case "move":
      return {TM: "0", OT: `1x${clock.move_s} byo-yomi`};
    case "correspondence":
      return {TM: "0", OT: `1x${clock.days * DAY_S} byo-yomi`};
  }
  return {};
}

/** Return `B+3.5`, `W+R`, `0` for a draw, `Void` for a match that was aborted, and nothing before the end.
 * @param {MatchState} state */
function resultText({phase, result}) {
  // A file without a result is read as a match that was aborted.
  if (phase === "aborted") return result?.reason === "the game has no result" ? "" : "Void";
  if (phase !== "finished" || !result) return "";
  return result.winner === null ? "0" : `${colour(result.winner)}+${margin(result)}`;
}

/** The reason of a match that comes from a file has the points that its players counted. @param {Result} result */
function margin({points, reason}) {
  if (points?.length === 2) return Math.abs(points[0] - points[1]);
  return /^([0-9.]{1,6}) points?, counted/.exec(reason)?.[1] ?? (Object.hasOwn(ENDS, reason) ? ENDS[reason] : "");
}

/** Return a move, with the time left and a comment if these are wanted.
 * @param {MoveView} move @param {Course} course @param {boolean} comments */
function node(move, {start, end, after}, comments) {
  const {seat} = move;
  const [, column, row] = /^([A-HJ-Z])([0-9]{1,2})$/i.exec(move.move) ?? [];
  const across = column ? LETTERS.indexOf(column.toLowerCase()) : -1;
  // There is no column I in the name of a point.
  const place = column ? letters(across - Number(across > 8), start.state.rows.length - Number(row)) : "";
  const text = `;${colour(seat)}[${place}]`;
  return comments ? `${text}${timeLeft(after.get(move.ply), end.clock, seat)}C[${escaped(comment(move).slice(1, -1))}]` : text;
}

/** Return the seconds that a player has left and, after the main time of byo-yomi, the periods.
 * @param {State | undefined} after @param {Clock | null} clock @param {number} seat */
function timeLeft(after, clock, seat) {
  const left = after?.remaining_ms?.[seat];
  if (left === undefined) return "";
  const text = `${colour(seat)}L[${left / 1000}]`;
  const periods = after?.periods?.[seat];
  if (clock?.kind !== "byoyomi" || !after?.flag_ms || periods === undefined) return text;
  // Half a period is far from both: after the main time, a period of those that are left is the time shown.
  return after.flag_ms[seat] < left + (periods - 0.5) * 1000 * clock.period_s ? `${text}O${colour(seat)}[${periods}]` : text;
}

/** @param {number} seat */
const colour = (seat) => (seat ? "W" : "B");

/** @param {number} across @param {number} down */
const letters = (across, down) => (Math.min(across, down) < 0 ? "" : LETTERS.slice(across, across + 1) + LETTERS.slice(down, down + 1));

/** @param {string} text */
const escaped = (text) => text.replace(/[\\\]]/g, "\\$&");
