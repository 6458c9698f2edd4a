// The tables of an event that are asked for when their tab opens, and again when games have ended meanwhile; their pages.

import {html, nothing} from "lit-html";
import {Refusal} from "../../network/link.js";
import {t} from "../../words/index.js";

/** @import {CrosstableView, GameRows, RoundView, StatisticsView} from "kibitz-protocol" */
/** @import {Deed, LiveTournament} from "../live.js" */

/** Least time between two questions for the same table, in milliseconds. */
const EVERY_MS = 3000;

/** Answers to the questions. @typedef {{crosstable: CrosstableView, games: GameRows, rounds: RoundView, statistics: StatisticsView}} Answers */

/** Return the buttons that lead to other pages of a table. @param {{page: number, pages: number}} table @param {(page: number) => void} turn */
export function pager({page, pages}, turn) {
  if (pages < 2) return nothing;
  const text = t("event.pageOf", {page, pages});
  const step = (/** @type {number} */ to, /** @type {string} */ label) =>
    html`<button class="button small" ?disabled=${to < 1 || to > pages} @click=${() => turn(to)}>${label}</button>`;
  return html`<nav class="cluster pager" aria-label=${text}>${step(page - 1, t("event.before"))}<span class="number">${text}</span>${step(page + 1, t("event.after"))}</nav>`;
}

export class Tables {
  /** @param {LiveTournament} live @param {() => void} changed */
  constructor(live, changed) {
    this._live = live;
    this._changed = changed;
    /** @type {Map<string, {value: any, turn: number, at: number, asking: boolean}>} */
    this._known = new Map();
    /** @type {Refusal | null} */
    this.error = null;
    this._timer = 0;
  }

  close() {
    clearTimeout(this._timer);
  }

  /** Return a table as it was last answered, and ask for a newer one if the tournament has changed since; null until then.
   * @template {keyof Answers} K @param {{kind: K} & Deed} deed @param {number} turn that of the state @returns {Answers[K] | null} */
  get(deed, turn) {
    const key = JSON.stringify(deed);
    const known = this._known.get(key) ?? {value: null, turn: -1, at: -Infinity, asking: false};
    this._known.set(key, known);
    if (known.turn !== turn && !known.asking) {
      const wait = known.at + EVERY_MS - performance.now();
      if (wait <= 0) void this._ask(key, deed, turn);
      else if (!this._timer)
        this._timer = window.setTimeout(() => {
          this._timer = 0;
          this._changed();
        }, wait);
    }
    return known.value;
  }

  /** @param {string} key @param {Deed} deed @param {number} turn */
  async _ask(key, deed, turn) {
    const entry = this._known.get(key);
    if (!entry) return;
    Object.assign(entry, {asking: true, turn, at: performance.now()});
    try {
      entry.value = await this._live.ask(deed);
      if (entry.value.kind === "tournament_games") this._live.learn(entry.value.games);
      this.error = null;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.error = error;
    } finally {
      entry.asking = false;
    }
    this._changed();
  }
}
