// A tournament as the page knows it: an immutable value that each message of the server turns into the next one. Pure, no rules.

/** @import {ChallengeView, EntrantView, GameChanged, GameRow, OwnRow, StandingRow, Standings, ToClient, TournamentEvent, TournamentView} from "kibitz-protocol" */

const PAGE = 50;
/** Games that are kept beside those that run. */
const KEPT = 400;
/** Points of the course of a sequential test. */
const MOST_POINTS = 600;

/** A tournament as of event `seq`.
 * @typedef {object} TournamentState
 * @property {TournamentView} view its rows are those of the shown page, in their order
 * @property {number} seq
 * @property {Map<number, GameRow>} games what is known of its games, by their numbers
 * @property {boolean} stale whether a new snapshot is needed: an event changed what only the server can tell
 * @property {number} turn counts changes of games and standings, for tables that are asked for again */

/** Return the state after a message. Messages of other tournaments, or before the first snapshot, change nothing.
 * @param {TournamentState | null} state @param {ToClient} message @returns {TournamentState | null} */
export function advanceTournament(state, message) {
  if (message.t === "tournament") {
    const {tournament: view, seq} = message;
    if (state && state.view.tournament !== view.tournament) return state;
    const games = new Map(state?.games ?? []);
    if (view.top) games.set(view.top.game, view.top);
    return {view, seq, games, stale: false, turn: (state?.turn ?? 0) + 1};
  }
  if (!state || !("tournament" in message) || message.tournament !== state.view.tournament) return state;
  if (message.t === "standings") return afterStandings(state, message);
  return message.t === "tournament_event" && message.seq > state.seq ? afterEvent(state, message) : state;
}

/** Return the state with games that were asked for. @param {TournamentState} state @param {GameRow[]} rows @returns {TournamentState} */
export function withGames(state, rows) {
  const games = new Map(state.games);
  for (const row of rows) games.set(row.game, row);
  return {...state, games};
}

/** @param {TournamentState} state @param {Standings} message @returns {TournamentState} */
function afterStandings(state, message) {
  const {view} = state;
  const known = new Map([...view.rows, ...message.rows].map((row) => [row.entrant.number, row]));
  const from = (view.page - 1) * PAGE;
  /** @type {StandingRow[]} */
  let rows;
  let stale = state.stale;
  if (message.ranks) {
    const wanted = message.ranks.slice(from, from + PAGE);
    // An entrant that comes from another page has no row here yet.
    rows = wanted.flatMap((number) => known.get(number) ?? []);
    stale ||= rows.length < wanted.length;
  } else {
    const here = new Set(view.rows.map(({entrant}) => entrant.number));
    rows = [...known.values()].filter(({entrant}) => here.has(entrant.number)).sort((one, other) => one.rank - other.rank);
  }
  return {
    ...state,
    stale,
    turn: state.turn + 1,
    view: {
      ...view,
      rows,
      // Those that have left stay in the standings.
      entrants: view.pages > 1 ? view.entrants : rows.filter((row) => row.state !== "left").length,
      own: message.own ?? view.own,
      // Its course is sent with a snapshot and with the statistics.
      sprt: message.sprt ? {...message.sprt, course: message.sprt.course.length ? message.sprt.course : (view.sprt?.course ?? [])} : view.sprt,
      live: message.live,
      games_played: message.games_played,
      ends_at: message.ends_at ?? null,
    },
  };
}

/** @param {TournamentState} before @param {TournamentEvent} message @returns {TournamentState} */
function afterEvent(before, message) {
  const {event: fact} = message;
  const state = {...before, seq: message.seq, view: {...before.view, state: message.state}};
  const {view} = state;
  switch (fact.kind) {
    case "paused":
      return withView(state, {reason: fact.reason, paused_since: message.at});
    case "started":
      // The entrants have other numbers now.
      return withView({...state, stale: true}, {starts_at: message.at, next_at: null});
    case "resumed":
      return withView({...state, stale: true}, {reason: "", paused_since: null});
    case "extended":
    case "season":
      return {...state, stale: true};
    case "ended":
    case "cancelled":
      return withView({...state, stale: true}, {reason: fact.reason, next_at: null, ends_at: message.at, paused_since: null});
    case "tie_breaks":
      return withView({...state, stale: true}, {tie_breaks: fact.tie_breaks});
    case "paired":
      return withView({...state, turn: state.turn + 1}, {round: Math.max(view.round, fact.round), next_at: null});
    case "round_ended":
      return withView({...state, turn: state.turn + 1}, {next_at: fact.next_at});
    case "sprt":
      return withView(state, {sprt: view.sprt && {...view.sprt, verdict: fact.verdict, llr: fact.llr, pairs: fact.pairs}});
    case "joined":
    case "approved":
    case "returned":
    case "left":
    case "removed":
    case "rested":
    case "ready":
      return afterEntrant(state, fact.kind, fact.entrant);
    case "begun":
    case "counted":
    case "voided":
    case "result":
      return afterGame(afterPair(state, fact), fact.kind, fact.game);
    case "challenged":
    case "accepted":
    case "dropped":
      return withView(state, {challenges: challengesAfter(view.challenges, fact)});
  }
  return state;
}

/** @param {TournamentState} state @param {Partial<TournamentView>} change @returns {TournamentState} */
const withView = (state, change) => ({...state, view: {...state.view, ...change}});

/** @param {TournamentState} state @param {"joined" | "approved" | "returned" | "left" | "removed" | "rested" | "ready"} kind
 * @param {EntrantView} entrant @returns {TournamentState} */
function afterEntrant(state, kind, entrant) {
  const {view} = state;
  const {number} = entrant;
  const waiting = view.waiting.filter((other) => other.number !== number);
  if (kind === "joined" && view.terms.approve && entrant.kind !== "engine") return withView(state, {waiting: [...waiting, entrant]});
  if (kind === "joined" || kind === "approved") {
    const known = view.rows.some((row) => row.entrant.number === number);
    const last = view.rows.length < PAGE && view.page >= view.pages;
    const rows = known || !last ? view.rows : [...view.rows, newRow(entrant, view.entrants + 1, view.tie_breaks.length)];
    return withView({...state, turn: state.turn + 1}, {waiting, rows, entrants: view.entrants + Number(!known)});
  }
  if ((kind === "left" || kind === "removed") && view.state === "announced")
    // Those behind have other numbers now.
    return withView({...state, stale: true, turn: state.turn + 1}, {waiting, rows: view.rows.filter((row) => row.entrant.number !== number), entrants: Math.max(0, view.entrants - 1)});
  const now = /** @type {const} */ ({returned: "ready", ready: "ready", rested: "resting", left: "left", removed: "left"})[kind];
  return withView(inState(state, [number], now), {waiting});
}

/** Return the row of an entrant that has just entered. @param {EntrantView} entrant @param {number} rank @param {number} ties @returns {StandingRow} */
const newRow = (entrant, rank, ties) => ({
  rank, entrant, points: 0, tie_breaks: Array(ties).fill(0), played: 0, won: 0, drawn: 0, lost: 0, score: "", streak: false,
  performance: null, elo: null, elo_error: null, state: "ready", next: null,
});

/** Return the state after a change of what entrants do, also in the own row.
 * @param {TournamentState} state @param {number[]} numbers @param {StandingRow["state"]} now @param {GameRow | null} [game] the game that they play */
function inState(state, numbers, now, game = null) {
  const {view} = state;
  const change = (/** @type {StandingRow} */ row) =>
    numbers.includes(row.entrant.number) ? {...row, state: now, next: game?.code ?? null} : row;
  /** @type {OwnRow | null} */
  let own = view.own;
  if (own && numbers.includes(own.row.entrant.number)) own = {...own, row: change(own.row), game: game?.match ?? null, code: game?.code ?? null, why: game ? "" : own.why};
  return withView(state, {rows: view.rows.map(change), own});
}

/** Return the state with the figures after a game that completes a pair. @param {TournamentState} state @param {GameChanged} fact
 * @returns {TournamentState} */
function afterPair(state, {llr, statistics}) {
  const {sprt} = state.view;
  if (!sprt || llr === null || !statistics) return state;
  const pairs = statistics.pairs.reduce((sum, count) => sum + count, 0);
  // A long test is shown by fewer points.
  const known = sprt.course.length < MOST_POINTS ? sprt.course : sprt.course.filter((_, place) => place % 2);
  return withView(state, {sprt: {...sprt, llr, pairs, course: [...known, [pairs, llr, statistics.elo, statistics.elo_error]]}});
}

/** @param {TournamentState} before @param {"begun" | "counted" | "voided" | "result"} kind @param {GameRow} game @returns {TournamentState} */
function afterGame(before, kind, game) {
  const games = new Map(before.games);
  const wasLive = isLive(games.get(game.game));
  games.set(game.game, game);
  for (const [number, row] of games) {
    if (games.size <= KEPT) break;
    if (!isLive(row)) games.delete(number);
  }
  const {view} = before;
  const state = {...before, games, turn: before.turn + 1};
  const players = [game.first.number, game.second.number];
  if (kind === "begun") return withView(inState(state, players, "playing", game), {live: view.live + 1});
  // A result that the organiser sets may be that of an old game, while the same entrants play another one.
  const ended = kind !== "result" || wasLive;
  const left = ended ? players.filter((number) => !otherGame(games, number)) : [];
  return withView(inState(state, left, "ready"), {
    live: Math.max(0, view.live - Number(ended)),
    games_played: view.games_played + Number(kind === "counted"),
  });
}

/** Return whether an entrant plays in any of these games. @param {Map<number, GameRow>} games @param {number} number */
const otherGame = (games, number) => [...games.values()].some((row) => isLive(row) && (row.first.number === number || row.second.number === number));

/** Return whether a game is being played. @param {GameRow | undefined} row */
export const isLive = (row) => row !== undefined && (row.phase === "running" || row.phase === "paused" || row.phase === "open");

/** Return the games that are being played, the highest board first. @param {TournamentState} state */
export const liveGames = ({games}) =>
  [...games.values()].filter(isLive).sort((one, other) => other.round - one.round || one.board - other.board || one.game - other.game);

/** @param {ChallengeView[]} before @param {{kind: "challenged" | "accepted" | "dropped", challenge: number, challenger: EntrantView, challenged: EntrantView}} fact */
function challengesAfter(before, {kind, challenge, challenger, challenged}) {
  if (kind === "accepted") return before.map((each) => (each.challenge === challenge ? {...each, accepted: true, until: null} : each));
  const others = before.filter((each) => each.challenge !== challenge);
  return kind === "dropped" ? others : [...others, {challenge, challenger, challenged, accepted: false, until: null}];
}
