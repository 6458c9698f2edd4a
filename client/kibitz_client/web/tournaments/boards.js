// The boards of the games that are played now: that of the top board large with its clocks, the others small.

import {html, nothing} from "lit-html";
import {miniBoard} from "../board/mini.js";
import {LiveMatch} from "../network/live_match.js";
import {watchedBoard} from "../panels/match/watched.js";
import {runClocks} from "../panels/player_bar.js";
import {t} from "../words/index.js";
import {entrantName} from "./texts.js";

/** @import {GameRow} from "kibitz-protocol" */
/** @import {App} from "../app/context.js" */

/** Small boards beside the large one. */
const MOST = 8;
/** How long the end of the game on the large board is shown, in milliseconds. */
const END_MS = 5000;

export class Boards {
  /** @param {App} app */
  constructor(app) {
    this._app = app;
    /** The matches that are followed, by their ids. @type {Map<string, LiveMatch>} */
    this._followed = new Map();
    /** Id of the match on the large board. */
    this._top = "";
    /** When the game of the large board is replaced, or 0 while it runs. */
    this._until = 0;
  }

  close() {
    this._keep([]);
  }

  /** Return the boards. @param {GameRow[]} games live ones, the top board first @param {number} live how many there are in all */
  template(games, live) {
    this._choose(games);
    const others = games.filter(({match}) => match !== this._top).slice(0, MOST);
    this._keep([this._top, ...others.map(({match}) => match)]);
    if (!this._top) return nothing;
    const more = Math.max(live, games.length) - others.length - 1;
    return html`<section class="event-boards" aria-label=${t("event.boardsTitle")}>
      ${watchedBoard(this._app, this._followed.get(this._top)?.state ?? null)}
      ${others.length ? html`<div class="tiles">${others.map((game) => this._tile(game))}</div>` : nothing}
      ${more > 0 && games.length ? html`<p class="muted">${t("event.moreLive", {count: more})}</p>` : nothing}
    </section>`;
  }

  /** Run the clocks of the large board. @param {number} now */
  tick(now) {
    const board = document.querySelector(".event-boards .watched");
    const top = this._followed.get(this._top);
    if (board && top?.state) runClocks(board, top.state, now - top.arrived);
    if (this._until && now > this._until) this._app.changed();
  }

  /** Choose the game of the large board. One that has ended stays for some seconds, and one that runs stays also when a higher
   * board begins later. @param {GameRow[]} games */
  _choose(games) {
    const now = performance.now();
    const runs = games.some(({match}) => match === this._top);
    if (this._top && !runs && !this._until) this._until = now + END_MS;
    if (runs || now < this._until) return;
    this._until = 0;
    this._top = games[0]?.match ?? "";
  }

  /** Follow these matches, and no others. @param {string[]} matches */
  _keep(matches) {
    for (const [match, live] of this._followed) {
      if (matches.includes(match)) continue;
      live.close();
      this._followed.delete(match);
    }
    for (const match of matches) {
      if (!match || this._followed.has(match)) continue;
      const live = new LiveMatch(this._app.link, match, {preview: true});
      this._followed.set(match, live);
      live.onchange(() => this._app.changed());
    }
  }

  /** @param {GameRow} game */
  _tile(game) {
    const {code, match, first, second, board} = game;
    const state = this._followed.get(match)?.state;
    return html`<a class="tile" href="/${code}">
      <span class="small-board">${state ? miniBoard({board: state.board, position: state.position, key: `${match}${state.position.position}`, flipped: false}) : nothing}</span>
      <span class="names">${[first, second].map((entrant, seat) => html`<span><i class="side s${seat}"></i><b>${entrantName(entrant)}</b></span>`)}</span>
      ${board ? html`<small class="muted">${t("event.board", {board})}</small>` : nothing}
    </a>`;
  }
}
