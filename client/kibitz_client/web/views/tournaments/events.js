// The list of events: those that run, those that are announced, and finished ones.

import {html, nothing} from "lit-html";
import {gameIcon} from "../../app/game_icons.js";
import {icon} from "../../app/icons.js";
import {Refusal} from "../../network/link.js";
import {playedText, roundText, whenText} from "../../tournaments/texts.js";
import {ready} from "../../words/events/index.js";
import {t} from "../../words/index.js";

/** @import {TournamentRow, TournamentRows} from "kibitz-protocol" */
/** @import {App, Route, View} from "../../app/context.js" */

const SECTIONS = /** @type {const} */ (["running", "announced", "finished"]);
/** How often the list is asked for again, in milliseconds. */
const EVERY_MS = 15_000;

/** @typedef {typeof SECTIONS[number]} Section */

/** @param {App} app @param {Route} route @returns {Promise<View>} */
export async function open(app, route) {
  await Promise.all([app.style("events.css"), ready]);
  return new EventsView(app, route);
}

class EventsView {
  /** @param {App} app @param {Route} route */
  constructor(app, route) {
    this._app = app;
    /** Whether only events of the reader are listed. */
    this._mine = route.query.has("mine");
    /** @type {{[section in Section]?: TournamentRows}} */
    this._pages = {};
    /** @type {Refusal | null} */
    this._refusal = null;
    /** Number of the latest question; answers to earlier ones are left out. */
    this._turn = 0;
    this._stops = [app.link.onarrival(() => void this._load()), app.lobby.onchange(app.changed)];
    if (app.link.isOpen) void this._load();
    this._timer = setInterval(() => document.visibilityState === "visible" && app.link.isOpen && void this._load(), EVERY_MS);
  }

  title() {
    return t("events.title");
  }

  /** @param {Route} route */
  again(route) {
    this._mine = route.query.has("mine");
    this._pages = {};
    void this._load();
    return true;
  }

  close() {
    this._turn++;
    clearInterval(this._timer);
    for (const stop of this._stops) stop();
  }

  /** Ask for the first page of each part. */
  async _load() {
    const own = ++this._turn;
    try {
      const pages = await Promise.all(SECTIONS.map((state) => this._ask(state, 1)));
      if (own !== this._turn) return;
      // Further pages that were opened stay below their newer first page.
      for (const [place, state] of SECTIONS.entries()) this._pages[state] = joined(pages[place], this._pages[state]);
      this._refusal = null;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (own === this._turn) this._refusal = error;
    }
    this._app.changed();
  }

  /** @param {Section} state @param {number} page @returns {Promise<TournamentRows>} */
  _ask(state, page) {
    return this._app.link.command(/** @type {any} */ ({t: "tournament", do: {kind: "list", state, page, ...(this._mine ? {mine: true} : {})}}));
  }

  /** @param {Section} state */
  async _more(state) {
    const known = this._pages[state];
    if (!known) return;
    try {
      const page = await this._ask(state, known.page + 1);
      this._pages[state] = {...page, tournaments: [...known.tournaments, ...page.tournaments]};
    } catch (error) {
      this._app.refused(error);
    }
    this._app.changed();
  }

  template() {
    return html`<div class="stack events">
      <div class="section-head"><h1>${t("events.title")}</h1><span class="grow"></span>
        <nav class="segmented" aria-label=${t("events.title")}>${[false, true].map((mine) => html`<a class="button small" href=${mine ? "/events?mine" : "/events"} aria-current=${mine === this._mine ? "true" : nothing}>${t(mine ? "events.mine" : "events.all")}</a>`)}</nav>
        <a class="button primary" href="/events/new">${icon("plus")}${t("events.new")}</a></div>
      <p class="muted">${t("events.hint")}</p>
      ${this._refusal ? this._refused(this._refusal) : SECTIONS.map((state) => this._section(state))}
    </div>`;
  }

  /** @param {Refusal} refusal */
  _refused(refusal) {
    return html`<div class="card empty" role="alert"><p>${refusal.message}</p>${refusal.hint ? html`<p class="muted">${refusal.hint}</p>` : nothing}
      <button class="button" @click=${() => void this._load()}>${t("link.retry")}</button></div>`;
  }

  /** @param {Section} state */
  _section(state) {
    const found = this._pages[state];
    const title = t(`events.${state}`);
    return html`<section class="panel" aria-label=${title}>
      <div class="section-head card-head"><h2>${title} ${found?.tournaments.length ? html`<span class="badge number">${found.pages > found.page ? `${found.tournaments.length}+` : found.tournaments.length}</span>` : nothing}</h2></div>
      ${found
        ? found.tournaments.length
          ? html`<div class="rows">${found.tournaments.map((row) => this._row(row))}</div>`
          : html`<p class="muted match-row">${t(`events.none.${state}`)}</p>`
        : html`<div class="skeleton short" aria-busy="true"></div>`}
      ${found && found.pages > found.page ? html`<p class="match-row"><button class="button small" @click=${() => void this._more(state)}>${t("events.more")}</button></p>` : nothing}
    </section>`;
  }

  /** @param {TournamentRow} row */
  _row(row) {
    const {code, name, game, format, state, entrants, most_entrants: most, leader} = row;
    const open = state === "announced" || format === "arena" || format === "ladder";
    return html`<a class="match-row event-row" href="/t/${code}">
      ${gameIcon(game)}
      <span class="what"><b>${name}</b><span class="muted">${[t(`events.format.${format}`), playedText(this._app, row), roundText(row), leader ? t("events.leader", {name: leader}) : ""].filter(Boolean).join(" · ")}</span></span>
      <span class="badges">${state === "paused" || state === "cancelled" ? html`<span class="badge">${t(`events.state.${state}`)}</span>` : nothing}
        ${row.entered ? html`<span class="badge hot">${t("events.entered")}</span>` : nothing}${row.rated ? html`<span class="badge">${t("match.rated")}</span>` : nothing}${row.private ? html`<span class="badge">${t("events.private")}</span>` : nothing}</span>
      <span class="facts muted number"><span>${open && state !== "finished" ? t("events.places", {count: entrants, most}) : t("events.entrants", {count: entrants})}</span><span>${whenText(row)}</span></span>
    </a>`;
  }
}

/** Return a new first page with the rows of the further pages that are known. @param {TournamentRows} page @param {TournamentRows} [known] @returns {TournamentRows} */
function joined(page, known) {
  if (!known || known.page <= 1) return page;
  const here = new Set(page.tournaments.map(({code}) => code));
  return {...page, page: Math.min(known.page, page.pages), tournaments: [...page.tournaments, ...known.tournaments.slice(page.tournaments.length).filter(({code}) => !here.has(code))]};
}
