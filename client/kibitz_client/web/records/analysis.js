// The analysis of a finished match by the server: asked for on demand, with its progress, and shown as figures of each
// side.

import {html, nothing} from "lit-html";
import {icon} from "../app/icons.js";
import {percent} from "../match/engine_line.js";
import {t} from "../words/index.js";

/** @import {Analysed, Analysing, SearchReport} from "kibitz-protocol" */
/** @import {App} from "../app/context.js" */

/** Return the search of an analysis before a move, so that its line can be drawn on the board.
 * @param {Analysed} found @param {number} at @returns {SearchReport} */
export function analysedSearch(found, at) {
  const {score, wins_in, depth, line, said_line: said = [], exact, before, prospects = null} = found.moves[at];
  return {
    algorithm: found.algorithm, score, wins_in, depth, nodes: 0, seconds: 0, line, said, selective: 0, fill: 0, shares: [],
    exact, distance: null, prospects, source: "search", win: before,
  };
}

export class Analysis {
  /** @param {App} app @param {string} match @param {string | null} key @param {() => void} done */
  constructor(app, match, key, done) {
    this._app = app;
    this._match = match;
    this._key = key;
    this._done = done;
    /** @type {Analysed | null} */
    this.found = null;
    /** @type {Analysing | null} */
    this.progress = null;
    this.running = false;
    this._stop = app.link.listen((message) => {
      if (message.t !== "analysing" || message.match !== match || !this.running) return;
      this.progress = message;
      app.changed();
    });
  }

  /** Analyse the match; if that is done, again and deeper. */
  async run() {
    if (this.running) return;
    this.running = true;
    this._app.changed();
    try {
      const effort = this.found ? "deep" : "normal";
      this.found = await this._app.link.command({t: "analyse", match: this._match, effort, ...(this._key ? {key: this._key} : {})});
      this._done();
    } catch (error) {
      this._app.refused(error);
    }
    this.running = false;
    this.progress = null;
    this._app.changed();
  }

  /** Stop listening. The server finishes the analysis and keeps it. */
  close() {
    this._stop();
  }

  /** Return the button or the progress, and how well each side played. */
  template() {
    const {found, progress, running} = this;
    return html`<div class="analysis">
      ${found
        ? html`<table>
            <thead><tr><th scope="col">${t("replay.side")}</th><th scope="col">${t("replay.accuracy")}</th><th scope="col"><abbr title=${t("replay.inaccuracies")}>?!</abbr></th><th scope="col"><abbr title=${t("replay.mistakes")}>?</abbr></th><th scope="col"><abbr title=${t("replay.blunders")}>??</abbr></th></tr></thead>
            <tbody class="number">
              ${found.sides.map(
                (side) => html`<tr><th scope="row"><i class="side s${side.seat}"></i> ${side.name}</th><td>${side.accuracy === null ? "-" : percent(side.accuracy / 100)}</td><td>${side.inaccuracies}</td><td>${side.mistakes}</td><td>${side.blunders}</td></tr>`,
              )}
            </tbody>
          </table>`
        : nothing}
      ${running
        ? html`<p role="status"><progress max=${progress?.total || 1} value=${progress?.done ?? 0}></progress> ${progress?.waiting ? t("replay.waiting", {count: progress.waiting}) : t("replay.analysing", {done: progress?.done ?? 0, total: progress?.total ?? 0})}</p>`
        : html`<button class="button small" @click=${() => this.run()}>${icon("cpu")}${t(found ? "replay.deeper" : "replay.analyse")}</button>`}
    </div>`;
  }
}
