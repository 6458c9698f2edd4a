// A match that the page follows: its state after each message, the move on its way to the server, and premoves. After
// a break it asks for exactly the events that it missed.

import {inItsTurn} from "../match/premoves.js";
import {advance, plays, yourTurn} from "../match/state.js";
import {codeOf} from "./codes.js";
import {Refusal} from "./link.js";

/** @import {Next, ToClient} from "kibitz-protocol" */
/** @import {Received} from "../match/fairness/check.js" */
/** @import {Link} from "./link.js" */
/** @import {MatchState} from "../match/state.js" */

/** All that follow a match now: the server has one subscription to a match for all of a connection. @type {Set<LiveMatch>} */
const following = new Set();

/** A move that was sent and not yet answered. @typedef {{move: string, ply: number}} PendingMove */

export class LiveMatch {
  /** @param {Link} link @param {string} ref id or code of the match, or `tv`
   * @param {{key?: string | null, preview?: boolean, onreceived?: (received: Received) => void}} [options] `onreceived` is
   *   called with what a player received and sent before the first move of a match with chance */
  constructor(link, ref, {key = null, preview = false, onreceived = () => {}} = {}) {
    this._link = link;
    this._ref = ref;
    this._key = key;
    this._preview = preview;
    this._onreceived = onreceived;
    /** @type {MatchState | null} */
    this.state = null;
    /** @type {Refusal | null} */
    this.error = null;
    /** @type {PendingMove | null} */
    this.pending = null;
    /** @type {string[]} */
    this.premoves = [];
    /** A premove that was not legal when its turn came, with those after it. @type {string[] | null} */
    this.dropped = null;
    /** The next match of a series, of TV, or the rematch. @type {Next | null} */
    this.redirected = null;
    /** When the position arrived, for its clocks, as `performance.now` counts. */
    this.arrived = 0;
    /** @type {number | null} how many events the last break of the connection hid */
    this.missed = null;
    this.halted = false;
    this._resumedFrom = -1;
    /** @type {string | null} id of the match */
    this._match = null;
    /** @type {Set<(message: ToClient | null) => void>} */
    this._watchers = new Set();
    this._closed = false;
    this._asking = false;
    /** Whether the own client seed is on its way or was accepted. */
    this._seedGiven = false;
    this._seedAsked = false;
    /** A server that asks again gets the same one: of several, it could use the one that suits it. @type {Received | null} */
    this._received = null;
    this._stops = [link.listen((message) => this._receive(message)), link.onarrival(() => this._follow())];
    following.add(this);
    if (link.isOpen) this._follow();
  }

  /** Call after each change, with the message that caused it. Return what stops it.
   * @param {(message: ToClient | null) => void} watcher */
  onchange(watcher) {
    this._watchers.add(watcher);
    return () => void this._watchers.delete(watcher);
  }

  /** Stop following. */
  close() {
    if (this._closed) return;
    this._closed = true;
    following.delete(this);
    for (const stop of this._stops) stop();
    this._leave();
  }

  /** End the subscription, unless another part of the page follows the match too, or may do so before it is answered. */
  _leave() {
    const {_link: link, _match: match, state} = this;
    const tv = this._ref === "tv";
    const isSame = (/** @type {LiveMatch} */ other) =>
      other._link === link && (other._match ? other._match === match : [match, state?.code, "tv"].includes(other._ref));
    const left = tv ? "tv" : match;
    // A player stays subscribed: the server sends the events of own matches in any case.
    if (left && link.isOpen && (tv || ![...following].some(isSame))) link.command({t: "unwatch", match: left}, {once: true}).catch(() => {});
  }

  /** Open a private match with its key. @param {string} key */
  unlock(key) {
    this._key = key;
    this.error = null;
    this._follow();
  }

  /** Take a free seat. @returns {Promise<void>} rejects with a Refusal */
  async join() {
    const match = this.state?.match ?? this._ref;
    const {seat} = await this._link.command({t: "join", match, ...(this._key ? {key: this._key} : {})});
    // The server sends no new snapshot to a spectator who becomes a player, but to one who could not watch.
    if (this.state) this.state = {...this.state, you: seat};
    this.error = null;
    this._changed(null);
  }

  /** Whether a move of this page is on its way while the server does not answer. */
  get stuck() {
    return this.pending !== null && this._link.status.state !== "online";
  }

  /** Send a move. It is drawn at once, and taken back if the server refuses it.
   * @param {string} move @returns {Promise<void>} rejects with a Refusal */
  async play(move) {
    const state = this.state;
    if (!state) return;
    const {ply, position} = state.position;
    const pending = {move, ply};
    this.pending = pending;
    this._changed(null);
    try {
      await this._link.command({t: "move", match: state.match, ply, move, position});
    } finally {
      if (this.pending === pending) {
        this.pending = null;
        this._changed(null);
      }
    }
  }

  /** Add a move that is played as soon as it is legal. @param {string} move */
  premove(move) {
    this.premoves = [...this.premoves, move].slice(-20);
    this._changed(null);
  }

  /** Forget all premoves. */
  clearPremoves() {
    this.premoves = [];
    this._changed(null);
  }

  /** @param {boolean} [whole] get the whole match instead of the events that are missing */
  async _follow(whole = false) {
    if (this._asking || this._closed) return;
    this._asking = true;
    const since = whole ? undefined : this.state?.seq;
    this._resumedFrom = since ?? -1;
    const match = this._ref === "tv" ? "tv" : (this._match ?? this._ref);
    try {
      const entered = await this._link.command({
        t: "watch",
        match,
        ...(since === undefined || this._ref === "tv" ? {} : {since}),
        ...(this._key ? {key: this._key} : {}),
        ...(this._preview ? {preview: true} : {}),
      });
      // After a break TV may show another match.
      if (this.state && this.state.match !== entered.match) this._forget();
      this._match = entered.match;
      if (this._closed) return this._leave();
      if (this._resumedFrom >= 0 && this.state) this.missed = this.state.seq - this._resumedFrom;
      this.error = null;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.error = error;
    }
    this._asking = false;
    this._changed(null);
  }

  /** Keep nothing of a match that is not followed any more. */
  _forget() {
    this.state = this.pending = this.dropped = this.missed = null;
    this.premoves = [];
  }

  /** @param {ToClient} message */
  _receive(message) {
    if (message.t === "notice" && message.halted !== null && message.halted !== undefined) this.halted = message.halted;
    // After a break the snapshot tells whether the server has it.
    if (message.t === "snapshot" && !this._seedAsked) this._seedGiven = false;
    if (message.t === "snapshot" && !this._match && (message.code === codeOf(this._ref) || message.match === this._ref || this._ref === "tv"))
      this._match = message.match;
    if (!("match" in message) || message.match !== this._match) {
      if (message.t === "notice") this._changed(message);
      return;
    }
    if (message.t === "event" && this.state) {
      if (message.seq <= this.state.seq) return;
      // The server numbers events without gaps, so a gap means that some were lost.
      if (message.seq > this.state.seq + 1) return void this._follow();
    }
    if (message.t === "next" && message.next) {
      this.redirected = message;
      if (this._ref === "tv") {
        this._match = message.next;
        this._forget();
      }
    }
    const before = this.state;
    this.state = advance(before, message);
    if (this.state && this.state.position !== before?.position) this.arrived = performance.now();
    if (this.pending && this.state && this.state.position.ply !== this.pending.ply) this.pending = null;
    this._changed(message);
    if (message.t === "event" || message.t === "snapshot") this._playPremove();
    // Searches and cards that were hidden from this client while it played are shown now, in a new snapshot.
    if (message.t === "event" && message.event.kind === "finished" && !this._preview && this.state && (this.state.game.hidden || hidSearches(this.state))) void this._follow(true);
  }

  /** Send a client seed, as soon as this client has a seat in an open match of a game with chance. */
  _giveClientSeed() {
    const {state} = this;
    if (!state || this._preview || state.phase !== "open" || !state.server_seed_hash || !plays(state)) return;
    const {match, server_seed_hash} = state;
    if (this._received?.match !== match) {
      const client_seed = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
      this._received = {match, server_seed_hash, client_seed};
      this._onreceived({match, server_seed_hash, client_seed: null});
    }
    if (this._seedGiven || (state.you === null ? state.client_seeds.some(Boolean) : state.client_seeds[state.you])) return;
    this._seedGiven = this._seedAsked = true;
    const received = this._received;
    // The match starts without it after some seconds.
    this._link.command({t: "give_client_seed", match, client_seed: received.client_seed ?? ""})
      .then(() => this._onreceived(received), () => {})
      .finally(() => (this._seedAsked = false));
  }

  _playPremove() {
    const state = this.state;
    const move = this.premoves[0];
    if (!state || move === undefined || this.pending || !yourTurn(state) || state.local) return;
    this.premoves = this.premoves.slice(1);
    // The server reads all spellings of moves.
    this.play(inItsTurn(state.board, state.position, move) ?? move).catch(() => {
      this.dropped = [move, ...this.premoves];
      this.clearPremoves();
    });
  }

  /** @param {ToClient | null} message */
  _changed(message) {
    this._giveClientSeed();
    for (const watcher of this._watchers) watcher(message);
  }
}

/** Return whether engines played without showing their searches. @param {MatchState} state */
const hidSearches = (state) =>
  !state.show_thinking && state.seats.some((seat) => seat.kind === "engine") && !state.moves.some((move) => move.search);
