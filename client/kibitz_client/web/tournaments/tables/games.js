// The games of an event, live ones first, and the boards of those that are played now.

import {html, nothing} from "lit-html";
import {icon} from "../../app/icons.js";
import {t} from "../../words/index.js";
import {isLive} from "../state.js";
import {pager} from "./asked.js";
import {entrantName, gameLink, gameResult, pointsText} from "../texts.js";

/** @import {GameRow, GameRows} from "kibitz-protocol" */

/** Which games are listed. @typedef {{entrant?: string, opponent?: string, round?: number}} Wanted */

/** Return the games that fit, with what was asked for. @param {GameRows | null} found @param {Wanted} wanted @param {string} all the
 * address of all games @param {(page: number) => void} turn */
export function gamesList(found, wanted, all, turn) {
  const {entrant, opponent, round} = wanted;
  const only = [
    entrant && opponent ? t("event.onlyBetween", {name: entrant, opponent}) : entrant ? t("event.onlyOf", {name: entrant}) : "",
    round ? t("event.onlyRound", {round}) : "",
  ].filter(Boolean).join(", ");
  return html`${only ? html`<p class="cluster"><span>${only}</span><a class="button small" href=${all}>${t("event.allGames")}</a></p>` : nothing}
    ${found === null ? html`<div class="skeleton" aria-busy="true"></div>` : rows(found, turn)}`;
}

/** @param {GameRows} found @param {(page: number) => void} turn */
function rows(found, turn) {
  const {games} = found;
  if (!games.length) return html`<div class="card empty"><p>${t("event.noGames")}</p></div>`;
  return html`<section class="panel rows" aria-label=${t("event.tab.games")}>${games.map(gameRow)}</section>
    ${pager(found, turn)}`;
}

/** Return a game in a line, which leads to its board. @param {GameRow} game */
export function gameRow(game) {
  const {first, second, reason, ply, opening, set_by: by, round, board, points} = game;
  const live = isLive(game);
  return html`<a class="match-row game-row ${live ? "live" : ""}" href=${gameLink(game)}>
    <span class="muted number">${game.game}</span>
    <span class="what"><span class="sides"><b>${entrantName(first)}</b> ${live ? html`<span class="muted">${t("seat.versus")}</span>` : html`<b class="number">${points ? `${pointsText(points[0])} : ${pointsText(points[1])}` : gameResult(game)}</b>`} <b>${entrantName(second)}</b></span>
      <small class="muted">${[round ? t("event.round", {round}) : "", board ? t("event.board", {board}) : "", opening ? t("event.opening", {number: opening}) : "", reason, by ? t("event.setBy", {name: by}) : ""].filter(Boolean).join(" · ")}</small></span>
    ${ply ? html`<span class="muted number">${t("event.ply", {count: ply})}</span>` : nothing}
    ${live ? html`<span class="badge hot">${icon("watch")}${t("event.liveGame")}</span>` : game.phase === "void" ? html`<span class="badge">${t("event.void")}</span>` : nothing}
  </a>`;
}
