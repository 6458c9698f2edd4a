// Administration, for moderators and admins: who is connected, what is played, sanctions, and the audit.

import {html, nothing} from "lit-html";
import {icon} from "../app/icons.js";
import {LISTS} from "../people/admin_lists.js";
import {HostPanel} from "../people/host.js";
import {Moderation} from "../people/moderation.js";
import {text} from "../people/form.js";
import {t} from "../words/index.js";
import {ready} from "../words/people/index.js";

/** @import {App, Route, View} from "../app/context.js" */

/** @typedef {keyof typeof LISTS} Tab */

const FOR_MODERATORS = /** @type {Tab[]} */ (["players", "connections", "matches", "sanctions"]);
const FOR_ADMINS = /** @type {Tab[]} */ ([...FOR_MODERATORS, "engines", "audit"]);
/** Entries of the audit that come with each page, and the most that the server sends. */
const PAGE = 50;
const MOST = 500;
const REFRESH_MS = 10_000;

/** @param {App} app @param {Route} route @returns {Promise<View>} */
export async function open(app, {hash}) {
  const token = hash.get("token");
  if (token) {
    // The link of the first start. The token leaves the address before anything else can read it.
    history.replaceState(null, "", location.pathname);
    await app.link.signIn(token).catch(app.refused);
  }
  await Promise.all([app.style("account.css"), ready]);
  return new AdminView(app);
}

class AdminView {
  /** @param {App} app */
  constructor(app) {
    this._app = app;
    /** The list that is shown. @type {Tab} */
    this._tab = "players";
    /** What a row must contain. */
    this._filter = "";
    /** Entries of the audit that are asked for. */
    this._most = PAGE;
    /** @type {any[] | null} */
    this._rows = null;
    /** What concerns all rows. */
    this._note = "";
    /** Why the server refused the list. @type {string | null} */
    this._problem = null;
    this._moderation = new Moderation(app, () => void this._load());
    this._host = new HostPanel(app, this._moderation);
    this._stops = [app.link.onarrival(() => void this._load()), app.lobby.onchange(app.changed)];
    this._refresh = setInterval(() => document.visibilityState === "visible" && void this._load(), REFRESH_MS);
    void this._load();
  }

  title() {
    return t("nav.admin");
  }

  template() {
    const you = this._app.me();
    if (!you) return html`<div class="skeleton" aria-busy="true"></div>`;
    if (!this._allowed()) return refusal();
    const admin = you.role === "admin";
    const role = admin ? "admin" : "moderator";
    return html`<div class="admin">
      <div class="spread"><h1>${t("nav.admin")}</h1><span class="muted"><span class="badge hot">${t(`account.kind.${role}`)}</span> ${t(`admin.may.${role}`)}</span></div>
      <section class="panel" aria-label=${t("admin.lists")}>
        ${this._tabs(admin)}
        <div id="admin-list" role="tabpanel" aria-labelledby="admin-${this._tab}">${this._tools(admin)} ${this._list(admin)}</div>
      </section>
      ${admin ? html`<div class="stack">${this._host.template()}${this._server()}</div>` : nothing}
    </div>`;
  }

  close() {
    clearInterval(this._refresh);
    for (const stop of this._stops) stop();
  }

  _allowed() {
    return ["moderator", "admin"].includes(this._app.me()?.role ?? "");
  }

  /** Ask for the list that is shown. */
  async _load() {
    if (!this._allowed()) return;
    const asked = this._tab;
    if (this._app.me()?.role === "admin") this._host.load().catch(this._app.refused);
    try {
      const found = await this._moderation.send(asked === "audit" ? {kind: asked, most: this._most} : {kind: asked});
      if (asked !== this._tab) return;
      const [field, , below] = LISTS[asked];
      this._rows = found[field];
      this._note = below?.(found) ?? "";
      this._problem = null;
    } catch (error) {
      this._problem = /** @type {Error} */ (error).message;
    }
    this._app.changed();
  }

  /** Show another list. @param {Tab} chosen */
  _choose(chosen) {
    document.getElementById(`admin-${chosen}`)?.scrollIntoView({block: "nearest", inline: "nearest"});
    this._tab = chosen;
    this._rows = null;
    this._note = "";
    this._most = PAGE;
    void this._load();
    this._app.changed();
  }

  /** Ask for earlier entries of the audit too. */
  _more() {
    this._most = Math.min(MOST, this._most + PAGE);
    void this._load();
  }

  /** @param {Event} event */
  _search(event) {
    this._filter = /** @type {HTMLInputElement} */ (event.target).value;
    this._app.changed();
  }

  /** @param {SubmitEvent} event */
  _announce(event) {
    event.preventDefault();
    this._moderation.announce(text(new FormData(/** @type {HTMLFormElement} */ (event.target)), "notice"));
  }

  /** @param {boolean} admin */
  _tabs(admin) {
    return html`<div class="tabs" role="tablist">
      ${(admin ? FOR_ADMINS : FOR_MODERATORS).map(
        (name) => html`<button class="tab" role="tab" id="admin-${name}" aria-controls="admin-list" aria-selected=${this._tab === name} @click=${() => this._choose(name)}>${t(`admin.${name}`)}</button>`,
      )}
    </div>`;
  }

  /** Return what is above the list: its filter and buttons. @param {boolean} admin */
  _tools(admin) {
    return html`<div class="filter">
      <input
        type="search"
        aria-label=${t("admin.filter")}
        placeholder=${t("admin.filter")}
        @input=${(/** @type {InputEvent} */ event) => this._search(event)}
      />
      <button class="button icon" aria-label=${t("admin.refresh")} title=${t("admin.refresh")} @click=${() => void this._load()}>${icon("again")}</button>
      ${admin && this._tab === "sanctions" ? html`<button class="button danger" @click=${() => this._moderation.ban()}>${t("admin.ban")}</button>` : nothing}
    </div>`;
  }

  /** @param {boolean} admin */
  _list(admin) {
    const {_app: app, _moderation: moderation, _tab: tab, _rows: rows, _note: note, _problem: problem, _most: most} = this;
    if (problem) return html`<p class="match-row error" role="alert">${problem}</p>`;
    if (!rows) return html`<p class="match-row muted">${t("account.loading")}</p>`;
    const draw = /** @type {(context: object, row: object) => unknown} */ (LISTS[tab][1]);
    const shown = fitting(rows, this._filter);
    return html`<div class="rows">
        ${shown.length ? shown.map((row) => draw({app, moderation, admin}, row)) : html`<p class="match-row muted">${t(`admin.none.${tab}`)}</p>`}
      </div>
      ${note ? html`<p class="match-row muted">${note}</p>` : nothing}
      ${tab === "audit" && rows.length === most && most < MOST
        ? html`<p class="more"><button class="button" @click=${() => this._more()}>${t("admin.more")}</button></p>`
        : nothing}`;
  }

  /** Return what concerns the whole server: a notice to all, and whether matches may begin. */
  _server() {
    return html`<section class="card stack tight" aria-label=${t("admin.server")}>
      <h2>${t("admin.server")}</h2>
      <form class="inline-form" @submit=${(/** @type {SubmitEvent} */ event) => this._announce(event)}>
        <label class="field"><span>${t("admin.notice")}</span><input name="notice" required maxlength="200" autocomplete="off" /></label>
        <button class="button">${t("admin.announce")}</button>
      </form>
    </section>`;
  }
}

/** Return the rows with a text in one of their values; the names of fields do not count.
 * @param {any[]} rows @param {string} filter */
function fitting(rows, filter) {
  const wanted = filter.toLowerCase();
  return rows.filter((row) => !wanted || JSON.stringify(row).replace(/"\w+":/g, "").toLowerCase().includes(wanted));
}

/** Return what players see who may not administer. */
const refusal = () => html`<div class="message card">
  <h1>${t("admin.notAllowed")}</h1>
  <p>${t("admin.notAllowedHint")}</p>
  <p class="cluster"><a class="button primary" href="/account">${t("admin.signIn")}</a><a class="button" href="/">${t("page.toLobby")}</a></p>
</div>`;
