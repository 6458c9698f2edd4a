// The bar of a player beside the board: name, rating, clock, and whose turn it is.

import {html, nothing} from "lit-html";
import {ratingOf, signed} from "../app/format.js";
import {firstMoveText, seatClock, seatClockText, settleText} from "../match/clock.js";
import {sideName} from "../match/names.js";
import {isDisconnected} from "../match/state.js";
import {sideOf} from "../board/shapes/index.js";
import {number, t} from "../words/index.js";
import {said} from "../words/said/index.js";
import {linkedName} from "./links.js";

/** @import {MatchState} from "../match/state.js" */

/** Below this time left, a clock looks urgent. */
const LOW_MS = 20_000;

/** Return the bar of a seat. The clock is an empty element, which `runClocks` fills. After the end it has the result of the seat.
 * @param {MatchState} state @param {number} seat @param {unknown} [captured] what the side has captured */
export function playerBar(state, seat, captured = nothing) {
  const view = state.seats[seat];
  const turn = state.phase === "running" && state.position.to_move === seat;
  const label = state.game.seats[seat] ?? "";
  const side = sideName(state.game, seat);
  // Counters have the name of their side, perhaps with their unit. Tables and boards of points show them themselves.
  const isTable = state.board.shape === "table";
  const counters = isTable || state.board.shape === "points" ? [] : Object.entries(state.position.counters).filter(([name]) => name === label || (name.startsWith(`${label} `) && (captured === nothing || !name.endsWith(" ahead"))));
  // With days for a move players are seldom there, so that is no news.
  const claim = state.away.find((away) => away.seat === seat);
  const rated = state.result?.ratings?.[seat];
  const change = rated ? Math.round(rated.after) - Math.round(rated.before) : 0;
  const winner = state.phase === "finished" && state.result ? (state.result.winner ?? -1) : null;
  const score = state.series?.score[seat];
  return html`<div class="player ${turn ? "turn" : ""} ${winner === seat ? "winner" : ""}">
    <i class="side s${seat} ${sideOf(state.board, seat)}" title=${side}></i>
    <div class="who">
      ${state.local ? html`<b>${side}</b> <span class="muted">${linkedName(view)}</span>` : html`<b>${linkedName(view)}</b>`}
      <span class="muted number">${rated ? `${Math.round(rated.before)} → ${Math.round(rated.after)}` : ratingOf(view)}</span>
      ${change ? html`<b class="number change ${change < 0 ? "down" : ""}">${signed(change)}</b>` : nothing}
      ${state.you === seat ? html`<span class="badge you">${t("match.you")}</span>` : nothing}
      ${view.bot ? html`<span class="badge">${t("seat.bot")}</span>` : nothing}
      ${state.berserk?.includes(seat) ? html`<span class="badge">${t("match.berserk")}</span>` : nothing}
      ${isDisconnected(state, seat) && (state.clock?.kind !== "correspondence" || typeof claim?.claim_ms === "number")
        ? html`<span class="badge bad">${claim?.claim_ms ? t("match.awayFor", {count: Math.ceil(claim.claim_ms / 1000)}) : t("match.away")}</span>`
        : nothing}
      ${score !== undefined ? html`<span class="badge number" title=${t("match.series")}>${score}</span>` : nothing}
      <span class="side-name muted">${isTable || state.local ? "" : side}${counters.map(([name, value], place) => html`${place ? " · " : " "}<b class="number">${number(value)}</b>${name.endsWith(" captured") ? ` ${t("match.captured")}` : name.slice(label.length) && ` ${said(name.slice(label.length + 1))}`}`)}</span>
    </div>
    ${captured}
    ${winner === null ? nothing : html`<b class="points number">${winner === seat ? 1 : winner < 0 ? "½" : 0}</b>`}
    ${turn ? html`<span class="to-move" title=${t("match.toMove")}><span class="visually-hidden">${t("match.toMove")}</span></span>` : nothing}
    ${state.position.remaining_ms ? html`<span class="clock number" data-seat=${seat} role="timer"></span>` : nothing}
  </div>`;
}

/** Write the running clocks of a view. @param {Element} root @param {MatchState} state @param {number} elapsed */
export function runClocks(root, state, elapsed) {
  root.querySelectorAll(".deadline").forEach((element) => {
    const text = settleText(state, elapsed);
    if (element.textContent !== text) element.textContent = text;
  });
  root.querySelectorAll(".clock").forEach((element) => {
    const seat = Number(element.getAttribute("data-seat"));
    const clock = seatClock(state, seat, elapsed);
    const text = (clock?.running && firstMoveText(state, elapsed)) || seatClockText(state, seat, elapsed);
    if (element.textContent !== text) element.textContent = text;
    element.classList.toggle("running", Boolean(clock?.running));
    element.classList.toggle("low", Boolean(clock?.running && clock.ms < LOW_MS));
  });
}
