// The connection to the server: one WebSocket, which is opened again when it breaks. A command that waits for its
// answer is sent again under the same id, and the server never carries it out twice.

import {language, t} from "../words/index.js";

/** @import {Command, Identity, Refused, ToClient, Welcome} from "kibitz-protocol" */

/** State of a socket that is open. */
const OPEN = 1;
const SUBPROTOCOL = "kibitz.v1";
const FIRST_DELAY = 50;
const LONGEST_DELAY = 2000;
/** Silence of the server after which a page that is seen asks whether it is there, and one that is hidden. */
const ASK_AFTER = 1000;
const ASK_HIDDEN_AFTER = 10_000;
/** How long an echo may take before the page says that none comes, on a usual line, and how long on a slow one. With the
 * silence before and a tick this is less than three seconds. */
const ECHO_WITHIN = 1400;
const SLOW_ECHO_WITHIN = 5000;
/** Silence after which a connection counts as broken. */
const DEAD_AFTER = 10_000;
const TICK = 500;
/** The longest message that the server takes, in bytes. */
const LONGEST = 64 * 1024;
/** How long another tab may take to store the token that it got in place of one that has ended. */
const RENEWAL = 500;
const CLOSES = {RESTART: 1012, POLICY: 1008, UNKNOWN_TOKEN: 4401, BANNED: 4403, ELSEWHERE: 4409, BAD_MESSAGE: 4400};
const FINAL = [CLOSES.POLICY, CLOSES.BANNED, CLOSES.ELSEWHERE, CLOSES.BAD_MESSAGE];
/** Refusals of a hello after which a later attempt can succeed. */
const TRANSIENT = ["not_saved", "busy", "too_many", "draining"];
/** Refusals of a hello after which a guest comes without the name of its choice. */
const NAMES = ["name_taken", "bad_name"];

/** A command that the server refused: a sentence, and a hint with a way out. */
export class Refusal extends Error {
  /** @param {Pick<Refused, "code" | "message" | "hint" | "state" | "retry_after_s">} refused */
  constructor(refused) {
    super(refused.message);
    this.code = refused.code;
    // Hints that name commands of a terminal help nobody on this page, which marks the legal moves.
    const hint = refused.hint?.replace(/(; )?`legal` lists all \d+( moves)?$/, "") || null;
    this.hint = hint && /\bkibitz(-server)? \w/.test(hint) ? null : hint;
    this.state = refused.state;
    this.retryAfter = refused.retry_after_s;
  }
}

/** @typedef {object} LinkStatus
 * @property {"connecting" | "starting" | "online" | "silent" | "offline" | "restarting" | "elsewhere" | "closed"} state
 * @property {{loaded: number, matches: number} | null} [starting] how far the server has started
 * @property {number | null} retryAt when the next attempt begins, as `now` counts
 * @property {number | null} latency milliseconds of a round trip
 * @property {{seconds: number, at: number} | null} resumed the last break that has ended
 * @property {string | null} reason why the server closed the connection for good */

/** What the connection needs of the browser, for tests to replace.
 * @typedef {object} Surroundings
 * @property {string} url
 * @property {{get: () => string | null, set: (token: string, guest?: string | null) => void, drop: (token: string | null) => void}} tokens
 * @property {(url: string, protocol: string) => WebSocket} [socket]
 * @property {() => number} [now] milliseconds of a steady clock
 * @property {() => boolean} [seen] whether the page is seen
 * @property {Pick<Window, "setInterval" | "clearInterval" | "setTimeout" | "clearTimeout">} [timers]
 * @property {() => string | null} [name] the name that a new guest asks for
 * @property {string} [client] the name of this client */

/** @typedef {{command: {[field: string]: unknown}, resolve: (result: any) => void, reject: (error: Refusal) => void}} Waiting */

/** Use a refusal in the language of the reader: at once, or when its texts have come.
 * @param {Refused} refused @param {(refused: Refused) => void} use */
function inWords(refused, use) {
  if (language() !== "de") use(refused);
  else void import("../words/refusals/index.js").then(({translatedRefusal}) => use(translatedRefusal(refused)), () => use(refused));
}

/** Commands as a caller writes them: the link adds the id.
 * @typedef {Command extends infer C ? C extends {id: string} ? Omit<C, "id"> : never : never} Request */

export class Link {
  /** @param {Surroundings} surroundings */
  constructor({url, tokens, socket = (at, protocol) => new WebSocket(at, protocol), now = () => performance.now(), seen = () => document.visibilityState === "visible", timers = window, name = () => null, client = "web"}) {
    this._url = url;
    this._tokens = tokens;
    this._open = socket;
    this._now = now;
    this._seen = seen;
    this._timers = timers;
    this._name = name;
    /** The name of this client. */
    this.client = client;
    /** Token of this connection. @type {string | null} */
    this.token = null;
    /** Whether the server has ended the token of an open connection, and no other one was taken yet. */
    this.signedOut = false;
    /** @type {{resolve: (you: Identity) => void, reject: (error: Refusal) => void} | null} */
    this._signing = null;
    /** @type {WebSocket | null} */
    this._socket = null;
    /** @type {Map<string, Waiting>} */
    this._waiting = new Map();
    /** @type {Set<(message: ToClient) => void>} */
    this._listeners = new Set();
    /** @type {Set<(status: LinkStatus) => void>} */
    this._watchers = new Set();
    /** @type {Set<() => void>} */
    this._arrivals = new Set();
    this._session = Math.random().toString(36).slice(2, 10);
    this._count = 0;
    this._delay = FIRST_DELAY;
    this._heard = 0;
    this._pinged = 0;
    /** @type {number | null} */
    this._lost = null;
    this._timer = 0;
    this._tick = 0;
    /** @type {Welcome | null} */
    this.welcome = null;
    /** @type {LinkStatus} */
    this.status = {state: "connecting", retryAt: null, latency: null, resumed: null, reason: null};
  }

  /** Whether the connection is open, although it may be silent for a moment. */
  get isOpen() {
    return this.status.state === "online" || this.status.state === "silent";
  }

  /** Connect, and stay connected. */
  start() {
    this._timers.clearInterval(this._tick);
    this._tick = this._timers.setInterval(() => this._check(), TICK);
    this._connect();
  }

  /** Disconnect, and stay disconnected. */
  stop() {
    this._timers.clearInterval(this._tick);
    this._timers.clearTimeout(this._timer);
    const socket = this._socket;
    this._socket = null;
    socket?.close(1000);
  }

  /** Try now, and not after the delay; take over from a connection elsewhere. */
  retryNow() {
    if (this.status.state === "online") return this._ping();
    this._timers.clearTimeout(this._timer);
    this._delay = FIRST_DELAY;
    if (this.status.state === "silent") return this._drop();
    const socket = this._socket;
    this._socket = null;
    socket?.close();
    this._connect();
  }

  /** Come back as another player: with a token, or with null as a guest.
   * @param {string | null} token @returns {Promise<Identity>} rejects with a Refusal if the server refuses the token */
  signIn(token) {
    if (token === null) this._tokens.drop(this.token);
    else this._tokens.set(token, this.welcome?.you.account ? null : this.token);
    for (const {reject} of this._waiting.values())
      reject(new Refusal({code: "unknown_token", message: "signed in as another player", hint: null, state: null, retry_after_s: null}));
    this._waiting.clear();
    this._set({state: "connecting", retryAt: null, resumed: null});
    return new Promise((resolve, reject) => {
      this._signing = {resolve, reject};
      this.retryNow();
    });
  }

  /** Note a change of the own name or account. @param {Identity} you */
  identified(you) {
    if (this.welcome?.you.id !== you.id) return;
    this.welcome = {...this.welcome, you};
    this._set({});
  }

  /** Call for every message of the server. Return what stops it. @param {(message: ToClient) => void} listener */
  listen(listener) {
    this._listeners.add(listener);
    return () => void this._listeners.delete(listener);
  }

  /** Call when the status changes. Return what stops it. @param {(status: LinkStatus) => void} watcher */
  onstatus(watcher) {
    this._watchers.add(watcher);
    return () => void this._watchers.delete(watcher);
  }

  /** Call after each welcome, to follow again what was followed. Return what stops it. @param {() => void} arrived */
  onarrival(arrived) {
    this._arrivals.add(arrived);
    return () => void this._arrivals.delete(arrived);
  }

  /** Send a command and return its result. It waits while the connection is broken.
   * @param {Request} command @param {{once?: boolean}} [options] `once`: fail instead if the connection breaks
   * @returns {Promise<any>} rejects with a Refusal */
  command(command, {once = false} = {}) {
    const id = `${this._session}-${++this._count}`;
    const full = {id, ...command};
    return new Promise((resolve, reject) => {
      if (once && !this.isOpen) return reject(lost());
      // The server would end the connection, and get the same message again from each new one.
      if (new TextEncoder().encode(JSON.stringify(full)).length > LONGEST) return reject(new Refusal({code: "bad_message", message: t("link.tooLong"), hint: null, state: null, retry_after_s: null}));
      this._waiting.set(id, {command: once ? {} : full, resolve, reject});
      if (this.isOpen) this._send(full);
    });
  }

  /** @param {object} message */
  _send(message) {
    if (this._socket?.readyState === OPEN) this._socket.send(JSON.stringify(message));
  }

  /** @param {Partial<LinkStatus>} change */
  _set(change) {
    this.status = {...this.status, ...change};
    for (const watcher of this._watchers) watcher(this.status);
  }

  _connect() {
    const socket = this._open(this._url, SUBPROTOCOL);
    this._socket = socket;
    this._heard = this._now();
    this._pinged = 0;
    /** @type {Refused | null} */
    let refused = null;
    socket.onopen = () => {
      const token = this._tokens.get();
      const name = this._name();
      this.token = token;
      this._send({t: "hello", client: this.client, ...(token ? {token} : name ? {name} : {})});
    };
    socket.onmessage = (event) => {
      if (socket !== this._socket) return;
      this._heard = this._now();
      if (this.status.state === "silent") {
        this._lost = null;
        this._set({state: "online"});
      }
      /** @type {ToClient} */
      const message = JSON.parse(event.data);
      if (message.t === "refused" && message.id === null) refused = message;
      this._receive(message);
    };
    socket.onclose = (event) => {
      if (socket === this._socket) this._closed(event.code, refused, event.reason);
    };
  }

  /** @param {ToClient} message */
  _receive(message) {
    if (message.t === "welcome") this._welcomed(message);
    else if (message.t === "starting") this._set({state: "starting", starting: message, retryAt: null});
    else if (message.t === "accepted" || message.t === "refused") this._answered(message);
    for (const listener of this._listeners) listener(message);
  }

  /** @param {Welcome} message */
  _welcomed(message) {
    if (message.token) this._tokens.set((this.token = message.token));
    this.welcome = message;
    this._delay = FIRST_DELAY;
    const now = this._now();
    const resumed = this._lost === null ? this.status.resumed : {seconds: (now - this._lost) / 1000, at: now};
    this._lost = null;
    this._set({state: "online", retryAt: null, resumed, reason: null});
    for (const [id, {command, reject}] of this._waiting) {
      if ("t" in command) this._send(command);
      else {
        this._waiting.delete(id);
        reject(lost());
      }
    }
    this._signing?.resolve(message.you);
    this._signing = null;
    for (const arrived of this._arrivals) arrived();
    this.signedOut = false;
    this._ping();
  }

  /** @param {Extract<ToClient, {t: "accepted" | "refused"}>} message */
  _answered(message) {
    const waiting = this._waiting.get(message.id ?? "");
    if (!waiting || message.id === null) return;
    this._waiting.delete(message.id);
    if (message.t === "accepted") {
      const {result} = message;
      // The token that this connection had has ended.
      if (result?.kind === "identified" && result.token) this._tokens.set((this.token = result.token));
      if (result?.kind === "signed_in" && result.guest_token) this.token = result.guest_token;
      waiting.resolve(result);
    } else inWords(message, (refused) => waiting.reject(new Refusal(refused)));
  }

  /** @param {number} code @param {Refused | null} refused @param {string} [said] why, in the words of the server */
  _closed(code, refused, said = "") {
    this._socket = null;
    const now = this._now();
    const open = this.isOpen;
    if (open) this._lost ??= now;
    if (code === CLOSES.UNKNOWN_TOKEN) {
      // Another tab may be about to store a new token; if none does, the next hello is refused.
      if (open) this.signedOut = true;
      else this._tokens.drop(this.token);
    }
    const unnamed = refused !== null && NAMES.includes(refused.code);
    if (unnamed) this._name = () => null;
    if (refused) {
      const signing = this._signing;
      if (signing) inWords(refused, (said) => signing.reject(new Refusal(said)));
      this._signing = null;
    }
    const forGood =
      !unnamed && (FINAL.includes(code) || (refused !== null && code !== CLOSES.UNKNOWN_TOKEN && !TRANSIENT.includes(refused.code)));
    if (forGood) {
      const state = code === CLOSES.ELSEWHERE ? "elsewhere" : "closed";
      this._set({state, retryAt: null, reason: said});
      if (refused) inWords(refused, ({message, hint}) => this._set({reason: [message, hint].filter(Boolean).join("; ")}));
      return;
    }
    const renewal = open && code === CLOSES.UNKNOWN_TOKEN ? RENEWAL : 0;
    const wait = Math.max(this._delay, renewal, 1000 * (refused?.retry_after_s ?? 0));
    const delay = wait * (0.75 + Math.random() / 2);
    this._delay = Math.min(2 * this._delay, LONGEST_DELAY);
    this._set({state: code === CLOSES.RESTART ? "restarting" : this.status.state === "restarting" ? "restarting" : "offline", retryAt: now + delay});
    this._timer = this._timers.setTimeout(() => this._connect(), delay);
  }

  /** Measure the round trip, and find out whether the connection still lives. */
  _ping() {
    if (this._pinged) return;
    const began = this._now();
    this._pinged = began;
    this.command({t: "ping"}, {once: true}).then(
      () => {
        this._pinged = 0;
        this._set({latency: this._now() - began});
      },
      () => (this._pinged = 0),
    );
  }

  /** Ask a silent server whether it is there, say that no echo comes, and give up one that does not answer. */
  _check() {
    const now = this._now();
    const silence = now - this._heard;
    // A browser waits for minutes for a connection that a network swallows.
    if (!this.isOpen) {
      if (this._socket && silence > DEAD_AFTER) this._drop();
    } else if (!this._pinged) {
      if (silence > (this._seen() ? ASK_AFTER : ASK_HIDDEN_AFTER)) this._ping();
    } else if (Math.min(silence, now - this._pinged) > DEAD_AFTER) this._drop();
    else if (this.status.state === "online" && Math.min(silence, now - this._pinged) > this._patience()) {
      this._lost = this._heard;
      this._set({state: "silent"});
    }
  }

  /** Return how long an echo may take. A slow line has longer. */
  _patience() {
    return Math.min(SLOW_ECHO_WITHIN, Math.max(ECHO_WITHIN, 2 * (this.status.latency ?? 0)));
  }

  /** Treat the connection as broken without waiting for the system to notice. */
  _drop() {
    const socket = this._socket;
    this._socket = null;
    if (socket) {
      socket.onclose = null;
      socket.close();
    }
    this._pinged = 0;
    this._closed(1006, null);
  }

  /** Check the connection at once after the device has slept, or the network has come back or gone. */
  wake() {
    const {state} = this.status;
    // What a network has swallowed comes again only after a pause that has doubled many times. A new connection is sooner.
    if (state === "offline" || state === "restarting" || state === "silent") this.retryNow();
    else if (state === "online") this._ping();
  }
}

const lost = () =>
  new Refusal({code: "internal", message: "the connection broke", hint: "try again", state: null, retry_after_s: null});
