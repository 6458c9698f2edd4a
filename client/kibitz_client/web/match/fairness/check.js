// Check of the chance events of a match: from its messages, without the rules of the game. Pure; the same as the modules
// `fairness.check` and `fairness.chance` of the protocol, which describe how a chance event follows from the seeds.

import {DISTRIBUTIONS} from "./distributions.js";
import {bytesOf, digitsOf, hmacSha256, sha256} from "./hash.js";

/** @import {ChanceView, Event, Snapshot, State} from "kibitz-protocol" */
/** @import {Outcomes} from "./distributions.js" */

/** What this browser received and sent before the first move.
 * @typedef {{match: string, server_seed_hash: string, client_seed: string | null}} Received */

/** The first difference; `number` is 0 where it is in no chance event.
 * @typedef {{kind: string, number: number, ply: number, recorded: string, expected: string}} Fault */

/** @typedef {object} FairnessResult
 * @property {"fair" | "differs" | "no_chance" | "running" | "secret" | "no_seed" | "incomplete"} status
 * @property {number} checked @property {number} unchecked @property {(string | null)[]} client_seeds
 * @property {boolean} repeatable @property {boolean} known @property {boolean} received @property {boolean} own_seed
 * @property {string} reason @property {Fault | null} fault */

/** A chance event, and the position before it. @typedef {{number: number, ply: number, text: string, due: State | null}} Decided */

const UNSEEN = "?";
const RANGE = 1n << 256n;
/** @param {string} phase */
const isOver = (phase) => phase === "finished" || phase === "aborted";
/** @param {(string | null)[]} seeds */
const listed = (seeds) => seeds.map((seed) => seed || "-").join(" ");
/** @param {Outcomes} outcomes */
const rows = (outcomes) => outcomes.map(([text, weight]) => (weight === 1 ? text : `${text}:${weight}`)).join(" ");

/** Return the result for the messages of a match. @param {(Snapshot | Event)[]} messages @param {Received | null} received
 * @returns {FairnessResult} */
export function checkedMessages(messages, received) {
  const check = new FairnessCheck();
  for (const message of messages) check.add(message);
  return check.verdict(received);
}

export class FairnessCheck {
  constructor() {
    /** @type {Snapshot | null} */
    this._first = null;
    /** @type {State | null} */
    this._state = null;
    this._seq = this._moves = 0;
    this._over = this._blank = this._kept = false;
    this._reason = "";
    /** @type {(string | null)[]} */
    this._clientSeeds = [];
    /** @type {string | null} */
    this._seed = null;
    /** @type {Decided[]} */
    this._decided = [];
    /** @type {Fault[]} */
    this._faults = [];
  }

  /** @param {Snapshot | Event} message */
  add(message) {
    const first = this._first;
    if (message.t === "snapshot" && (!first || (message.match === first.match && message.seq >= this._seq))) this._snapshot(message);
    else if (message.t === "event" && message.match === first?.match && message.seq > this._seq) this._event(message);
  }

  /** @param {Snapshot} snapshot */
  _snapshot(snapshot) {
    const first = (this._first ??= snapshot);
    const views = snapshot.chance_events ?? [];
    const seeds = snapshot.client_seeds ?? [];
    const [hash, before] = [snapshot, first].map(({server_seed_hash}) => server_seed_hash ?? null);
    if (hash !== before || !snapshot.repeatable !== !first.repeatable) this._fault("changed", 0, 0, hash ?? "None", before ?? "None");
    if (this._decided.length && listed(seeds) !== listed(this._clientSeeds)) this._fault("changed", 0, 0, listed(seeds), listed(this._clientSeeds));
    this._compare(views);
    for (const {number, ply, text} of views.slice(this._decided.length)) {
      const next = this._decided.length + 1;
      if (number !== next) this._fault("number", next, ply, String(number), String(next));
      this._note(number, ply, text, null);
    }
    this._clientSeeds = [...seeds];
    this._seed = snapshot.server_seed || this._seed;
    this._state = snapshot.state;
    this._seq = snapshot.seq;
    this._moves = snapshot.moves.length;
    this._over = isOver(snapshot.phase);
    this._kept = snapshot.seed_kept ?? false;
    this._reason = snapshot.result?.reason ?? this._reason;
  }

  /** @param {Event} message */
  _event({event: fact, seq, state}) {
    const due = Boolean(this._state?.chances?.length);
    const last = this._decided.at(-1);
    this._seq = seq;
    if (due && (fact.kind === "moved" || fact.kind === "finished" || fact.kind === "aborted"))
      this._fault("missing", this._decided.length + 1, this._moves);
    switch (fact.kind) {
      case "chance_decided":
        this._decide(fact.chance, due);
        break;
      case "moved":
        this._moves++;
        break;
      case "taken_back":
        this._moves -= fact.plies;
        if (last && last.ply > this._moves) this._fault("ply", last.number, last.ply, String(last.ply), String(this._moves));
        break;
      case "client_seed_given":
        this._setClientSeed(fact.seat, fact.client_seed);
        break;
      case "left":
        if (!last) this._setClientSeed(fact.seat, null);
        break;
      case "finished":
        this._end(fact.result.reason);
        break;
      case "aborted":
        this._end(fact.reason);
        break;
      case "seed_kept":
        this._kept = true;
        break;
      case "seed_revealed":
        this._seed = fact.server_seed;
        if (fact.chance_events?.length) this._compare(fact.chance_events, true);
    }
    this._state = state ?? this._state;
  }

  /** @param {string} reason */
  _end(reason) {
    this._over = true;
    this._reason = reason;
  }

  /** Note a chance event, which must be due and the next one. @param {ChanceView} view @param {boolean} due */
  _decide({number, ply, text}, due) {
    const next = this._decided.length + 1;
    if (number > next) this._fault("missing", next, ply);
    else if (number < next || !due) this._fault("extra", number, ply, text);
    else if (ply !== this._moves) this._fault("ply", next, ply, String(ply), String(this._moves));
    this._note(number, ply, text, due ? this._state : null);
  }

  /** @param {number} number @param {number} ply @param {string} text @param {State | null} due */
  _note(number, ply, text, due) {
    this._decided.push({number, ply, text, due});
    if (text === UNSEEN) this._blank = true;
  }

  /** Compare chance events with those before, which get the texts that were hidden.
   * @param {ChanceView[]} views @param {boolean} [whole] */
  _compare(views, whole = false) {
    this._decided.slice(0, views.length).forEach((known, at) => {
      const {number, ply, text} = views[at];
      if (known.text === UNSEEN) known.text = text;
      if (text !== UNSEEN && (number !== known.number || ply !== known.ply || text !== known.text)) this._fault("changed", known.number, known.ply, text, known.text);
    });
    const [left, more] = [this._decided[views.length], views[this._decided.length]];
    if (left) this._fault("changed", left.number, left.ply, "", left.text);
    else if (whole && more) this._fault("changed", more.number, more.ply, more.text);
  }

  /** @param {number} seat @param {string | null} seed */
  _setClientSeed(seat, seed) {
    if (seat >= this._clientSeeds.length) return;
    const before = this._clientSeeds[seat];
    if (this._decided.length && before !== seed) this._fault("late_seed", 0, 0, seed ?? "", before ?? "");
    this._clientSeeds[seat] = seed;
  }

  /** @param {string} kind @param {number} number @param {number} ply @param {string} [recorded] @param {string} [expected] */
  _fault(kind, number, ply, recorded = "", expected = "") {
    this._faults.push({kind, number, ply, recorded, expected});
  }

  /** Return the result for the messages so far. @param {Received | null} given what this browser received for a match
   * @returns {FairnessResult} */
  verdict(given) {
    const first = this._first;
    if (!first) throw new Error("no snapshot was added");
    const received = given?.match === first.match ? given : null;
    const own = received?.client_seed ?? null;
    const hash = first.server_seed_hash ?? null;
    const count = this._decided.length;
    /** @type {(status: FairnessResult["status"], more?: Partial<FairnessResult>) => FairnessResult} */
    const found = (status, more) => ({
      status, checked: 0, unchecked: 0, client_seeds: [...this._clientSeeds], repeatable: Boolean(first.repeatable),
      known: Object.hasOwn(DISTRIBUTIONS, first.game.name), received: received !== null, own_seed: own !== null, reason: this._reason, fault: null, ...more,
    });
    const differs = (/** @type {string} */ kind, /** @type {string} */ recorded, /** @type {string} */ expected) =>
      found("differs", {fault: {kind, number: 0, ply: 0, recorded, expected}});
    if (received && received.server_seed_hash !== hash) return differs("received", hash ?? "None", received.server_seed_hash);
    if (hash === null) return found(count || first.game.chance ? "no_seed" : "no_chance", {unchecked: count});
    const {name, hidden} = first.game;
    // Dice hide nothing, whatever a server says.
    const secret = this._kept && hidden && (!Object.hasOwn(DISTRIBUTIONS, name) || DISTRIBUTIONS[name].cards);
    if (this._seed === null) return found(this._over ? (secret ? "secret" : "no_seed") : "running", {unchecked: count});
    const made = digitsOf(sha256(bytesOf(this._seed)));
    if (made !== hash) return differs("hash", hash, made);
    if (own !== null && !this._clientSeeds.includes(own)) return differs("client_seed", listed(this._clientSeeds), own);
    const {checked, unchecked, fault} = this._computed(first, this._seed);
    // What a chance event should be says more than that another message has it otherwise.
    const faults = [...this._faults, ...(fault ? [fault] : [])].sort(
      (a, b) => a.number - b.number || Number(a.kind === "changed") - Number(b.kind === "changed"));
    if (faults.length) return found("differs", {checked, unchecked, fault: faults[0]});
    return found(unchecked && !checked ? "incomplete" : "fair", {checked, unchecked});
  }

  /** Compute the chance events again. Return how many could be, how many could not, and the first that differs.
   * @param {Snapshot} first @param {string} seed @returns {{checked: number, unchecked: number, fault: Fault | null}} */
  _computed(first, seed) {
    const key = bytesOf(seed);
    const from = first.repeatable ? [null, []] : [first.match, this._clientSeeds];
    const distribution = Object.hasOwn(DISTRIBUTIONS, first.game.name) ? DISTRIBUTIONS[first.game.name] : null;
    /** @type {string[]} */
    let dealt = [];
    let checked = 0;
    let gap = false;
    /** @type {number | null} */
    let hand = null;
    /** The hand of which not all cards are known. @type {number | null} */
    let unknown = null;
    for (const [at, {ply, text, due}] of this._decided.entries()) {
      if (!due || text === UNSEEN || (!distribution && this._blank)) {
        gap = true;
        continue;
      }
      /** @type {Outcomes} */
      const sent = (due.chances ?? []).map((outcome, place) => [outcome, (due.weights ?? [])[place]]);
      const now = due.counters.hand ?? 0;
      if (gap) unknown = now;
      gap = false;
      if (distribution?.cards && now === unknown) continue;
      if (now !== hand) dealt = [];
      hand = now;
      const chosen = at === 0 && (first.start !== null || first.opening.length > 0);
      const possible = distribution ? distribution.outcomes({sent, counts: due.counts, dealt, chosen}) : sent;
      const differs = (/** @type {string} */ kind, /** @type {string} */ recorded, /** @type {string} */ expected) =>
        ({checked, unchecked: 0, fault: {kind, number: at + 1, ply, recorded, expected}});
      const made = outcomeOf(key, from, at + 1, possible);
      if (made === null) return differs("outcomes", rows(sent), "");
      if (rows(sent) !== rows(possible) && !this._blank) return differs("outcomes", rows(sent), rows(possible));
      if (text !== made) return differs("outcome", text, made);
      dealt.push(text);
      checked++;
    }
    return {checked, unchecked: this._decided.length - checked, fault: null};
  }
}

/** Return the outcome of a chance event; null without outcomes that are possible.
 * @param {Uint8Array} key @param {unknown[]} from match and client seeds @param {number} number from 1 @param {Outcomes} possible */
function outcomeOf(key, from, number, possible) {
  const total = possible.reduce((sum, [, weight]) => sum + weight, 0);
  if (!possible.length || possible.some(([, weight]) => weight <= 0)) return null;
  const end = RANGE - (RANGE % BigInt(total));
  for (let counter = 0; ; counter++) {
    const message = new TextEncoder().encode(JSON.stringify([...from, number, counter]));
    const result = BigInt(`0x${digitsOf(hmacSha256(key, message))}`);
    if (result >= end) continue;
    let rest = Number(result % BigInt(total));
    for (const [text, weight] of possible) {
      if (rest < weight) return text;
      rest -= weight;
    }
  }
}
