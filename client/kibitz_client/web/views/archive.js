// The archive: finished matches, searched by player, game, result, kind and day. The search is in the address.

import {html, nothing} from "lit-html";
import {icon} from "../app/icons.js";
import {formOfName, MOST_FILE} from "../match/record.js";
import {Refusal} from "../network/link.js";
import {archiveRows} from "../records/rows.js";
import {t} from "../words/index.js";
import {ready} from "../words/records/index.js";

/** @import {Archive, ArchiveRow, SearchArchive} from "kibitz-protocol" */
/** @import {App, Route, View} from "../app/context.js" */

const PAGE = 30;
const RESULTS = /** @type {const} */ (["won", "lost", "drawn"]);
const FIELDS = /** @type {const} */ (["player", "game", "result", "rated", "since", "until"]);
const DAY_S = 86_400;

/** @typedef {Partial<Record<typeof FIELDS[number], string>>} Typed */

/** @param {App} app @param {Route} route @returns {Promise<View>} */
export async function open(app, route) {
  await Promise.all([app.style("records.css"), ready]);
  return new ArchiveView(app, route);
}

class ArchiveView {
  /** @param {App} app @param {Route} route */
  constructor(app, route) {
    this._app = app;
    this._typed = typedFields(route.query);
    /** @type {ArchiveRow[] | null} */
    this._rows = null;
    /** Where the next page begins. @type {string | null} */
    this._next = null;
    /** @type {Refusal | null} */
    this._refusal = null;
    this._loading = false;
    /** Number of the latest search; answers to earlier ones are left out. */
    this._turn = 0;
    /** Whether a narrow screen shows all fields. */
    this._all = Object.keys(this._typed).some((name) => name !== "player");
    this._stop = app.lobby.onchange(app.changed);
    void this._load(null);
  }

  title() {
    return t("archive.title");
  }

  template() {
    return html`<div class="stack records">
      <div class="section-head"><h1>${t("archive.title")}</h1><span class="grow"></span>${this._opener()}<a class="button small" href="/studies">${icon("chat")}${t("archive.studies")}</a><a class="button small" href="/ratings">${icon("user")}${t("players.ratings")}</a></div>
      ${this._form()} ${this._found()} ${this._below()}
    </div>`;
  }

  /** Return the button for a file of this machine. */
  _opener() {
    return html`<label class="button small file">${t("archive.openFile")}<input class="visually-hidden" type="file" accept=".pgn,.pdn,.sgf" @change=${(/** @type {Event} */ event) => this._open(/** @type {HTMLInputElement} */ (event.target))} /></label>`;
  }

  /** Show the first game of a chosen file. @param {HTMLInputElement} input */
  async _open(input) {
    const [file] = input.files ?? [];
    const form = file && formOfName(file.name);
    if (!file) return;
    if (!form || file.size > MOST_FILE) {
      this._app.toast({text: t(form ? "archive.fileLarge" : "archive.fileForm")});
      return;
    }
    const bytes = new Uint8Array(await file.arrayBuffer());
    this._app.opened = {form, data: btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))};
    this._app.go("/replay/file");
  }

  /** @param {Route} route */
  again(route) {
    this._typed = typedFields(route.query);
    void this._load(null);
    return true;
  }

  close() {
    this._turn++;
    this._stop();
  }

  /** Ask for a page of matches. @param {string | null} cursor where it begins; null for the first one */
  async _load(cursor) {
    const app = this._app;
    const own = ++this._turn;
    this._loading = true;
    this._refusal = null;
    app.changed();
    try {
      /** @type {Archive} */
      const page = await app.link.command({t: "archive", ...searchFields(this._typed), limit: PAGE, ...(cursor ? {cursor} : {})});
      if (own !== this._turn) return;
      this._rows = cursor ? appended(this._rows ?? [], page.matches) : page.matches;
      this._next = page.next;
      if (!cursor) app.speak(t("archive.found", {count: this._rows.length}));
    } catch (error) {
      if (own !== this._turn) return;
      if (error instanceof Refusal) this._refusal = error;
      else app.refused(error);
    }
    this._loading = false;
    app.changed();
  }

  /** @param {HTMLFormElement} form */
  _search(form) {
    this._app.go(archiveLink(typedFields(new FormData(form))));
  }

  _toggle() {
    this._all = !this._all;
    this._app.changed();
  }

  /** Return the fields of the search. */
  _form() {
    const {_typed: typed, _all: all} = this;
    return html`<form
      class="card archive-search ${all ? "all" : ""}"
      role="search"
      @submit=${(/** @type {SubmitEvent} */ event) => (event.preventDefault(), this._search(/** @type {HTMLFormElement} */ (event.target)))}
      @change=${(/** @type {Event} */ event) => this._search(/** @type {HTMLFormElement} */ (/** @type {HTMLElement} */ (event.target).closest("form")))}
    >
      <label class="field player"><span>${t("archive.player")}</span><input type="search" name="player" .value=${typed.player ?? ""} maxlength="65" autocomplete="off" spellcheck="false" placeholder=${t("archive.playerHint")} /></label>
      ${this._choices()}
      ${dayField("since", typed)} ${dayField("until", typed)}
      <span class="cluster end">
        <button class="button primary">${t("archive.search")}</button>
        <button type="button" class="button filters" aria-expanded=${all} @click=${() => this._toggle()}>${t("archive.filters")}</button>
        ${Object.keys(typed).length ? html`<a class="button quiet" href="/archive">${t("archive.clear")}</a>` : nothing}
      </span>
    </form>`;
  }

  /** Return the fields whose values are offered: game, result and kind. */
  _choices() {
    const typed = this._typed;
    /** @type {[string, string]} */
    const any = ["", t("archive.any")];
    return html`${choice("game", typed, t("new.game"), [["", t("archive.anyGame")], ...this._app.lobby.games.map(({name, title}) => /** @type {[string, string]} */ ([name, title]))])}
      ${choice("result", typed, t("archive.result"), [any, ...RESULTS.map((name) => /** @type {[string, string]} */ ([name, t(`archive.${name}`)]))])}
      ${choice("rated", typed, t("info.kind"), [any, ["yes", t("match.rated")], ["no", t("match.casual")]])}`;
  }

  /** Return the matches that were found, or why there are none. */
  _found() {
    const {_app: app, _typed: typed, _rows: rows, _refusal: refusal, _loading: loading} = this;
    if (refusal)
      return html`<div class="card empty" role="alert">
        <p>${refusal.message}</p>${refusal.hint ? html`<p class="muted">${refusal.hint}</p>` : nothing}
        <button class="button" @click=${() => this._load(null)}>${t("link.retry")}</button>
      </div>`;
    if (rows === null) return html`<div class="skeleton" aria-busy="true"></div>`;
    if (rows.length)
      return html`<section class="panel ${loading ? "waiting" : ""}" aria-label=${t("archive.title")} aria-busy=${loading}>${archiveRows(app, rows, typed.player)}</section>`;
    const searched = Object.keys(typed).length > 0;
    return html`<div class="card empty"><p>${t(searched ? "archive.nothing" : "archive.empty")}</p>
      <a class="button" href=${searched ? "/archive" : "/"}>${t(searched ? "archive.clear" : "page.toLobby")}</a></div>`;
  }

  /** Return the button for more matches, or how many there are. */
  _below() {
    const {_rows: rows, _next: next} = this;
    if (!rows?.length || this._refusal) return nothing;
    return next
      ? html`<button class="button page-more" ?disabled=${this._loading} @click=${() => this._load(next)}>${t("archive.more")}</button>`
      : html`<p class="muted page-more">${t("archive.all", {count: rows.length})}</p>`;
  }
}

/** Return a field whose values are offered.
 * @param {typeof FIELDS[number]} name @param {Typed} typed @param {string} label @param {[string, string][]} choices */
const choice = (name, typed, label, choices) => html`<label class="field"><span>${label}</span>
  <select name=${name} .value=${typed[name] ?? ""}>${choices.map(([value, text]) => html`<option value=${value} ?selected=${(typed[name] ?? "") === value}>${text}</option>`)}</select></label>`;

/** @param {"since" | "until"} name @param {Typed} typed */
const dayField = (name, typed) =>
  html`<label class="field"><span>${t(`archive.${name}`)}</span><input type="date" name=${name} .value=${typed[name] ?? ""} /></label>`;

/** Return rows with those of a further page, each once. @param {ArchiveRow[]} before @param {ArchiveRow[]} page */
function appended(before, page) {
  const known = new Set(before.map(({match}) => match));
  return [...before, ...page.filter(({match}) => !known.has(match))];
}

/** Return the typed fields of an address or a form. @param {{get: (name: string) => unknown}} source @returns {Typed} */
const typedFields = (source) =>
  Object.fromEntries(FIELDS.map((name) => [name, String(source.get(name) ?? "").trim()]).filter(([, text]) => text));

/** Return the address of a search. @param {Typed} typed */
function archiveLink(typed) {
  const query = new URLSearchParams(typed).toString();
  return query ? `/archive?${query}` : "/archive";
}

/** Return the fields of a search. Days are those of the reader, and the last one counts whole.
 * @param {Typed} typed @returns {Omit<SearchArchive, "id" | "t">} */
function searchFields({player, game, result, rated, since, until}) {
  const [from, to] = [secondsOf(since), secondsOf(until)];
  return {
    ...(player ? {player: player.slice(0, 64)} : {}),
    ...(game ? {game: game.slice(0, 64)} : {}),
    ...(RESULTS.some((known) => known === result) ? {result: /** @type {SearchArchive["result"]} */ (result)} : {}),
    ...(rated ? {rated: rated === "yes"} : {}),
    ...(from !== null ? {since: from} : {}),
    ...(to !== null ? {until: to + DAY_S} : {}),
  };
}

/** @param {string | undefined} text a day such as 2026-11-21 */
function secondsOf(text) {
  const at = text ? Date.parse(`${text}T00:00`) / 1000 : NaN;
  return at >= 0 ? at : null;
}
