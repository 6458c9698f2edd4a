// The first view: play at once, matches that wait for a move, live matches to watch, and free seats.

import {html, nothing} from "lit-html";
import {ageOf, awayText, clockName, gameTitle, nameOf, opponentOf, parseClock, ratedText, ratingOf, rowClock, versus} from "../app/format.js";
import {create, termsText, usual} from "../app/forms/begin.js";
import {listedGames} from "../app/forms/game_groups.js";
import {PROPOSED, defaultOf, titleOf} from "../app/forms/options.js";
import {gameIcon} from "../app/game_icons.js";
import {icon} from "../app/icons.js";
import {joinCode} from "../app/shell.js";
import {contains, searchText} from "../match/game_names.js";
import {later} from "../network/later.js";
import {drawMini} from "../board/mini.js";
import {preview} from "../panels/preview.js";
import {t} from "../words/index.js";

/** @import {GameInfo, MatchRow, SeekView} from "kibitz-protocol" */
/** @import {App, View} from "../app/context.js" */

/** What the board of the first page uses of this view. */
const LENT = {preview, drawMini, gameTitle, versus};
/** Rows that are drawn without being asked for. */
const FEW = 100;

/** @param {App} app @returns {View} */
export const open = (app) => new LobbyView(app);

class LobbyView {
  /** @param {App} app */
  constructor(app) {
    this._app = app;
    /** What a shown match must contain. */
    this._filter = "";
    /** Whether the visitor is here for the first time. */
    this._first = !app.prefs.values.returning;
    app.prefs.set({returning: true});
    this._showcase = later(() => import("../panels/lobby/showcase.js"), app.changed);
    this._chat = later(() => import("../panels/chat.js"), app.changed);
    this._stop = app.lobby.onchange(app.changed);
    /** What shows the puzzle of the day, once it is known. @type {() => unknown} */
    this._daily = () => nothing;
    void import("../puzzles/daily.js").then(({daily}) => daily(app)).then((shown) => ((this._daily = shown), app.changed()), () => {});
    // The rows say how long players have been away.
    this._ageing = setInterval(app.changed, 20_000);
  }

  title() {
    return t("nav.play");
  }

  template() {
    const app = this._app;
    const {host, greeting} = app.link.welcome ?? {};
    return html`<div class="lobby">
      <div class="stack">${host || greeting ? html`<p><b>${host}</b> ${greeting}</p>` : nothing}${waiting(app)} ${this._start()} ${seeking(app)} ${invitations(app)} ${others(app)} ${this._live()}</div>
      <aside class="stack">${this._first ? nothing : this._showcase()?.showcase(app, LENT)} ${join(app)} ${this._open()} ${this._daily()} ${chat(app, this._chat)}</aside>
    </div>`;
  }

  close() {
    this._stop();
    clearInterval(this._ageing);
  }

  /** @param {Event} event */
  _search(event) {
    this._filter = /** @type {HTMLInputElement} */ (event.target).value;
    this._app.changed();
  }

  /** Return how to begin. A new visitor is welcomed. */
  _start() {
    return html`<section class=${this._first ? "card hero" : "stack"}>
      ${this._first ? html`<h1>${t("lobby.welcome")}</h1>${this._showcase()?.showcase(this._app, LENT)}` : html`<h1 class="visually-hidden">${t("nav.play")}</h1>`}
      ${plays(this._app)}
      <nav class="game-strip" aria-label=${t("lobby.games")}>
        ${listedGames(this._app).map(({name, title, asked}) => html`<a href="/new?game=${asked}&opponent=level">${gameIcon(name)}<span>${title}</span></a>`)}
      </nav>
    </section>`;
  }

  /** Return the matches that can be watched. */
  _live() {
    return html`<section class="stack tight" aria-label=${t("lobby.live")}>
      <div class="section-head">
        <h2>${t("lobby.live")} <span class="badge number">${this._app.lobby.live.length}</span></h2>
        <a class="button small" href="/boards">${icon("watch")}${t("boards.all")}</a>
        <input
          type="search"
          aria-label=${t("lobby.filter")}
          placeholder=${t("lobby.filter")}
          @input=${(/** @type {InputEvent} */ event) => this._search(event)}
        />
      </div>
      ${this._tiles()}
    </section>`;
  }

  _tiles() {
    const app = this._app;
    const shown = fitting(app, app.lobby.live, this._filter);
    if (shown.length) return html`<div class="tiles">${shown.map((row) => tile(app, row))}</div>`;
    if (!app.lobby.loaded) return html`<div class="skeleton"></div>`;
    return html`<div class="card empty"><p>${t(this._filter ? "lobby.noneFit" : "lobby.noneLive")}</p></div>`;
  }

  /** Return the matches with a free seat. */
  _open() {
    const app = this._app;
    const free = app.lobby.open;
    const shown = fitting(app, free, this._filter);
    return html`<section class="panel" aria-label=${t("lobby.open")}>
      <div class="section-head card-head">
        <h2>${t("lobby.open")} <span class="badge number">${free.length}</span></h2>
        <a class="button small" href="/new">${icon("plus")}${t("lobby.new")}</a>
      </div>
      <div class="rows">
        ${shown.length ? shown.map((row) => openRow(app, row)) : html`<p class="muted match-row">${t("lobby.noneOpen")}</p>`}
      </div>
    </section>`;
  }
}

/** Return the first matches with a text in the names of their game, code or names. @param {App} app @param {MatchRow[]} rows @param {string} filter */
function fitting({lobby}, rows, filter) {
  if (!filter) return rows.slice(0, FEW);
  return rows
    .filter(({game, code, seats}) => {
      const info = lobby.game(game);
      const text = [info ? searchText(info) : game, code, code.replaceAll("-", ""), ...seats.map(({name}) => name ?? "")].join(" ").toLowerCase();
      return contains(text, filter);
    })
    .slice(0, FEW);
}

/** Return the ways to play and to watch at once. @param {App} app */
const plays = (app) => html`<div class="plays">
  <button class="play primary now" @click=${() => void create(app, usual(app))}>
    ${icon("play")}<strong>${t("lobby.play")}</strong><span>${termsText(app, usual(app))}</span>
  </button>
  <button class="play" @click=${() => ask(app, "playEngine")}>
    ${icon("cpu")}<strong>${t("lobby.playEngine")}</strong><span>${t("lobby.playEngineHint")}</span>
  </button>
  <button class="play" @click=${() => ask(app, "playAnyone")}>
    ${icon("people")}<strong>${t("lobby.playAnyone")}</strong><span>${t("lobby.playAnyoneHint")}</span>
  </button>
  <a class="play" href="/new">${icon("plus")}<strong>${t("lobby.friend")}</strong><span>${t("lobby.friendHint")}</span></a>
  <a class="play" href="/tv">${icon("watch")}<strong>${t("lobby.tv")}</strong><span>${t("lobby.tvHint")}</span></a>
</div>`;

/** Open a dialog. @param {App} app @param {"playEngine" | "playAnyone"} name */
const ask = (app, name) => void import("../panels/lobby/dialogs.js").then((dialogs) => dialogs[name](app, {create, parseClock, clockName, proposed: PROPOSED}), app.refused);

/** Return the player's searches for an opponent, if there are any. @param {App} app */
function seeking({lobby, refused}) {
  if (!lobby.seeks.length) return nothing;
  return html`<div class="card stack tight" role="status">
    <span>${t("lobby.seeking", {count: lobby.others})}</span>
    ${lobby.seeks.map(
      (seek) => html`<div class="spread">
        <b>${seekText(seek, seek.game === null ? undefined : lobby.game(seek.game))}</b>
        <button class="button" @click=${() => lobby.unseek(seek.seek).catch(refused)}>${t("lobby.stopSeeking")}</button>
      </div>`,
    )}
  </div>`;
}

/** Return the terms of a search: its game, the options that are not as usual, and the clock. @param {SeekView} seek
 * @param {GameInfo | undefined} info */
function seekText({game, options, clock, rated}, info) {
  const all = info?.options ?? [];
  const changed = all.filter((option) => String(options[option.name]) !== String(defaultOf(option, all, (name) => String(options[name]))));
  const terms = changed.map((option) => `${titleOf(option)} ${options[option.name]}`);
  return [game === null ? t("lobby.anyGame") : gameTitle(info, game), ...terms, clock ? clockName(clock) : "", rated ? t("match.rated") : ""]
    .filter(Boolean)
    .join(" · ");
}

/** @param {App} app */
const invitations = ({lobby}) =>
  section(
    t("lobby.invitations"),
    lobby.invitations.map(
      ({by, row}) => html`<div class="match-row">
        <span class="what"><b>${gameTitle(lobby.game(row.game), row.game)}</b><span class="muted">${t("lobby.invited", {name: by})}</span></span>
        <a class="button primary small" href="/${row.code}">${t("lobby.see")}</a>
        <button class="button quiet small" @click=${() => lobby.decline(row.match)}>${t("match.decline")}</button>
      </div>`,
    ),
  );

/** Return rows of the player's own matches: those that wait for a move, or the others. @param {App} app @param {boolean} now */
const own = (app, now) => app.lobby.yours.filter((row) => (row.to_move === row.you) === now).map((row) => matchRow(app, row, now));

/** Return the own matches that wait for a move: a player comes back for them. @param {App} app */
const waiting = (app) => section(t("lobby.yourMove"), own(app, true));

/** Return the other own matches. @param {App} app */
const others = (app) => section(t("lobby.yourMatches"), own(app, false));

/** Return the field for the code of a match, on a phone. @param {App} app */
const join = (app) => html`<form class="card cluster phone-join" @submit=${(/** @type {SubmitEvent} */ event) => joinCode(app, event)}>
  <label class="field"><span>${t("lobby.haveCode")}</span><input name="code" maxlength="200" autocomplete="off" placeholder="7KQ2XF" /></label>
  <button class="button">${t("lobby.join")}</button>
</form>`;

/** Return the chat, or the button that opens it. @param {App} app @param {() => typeof import("../panels/chat.js") | undefined} panel */
const chat = (app, panel) => html`<section class="panel" aria-label=${t("lobby.chat")}>
  <div class="section-head card-head"><h2>${t("lobby.chat")}</h2></div>
  ${app.lobby.chat
    ? panel()?.chatPanel(app, {
        said: app.lobby.chat,
        hint: t("chat.hintLobby"),
        person: (name) => import("../people/person.js").then(({personDialog}) => personDialog(app, name), app.refused),
        send: (text) => app.link.command({t: "lobby_say", text}),
      })
    : html`<p class="match-row"><button class="button small" @click=${() => app.lobby.openChat().catch(app.refused)}>${icon("chat")}${t("chat.open")}</button></p>`}
</section>`;

/** Return a section with its rows, if it has any. @param {string} title @param {unknown[]} rows */
const section = (title, rows) =>
  rows.length
    ? html`<section class="panel" aria-label=${title}>
        <div class="section-head card-head"><h2>${title} <span class="badge hot number">${rows.length}</span></h2></div>
        <div class="rows">${rows}</div>
      </section>`
    : nothing;

/** Return for how long a player of a match has been away. @param {MatchRow} row */
const away = (row) => awayText(row.away_since, Date.now() / 1000);

/** @param {App} app @param {MatchRow} row @param {boolean} now */
const matchRow = (app, row, now) => html`<a class="match-row" href="/${row.code}">
  ${gameIcon(row.game)}
  <span class="what">
    <b>${gameTitle(app.lobby.game(row.game), row.game)}</b>
    <span class="muted">${[opponentOf(row), away(row) || ageOf(row)].filter(Boolean).join(" · ")}</span>
  </span>
  ${row.clock ? html`<span class="muted number">${rowClock(row.clock)}</span>` : nothing}
  <span class="button small ${now ? "primary" : ""}">${t(now ? "lobby.move" : row.phase === "open" ? "lobby.waiting" : "lobby.see")}</span>
</a>`;

/** @param {App} app @param {MatchRow} row */
const openRow = (app, row) => html`<a class="match-row" href="/${row.code}">
  ${gameIcon(row.game)}
  <span class="what">
    <b>${gameTitle(app.lobby.game(row.game), row.game)}</b>
    <span class="muted">${row.seats.filter((seat) => seat.kind !== "open").map((seat) => `${nameOf(seat)} ${ratingOf(seat)}`).join(", ") || t("lobby.nobody")}${row.away_since ? ` · ${away(row)}` : ageOf(row) && ` · ${ageOf(row)}`}</span>
  </span>
  ${row.rated ? html`<span class="badge">${ratedText(row.uncounted)}</span>` : nothing}
  <span class="muted number">${rowClock(row.clock)}</span>
  <span class="button small">${t("lobby.join")}</span>
</a>`;

/** @param {App} app @param {MatchRow} row */
const tile = (app, row) => html`<a class="tile" href="/${row.code}">
  ${preview({link: app.link, row})}
  <div class="names">
    ${row.seats.map(
      (seat, place) => html`<span><i class="side s${place}"></i><b>${nameOf(seat)}</b><span class="muted number">${ratingOf(seat)}</span></span>`,
    )}
  </div>
  <footer>
    <span>${[gameTitle(app.lobby.game(row.game), row.game), rowClock(row.clock), ageOf(row)].filter(Boolean).join(" · ")}</span>
    <span class="number">${row.away_since ? away(row) : row.watchers ? t("lobby.watchers", {count: row.watchers}) : t("lobby.ply", {ply: row.ply})}</span>
  </footer>
</a>`;
