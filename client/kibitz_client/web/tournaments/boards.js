// The boards of the games that are played now: that of the top board large, the others small.

import {html, nothing} from "lit-html";
import {LiveMatch} from "../network/live_match.js";
import {watchedBoard} from "../panels/match/watched.js";
import {runClocks} from "../panels/player_bar.js";
import {preview} from "../panels/preview.js";
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
    /** @type {LiveMatch | null} */
    this._top = null;
    this._match = "";
    /** When the game of the large board is replaced. */
    this._until = 0;
  }

  close() {
    this._top?.close();
    this._top = null;
    this._match = "";
  }

  /** Return the boards. @param {GameRow[]} games live ones, the top board first @param {number} live how many there are in all */
  template(games, live) {
    this._follow(games);
    if (!this._top) return nothing;
    const others = games.filter(({match}) => match !== this._match);
    const shown = others.slice(0, MOST);
    const more = Math.max(live, games.length) - shown.length - 1;
    return html`<section class="event-boards" aria-label=${t("event.boardsTitle")}>
      ${watchedBoard(this._app, this._top.state)}
      ${shown.length ? html`<div class="tiles">${shown.map((game) => this._tile(game))}</div>` : nothing}
      ${more > 0 && games.length ? html`<p class="muted">${t("event.moreLive", {count: more})}</p>` : nothing}
    </section>`;
  }

  /** Run the clocks of the large board. @param {number} now */
  tick(now) {
    const board = document.querySelector(".event-boards .watched");
    if (board && this._top?.state) runClocks(board, this._top.state, now - this._top.arrived);
    if (this._until && now > this._until) this._app.changed();
  }

  /** Follow the game of the top board. One that has ended stays for some seconds. @param {GameRow[]} games */
  _follow(games) {
    const now = performance.now();
    const here = games.some(({match}) => match === this._match);
    if (here) this._until = 0;
    else if (this._top && !this._until) this._until = now + END_MS;
    // A higher board may begin later, so the large one is chosen again only when its game ends.
    if (here || (this._until && now < this._until)) return;
    const [game] = games;
    if (!game && !this._top) return;
    this.close();
    this._until = 0;
    if (!game) return;
    this._match = game.match;
    this._top = new LiveMatch(this._app.link, game.match, {preview: true});
    this._top.onchange(() => this._app.changed());
  }

  /** @param {GameRow} game */
  _tile(game) {
    const {code, match, first, second, board} = game;
    return html`<a class="tile" href="/${code}">
      ${preview({link: this._app.link, row: {match, watchable: true}})}
      <div class="names">${[first, second].map((entrant, seat) => html`<span><i class="side s${seat}"></i><b>${entrantName(entrant)}</b></span>`)}</div>
      ${board ? html`<footer><span>${t("event.board", {board})}</span></footer>` : nothing}
    </a>`;
  }
}
