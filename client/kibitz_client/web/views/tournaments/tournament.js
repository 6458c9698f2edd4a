// An event: standings that move as games end, its other tables, the boards of the round, and what its reader may do.

import {html, nothing} from "lit-html";
import {gameIcon} from "../../app/game_icons.js";
import {icon} from "../../app/icons.js";
import {codeOf} from "../../network/codes.js";
import {Boards} from "../../tournaments/boards.js";
import {act, bigButton, challengeable, challenges, entrantButtons, explain, isOver, share} from "../../tournaments/deeds.js";
import {LiveTournament} from "../../tournaments/live.js";
import {screen} from "../../tournaments/screen.js";
import {liveGames} from "../../tournaments/state.js";
import {Tables} from "../../tournaments/tables/asked.js";
import {crosstable} from "../../tournaments/tables/crosstable.js";
import {gamesList} from "../../tournaments/tables/games.js";
import {bracket, roundView} from "../../tournaments/tables/rounds.js";
import {ownRow, standings} from "../../tournaments/tables/standings.js";
import {statistics, warnings} from "../../tournaments/tables/statistics.js";
import {countdown, playedText, roundText, runCountdowns, whenText} from "../../tournaments/texts.js";
import {ready} from "../../words/events/index.js";
import {ago, t} from "../../words/index.js";

/** @import {GameRows, RoundView, TournamentView as Shown} from "kibitz-protocol" */
/** @import {App, Route, View} from "../../app/context.js" */
/** @import {TournamentState} from "../../tournaments/state.js" */
/** @import {Wanted} from "../../tournaments/tables/games.js" */

const TABS = /** @type {const} */ (["standings", "crosstable", "games", "statistics", "rounds"]);
const TICK_MS = 250;
const NARROW = "(max-width: 760px)";
/** Formats without rounds. */
const WITHOUT_ROUNDS = ["match", "arena", "ladder"];

/** @typedef {typeof TABS[number]} Tab */

/** @param {App} app @param {Route} route @returns {Promise<View>} */
export async function open(app, route) {
  await Promise.all([app.style("match.css"), app.style("records.css"), app.style("events.css"), ready]);
  return new TournamentView(app, route);
}

class TournamentView {
  /** @param {App} app @param {Route} route */
  constructor(app, route) {
    this._app = app;
    this._ref = codeOf(route.parts.at(-1) ?? "");
    this._key = route.hash.get("key");
    // The key is kept in this page alone, so that nobody reads it from the address.
    if (this._key) history.replaceState(null, "", route.path + location.search);
    this._live = new LiveTournament(app.link, this._ref, this._key);
    this._tables = new Tables(this._live, app.changed);
    this._boards = new Boards(app);
    this._narrow = matchMedia(NARROW);
    this._narrow.addEventListener("change", app.changed);
    /** Page of the shown list of games or pairings. */
    this._page = 1;
    /** Whether the live games were asked for. */
    this._asked = false;
    /** @type {Tab} */
    this._tab = "standings";
    /** The tab that was last in view. @type {Tab | null} */
    this._seen = null;
    /** Which games or pairings are listed. @type {Wanted} */
    this._wanted = {};
    /** Whether this is the projector view. */
    this._screen = false;
    this._take(route);
    this._stops = [this._live.onchange(() => this._changed()), app.lobby.onchange(app.changed)];
    this._ticking = setInterval(() => this._tick(), TICK_MS);
  }

  /** Take in what the address says: the tab, and which of its rows. @param {Route} route */
  _take({query}) {
    const tab = /** @type {Tab} */ (query.get("tab"));
    this._tab = TABS.includes(tab) ? tab : "standings";
    this._wanted = {
      ...(query.get("entrant") ? {entrant: query.get("entrant") ?? ""} : {}),
      ...(query.get("opponent") ? {opponent: query.get("opponent") ?? ""} : {}),
      ...(Number(query.get("round")) > 0 ? {round: Number(query.get("round"))} : {}),
    };
    this._screen = query.has("screen");
    document.documentElement.toggleAttribute("data-screen", this._screen);
  }

  title() {
    return this._live.state?.view.name ?? this._ref;
  }

  /** @param {Route} route */
  again(route) {
    this._page = 1;
    this._take(route);
    return true;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.key === "Escape" && this._screen) {
      this._app.go(this._path());
      return true;
    }
    const tab = TABS[Number(event.key) - 1];
    if (!tab || this._screen) return false;
    this._app.go(this._path(tab === "standings" ? {} : {tab}), {replace: true});
    return true;
  }

  close() {
    document.documentElement.removeAttribute("data-screen");
    clearInterval(this._ticking);
    this._narrow.removeEventListener("change", this._app.changed);
    for (const stop of this._stops) stop();
    this._tables.close();
    this._boards.close();
    this._live.close();
  }

  _changed() {
    const {state} = this._live;
    if (state && !this._asked) {
      this._asked = true;
      // The running games, for the boards. Later ones are known by their events.
      this._live.ask({kind: "games"}).then((/** @type {GameRows} */ found) => (this._live.learn(found.games), this._app.changed()), () => {});
    }
    this._app.changed();
  }

  _tick() {
    runCountdowns();
    this._boards.tick(performance.now());
    if (this._screen && Math.floor(Date.now() / 250) % 8 === 0) this._app.changed();
  }

  /** Complete what was drawn: countdowns, and the chosen tab in view, where a phone has no room for all. */
  _drawn() {
    runCountdowns();
    if (this._seen === this._tab) return;
    this._seen = this._tab;
    document.querySelector(".tab[aria-selected=true]")?.scrollIntoView({block: "nearest", inline: "nearest"});
  }

  /** Return the address of a part of the event. @param {{[name: string]: string | number}} [query] */
  _path(query = {}) {
    const text = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString();
    return `/t/${this._ref}${text ? `?${text}` : ""}`;
  }

  template() {
    const {state, error} = this._live;
    if (error && !state) return this._refusal(error);
    if (!state) return html`<div class="skeleton" aria-busy="true"></div>`;
    queueMicrotask(() => this._drawn());
    const {view} = state;
    if (this._screen) return screen(this._app, state, WITHOUT_ROUNDS.includes(view.terms.format) ? null : this._round(state));
    return html`<div class="event ${view.terms.format}">
      ${this._head(view)}
      <div class="event-main stack">
        ${this._notices(view)}
        ${ownRow(view, bigButton(this._app, this._live, view))} ${challenges(this._app, this._live, view)}
        ${this._tabs(view)}
        <div class="event-panel stack" id="event-panel" role="tabpanel" aria-labelledby="event-tab-${this._tab}">${this._content(state)}</div>
      </div>
      <aside class="event-side stack">${isOver(view) ? nothing : this._boards.template(liveGames(state), view.live)}</aside>
    </div>`;
  }

  /** @param {NonNullable<LiveTournament["error"]>} error */
  _refusal(error) {
    const exits = html`<a class="button" href="/events">${t("event.toEvents")}</a>`;
    if (error.code === "wrong_key") return this._keyForm(exits);
    const unknown = error.code === "unknown_tournament";
    return html`<div class="message card"><h1>${t(unknown ? "event.unknown" : "event.cannot")}</h1>
      <p>${unknown ? t("event.unknownHint") : error.message}</p>${!unknown && error.hint ? html`<p class="muted">${error.hint}</p>` : nothing}<p class="cluster">${exits}</p></div>`;
  }

  /** Return the question for the key of a private event. @param {unknown} exits ways out */
  _keyForm(exits) {
    const submit = (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      this._key = String(new FormData(/** @type {HTMLFormElement} */ (event.target)).get("key"));
      this._live.unlock(this._key);
    };
    return html`<form class="message card" @submit=${submit}>
      <h1>${t("event.private")}</h1><p>${t("event.keyHint")}</p>
      <label class="field"><span>${t("match.key")}</span><input name="key" required autocomplete="off" /></label>
      <p class="cluster"><button class="button primary">${t("match.openIt")}</button>${exits}</p>
    </form>`;
  }

  /** @param {Shown} view */
  _head(view) {
    const {_app: app, _live: live} = this;
    const {terms, clock, games_played: played, games_planned: planned, live: running, entrants} = view;
    return html`<header class="event-head">
      ${gameIcon(terms.game)}
      <div class="what"><h1>${view.name}</h1>
        <p class="muted">${[t(`events.format.${terms.format}`), playedText(app, {game: terms.game, clock}), roundText({...view, format: terms.format}), t("events.entrants", {count: entrants})].filter(Boolean).join(" · ")}</p>
        <p class="muted">${[planned ? t("event.gamesOf", {count: played, planned}) : t("event.gamesPlayed", {count: played}), running ? t("event.live", {count: running}) : "", whenText(view), t("event.by", {name: view.organiser})].filter(Boolean).join(" · ")}</p></div>
      ${countdown(view)}
      <div class="cluster event-buttons">
        ${view.own ? entrantButtons(app, live, view) : bigButton(app, live, view)}
        <button class="button small" @click=${() => share(app, live, view, this._key)}>${icon("share")}${t("event.share")}</button>
        ${view.yours ? html`<button class="button small" @click=${() => this._organise()}>${icon("settings")}${t("event.organise")}</button>` : nothing}
        <a class="button quiet icon wide-only" href=${this._path({screen: 1})} aria-label=${t("event.screen")} title=${t("event.screen")}>${icon("fit")}</a>
      </div>
    </header>`;
  }

  _organise() {
    const {_app: app, _live: live} = this;
    import("../../tournaments/organiser.js").then(({organise}) => organise({app, live, act: (deed, done) => act(app, live, deed, done), isOver}), app.refused);
  }

  /** @param {Shown} view */
  _notices({state, reason, paused_since: since, warnings: lines}) {
    const when = since ? ago(since) : "";
    const text = state === "paused" ? t("event.paused", {when}) + (reason && `: ${reason}`) : reason && (state === "finished" || state === "cancelled") ? t("event.endedReason", {reason}) : "";
    return html`${text ? html`<p class="banner hot" role="status">${text}</p>` : nothing}${warnings(lines)}`;
  }

  /** @param {Shown} view */
  _tabs({terms}) {
    const shown = TABS.filter((tab) => tab !== "rounds" || !WITHOUT_ROUNDS.includes(terms.format));
    return html`<div class="tabs" role="tablist" aria-label=${t("event.tabs")} @keydown=${turnTabs}>
      ${shown.map((tab) => html`<a class="tab" role="tab" id="event-tab-${tab}" aria-controls="event-panel" aria-selected=${tab === this._tab} tabindex=${tab === this._tab ? 0 : -1} href=${this._path(tab === "standings" ? {} : {tab})}>${t(tab === "rounds" && terms.format === "knockout" ? "event.tab.bracket" : `event.tab.${tab}`)}</a>`)}
    </div>`;
  }

  /** @param {TournamentState} state */
  _content(state) {
    const {_app: app, _live: live, _tables: tables, _wanted: wanted} = this;
    const {view, turn} = state;
    const turned = (/** @type {number} */ page) => {
      this._page = page;
      app.changed();
    };
    switch (this._tab) {
      case "crosstable":
        return crosstable(tables.get({kind: "crosstable"}, turn), (query) => this._path({tab: "games", ...query}));
      case "games":
        return gamesList(tables.get({kind: "games", ...wanted, page: this._page}, turn), wanted, this._path({tab: "games"}), turned);
      case "statistics":
        return statistics(tables.get({kind: "statistics"}, turn), view.sprt, view.warnings);
      case "rounds":
        if (view.terms.format === "knockout") return bracket(this._rounds(state), view.rounds, state.games);
        return roundView(this._round(state), view.round, (round) => this._path({tab: "rounds", round}), state.games, turned);
      default:
        return standings(view, this._narrow.matches, {
          explain: (name) => void explain(app, live, name),
          challengeable: (row) => challengeable(view, row),
          challenge: (name) => void act(app, live, {kind: "challenge", entrant: name}, t("event.challenged", {name})),
          turn: (page) => live.turnTo(page),
        });
    }
  }

  /** Return the pairings of the round that is looked at, or of the latest. @param {TournamentState} state @returns {RoundView | null} */
  _round({view: {round}, turn}) {
    return round ? this._tables.get({kind: "rounds", round: this._wanted.round ?? round, page: this._page}, turn) : null;
  }

  /** Return the rounds of a knockout that are known. @param {TournamentState} state */
  _rounds({view: {round: latest}, turn}) {
    const found = Array.from({length: latest}, (_, place) => this._tables.get({kind: "rounds", round: place + 1, page: 1}, turn));
    return /** @type {RoundView[]} */ (found.filter(Boolean));
  }
}

/** Go to the next tab or the one before. @param {KeyboardEvent} event */
function turnTabs(event) {
  const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
  if (!step) return;
  const tabs = [.../** @type {HTMLElement} */ (event.currentTarget).querySelectorAll("a")];
  const next = tabs[(tabs.indexOf(/** @type {HTMLAnchorElement} */ (event.target)) + step + tabs.length) % tabs.length];
  next.focus();
  next.click();
  event.preventDefault();
  event.stopPropagation();
}
