// The first view: play at once, matches that wait for a move, live matches to watch, and free seats.

import {html, nothing} from "lit-html";
import {gameTitle, nameOf, parseClock, ratingOf, versus} from "../app/format.js";
import {gameIcon} from "../app/game_icons.js";
import {icon} from "../app/icons.js";
import {joinCode} from "../app/shell.js";
import {chatPanel} from "../panels/chat.js";
import {preview} from "../panels/preview.js";
import {t} from "../words/index.js";

/** @import {Create, GameInfo, MatchRow} from "kibitz-protocol" */
/** @import {App, View} from "../app/context.js" */

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
    this._stop = app.lobby.onchange(app.changed);
  }

  title() {
    return t("nav.play");
  }

  template() {
    return html`<div class="lobby">
      <div class="stack">${this._start()} ${this._seeking()} ${this._invitations()} ${this._own()} ${this._live()}</div>
      <aside class="stack">${this._join()} ${this._open()} ${this._chat()}</aside>
    </div>`;
  }

  close() {
    this._stop();
  }

  /** @param {MatchRow} row */
  _fits(row) {
    const text = [row.game, gameTitle(this._app.lobby.game(row.game), row.game), row.code, ...row.seats.map((seat) => seat.name ?? "")];
    return !this._filter || text.join(" ").toLowerCase().includes(this._filter.toLowerCase());
  }

  /** @param {Event} event */
  _search(event) {
    this._filter = /** @type {HTMLInputElement} */ (event.target).value;
    this._app.changed();
  }

  /** Return the ways to play at once. A new visitor is welcomed. */
  _start() {
    return html`<section class=${this._first ? "card hero" : "stack"}>
      ${this._first
        ? html`<div><h1>${t("lobby.welcome")}</h1><p class="muted">${t("lobby.welcomeHint")}</p></div>`
        : html`<h1 class="visually-hidden">${t("nav.play")}</h1>`}
      ${plays(this._app)}
      <nav class="game-strip" aria-label=${t("lobby.games")}>
        ${this._app.lobby.games.map(({name, title}) => html`<a href="/new?game=${name}&opponent=level">${gameIcon(name)}<span>${title}</span></a>`)}
      </nav>
    </section>`;
  }

  /** Return that the player looks for an opponent, if that is so. */
  _seeking() {
    const {lobby, refused} = this._app;
    if (!lobby.seeking) return nothing;
    return html`<div class="card spread" role="status">
      <span>${t("lobby.seeking", {count: lobby.seeking.others})}</span>
      <button class="button" @click=${() => lobby.unseek().catch(refused)}>${t("lobby.stopSeeking")}</button>
    </div>`;
  }

  _invitations() {
    const {lobby} = this._app;
    const {invitations} = lobby;
    if (!invitations.length) return nothing;
    return section(
      t("lobby.invitations"),
      invitations.length,
      invitations.map(
        ({by, row}) => html`<div class="match-row">
          <span class="what"><b>${gameTitle(lobby.game(row.game), row.game)}</b><span class="muted">${t("lobby.invited", {name: by})}</span></span>
          <a class="button primary small" href="/${row.code}">${t("lobby.see")}</a>
          <button class="button quiet small" @click=${() => lobby.decline(row.match)}>${t("match.decline")}</button>
        </div>`,
      ),
    );
  }

  /** Return the player's own matches: those that wait for a move, and the others. */
  _own() {
    const app = this._app;
    const {yours} = app.lobby;
    const waiting = yours.filter((row) => row.to_move === row.you);
    const others = yours.filter((row) => !waiting.includes(row));
    return html`${waiting.length ? section(t("lobby.yourMove"), waiting.length, waiting.map((row) => matchRow(app, row, true))) : nothing}
      ${others.length ? section(t("lobby.yourMatches"), others.length, others.map((row) => matchRow(app, row, false))) : nothing}`;
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
    const {lobby} = this._app;
    const shown = lobby.live.filter((row) => this._fits(row));
    if (shown.length) return html`<div class="tiles">${shown.slice(0, FEW).map((row) => tile(this._app, row))}</div>`;
    if (!lobby.loaded) return html`<div class="skeleton"></div>`;
    return html`<div class="card empty"><p>${t(this._filter ? "lobby.noneFit" : "lobby.noneLive")}</p></div>`;
  }

  /** Return the field for the code of a match, on a phone. */
  _join() {
    return html`<form class="card cluster phone-join" @submit=${(/** @type {SubmitEvent} */ event) => joinCode(this._app, event)}>
      <label class="field"><span>${t("lobby.haveCode")}</span><input name="code" maxlength="60" autocomplete="off" placeholder="7KQ2XF" /></label>
      <button class="button">${t("lobby.join")}</button>
    </form>`;
  }

  /** Return the matches with a free seat. */
  _open() {
    const free = this._app.lobby.open;
    const seats = free.filter((row) => this._fits(row));
    return html`<section class="panel" aria-label=${t("lobby.open")}>
      <div class="section-head card-head">
        <h2>${t("lobby.open")} <span class="badge number">${free.length}</span></h2>
        <a class="button small" href="/new">${icon("plus")}${t("lobby.new")}</a>
      </div>
      <div class="rows">
        ${seats.length
          ? seats.slice(0, FEW).map((row) => openRow(this._app, row))
          : html`<p class="muted match-row">${t("lobby.noneOpen")}</p>`}
      </div>
    </section>`;
  }

  /** Return the chat, or the button that opens it. */
  _chat() {
    const app = this._app;
    const {lobby} = app;
    return html`<section class="panel" aria-label=${t("lobby.chat")}>
      <div class="section-head card-head"><h2>${t("lobby.chat")}</h2></div>
      ${lobby.chat
        ? chatPanel(app, {
            said: lobby.chat,
            hint: t("chat.hintLobby"),
            person: async (name) => (await import("../people/person.js")).personDialog(app, name),
            send: (text) => void app.link.command({t: "lobby_say", text}).catch(app.refused),
          })
        : html`<p class="match-row"><button class="button small" @click=${() => lobby.openChat().catch(app.refused)}>${icon("chat")}${t("chat.open")}</button></p>`}
    </section>`;
  }
}

/** @param {App} app */
const plays = (app) => html`<div class="plays">
  <button class="play primary" @click=${() => playEngine(app)}>
    ${icon("cpu")}<strong>${t("lobby.playEngine")}</strong><span>${t("lobby.playEngineHint")}</span>
  </button>
  <button class="play" @click=${() => playAnyone(app)}>
    ${icon("people")}<strong>${t("lobby.playAnyone")}</strong><span>${t("lobby.playAnyoneHint")}</span>
  </button>
  <a class="play" href="/new">${icon("plus")}<strong>${t("lobby.friend")}</strong><span>${t("lobby.friendHint")}</span></a>
  <a class="play" href="/tv">${icon("watch")}<strong>${t("lobby.tv")}</strong><span>${t("lobby.tvHint")}</span></a>
</div>`;

/** @param {string} title @param {number} count @param {unknown} rows */
const section = (title, count, rows) => html`<section class="panel" aria-label=${title}>
  <div class="section-head card-head"><h2>${title} <span class="badge hot number">${count}</span></h2></div>
  <div class="rows">${rows}</div>
</section>`;

/** @param {App} app @param {MatchRow} row @param {boolean} now */
const matchRow = (app, row, now) => html`<a class="match-row" href="/${row.code}">
  ${gameIcon(row.game)}
  <span class="what">
    <b>${gameTitle(app.lobby.game(row.game), row.game)}</b>
    <span class="muted">${versus(row)}</span>
  </span>
  ${row.clock ? html`<span class="muted number">${row.clock}</span>` : nothing}
  <span class="button small ${now ? "primary" : ""}">${t(now ? "lobby.move" : row.phase === "open" ? "lobby.waiting" : "lobby.see")}</span>
</a>`;

/** @param {App} app @param {MatchRow} row */
const openRow = (app, row) => html`<a class="match-row" href="/${row.code}">
  ${gameIcon(row.game)}
  <span class="what">
    <b>${gameTitle(app.lobby.game(row.game), row.game)}</b>
    <span class="muted">${row.seats.filter((seat) => seat.kind !== "open").map((seat) => `${nameOf(seat)} ${ratingOf(seat)}`).join(", ") || t("lobby.nobody")}</span>
  </span>
  ${row.rated ? html`<span class="badge">${t("match.rated")}</span>` : nothing}
  <span class="muted number">${row.clock ?? ""}</span>
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
    <span>${gameTitle(app.lobby.game(row.game), row.game)}${row.clock ? ` · ${row.clock}` : ""}</span>
    <span class="number">${row.watchers ? t("lobby.watchers", {count: row.watchers}) : t("lobby.ply", {ply: row.ply})}</span>
  </footer>
</a>`;

/** Create a match and go to it. @param {App} app @param {Omit<Create, "id" | "t">} terms */
export async function create(app, terms) {
  try {
    const entered = await app.link.command({t: "create", ...terms});
    app.go(`/${entered.code}${entered.key ? `#key=${entered.key}` : ""}`);
  } catch (error) {
    app.refused(error);
  }
}

/** Return a choice of games. @param {App} app @param {(game: string) => void} chosen */
const gameChoice = (app, chosen) => html`<label class="field">
  <span>${t("new.game")}</span>
  <select name="game" @change=${(/** @type {Event} */ {target}) => chosen(/** @type {HTMLSelectElement} */ (target).value)}>
    ${app.lobby.games.map(({name, title}) => html`<option value=${name} ?selected=${name === app.prefs.values.game}>${title}</option>`)}
  </select>
</label>`;

/** Ask for a game and a level, and play. @param {App} app */
function playEngine(app) {
  let chosen = app.prefs.values.game;
  /** @param {() => void} close @param {() => void} redraw */
  const content = (close, redraw) => html`<form
    class="stack"
    @submit=${(/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      const form = new FormData(/** @type {HTMLFormElement} */ (event.target));
      const [game, level] = [String(form.get("game")), Number(form.get("level"))];
      app.prefs.set({game, level});
      close();
      const engine = {kind: /** @type {const} */ ("engine"), engine: {algorithm: "level", level}};
      const first = form.get("first") === "second" ? "second" : form.get("first") === "random" ? "random" : "first";
      void create(app, {game, seats: [{kind: "me"}, engine], first});
    }}
  >
    <h2>${t("lobby.playEngine")}</h2>
    ${gameChoice(app, (game) => ((chosen = game), redraw()))}
    <fieldset class="field">
      <legend>${t("new.level")}</legend>
      ${levelChoice(app)}
      <small>${t("new.levelHint")}</small>
    </fieldset>
    ${firstChoice(app.lobby.game(chosen))}
    ${secrets([app.lobby.game(chosen)])}
    <div class="dialog-actions">
      <button type="button" class="button" @click=${close}>${t("dialog.cancel")}</button>
      <button class="button primary">${icon("play")}${t("lobby.play")}</button>
    </div>
  </form>`;
  app.dialog(content, t("lobby.playEngine"));
}

/** Return one of several choices as a button that is a radio button. @param {string} name @param {string | number} value
 * @param {boolean} checked @param {unknown} label */
export const chip = (name, value, checked, label) =>
  html`<label class="chip"><input type="radio" name=${name} value=${value} ?checked=${checked} /><span>${label}</span></label>`;

/** Return the choice of a level. @param {App} app */
export const levelChoice = (app) => html`<div class="levels">
  ${Array.from({length: 10}, (_, place) => place + 1).map((level) => chip("level", level, level === app.prefs.values.level, level))}
</div>`;

/** Return the choice of the first move; that of a side where a draw or an option decides which side begins.
 * @param {GameInfo | undefined} game */
export const firstChoice = (game, sides = game?.chance || game?.sides) => html`<fieldset class="field">
  <legend>${t(sides ? "new.side" : "new.firstMove")}</legend>
  <div class="segmented">
    ${/** @type {const} */ (["first", "second", "random"]).map((first, place) => chip("first", first, place === 0, (sides && game?.seats[place]) || t(`new.${first}`)))}
  </div>
</fieldset>`;

/** Return what players are told before they sit down where something is hidden, and in which of these games.
 * @param {(GameInfo | undefined)[]} games */
export const secrets = (games) => {
  const hidden = games.filter((game) => game?.hidden);
  return hidden.length ? html`<p class="muted secrets"><b>${hidden.map((game) => game?.title).join(", ")}:</b> ${t("new.secrets")}</p>` : nothing;
};

/** Ask for a game and a clock, and look for an opponent. @param {App} app */
function playAnyone(app) {
  /** @param {() => void} close */
  const content = (close) => html`<form
    class="stack"
    @submit=${(/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      const form = new FormData(/** @type {HTMLFormElement} */ (event.target));
      const clock = parseClock(String(form.get("clock")));
      const game = String(form.get("game"));
      close();
      const terms = game ? {game, clock, rated: form.has("rated")} : {};
      app.lobby.seek(terms).catch(app.refused);
    }}
  >
    <h2>${t("lobby.playAnyone")}</h2>
    <label class="field">
      <span>${t("new.game")}</span>
      <select name="game">
        <option value="">${t("lobby.anyGame")}</option>
        ${app.lobby.games.map(({name, title}) => html`<option value=${name}>${title}</option>`)}
      </select>
    </label>
    <label class="field">
      <span>${t("new.clock")}</span>
      <select name="clock">
        ${CLOCKS.map((clock) => html`<option value=${clock} ?selected=${clock === "5+3"}>${clock || t("new.noClock")}</option>`)}
      </select>
    </label>
    <label class="check"><input type="checkbox" name="rated" />${t("new.rated")}</label>
    <p class="muted">${t("lobby.seekHint")}</p>
    ${secrets(app.lobby.games)}
    <div class="dialog-actions">
      <button type="button" class="button" @click=${close}>${t("dialog.cancel")}</button>
      <button class="button primary">${icon("people")}${t("lobby.seek")}</button>
    </div>
  </form>`;
  app.dialog(content, t("lobby.playAnyone"));
}

/** Time controls that are offered; the empty one is none. */
export const CLOCKS = ["", "1+0", "3+2", "5+3", "10+5", "15+10", "30s", "10b3x30", "1day", "3days"];

