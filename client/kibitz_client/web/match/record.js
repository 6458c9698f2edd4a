// The record of a match and its files: their pages from the server, the state at each ply, and matches that begin there.
// The twin of network/record.py and tui/models/replay.py of the Python client.

import {lineTexts} from "./line.js";
import {advance} from "./state.js";

/** @import {Create, Evaluation, Event, OpenFile, Recorded, Snapshot, State} from "kibitz-protocol" */
/** @import {Link} from "../network/link.js" */
/** @import {MatchState} from "./state.js" */

/** Moves with which a match may begin; after more of them it begins from a position. */
const MOST_MOVES = 500;

/** The first snapshot and all events of a match, and what the searches of its engines say of it.
 * @typedef {{messages: (Snapshot | Event)[], evaluation: Evaluation | null}} WholeRecord */

/** Get the record of a match.
 * @param {Link} link @param {string} ref id or code @param {string | null} [key]
 * @returns {Promise<WholeRecord>} rejects with a Refusal, or if the events are not numbered without gaps */
export function fetchRecord(link, ref, key = null) {
  return pagesOf((since, match) => link.command({t: "record", match: match ?? ref, since, ...(key ? {key} : {})}));
}

/** Get all pages of a record.
 * @param {(since: number, match: string | null) => Promise<Recorded>} ask asks for the page after an event; the match is known after the first
 * @returns {Promise<WholeRecord>} */
async function pagesOf(ask) {
  /** @type {(Snapshot | Event)[]} */
  const messages = [];
  /** @type {string | null} */
  let match = null;
  let known = 0;
  for (;;) {
    const page = await ask(known, match);
    match = page.match;
    if (page.snapshot) {
      known = page.snapshot.seq;
      messages.push(page.snapshot);
    }
    for (const event of page.events) {
      if (event.seq !== known + 1) throw new Error(`events of match ${match} are missing after ${known}`);
      known = event.seq;
      messages.push(event);
    }
    if (known >= page.last || !page.events.length) return {messages, evaluation: page.evaluation};
  }
}

/** A file of another program that a person has opened: its form and its bytes in Base64.
 * @typedef {Pick<OpenFile, "form" | "data">} OpenedFile */

/** The largest file that the server reads, in bytes. */
export const MOST_FILE = 45_000;

/** Return the form of a file by its name, or null. @param {string} name @returns {OpenFile["form"] | null} */
export function formOfName(name) {
  const [, form] = /\.(pgn|pdn|sgf)$/i.exec(name) ?? [];
  return form ? /** @type {OpenFile["form"]} */ (form.toLowerCase()) : null;
}

/** Get the record of the first game of a file.
 * @param {Link} link @param {OpenedFile} file @returns {Promise<WholeRecord>} rejects with a Refusal */
export function fetchOpened(link, file) {
  return pagesOf((since) => link.command({t: "open_file", ...file, since}));
}

/** Return the positions of a match, in their order, without those that were taken back.
 * @param {(Snapshot | Event)[]} messages @returns {State[]} */
export function positionsOf(messages) {
  /** @type {State[]} */
  let found = [];
  for (const message of messages) {
    const {state} = message;
    if (state) found = [...found.filter(({ply}) => ply < state.ply), state];
  }
  return found;
}

/** Return a state for each ply; the last one is the end of the match. Their clocks do not run.
 * @param {(Snapshot | Event)[]} messages @returns {MatchState[]} */
export function plyStates(messages) {
  /** @type {MatchState[]} */
  const found = [];
  /** @type {MatchState | null} */
  let state = null;
  for (const message of messages) {
    state = advance(state, message);
    if (!state) continue;
    if (!found.length || (message.t === "event" && message.event.kind === "moved")) found.push(state);
    // The end, a takeback or a pause replaces the state of its ply.
    else found.splice(state.position.ply - found[0].position.ply, found.length, state);
  }
  return found;
}

/** Return the terms of a casual match from a position, with an engine at every other side.
 * @param {MatchState} state @param {number} side the seat of the player @param {number} level @returns {Omit<Create, "id" | "t">} */
export function branch(state, side, level) {
  const {game, options, seats, start, position} = state;
  const played = lineTexts(state);
  const long = played.length > MOST_MOVES;
  return {
    game: game.name,
    options,
    seats: seats.map(({seat}) => (seat === side ? {kind: "me"} : {kind: "engine", engine: {algorithm: "level", level}})),
    visibility: "unlisted",
    position: long ? position.text : start,
    moves: long ? [] : played,
  };
}
