// The best players of each game, and the profile of a player: ratings with their history, results and latest matches.

import {html, nothing} from "lit-html";
import {UNSURE_DEVIATION, gameTitle} from "../app/format.js";
import {icon} from "../app/icons.js";
import {Refusal} from "../network/link.js";
import {playerLink} from "../panels/links.js";
import {ratingGraph, ratingPoints} from "../records/rating_graph.js";
import {archiveRows, sameName, shownName} from "../records/rows.js";
import {t} from "../words/index.js";

/** @import {ArchiveRow, RatingList, RatingRow} from "kibitz-protocol" */
/** @import {App, Route, View} from "../app/context.js" */

const MOST = 100;
const FEW = 12;

/** @param {App} app @param {Route} route @returns {Promise<View>} */
export async function open(app, route) {
  await app.style("records.css");
  return route.parts[0] === "players" && route.parts[1] ? profile(app, route.parts[1].replace(/^@/, "")) : ratings(app, route);
}

/** @param {RatingRow} row */
const ratingText = (row) => `${Math.round(row.rating)}${row.deviation > UNSURE_DEVIATION ? "?" : ""}`;

/** @param {Refusal} refusal @param {() => void} again */
const refused = (refusal, again) => html`<div class="card empty" role="alert">
  <p>${refusal.message}</p>${refusal.hint ? html`<p class="muted">${refusal.hint}</p>` : nothing}
  <button class="button" @click=${again}>${t("link.retry")}</button>
</div>`;

/** Return the leaderboards. @param {App} app @param {Route} route @returns {View} */
function ratings(app, route) {
  let wanted = route.query.get("game");
  /** @type {RatingRow[] | null} */
  let rows = null;
  /** @type {Refusal | null} */
  let refusal = null;
  let asked = "";

  const load = async () => {
    const game = wanted ?? (app.lobby.game(app.prefs.values.game) ? app.prefs.values.game : app.lobby.games[0]?.name);
    if (!game || game === asked) return;
    asked = game;
    refusal = null;
    try {
      const found = await app.link.command({t: "ratings", game, limit: MOST});
      if (game === asked) rows = found.ratings;
    } catch (error) {
      if (!(error instanceof Refusal)) return app.refused(error);
      refusal = error;
    }
    app.changed();
  };
  const stop = app.lobby.onchange(() => (void load(), app.changed()));
  void load();

  /** @param {RatingRow} row @param {number} place */
  const line = (row, place) => {
    const own = sameName(app.me()?.name ?? null, row.player);
    return html`<tr class=${own ? "own" : ""} aria-current=${own ? "true" : nothing}>
      <td class="number muted">${place + 1}</td>
      <th scope="row"><a href=${playerLink(row.player)}>${shownName(row.player)}</a>${own ? html` <span class="badge">${t("match.you")}</span>` : nothing}</th>
      <td class="number"><b>${ratingText(row)}</b></td>
      <td class="number muted wide-only">± ${Math.round(row.deviation)}</td>
      <td class="number muted">${row.matches}</td>
    </tr>`;
  };

  const template = () => html`<div class="stack records narrow">
    <h1>${t("players.ratings")}</h1>
    <nav class="segmented" aria-label=${t("new.game")}>
      ${app.lobby.games.map(({name, title}) => html`<a class="button small" href="/ratings?game=${name}" aria-current=${name === asked ? "page" : nothing}>${title}</a>`)}
    </nav>
    ${refusal
      ? refused(refusal, () => ((asked = ""), void load()))
      : rows === null
        ? html`<div class="skeleton" aria-busy="true"></div>`
        : rows.length
          ? html`<section class="panel"><table class="ratings">
              <thead><tr><th scope="col">#</th><th scope="col">${t("archive.player")}</th><th scope="col">${t("players.rating")}</th><th scope="col" class="wide-only">${t("players.deviation")}</th><th scope="col">${t("players.matches")}</th></tr></thead>
              <tbody>${rows.map(line)}</tbody>
            </table></section>
            <p class="muted">${t("players.unsure")}</p>`
          : html`<div class="card empty"><p>${t("players.noneRated")}</p><a class="button" href="/new?game=${asked}">${t("new.title")}</a></div>`}
  </div>`;
  return {
    title: () => t("players.ratings"),
    template,
    again: (next) => {
      wanted = next.query.get("game");
      void load();
      return true;
    },
    close: stop,
  };
}

/** Return the profile of a player. @param {App} app @param {string} name @returns {View} */
function profile(app, name) {
  const stop = app.lobby.onchange(app.changed);
  /** @type {RatingList | null} */
  let rated = null;
  /** @type {ArchiveRow[] | null} */
  let rows = null;
  /** @type {Refusal | null} */
  let refusal = null;
  let complete = false;
  let shown = "";

  const load = async () => {
    refusal = null;
    try {
      const [list, page] = await Promise.all([
        app.link.command({t: "ratings", player: name, limit: MOST}),
        app.link.command({t: "archive", player: name, limit: MOST}),
      ]);
      rated = list;
      rows = page.matches;
      complete = page.next === null;
      shown = [...list.ratings].sort((a, b) => b.matches - a.matches)[0]?.game ?? "";
    } catch (error) {
      if (!(error instanceof Refusal)) return app.refused(error);
      refusal = error;
    }
    app.changed();
  };
  void load();

  const template = () => {
    const own = sameName(app.me()?.name ?? null, name);
    const engine = /^(level|alphabeta|mcts|minimax|expectiminimax|random|solve|textbook)\b/.test(name);
    return html`<div class="stack records">
      <div class="section-head">
        <h1>${shownName(name)}</h1>
        ${own ? html`<span class="badge">${t("match.you")}</span>` : nothing}
        <span class="grow"></span>
        ${own || engine ? nothing : html`<a class="button primary" href="/new?opponent=invite&name=${encodeURIComponent(name)}">${icon("people")}${t("players.invite")}</a>`}
      </div>
      ${refusal ? refused(refusal, () => void load()) : rated && rows ? known(rated, rows) : html`<div class="skeleton" aria-busy="true"></div>`}
    </div>`;
  };

  /** @param {RatingList} list @param {ArchiveRow[]} matches */
  const known = (list, matches) => {
    const title = (/** @type {string} */ game) => gameTitle(app.lobby.game(game), game);
    const opponents = headToHead(matches, name);
    const sum = totals(matches, name);
    const results = (/** @type {Results} */ {won, drawn, lost}) =>
      html`<td class="number good">${won}</td><td class="number muted">${drawn}</td><td class="number bad">${lost}</td>`;
    return html`<div class="profile">
      <div class="stack">
        <section class="stack tight" aria-label=${t("players.ratings")}>
          <h2>${t("players.ratings")}</h2>
          ${list.ratings.length
            ? html`<div class="rating-tiles">
                  ${list.ratings.map(
                    (row) => html`<button class="rating-tile" aria-pressed=${row.game === shown} @click=${() => ((shown = row.game), app.changed())}>
                      <span>${title(row.game)}</span><b class="number">${ratingText(row)}</b><small class="muted">${t("players.count", {count: row.matches})}</small>
                    </button>`,
                  )}
                </div>
                ${ratingGraph(ratingPoints(list.history, shown), title(shown))}`
            : html`<p class="card muted">${t("players.noRatings")}</p>`}
        </section>
        ${opponents.length
          ? html`<section class="panel" aria-label=${t("players.against")}>
              <table class="ratings results">
                <thead><tr><th scope="col">${t("players.against")}</th><th scope="col">${t("archive.won")}</th><th scope="col">${t("archive.drawn")}</th><th scope="col">${t("archive.lost")}</th></tr></thead>
                <tbody>
                  <tr><th scope="row">${complete ? t("players.count", {count: matches.length}) : t("players.latest", {count: matches.length})}</th>${results(sum)}</tr>
                  ${opponents.slice(0, FEW).map((other) => html`<tr><th scope="row"><a href=${playerLink(other.name)}>${shownName(other.name)}</a></th>${results(other)}</tr>`)}
                </tbody>
              </table>
            </section>`
          : nothing}
      </div>
      <section class="stack tight" aria-label=${t("players.matches")}>
        <h2>${t("players.lastMatches")}</h2>
        ${matches.length
          ? html`<div class="panel">${archiveRows(app, matches.slice(0, FEW), name)}</div>
              <a class="button" href="/archive?player=${encodeURIComponent(name)}">${icon("archive")}${t("players.allMatches")}</a>`
          : html`<p class="card muted">${t("players.noMatches")}</p>`}
      </section>
    </div>`;
  };
  return {title: () => shownName(name), template, close: stop};
}

/** @typedef {{won: number, drawn: number, lost: number}} Results */

/** Return the results of a player in some matches. @param {ArchiveRow[]} rows @param {string} player @returns {Results} */
function totals(rows, player) {
  const found = {won: 0, drawn: 0, lost: 0};
  for (const row of rows) found[outcome(row, player)]++;
  return found;
}

/** Return the results against each opponent, the most frequent first.
 * @param {ArchiveRow[]} rows @param {string} player @returns {(Results & {name: string})[]} */
function headToHead(rows, player) {
  /** @type {Map<string, ArchiveRow[]>} */
  const met = new Map();
  for (const row of rows) {
    const other = row.seats.find(({name}) => name && !sameName(name, player))?.name;
    if (other) met.set(other, [...(met.get(other) ?? []), row]);
  }
  return [...met]
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([name, games]) => ({name, ...totals(games, player)}));
}

/** @param {ArchiveRow} row @param {string} player @returns {keyof Results} */
function outcome({seats, result}, player) {
  if (result.winner === null) return "drawn";
  return sameName(seats[result.winner]?.name ?? null, player) ? "won" : "lost";
}
