// State of a match on the client: an immutable value that each server message turns into the next one. No input or
// output, no rules. The twin of match/state.py of the Python client.

import {translatedGame} from "../words/games.js";

/** @import {Away, Board, Clock, Delay, ChanceView, Event, GameInfo, MoveView, OfferKind, OfferView, Phase, RematchView,
 *   Result, Said, SearchReport, SeatView, SeriesView, Snapshot, State, ToClient} from "kibitz-protocol" */

const CHAT_KEPT = 200;

/** Latest search of the engine at a seat. `live`: it still runs.
 * @typedef {{ply: number, search: SearchReport, live: boolean}} SearchInfo */

/** A match as of event `seq`. `you` is the client's seat, if it has one of its own; in a `local` match it plays all
 * sides, for people at one keyboard. `moves` begin after the `opening`, which was played from `start`.
 * @typedef {object} MatchState
 * @property {string} match @property {string} code @property {number} seq @property {Phase} phase
 * @property {GameInfo} game @property {Snapshot["options"]} options @property {Board} board
 * @property {SeatView[]} seats @property {Clock | null} clock @property {boolean} show_thinking
 * @property {number} watchers @property {MoveView[]} moves @property {State} position
 * @property {Result | null} result @property {number | null} you @property {{[seat: number]: SearchInfo}} searches
 * @property {Said[]} chat @property {OfferView[]} offers @property {boolean} adjourned
 * @property {RematchView | null} rematch @property {SeriesView | null} series @property {Away[]} away
 * @property {Snapshot["tournament"]} tournament @property {number[] | null} berserk seats that went berserk; null in a match
 *   without berserk
 * @property {boolean} series_over @property {boolean} rated @property {Result["uncounted"]} uncounted @property {Delay | null} delay
 * @property {Snapshot["visibility"]} visibility @property {boolean} watchable @property {string | null} start
 * @property {string[]} opening @property {boolean} local
 * @property {string} host @property {boolean} chat_on
 * @property {number | null} engine_pace_s shortest time of an engine's move; null for the server's setting
 * @property {boolean} help whether people who play each other may ask engines @property {boolean} hosting whether this client hosts it
 * @property {ChanceView[]} chance_events @property {(string | null)[]} client_seeds by seat
 * @property {string | null} server_seed_hash null in games without chance @property {string | null} server_seed null until the end
 * @property {boolean} seed_kept whether the match ended early, so that its seed stays secret
 * @property {boolean} repeatable whether the server makes the same chance events again
 * @property {string[]} notes what was left out or guessed when the match was read from a file */

/** Return the state after a message. Messages of other matches, or before the first snapshot, change nothing.
 * @param {MatchState | null} state @param {ToClient} message @returns {MatchState | null} */
export function advance(state, message) {
  if (message.t === "snapshot")
    return !state || state.match === message.match ? fromSnapshot(message, state?.chat ?? []) : state;
  if (!state || !("match" in message) || message.match !== state.match) return state;
  switch (message.t) {
    case "event":
      return afterEvent(state, message);
    case "thinking": {
      // A report that arrives after the next move is about an older position.
      if (message.ply !== state.position.ply) return state;
      const info = {ply: message.ply, search: message.search, live: true};
      return {...state, searches: {...state.searches, [message.seat]: info}};
    }
    case "presence":
      return {...state, away: message.away};
    case "next":
      return {...state, series: message.series ?? state.series, series_over: message.next === null};
    case "said":
      return {...state, chat: [...state.chat, message].slice(-CHAT_KEPT)};
  }
  return state;
}

/** @param {Snapshot} snapshot @param {Said[]} chat @returns {MatchState} */
function fromSnapshot(snapshot, chat) {
  const local = snapshot.yours.length > 1;
  return {
    match: snapshot.match,
    code: snapshot.code,
    seq: snapshot.seq,
    phase: snapshot.phase,
    game: translatedGame(snapshot.game),
    options: snapshot.options,
    board: snapshot.board,
    // To the player of all sides, each side is the person who was named for it.
    seats: local
      ? snapshot.seats.map((seat) => (seat.label ? {...seat, name: seat.label, label: null} : seat))
      : snapshot.seats,
    clock: snapshot.clock,
    show_thinking: snapshot.show_thinking,
    watchers: snapshot.watchers,
    moves: snapshot.moves,
    position: snapshot.state,
    result: snapshot.result,
    you: local ? null : snapshot.you,
    local,
    searches: known(snapshot.moves),
    chat,
    offers: snapshot.offers,
    adjourned: snapshot.adjourned,
    rematch: snapshot.rematch,
    series: snapshot.series,
    tournament: snapshot.tournament ?? null,
    away: snapshot.away,
    berserk: snapshot.berserk ?? null,
    // A client that enters after the end is not redirected to the next match.
    series_over: snapshot.phase === "finished" || snapshot.phase === "aborted",
    rated: snapshot.rated,
    uncounted: snapshot.uncounted ?? null,
    delay: snapshot.delay,
    visibility: snapshot.visibility,
    watchable: snapshot.watchable,
    start: snapshot.start,
    opening: snapshot.opening,
    host: snapshot.host,
    chat_on: snapshot.chat,
    chance_events: snapshot.chance_events ?? [],
    client_seeds: snapshot.client_seeds ?? [],
    server_seed_hash: snapshot.server_seed_hash ?? null,
    server_seed: snapshot.server_seed ?? null,
    seed_kept: snapshot.seed_kept ?? false,
    repeatable: snapshot.repeatable ?? false,
    notes: snapshot.notes ?? [],
    engine_pace_s: snapshot.engine_pace_s ?? null,
    help: snapshot.help ?? false,
    hosting: snapshot.hosting ?? false,
  };
}

/**
 * Return the open offers after an event. They expire when the position, the clocks or the phase change. Every such event
 * has a state. In some games a draw offer stands after the move of the side that made it.
 * @param {MatchState} before @param {Event} message @returns {OfferView[]}
 */
function offersLeft(before, message) {
  if (!message.state) return before.offers;
  const fact = message.event;
  if (fact.kind !== "moved" || !before.game.draw_offers_stand || message.phase !== before.phase) return [];
  return before.offers.filter(({seat, offer}) => seat === fact.move.seat && offer === "draw");
}

/** @param {MatchState} before @param {Event} message @returns {MatchState} */
function afterEvent(before, message) {
  const offers = offersLeft(before, message);
  const position = message.state ?? before.position;
  const state = {...before, seq: message.seq, phase: message.phase, position, offers};
  const fact = message.event;
  switch (fact.kind) {
    case "started":
      return {...state, uncounted: fact.uncounted ?? null};
    case "seated":
      return withSeat(state, fact.seat);
    case "left":
      return withSeat(state, openSeat(fact.seat));
    case "moved": {
      const searches = atRest(state.searches);
      const {seat, ply, search} = fact.move;
      if (search) searches[seat] = {ply, search, live: false};
      return {...state, moves: [...state.moves, fact.move], searches};
    }
    case "went_berserk":
      return {...state, berserk: [...(state.berserk ?? []), fact.seat]};
    case "chance_decided":
      return {...state, chance_events: [...state.chance_events, fact.chance]};
    case "client_seed_given":
      return {...state, client_seeds: state.seats.map((_, seat) => (seat === fact.seat ? fact.client_seed : (state.client_seeds[seat] ?? null)))};
    case "seed_revealed":
      // Outcomes that were hidden from this client have their texts now.
      return {...state, server_seed: fact.server_seed, chance_events: fact.chance_events?.length ? fact.chance_events : state.chance_events};
    case "seed_kept":
      return {...state, seed_kept: true};
    case "finished":
      return {...state, result: fact.result, uncounted: fact.result.uncounted ?? null, searches: atRest(state.searches)};
    case "aborted": {
      const result = {winner: null, reason: fact.reason, points: null, ratings: null, uncounted: null};
      return {...state, result, searches: atRest(state.searches)};
    }
    case "offered":
      return {...state, offers: [...(fact.offer === "settle" ? without(state.offers, fact) : state.offers), {seat: fact.seat, offer: fact.offer, dead: fact.dead ?? [], points: fact.points ?? null}]};
    case "agreed":
    case "declined":
    case "withdrawn":
      return {...state, offers: without(state.offers, fact)};
    case "taken_back": {
      const moves = state.moves.slice(0, state.moves.length - fact.plies);
      return {...state, moves, chance_events: state.chance_events.filter(({ply}) => ply <= moves.length), searches: known(moves)};
    }
    case "paused":
      return {...state, adjourned: fact.adjourned, searches: atRest(state.searches)};
    case "resumed":
      return {...state, adjourned: false};
    case "pace_set":
      return {...state, engine_pace_s: fact.pace_s};
    case "rematched":
      return {...state, rematch: {match: fact.match, code: fact.code}};
  }
  return state;
}

/** Return the open offers without that of a seat. @param {OfferView[]} offers @param {{seat: number, offer: OfferKind}} gone */
const without = (offers, gone) => offers.filter((view) => view.seat !== gone.seat || view.offer !== gone.offer);

/** @param {number} seat @returns {SeatView} */
const openSeat = (seat) => ({
  seat,
  kind: "open",
  name: null,
  kept_for: null,
  bot: false,
  strength: null,
  label: null,
  account: null,
});

/** Return the latest search of each engine.
 * @param {MoveView[]} moves @returns {{[seat: number]: SearchInfo}} */
function known(moves) {
  /** @type {{[seat: number]: SearchInfo}} */
  const found = {};
  for (const {seat, ply, search} of moves) if (search) found[seat] = {ply, search, live: false};
  return found;
}

/** @param {MatchState["searches"]} searches @returns {MatchState["searches"]} */
const atRest = (searches) =>
  Object.fromEntries(Object.entries(searches).map(([seat, info]) => [seat, {...info, live: false}]));

/** @param {MatchState} state @param {SeatView} view @returns {MatchState} */
const withSeat = (state, view) => ({
  ...state,
  seats: state.seats.map((seat) => (seat.seat === view.seat ? view : seat)),
});

/** Return how people write a played move, or say a draw. @param {{move?: string, text?: string, said?: string | null}} view */
export const written = ({move = "", text = move, said}) => said ?? text;

/** Return how people write a played move, after its side where a list needs it. @param {{game: GameInfo}} state @param {MoveView} move */
export const moveWords = ({game}, move) => (game.hidden ? `${game.seats[move.seat]} ` : "") + written(move);

/** Return whether this client has a seat, or all of them. @param {MatchState} state */
export const plays = (state) => state.local || state.you !== null;

/** Return whether the match has begun: each side has moved, or a chance event was decided. Then to leave it is a loss. @param {MatchState} state */
export const begun = ({chance_events, moves, seats}) => chance_events.length > 0 || new Set(moves.map(({seat}) => seat)).size === seats.length;

/** Return whether an engine plays this match to its end: a rated one that has begun. It agrees to no pause or abort. @param {MatchState} state */
export const playedOut = (state) => state.rated && begun(state) && state.seats.some(({kind}) => kind === "engine");

/** Return whether two engines play, outside of events: such a match has a pace. @param {MatchState} state */
export const paced = ({seats, tournament}) => !tournament && seats.every(({kind}) => kind === "engine");

/** Seconds of a move that are offered; the protocol allows up to the last one. */
export const PACES = [0, 0.25, 0.5, 1, 2, 3, 5, 10];

/** Return the next slower pace, or the next faster one; the same at the end of the list. @param {number} pace @param {boolean} slower */
export function nextPace(pace, slower) {
  const found = slower ? PACES.find((each) => each > pace) : PACES.findLast((each) => each < pace);
  return found ?? pace;
}

/** Return whether engines may help now: not in a rated match that goes on, or between people who have not agreed. @param {MatchState} state */
export const helped = (state) =>
  over(state) || !(state.rated || (!state.help && !state.local && state.seats.filter(({kind, bot}) => kind !== "engine" && !bot).length > 1));

/** Return the searches at a ply: the latest ones, or that of the move that was played there. @param {MatchState} state @param {number} at
 * @returns {MatchState["searches"]} */
export function searchesAt({moves, position, searches}, at) {
  if (at >= position.ply) return searches;
  const move = moves.find(({ply}) => ply === at);
  return move?.search ? {[move.seat]: {ply: at, search: move.search, live: false}} : {};
}

/** Return whether the match is over. @param {{phase: Phase}} state */
export const over = (state) => state.phase === "finished" || state.phase === "aborted";

/** Return whether the last move was a pass, and another one ends the match, as in Go. Where a player passes only without
 * another move, no pass is legal after one. @param {MatchState} state */
export const passEnds = ({moves, position}) => moves.at(-1)?.move === "pass" && position.legal.includes("pass");

/** Return whether the match waits for a move of this client. @param {MatchState} state */
export const yourTurn = (state) =>
  state.phase === "running" && (state.local ? state.position.to_move !== null : state.you !== null && state.position.to_move === state.you);

/** Return the latest open offer of another player to this client.
 * @param {MatchState} state @returns {OfferKind | null} */
export const offered = (state) =>
  state.offers.findLast((view) => state.you !== null && view.seat !== state.you)?.offer ?? null;

/** Return whether the rules have ended the game, and its players may agree on what is dead. @param {MatchState} state */
export const settling = ({phase, position}) => phase === "paused" && (position.removable ?? []).length > 0;

/** Return the latest open proposal of what is dead, of any side; null without one. @param {MatchState} state */
export const proposal = ({offers}) => offers.findLast(({offer}) => offer === "settle") ?? null;

/** Return whether the match is over, but a message about its series is still to come. @param {MatchState} state */
export const continues = (state) => over(state) && state.series !== null && !state.series_over;

/** Return the number of open seats. @param {MatchState} state */
export const emptySeats = (state) => state.seats.filter((seat) => seat.kind === "open").length;

/** Return whether this client plays, and an opponent has been disconnected long enough for a claim.
 * @param {MatchState} state */
export const canClaim = (state) =>
  state.you !== null && state.away.some((away) => away.seat !== state.you && away.claim_ms === 0);

/** Return whether this client may still give up half of its time and its increment: before its first move.
 * @param {MatchState} state */
export const canGoBerserk = ({berserk, phase, you, moves}) =>
  berserk !== null && phase === "running" && you !== null && !berserk.includes(you) && !moves.some(({seat}) => seat === you);

/** Return why this client may claim a draw by offering one; empty if it may not. @param {MatchState} state */
export const drawClaim = (state) => (yourTurn(state) ? state.position.claim : "");

/** Return whether the player at a seat is disconnected. @param {MatchState} state @param {number} seat */
export const isDisconnected = (state, seat) => state.away.some((away) => away.seat === seat);
