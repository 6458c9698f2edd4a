// A tournament that the page follows: its state after each message. After a break it asks for a new snapshot.

import {codeOf} from "../network/codes.js";
import {Refusal} from "../network/link.js";
import {advanceTournament, withGames} from "./state.js";

/** @import {GameRow, ToClient, Tournament, TournamentDone} from "kibitz-protocol" */
/** @import {Link} from "../network/link.js" */
/** @import {TournamentState} from "./state.js" */

/** An action on a tournament, without the tournament: fields with defaults may be left out.
 * @typedef {Tournament["do"] extends infer A ? A extends {kind: string, tournament: string} ? Partial<Omit<A, "tournament" | "key" | "kind">> & {kind: A["kind"]} : never : never} Deed */

/** How long a wish for a new snapshot waits for further ones: not all followers ask in the same moment. */
const SOON_MS = 400;
const SPREAD_MS = 1200;

export class LiveTournament {
  /** @param {Link} link @param {string} ref id or code @param {string | null} key that of a private tournament */
  constructor(link, ref, key) {
    this._link = link;
    this._ref = ref;
    this._key = key;
    /** @type {TournamentState | null} */
    this.state = null;
    /** @type {Refusal | null} */
    this.error = null;
    /** The wanted page of the standings; null for that of the own row. @type {number | null} */
    this._page = null;
    this._timer = 0;
    this._asking = false;
    this._closed = false;
    /** @type {Set<(message: ToClient | null) => void>} */
    this._watchers = new Set();
    this._stops = [link.listen((message) => this._receive(message)), link.onarrival(() => void this._follow())];
    if (link.isOpen) void this._follow();
  }

  /** Call after each change, with the message that caused it. Return what stops it.
   * @param {(message: ToClient | null) => void} watcher */
  onchange(watcher) {
    this._watchers.add(watcher);
    return () => void this._watchers.delete(watcher);
  }

  /** Stop following. */
  close() {
    this._closed = true;
    clearTimeout(this._timer);
    for (const stop of this._stops) stop();
    if (this.state && this._link.isOpen) this._link.command(this._of({kind: "unfollow"}), {once: true}).catch(() => {});
  }

  /** Open a private tournament with its key. @param {string} key */
  unlock(key) {
    this._key = key;
    this.error = null;
    void this._follow();
  }

  /** Show a page of the standings. @param {number} page */
  turnTo(page) {
    this._page = page;
    void this._follow();
  }

  /** Carry out an action, and return its result. @param {Deed} deed @returns {Promise<any>} rejects with a Refusal */
  ask(deed) {
    return this._link.command(this._of(deed));
  }

  /** Carry out an action that changes the tournament or the own place in it. @param {Deed} deed
   * @returns {Promise<TournamentDone>} rejects with a Refusal */
  async act(deed) {
    const done = await this.ask(deed);
    await this._follow();
    return done;
  }

  /** Keep games that were asked for. @param {GameRow[]} rows */
  learn(rows) {
    if (this.state) this.state = withGames(this.state, rows);
  }

  /** @param {Deed} deed @returns {any} */
  _of(deed) {
    return {t: "tournament", do: {tournament: this.state?.view.tournament ?? this._ref, ...(this._key ? {key: this._key} : {}), ...deed}};
  }

  /** Ask for a snapshot. The server sends it before or after its answer, and then all later events. */
  async _follow() {
    if (this._closed || this._asking) return;
    this._asking = true;
    clearTimeout(this._timer);
    this._timer = 0;
    try {
      await this._link.command(this._of({kind: "show", follow: true, ...(this._page ? {page: this._page} : {})}));
      this.error = null;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.error = error;
    } finally {
      this._asking = false;
    }
    this._changed(null);
  }

  /** @param {ToClient} message */
  _receive(message) {
    const {state} = this;
    const meant = message.t === "tournament" && (message.tournament.code === codeOf(this._ref) || message.tournament.tournament === this._ref);
    if (state === null && !meant) return;
    // The server numbers events without gaps, so a gap means that some were lost.
    if (state && message.t === "tournament_event" && message.tournament === state.view.tournament && message.seq > state.seq + 1) return this._refresh();
    this.state = advanceTournament(state, message);
    if (this.state === state) return;
    if (this.state?.stale) this._refresh();
    this._changed(message);
  }

  /** Ask for a new snapshot soon. */
  _refresh() {
    if (!this._timer) this._timer = window.setTimeout(() => void this._follow(), SOON_MS + Math.random() * SPREAD_MS);
  }

  /** @param {ToClient | null} message */
  _changed(message) {
    for (const watcher of this._watchers) watcher(message);
  }
}
