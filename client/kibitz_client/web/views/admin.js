// Administration, for moderators and admins: who is connected, what is played, sanctions, and the audit.

import {html, nothing} from "lit-html";
import {icon} from "../app/icons.js";
import {LISTS} from "../people/admin_lists.js";
import {Moderation} from "../people/moderation.js";
import {text} from "../people/form.js";
import {t} from "../words/index.js";
import {ready} from "../words/people.js";

/** @import {App, View} from "../app/context.js" */

/** @typedef {keyof typeof LISTS} Tab */

const FOR_MODERATORS = /** @type {Tab[]} */ (["players", "connections", "matches", "sanctions"]);
const FOR_ADMINS = /** @type {Tab[]} */ ([...FOR_MODERATORS, "engines", "audit"]);
/** Entries of the audit that come with each page, and the most that the server sends. */
const PAGE = 50;
const MOST = 500;
const REFRESH_MS = 10_000;

/** @param {App} app @returns {Promise<View>} */
export async function open(app) {
  await Promise.all([app.style("account.css"), ready]);
  /** @type {Tab} */
  let tab = "players";
  let filter = "";
  let most = PAGE;
  /** @type {any[] | null} */
  let rows = null;
  let note = "";
  /** @type {string | null} */
  let problem = null;

  const allowed = () => ["moderator", "admin"].includes(app.me()?.role ?? "");
  const load = async () => {
    if (!allowed()) return;
    const asked = tab;
    try {
      const found = await moderation.send(asked === "audit" ? {kind: asked, most} : {kind: asked});
      if (asked !== tab) return;
      const [field, , below] = LISTS[asked];
      rows = found[field];
      note = below?.(found) ?? "";
      problem = null;
    } catch (error) {
      problem = /** @type {Error} */ (error).message;
    }
    app.changed();
  };
  const moderation = new Moderation(app, () => void load());
  const stops = [app.link.onarrival(() => void load()), app.lobby.onchange(app.changed)];
  const refresh = setInterval(() => document.visibilityState === "visible" && void load(), REFRESH_MS);
  void load();

  /** @param {Tab} chosen */
  const choose = (chosen) => {
    document.getElementById(`admin-${chosen}`)?.scrollIntoView({block: "nearest", inline: "nearest"});
    tab = chosen;
    rows = null;
    note = "";
    most = PAGE;
    void load();
    app.changed();
  };

  const server = () => html`<section class="card stack tight" aria-label=${t("admin.server")}>
    <h2>${t("admin.server")}</h2>
    <form
      class="inline-form"
      @submit=${(/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        moderation.announce(text(new FormData(/** @type {HTMLFormElement} */ (event.target)), "notice"));
      }}
    >
      <label class="field"><span>${t("admin.notice")}</span><input name="notice" required maxlength="200" autocomplete="off" /></label>
      <button class="button">${t("admin.announce")}</button>
    </form>
    <div class="cluster">
      <button class="button" @click=${() => moderation.drain(true)}>${icon("pause")}${t("admin.drain")}</button>
      <button class="button" @click=${() => moderation.drain(false)}>${icon("play")}${t("admin.openAgain")}</button>
    </div>
  </section>`;

  const list = (/** @type {boolean} */ admin) => {
    if (problem) return html`<p class="match-row error" role="alert">${problem}</p>`;
    if (!rows) return html`<p class="match-row muted">${t("account.loading")}</p>`;
    const draw = /** @type {(context: object, row: object) => unknown} */ (LISTS[tab][1]);
    const wanted = filter.toLowerCase();
    const shown = rows.filter((row) => !wanted || JSON.stringify(row).replace(/"\w+":/g, "").toLowerCase().includes(wanted));
    return html`<div class="rows">
        ${shown.length ? shown.map((row) => draw({app, moderation, admin}, row)) : html`<p class="match-row muted">${t(`admin.none.${tab}`)}</p>`}
      </div>
      ${note ? html`<p class="match-row muted">${note}</p>` : nothing}
      ${tab === "audit" && rows.length === most && most < MOST
        ? html`<p class="more"><button class="button" @click=${() => ((most = Math.min(MOST, most + PAGE)), void load())}>${t("admin.more")}</button></p>`
        : nothing}`;
  };

  const template = () => {
    const you = app.me();
    if (!you) return html`<div class="skeleton" aria-busy="true"></div>`;
    if (!allowed()) return refusal();
    const admin = you.role === "admin";
    return html`<div class="admin">
      <div class="spread"><h1>${t("nav.admin")}</h1><span class="muted"><span class="badge hot">${t(`account.kind.${admin ? "admin" : "moderator"}`)}</span> ${t(`admin.may.${admin ? "admin" : "moderator"}`)}</span></div>
      <section class="panel" aria-label=${t("admin.lists")}>
        <div class="tabs" role="tablist">
          ${(admin ? FOR_ADMINS : FOR_MODERATORS).map(
            (name) => html`<button class="tab" role="tab" id="admin-${name}" aria-controls="admin-list" aria-selected=${tab === name} @click=${() => choose(name)}>${t(`admin.${name}`)}</button>`,
          )}
        </div>
        <div id="admin-list" role="tabpanel" aria-labelledby="admin-${tab}">
          <div class="filter">
            <input
              type="search"
              aria-label=${t("admin.filter")}
              placeholder=${t("admin.filter")}
              @input=${(/** @type {InputEvent} */ event) => {
                filter = /** @type {HTMLInputElement} */ (event.target).value;
                app.changed();
              }}
            />
            <button class="button icon" aria-label=${t("admin.refresh")} title=${t("admin.refresh")} @click=${() => void load()}>${icon("again")}</button>
            ${admin && tab === "sanctions" ? html`<button class="button danger" @click=${() => moderation.ban()}>${t("admin.ban")}</button>` : nothing}
          </div>
          ${list(admin)}
        </div>
      </section>
      ${admin ? server() : nothing}
    </div>`;
  };

  return {
    title: () => t("nav.admin"),
    template,
    close: () => {
      clearInterval(refresh);
      for (const stop of stops) stop();
    },
  };
}

/** Return what players see who may not administer. */
const refusal = () => html`<div class="message card">
  <h1>${t("admin.notAllowed")}</h1>
  <p>${t("admin.notAllowedHint")}</p>
  <p class="cluster"><a class="button primary" href="/account">${t("admin.signIn")}</a><a class="button" href="/">${t("page.toLobby")}</a></p>
</div>`;
