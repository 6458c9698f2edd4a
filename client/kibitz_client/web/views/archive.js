// The archive: finished matches, searched by player, game, result, kind and day. The search is in the address.

import {html, nothing} from "lit-html";
import {icon} from "../app/icons.js";
import {Refusal} from "../network/link.js";
import {archiveRows} from "../records/rows.js";
import {t} from "../words/index.js";

/** @import {Archive, ArchiveRow, SearchArchive} from "kibitz-protocol" */
/** @import {App, Route, View} from "../app/context.js" */

const PAGE = 30;
const RESULTS = /** @type {const} */ (["won", "lost", "drawn"]);
const FIELDS = /** @type {const} */ (["player", "game", "result", "rated", "since", "until"]);
const DAY_S = 86_400;

/** @typedef {Partial<Record<typeof FIELDS[number], string>>} Typed */

/** @param {App} app @param {Route} route @returns {Promise<View>} */
export async function open(app, route) {
  await app.style("records.css");
  const stop = app.lobby.onchange(app.changed);
  let typed = typedFields(route.query);
  /** @type {ArchiveRow[] | null} */
  let rows = null;
  /** @type {string | null} */
  let next = null;
  /** @type {Refusal | null} */
  let refusal = null;
  let loading = false;
  let turn = 0;
  // A narrow screen shows all fields on demand.
  let all = Object.keys(typed).some((name) => name !== "player");

  const load = async (/** @type {string | null} */ cursor) => {
    const own = ++turn;
    loading = true;
    refusal = null;
    app.changed();
    try {
      /** @type {Archive} */
      const page = await app.link.command({t: "archive", ...searchFields(typed), limit: PAGE, ...(cursor ? {cursor} : {})});
      if (own !== turn) return;
      const before = cursor ? (rows ?? []) : [];
      const known = new Set(before.map(({match}) => match));
      rows = [...before, ...page.matches.filter(({match}) => !known.has(match))];
      next = page.next;
      if (!cursor) app.speak(t("archive.found", {count: rows.length}));
    } catch (error) {
      if (own !== turn) return;
      if (error instanceof Refusal) refusal = error;
      else app.refused(error);
    }
    loading = false;
    app.changed();
  };
  void load(null);

  const search = (/** @type {HTMLFormElement} */ form) => {
    const wanted = typedFields(new FormData(form));
    app.go(archiveLink(wanted));
  };

  const template = () => {
    const {games} = app.lobby;
    const select = (/** @type {typeof FIELDS[number]} */ name, /** @type {string} */ label, /** @type {[string, string][]} */ choices) =>
      html`<label class="field"><span>${label}</span>
        <select name=${name} .value=${typed[name] ?? ""}>${choices.map(([value, text]) => html`<option value=${value} ?selected=${(typed[name] ?? "") === value}>${text}</option>`)}</select></label>`;
    const day = (/** @type {"since" | "until"} */ name) =>
      html`<label class="field"><span>${t(`archive.${name}`)}</span><input type="date" name=${name} .value=${typed[name] ?? ""} /></label>`;
    return html`<div class="stack records">
      <div class="section-head"><h1>${t("archive.title")}</h1><span class="grow"></span><a class="button small" href="/ratings">${icon("user")}${t("players.ratings")}</a></div>
      <form
        class="card archive-search ${all ? "all" : ""}"
        role="search"
        @submit=${(/** @type {SubmitEvent} */ event) => (event.preventDefault(), search(/** @type {HTMLFormElement} */ (event.target)))}
        @change=${(/** @type {Event} */ event) => search(/** @type {HTMLFormElement} */ (/** @type {HTMLElement} */ (event.target).closest("form")))}
      >
        <label class="field player"><span>${t("archive.player")}</span><input type="search" name="player" .value=${typed.player ?? ""} maxlength="65" autocomplete="off" spellcheck="false" placeholder=${t("archive.playerHint")} /></label>
        ${select("game", t("new.game"), [["", t("archive.anyGame")], ...games.map(({name, title}) => /** @type {[string, string]} */ ([name, title]))])}
        ${select("result", t("archive.result"), [["", t("archive.any")], ...RESULTS.map((name) => /** @type {[string, string]} */ ([name, t(`archive.${name}`)]))])}
        ${select("rated", t("info.kind"), [["", t("archive.any")], ["yes", t("match.rated")], ["no", t("match.casual")]])}
        ${day("since")} ${day("until")}
        <span class="cluster end">
          <button class="button primary">${t("archive.search")}</button>
          <button type="button" class="button filters" aria-expanded=${all} @click=${() => ((all = !all), app.changed())}>${t("archive.filters")}</button>
          ${Object.keys(typed).length ? html`<a class="button quiet" href="/archive">${t("archive.clear")}</a>` : nothing}
        </span>
      </form>
      ${refusal
        ? html`<div class="card empty" role="alert">
            <p>${refusal.message}</p>${refusal.hint ? html`<p class="muted">${refusal.hint}</p>` : nothing}
            <button class="button" @click=${() => load(null)}>${t("link.retry")}</button>
          </div>`
        : rows === null
          ? html`<div class="skeleton" aria-busy="true"></div>`
          : rows.length
            ? html`<section class="panel ${loading ? "waiting" : ""}" aria-label=${t("archive.title")} aria-busy=${loading}>${archiveRows(app, rows, typed.player?.replace(/^@/, ""))}</section>`
            : html`<div class="card empty"><p>${t(Object.keys(typed).length ? "archive.nothing" : "archive.empty")}</p>
                <a class="button" href=${Object.keys(typed).length ? "/archive" : "/"}>${t(Object.keys(typed).length ? "archive.clear" : "page.toLobby")}</a></div>`}
      ${rows?.length && !refusal
        ? next
          ? html`<button class="button page-more" ?disabled=${loading} @click=${() => load(next)}>${t("archive.more")}</button>`
          : html`<p class="muted page-more">${t("archive.all", {count: rows.length})}</p>`
        : nothing}
    </div>`;
  };
  return {
    title: () => t("archive.title"),
    template,
    again: (changed) => {
      typed = typedFields(changed.query);
      void load(null);
      return true;
    },
    close: () => {
      turn++;
      stop();
    },
  };
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
    ...(player ? {player: player.replace(/^@/, "").slice(0, 64)} : {}),
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
