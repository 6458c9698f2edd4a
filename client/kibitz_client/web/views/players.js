// The best players of each game, and the profile of a player: ratings with their history, results and latest matches.

import {html, nothing} from "lit-html";
import {gameTitle, isMeant, ratingText, reference, shownName} from "../app/format.js";
import {icon} from "../app/icons.js";
import {Refusal} from "../network/link.js";
import {playerLink} from "../panels/links.js";
import {ratingGraph, ratingPoints} from "../records/rating_graph.js";
import {archiveRows, sameName} from "../records/rows.js";
import {t} from "../words/index.js";
import {ready} from "../words/records/index.js";

/** @import {ArchiveRow, RatingList, RatingRow} from "kibitz-protocol" */
/** @import {App, Route, View} from "../app/context.js" */

const MOST = 100;
const FEW = 12;

/** @param {App} app @param {Route} route @returns {Promise<View>} */
export async function open(app, route) {
  await Promise.all([app.style("records.css"), ready]);
  return route.parts[0] === "players" && route.parts[1] ? new ProfileView(app, route.parts[1]) : new RatingsView(app, route);
}

/** @param {Refusal} refusal @param {() => void} again */
const refused = (refusal, again) => html`<div class="card empty" role="alert">
  <p>${refusal.message}</p>${refusal.hint ? html`<p class="muted">${refusal.hint}</p>` : nothing}
  <button class="button" @click=${again}>${t("link.retry")}</button>
</div>`;

/** The leaderboards, one of each game. */
class RatingsView {
  /** @param {App} app @param {Route} route */
  constructor(app, route) {
    this._app = app;
    /** The game of the address. */
    this._wanted = route.query.get("game");
    /** The game whose ratings are shown or on their way. */
    this._asked = "";
    /** @type {RatingRow[] | null} */
    this._rows = null;
    /** @type {Refusal | null} */
    this._refusal = null;
    this._stop = app.lobby.onchange(() => (void this._load(), app.changed()));
    void this._load();
  }

  title() {
    return t("players.ratings");
  }

  template() {
    return html`<div class="stack records narrow">
      <h1>${t("players.ratings")}</h1>
      <nav class="segmented" aria-label=${t("new.game")}>
        ${this._app.lobby.games.map(({name, title}) => html`<a class="button small" href="/ratings?game=${name}" aria-current=${name === this._asked ? "page" : nothing}>${title}</a>`)}
      </nav>
      ${this._list()}
    </div>`;
  }

  /** @param {Route} route */
  again(route) {
    this._wanted = route.query.get("game");
    void this._load();
    return true;
  }

  close() {
    this._stop();
  }

  /** Ask for the ratings of the game, unless that was done. */
  async _load() {
    const app = this._app;
    const game = this._wanted ?? (app.lobby.game(app.prefs.values.game) ? app.prefs.values.game : app.lobby.games[0]?.name);
    if (!game || game === this._asked) return;
    this._asked = game;
    this._refusal = null;
    try {
      const found = await app.link.command({t: "ratings", game, limit: MOST});
      if (game === this._asked) this._rows = found.ratings;
    } catch (error) {
      if (!(error instanceof Refusal)) return app.refused(error);
      this._refusal = error;
    }
    app.changed();
  }

  _retry() {
    this._asked = "";
    void this._load();
  }

  _list() {
    const rows = this._rows;
    if (this._refusal) return refused(this._refusal, () => this._retry());
    if (rows === null) return html`<div class="skeleton" aria-busy="true"></div>`;
    if (!rows.length)
      return html`<div class="card empty"><p>${t("players.noneRated")}</p><a class="button" href="/new?game=${this._asked}">${t("new.title")}</a></div>`;
    return html`<section class="panel"><table class="ratings">
        <thead><tr><th scope="col">#</th><th scope="col">${t("archive.player")}</th><th scope="col">${t("players.rating")}</th><th scope="col">${t("players.matches")}</th><th scope="col">${t("players.opponents")}</th></tr></thead>
        <tbody>${rows.map((row, place) => this._row(row, place))}</tbody>
      </table></section>
      <p class="muted">${t("players.order")} ${t("players.unsure")}</p>`;
  }

  /** @param {RatingRow} row @param {number} place */
  _row(row, place) {
    const engine = row.kind === "engine";
    const own = !engine && sameName(this._app.me()?.name ?? null, row.player);
    return html`<tr class=${own ? "own" : ""} aria-current=${own ? "true" : nothing}>
      <td class="number muted">${place + 1}</td>
      <th scope="row"><a href=${playerLink(row.player, engine)}>${shownName(row.player, engine)}</a>${own ? html` <span class="badge">${t("match.you")}</span>` : nothing}${row.engines_only ? html` <span class="badge">${t("players.enginesOnly")}</span>` : nothing}</th>
      <td class="number"><b>${ratingText(row)}</b></td>
      <td class="number muted">${row.matches}</td>
      <td class="number muted">${row.opponents ?? ""}</td>
    </tr>`;
  }
}

/** What is known of a player: ratings, results and matches. */
class ProfileView {
  /** @param {App} app @param {string} meant the player, with or without a mark */
  constructor(app, meant) {
    const known = /** @type {string[]} */ (app.link.welcome?.engines ?? []);
    const bare = meant.replace(/^(@|engine )/, "");
    this._app = app;
    /** A name without a mark is that of an engine if it begins with an algorithm, as for the server. */
    this._engine = /^engine /.test(meant) || (bare === meant && known.includes(bare.split(":")[0].toLowerCase()));
    this._name = bare;
    /** By which the server finds the player. */
    this._reference = reference(bare, this._engine);
    /** @type {RatingList | null} */
    this._rated = null;
    /** The latest matches. @type {ArchiveRow[]} */
    this._rows = [];
    /** Whether these are all matches. */
    this._complete = false;
    /** The game whose history is drawn. */
    this._shown = "";
    /** @type {Refusal | null} */
    this._refusal = null;
    this._stop = app.lobby.onchange(app.changed);
    void this._load();
  }

  title() {
    return shownName(this._name, this._engine);
  }

  template() {
    const {_name: name, _engine: engine} = this;
    const own = !engine && sameName(this._app.me()?.name ?? null, name);
    return html`<div class="stack records">
      <div class="section-head">
        <h1>${shownName(name, engine)}</h1>
        ${own ? html`<span class="badge">${t("match.you")}</span>` : nothing}
        <span class="grow"></span>
        ${own || engine ? nothing : html`<a class="button primary" href="/new?opponent=invite&name=${encodeURIComponent(name)}">${icon("people")}${t("players.invite")}</a>`}
      </div>
      ${this._known()}
    </div>`;
  }

  close() {
    this._stop();
  }

  async _load() {
    const {_app: app, _reference: player} = this;
    this._refusal = null;
    try {
      const [list, page] = await Promise.all([
        app.link.command({t: "ratings", player, limit: MOST}),
        app.link.command({t: "archive", player, limit: MOST}),
      ]);
      this._rated = list;
      this._rows = page.matches;
      this._complete = page.next === null;
      this._shown = [...list.ratings].sort((a, b) => b.matches - a.matches)[0]?.game ?? "";
    } catch (error) {
      if (!(error instanceof Refusal)) return app.refused(error);
      this._refusal = error;
    }
    app.changed();
  }

  /** @param {string} game */
  _show(game) {
    this._shown = game;
    this._app.changed();
  }

  /** @param {string} game */
  _title(game) {
    return gameTitle(this._app.lobby.game(game), game);
  }

  /** Return what the server knows of the player. */
  _known() {
    if (this._refusal) return refused(this._refusal, () => void this._load());
    if (!this._rated) return html`<div class="skeleton" aria-busy="true"></div>`;
    return html`<div class="profile">
      <div class="stack">${this._ratings(this._rated)} ${this._results()}</div>
      ${this._matches()}
    </div>`;
  }

  /** @param {RatingList} list */
  _ratings({ratings, history}) {
    const shown = this._shown;
    return html`<section class="stack tight" aria-label=${t("players.ratings")}>
      <h2>${t("players.ratings")}</h2>
      ${ratings.length
        ? html`<div class="rating-tiles">${ratings.map((row) => this._rating(row))}</div>
            ${ratingGraph(ratingPoints(history, shown), this._title(shown))}`
        : html`<p class="card muted">${t("players.noRatings")}</p>`}
    </section>`;
  }

  /** Return a rating, which is the button for its history. @param {RatingRow} row */
  _rating(row) {
    return html`<button class="rating-tile" aria-pressed=${row.game === this._shown} @click=${() => this._show(row.game)}>
      <span>${this._title(row.game)}</span><b class="number">${ratingText(row)}</b><small class="muted">${this._origin(row)}</small>
    </button>`;
  }

  /** Return what a rating comes from: its matches and opponents. @param {RatingRow} row */
  _origin({matches, opponents, engines_only: enginesOnly}) {
    const met = typeof opponents === "number" ? [t("players.met", {count: opponents})] : [];
    return [t("players.count", {count: matches}), ...met, ...(enginesOnly ? [t("players.enginesOnly")] : [])].join(" · ");
  }

  /** Return the results, all together and against each frequent opponent. */
  _results() {
    const {_reference: name, _rows: rows} = this;
    const opponents = headToHead(rows, name);
    if (!opponents.length) return nothing;
    const {length: count} = rows;
    return html`<section class="panel" aria-label=${t("players.against")}>
      <table class="ratings results">
        <thead><tr><th scope="col">${t("players.against")}</th><th scope="col">${t("archive.won")}</th><th scope="col">${t("archive.drawn")}</th><th scope="col">${t("archive.lost")}</th></tr></thead>
        <tbody>
          <tr><th scope="row">${this._complete ? t("players.count", {count}) : t("players.latest", {count})}</th>${resultCells(totals(rows, name))}</tr>
          ${opponents.slice(0, FEW).map((other) => html`<tr><th scope="row"><a href=${playerLink(other.name, other.engine)}>${shownName(other.name, other.engine)}</a></th>${resultCells(other)}</tr>`)}
        </tbody>
      </table>
    </section>`;
  }

  _matches() {
    const {_app: app, _reference: name, _rows: rows} = this;
    return html`<section class="stack tight" aria-label=${t("players.matches")}>
      <h2>${t("players.lastMatches")}</h2>
      ${rows.length
        ? html`<div class="panel">${archiveRows(app, rows.slice(0, FEW), name)}</div>
            <a class="button" href="/archive?player=${encodeURIComponent(name)}">${icon("archive")}${t("players.allMatches")}</a>`
        : html`<p class="card muted">${t("players.noMatches")}</p>`}
    </section>`;
  }
}

/** @param {Results} results */
const resultCells = ({won, drawn, lost}) =>
  html`<td class="number good">${won}</td><td class="number muted">${drawn}</td><td class="number bad">${lost}</td>`;

/** @typedef {{won: number, drawn: number, lost: number}} Results */

/** Return the results of a player in some matches. @param {ArchiveRow[]} rows @param {string} player @returns {Results} */
function totals(rows, player) {
  const found = {won: 0, drawn: 0, lost: 0};
  for (const row of rows) found[outcome(row, player)]++;
  return found;
}

/** Return the results against each opponent, the most frequent first.
 * @param {ArchiveRow[]} rows @param {string} player @returns {(Results & {name: string, engine: boolean})[]} */
function headToHead(rows, player) {
  /** @type {Map<string, {name: string, engine: boolean, games: ArchiveRow[]}>} */
  const met = new Map();
  for (const row of rows) {
    const other = row.seats.find((seat) => seat.name && !isMeant(seat, player));
    if (!other?.name) continue;
    const engine = other.kind === "engine";
    const key = reference(other.name, engine);
    const games = met.get(key)?.games ?? [];
    met.set(key, {name: other.name, engine, games: [...games, row]});
  }
  return [...met.values()]
    .sort((a, b) => b.games.length - a.games.length)
    .map(({name, engine, games}) => ({name, engine, ...totals(games, player)}));
}

/** @param {ArchiveRow} row @param {string} player @returns {keyof Results} */
function outcome({seats, result}, player) {
  if (result.winner === null) return "drawn";
  return seats[result.winner] && isMeant(seats[result.winner], player) ? "won" : "lost";
}
