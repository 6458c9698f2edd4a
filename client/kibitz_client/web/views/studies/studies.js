// The studies of the reader, and those that their owners have listed, with a way to make a new one.

import {html, nothing} from "lit-html";
import {gameIcon} from "../../app/game_icons.js";
import {icon} from "../../app/icons.js";
import {saveAsStudy} from "../../studies/make.js";
import {ready} from "../../words/studies/index.js";
import {ago, t} from "../../words/index.js";

/** @import {Studies, StudyRow} from "kibitz-protocol" */
/** @import {App, View} from "../../app/context.js" */

/** @param {App} app @returns {Promise<View>} */
export async function open(app) {
  await Promise.all([app.style("studies.css"), ready]);
  return new StudiesView(app);
}

/** @implements {View} */
class StudiesView {
  /** @param {App} app */
  constructor(app) {
    this._app = app;
    /** @type {Studies | null} */
    this._mine = null;
    /** @type {Studies | null} */
    this._listed = null;
    this._stop = app.lobby.onchange(app.changed);
    void this._load();
  }

  title() {
    return t("study.list");
  }

  close() {
    this._stop();
  }

  async _load() {
    const {link, changed, refused} = this._app;
    try {
      [this._mine, this._listed] = await Promise.all([link.command({t: "list_studies"}), link.command({t: "list_studies", whose: "listed"})]);
    } catch (error) {
      refused(error);
    }
    changed();
  }

  template() {
    const {_mine: mine, _listed: listed} = this;
    return html`<div class="stack studies">
      <div class="section-head"><h1>${t("study.list")}</h1><span class="grow"></span>${this._maker()}</div>
      <section class="stack"><h2>${t("study.mine")} ${mine?.studies.length ? html`<small class="muted number">${t("study.count", {count: mine.studies.length, most: mine.most})}</small>` : nothing}</h2>
        ${this._rows(mine, t("study.noMine"))}</section>
      <section class="stack"><h2>${t("study.listed")}</h2>${this._rows(listed, t("study.noListed"), false)}</section>
    </div>`;
  }

  /** Return the form for a new study. */
  _maker() {
    const games = this._app.lobby.games.filter(({hidden}) => !hidden);
    const submit = (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      const game = String(new FormData(/** @type {HTMLFormElement} */ (event.target)).get("game"));
      const title = games.find(({name}) => name === game)?.title ?? game;
      void saveAsStudy(this._app, {kind: "game", game, options: {}, moves: []}, title);
    };
    return html`<form class="cluster" @submit=${submit}>
      <select name="game" aria-label=${t("study.game")}>${games.map(({name, title}) => html`<option value=${name} ?selected=${name === "chess"}>${title}</option>`)}</select>
      <button class="button primary" ?disabled=${!games.length}>${icon("plus")}${t("study.new")}</button>
    </form>`;
  }

  /** @param {Studies | null} found @param {string} none @param {boolean} [marked] whether listed ones are marked */
  _rows(found, none, marked = true) {
    if (!found) return html`<div class="skeleton" aria-busy="true"></div>`;
    if (!found.studies.length) return html`<p class="muted">${none}</p>`;
    const now = Date.now() / 1000;
    const row = (/** @type {StudyRow} */ {study, title, owner, game, listed, moves, changed_at: at, yours}) => html`<li><a href="/study/${study}">
      ${gameIcon(game)}<span class="what"><b>${title}</b><span class="muted number"><span>${this._app.lobby.game(game)?.title ?? game}</span>${yours ? nothing : html`<span>${owner}</span>`}<span>${t("study.moves", {count: moves})}</span><span>${ago(at, now)}</span></span></span>
      ${marked && listed ? html`<span class="badge">${t("study.isListed")}</span>` : nothing}</a></li>`;
    return html`<ul class="study-rows">${found.studies.map(row)}</ul>`;
  }
}
