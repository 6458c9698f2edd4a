// The projector view for a club room or a class: standings, pairings with board numbers, countdown and QR code in large type.

import {html, nothing} from "lit-html";
import {t} from "../words/index.js";
import {isOver} from "./deeds.js";
import {liveGames} from "./state.js";
import {byeText, resultText} from "./tables/rounds.js";
import {countdown, entrantName, playedText, pointsText, roundText} from "./texts.js";

/** @import {PairRow, RoundView} from "kibitz-protocol" */
/** @import {App} from "../app/context.js" */
/** @import {TournamentState} from "./state.js" */

/** Rows that fit on a screen, and pairings above a QR code. */
const MOST = {standings: 15, pairings: 9};
/** How long a part of long tables is shown, in seconds. */
const TURN_S = 12;

/** Return the part of a list that is shown now: all of it in turn. @template T @param {T[]} list @param {number} most @param {number} now
 * @returns {T[]} */
export function turned(list, most, now) {
  const parts = Math.max(1, Math.ceil(list.length / most));
  const part = Math.floor(now / TURN_S) % parts;
  return list.slice(part * most, (part + 1) * most);
}

/** @param {App} app @param {TournamentState} state @param {RoundView | null} round null without rounds: then live games are shown
 * @param {number} [now] in seconds */
export function screen(app, state, round, now = Date.now() / 1000) {
  const {view, games} = state;
  const rows = turned(view.rows, MOST.standings, now);
  /** @type {PairRow[]} */
  const all = round?.pairs ?? liveGames(state).map((game) => ({...game, bye: null, games: [game], score: null, label: ""}));
  const pairs = turned(all, MOST.pairings, now);
  return html`<div class="event-screen">
    <header><div><h1>${view.name}</h1><p class="muted">${[t(`events.format.${view.terms.format}`), playedText(app, {game: view.terms.game, clock: view.clock}), roundText({...view, format: view.terms.format})].filter(Boolean).join(" · ")}</p></div>
      ${view.state === "running" || view.state === "announced" ? countdown(view) : html`<p class="countdown"><b>${t(`events.state.${view.state}`)}</b></p>`}</header>
    <section class="screen-standings" aria-label=${t("event.tab.standings")}><kibitz-slide .key=${rows.map(({entrant}) => entrant.number).join()}><table>
      <tbody>${rows.map(({rank, entrant, points, played}) => html`<tr data-key=${entrant.number}><td class="number">${rank}</td><th scope="row">${entrantName(entrant)}</th>
        <td class="number muted">${played}</td><td class="number"><b>${pointsText(points)}</b></td></tr>`)}</tbody></table></kibitz-slide></section>
    <section class="screen-side">
      ${pairs.length
        ? html`<h2>${round ? round.label || t("event.round", {round: round.round}) : t("event.boardsTitle")}</h2><table>
            <tbody>${pairs.map((pair) => html`<tr><td class="board-number number">${pair.bye ? "" : pair.board}</td><th scope="row">${entrantName(pair.first)}</th>
              <td class="number">${pair.second ? resultText(pair, games) : byeText(pair.bye)}</td><td>${pair.second ? entrantName(pair.second) : ""}</td></tr>`)}</tbody></table>`
        : nothing}
      ${isOver(view) || view.terms.private
        ? nothing
        : html`<div class="screen-join"><img class="qr" src="/t/${view.code}/qr.svg" alt=${t("share.qr")} /><p>${t("event.screenJoin")}<b class="big-code number">${view.code}</b></p></div>`}
    </section>
  </div>`;
}
