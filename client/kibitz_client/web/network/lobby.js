// The matches of the server, kept up to date, with the player's own ones, invitations, and the search for an opponent.

import {findGame} from "../match/game_names.js";
import {translatedGame} from "../words/games.js";
import {version} from "../words/index.js";

/** @import {GameInfo, Invitation, LobbySaid, MatchRow, Matches, Seek, SeekView, ToClient} from "kibitz-protocol" */
/** @import {Link} from "./link.js" */

const CHAT_KEPT = 100;

export class Lobby {
  /** @param {Link} link */
  constructor(link) {
    this._link = link;
    /** @type {Map<string, MatchRow>} */
    this._rows = new Map();
    /** @type {GameInfo[]} */
    this._games = [];
    /** The same with their texts of a version: views ask for them many times in a drawing. @type {GameInfo[]} */
    this._translated = [];
    this._version = -1;
    /** @type {Map<string, Invitation>} */
    this._invitations = new Map();
    /** The player's searches for an opponent, those of other tabs too. @type {SeekView[]} */
    this.seeks = [];
    /** How many other players look for an opponent. */
    this.others = 0;
    /** The open searches of this tab, by their ids. @type {Map<string, Omit<Seek, "id" | "t">>} */
    this._sought = new Map();
    /** @type {LobbySaid[] | null} null until the chat was opened */
    this.chat = null;
    this.loaded = false;
    /** Changes that came while the pages of the list are read. @type {Extract<ToClient, {t: "lobby"}>[] | null} */
    this._news = null;
    /** Id of the player whom all this is for. @type {string | null} */
    this._player = null;
    /** @type {Set<(message: ToClient | null) => void>} */
    this._watchers = new Set();
    link.listen((message) => this._receive(message));
    link.onarrival(() => this._arrive());
  }

  /** Call after each change. Return what stops it. @param {(message: ToClient | null) => void} watcher */
  onchange(watcher) {
    this._watchers.add(watcher);
    return () => void this._watchers.delete(watcher);
  }

  /** Open and live matches; last those whose players are away. */
  get rows() {
    const away = (/** @type {MatchRow} */ row) => Number((row.away_since ?? null) !== null);
    return [...this._rows.values()].sort((one, other) => away(one) - away(other));
  }

  /** Matches in which this player has a seat. */
  get yours() {
    return this.rows.filter((row) => row.you !== null && row.phase !== "finished" && row.phase !== "aborted");
  }

  /** Matches with a free seat, of other players. */
  get open() {
    return this.rows.filter((row) => row.phase === "open" && row.you === null);
  }

  /** Matches that are being played. */
  get live() {
    return this.rows.filter((row) => (row.phase === "running" || row.phase === "paused") && row.you === null);
  }

  /** Invitations to seats that are still free. */
  get invitations() {
    return [...this._invitations.values()];
  }

  /** The games of the server, with texts in the language of the reader. */
  get games() {
    if (this._version !== version()) {
      this._version = version();
      this._translated = this._games.map(translatedGame);
    }
    return this._translated;
  }

  /** Return a game by one of its names. @param {string} name */
  game(name) {
    return findGame(name, this.games);
  }

  /** Return a match of the list. @param {string} match */
  row(match) {
    return this._rows.get(match);
  }

  /** Look for an opponent. @param {Omit<Seek, "id" | "t">} request */
  async seek(request) {
    const found = await this._link.command({t: "seek", ...request});
    // A free seat may have been found at once, and then no answer says that the player waits.
    if (found?.kind === "seeking") this._sought.set(found.seek, request);
  }

  /** Stop looking. @param {string} seek */
  async unseek(seek) {
    await this._link.command({t: "unseek", seek});
  }

  /** Follow the chat of the lobby. */
  async openChat() {
    this.chat ??= [];
    const log = await this._link.command({t: "lobby_chat"});
    this.chat = log.said;
    this._changed(null);
  }

  /** Forget an invitation. @param {string} match */
  decline(match) {
    this._invitations.delete(match);
    this._changed(null);
  }

  async _arrive() {
    const {_link: link} = this;
    const player = link.welcome?.you.id ?? null;
    if (this._player !== null && player !== this._player) {
      // These belong to the player before the sign-in.
      this._invitations.clear();
      this._sought.clear();
    }
    this._player = player;
    const known = link.welcome?.seeks ?? null;
    const lost = known ? [] : [...this._sought.values()];
    this._seek(known ?? []);
    /** @type {Extract<ToClient, {t: "lobby"}>[]} */
    const news = [];
    this._news = news;
    try {
      const [games, matches] = await Promise.all([
        this._games.length ? null : link.command({t: "games"}),
        link.command({t: "list", follow: true}),
      ]);
      // The texts of games mark the names of options, as their documentation does.
      if (games) {
        this._games = games.games.map((/** @type {GameInfo} */ game) => ({...game, summary: game.summary.replaceAll("`", "")}));
        this._version = -1;
      }
      /** @type {Matches} */
      let page = matches;
      const rows = [...page.matches];
      while (page.next && rows.length < 1000) {
        page = await link.command({t: "list", cursor: page.next});
        rows.push(...page.matches);
      }
      this._rows = new Map(rows.map((row) => [row.match, row]));
      for (const each of news) this._note(each);
      this.loaded = true;
      await Promise.all(lost.map((request) => this.seek(request)));
      if (this.chat) await this.openChat();
    } catch {
      // A refused list is asked for again after the next welcome.
    }
    if (this._news === news) this._news = null;
    this._changed(null);
  }

  /** Note changed rows. @param {Extract<ToClient, {t: "lobby"}>} message */
  _note({changed, gone}) {
    for (const row of changed) this._rows.set(row.match, row);
    for (const match of gone) this._rows.delete(match);
  }

  /** Note the open searches. @param {SeekView[]} seeks */
  _seek(seeks) {
    this.seeks = seeks;
    for (const id of [...this._sought.keys()]) if (!seeks.some(({seek}) => seek === id)) this._sought.delete(id);
  }

  /** @param {ToClient} message */
  _receive(message) {
    if (message.t === "lobby") {
      this._note(message);
      this._news?.push(message);
      for (const match of [...this._invitations.keys()])
        if (message.gone.includes(match) || (this._rows.get(match)?.phase ?? "open") !== "open") this._invitations.delete(match);
    } else if (message.t === "invited") this._invitations.set(message.row.match, message);
    else if (message.t === "seeks") {
      this.others = message.others;
      this._seek(message.seeks);
    } else if (message.t === "lobby_said" && this.chat) this.chat = [...this.chat, message].slice(-CHAT_KEPT);
    else return;
    this._changed(message);
  }

  /** @param {ToClient | null} message */
  _changed(message) {
    for (const watcher of this._watchers) watcher(message);
  }
}
