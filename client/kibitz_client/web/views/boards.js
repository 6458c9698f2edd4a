// Several live matches at once. A match that ends stays for some seconds, and then another one takes its place.

import {html} from "lit-html";
import {over} from "../match/state.js";
import {LiveMatch} from "../network/live_match.js";
import {watchedBoard} from "../panels/match/watched.js";
import {runClocks} from "../panels/player_bar.js";
import {t} from "../words/index.js";

/** @import {App, Route, View} from "../app/context.js" */

/** How long the end of a match is shown, in milliseconds. */
const END_MS = 6000;
const TICK_MS = 200;
/** Screens with room for more boards. */
const SCREENS = ["(min-width: 1200px)", "(min-width: 1200px) and (min-height: 1050px)"];
/** Boards that are shown, by the number of these queries that match. */
const MOST = [4, 6, 9];

/** A board: the match on it, and when that ended, or 0. @typedef {{id: string, live: LiveMatch, ended: number}} Place */

/** @param {App} app @param {Route} route @returns {Promise<View>} */
export async function open(app, route) {
  await Promise.all([app.style("match.css"), app.style("records.css")]);
  return new BoardsView(app, route);
}

class BoardsView {
  /** @param {App} app @param {Route} route */
  constructor(app, route) {
    this._app = app;
    /** The only game whose matches are shown; empty for all. */
    this._game = route.query.get("game") ?? "";
    /** @type {Place[]} */
    this._places = [];
    /** Matches that were shown to their end, or may not be watched. @type {Set<string>} */
    this._done = new Set();
    this._screens = SCREENS.map((query) => matchMedia(query));
    this._fitted = () => this._fill();
    this._stop = app.lobby.onchange(this._fitted);
    for (const screen of this._screens) screen.addEventListener("change", this._fitted);
    this._fill();
    this._ticking = setInterval(() => this._tick(performance.now()), TICK_MS);
  }

  title() {
    return t("boards.title");
  }

  template() {
    return html`<div class="stack records wide">
      <div class="section-head">
        <h1>${t("boards.title")}</h1><span class="grow"></span>
        ${this._games()}
      </div>
      ${this._boards()}
    </div>`;
  }

  /** @param {Route} route */
  again(route) {
    this._game = route.query.get("game") ?? "";
    this._refill();
    return true;
  }

  close() {
    clearInterval(this._ticking);
    this._stop();
    for (const screen of this._screens) screen.removeEventListener("change", this._fitted);
    for (const place of this._places) place.live.close();
  }

  /** Return the place of a match, which it follows from now on. @param {string} id */
  _follow(id) {
    /** @type {Place} */
    const place = {id, live: new LiveMatch(this._app.link, id, {preview: true}), ended: 0};
    place.live.onchange(() => this._changed(place));
    return place;
  }

  /** Take in what became of a match: it cannot be watched, it goes on as another one, or it has ended. @param {Place} place */
  _changed(place) {
    const {state, error, redirected} = place.live;
    const places = this._places;
    if (error) this._drop(place);
    else if (redirected?.next && places.includes(place) && !places.some(({id}) => id === redirected.next)) {
      place.live.close();
      places[places.indexOf(place)] = this._follow(redirected.next);
    } else if (state && over(state) && !place.ended) place.ended = performance.now();
    this._app.changed();
  }

  /** Give the place of a match to another one. @param {Place} place */
  _drop(place) {
    this._done.add(place.id);
    place.live.close();
    this._places = this._places.filter((other) => other !== place);
    this._fill();
  }

  /** Show as many matches as the screen has places for. */
  _fill() {
    const most = MOST[this._screens.filter(({matches}) => matches).length];
    for (const place of this._places.slice(most)) place.live.close();
    this._places = this._places.slice(0, most);
    for (const row of this._free().slice(0, most - this._places.length)) this._places.push(this._follow(row.match));
    this._app.changed();
  }

  /** Return the matches that could be shown. The rows that changed last come last, and here first. */
  _free() {
    const shown = new Set(this._places.map(({id}) => id));
    return this._app.lobby.live
      .filter((row) => row.watchable && row.phase === "running" && !shown.has(row.match) && !this._done.has(row.match) && (!this._game || row.game === this._game))
      .reverse();
  }

  /** Show other matches in all places. */
  _refill() {
    for (const place of this._places) place.live.close();
    this._places = [];
    this._fill();
  }

  /** Run the clocks, and drop the matches whose end was shown long enough. @param {number} now */
  _tick(now) {
    for (const place of this._places.filter(({ended}) => ended && now - ended > END_MS)) this._drop(place);
    document.querySelectorAll(".watched").forEach((tile, at) => {
      const live = this._places[at]?.live;
      if (live?.state) runClocks(tile, live.state, now - live.arrived);
    });
  }

  /** Show the matches of a game, which the address names too. @param {string} game */
  _choose(game) {
    this._game = game;
    history.replaceState(null, "", game ? `/boards?game=${game}` : "/boards");
    this._refill();
  }

  _games() {
    return html`<label><span class="visually-hidden">${t("new.game")}</span>
      <select @change=${(/** @type {Event} */ event) => this._choose(/** @type {HTMLSelectElement} */ (event.target).value)}>
        <option value="">${t("archive.anyGame")}</option>
        ${this._app.lobby.games.map(({name, title}) => html`<option value=${name} ?selected=${name === this._game}>${title}</option>`)}
      </select></label>`;
  }

  _boards() {
    const {_app: app, _places: places} = this;
    if (places.length) return html`<div class="boards" data-count=${places.length}>${places.map(({live}) => watchedBoard(app, live.state))}</div>`;
    if (!app.lobby.loaded) return html`<div class="skeleton" aria-busy="true"></div>`;
    return html`<div class="card empty"><p>${t(this._game ? "boards.noneOfGame" : "lobby.noneLive")}</p><a class="button" href="/new">${t("new.title")}</a></div>`;
  }
}
