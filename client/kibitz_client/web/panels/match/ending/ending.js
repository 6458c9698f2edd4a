// The end of a match: the result on the board for a while, what decided it as marks, and below the board why it ended, how the
// ratings changed, and the next step.

import {html, nothing} from "lit-html";
import {endText, nameOf, signed} from "../../../app/format.js";
import {icon} from "../../../app/icons.js";
import {shapeNode, lineNode, middleOf} from "../../../board/annotations/arrows.js";
import {sideOf} from "../../../board/shapes/index.js";
import {makeText} from "../../../board/svg.js";
import {continues, plays} from "../../../match/state.js";
import {ready} from "../../../words/ending/index.js";
import {number, t} from "../../../words/index.js";
import {decided, freeHalf} from "./decided.js";
import {countText, figures, whyText} from "./why.js";

/** @import {App} from "../../../app/context.js" */
/** @import {Layer} from "../../../board/board.js" */
/** @import {MatchState} from "../../../match/state.js" */

/** Load the words and the stylesheets. @param {App} app */
export const prepare = (app) => Promise.all([ready, app.style("ending.css"), app.style("drawings.css")]);

/** @typedef {MatchState & {result: NonNullable<MatchState["result"]>}} Ended */

/** Return the marks of what decided a match. @param {MatchState} state @returns {Layer[]} */
export function layers(state) {
  const {lines, rings, arrows, numbers} = decided(state);
  const {board, position, result} = state;
  const side = result?.winner === null || !result ? "" : sideOf(board, result.winner);
  if (!lines.length && !rings.length && !arrows.length && !numbers.size) return [];
  const [king] = position.attacked ?? [];
  const checking = new Set(arrows.flatMap(([from, to]) => (to === king ? [from] : [])));
  return [{
    key: `end ${state.match} ${position.ply}`,
    draw: (layout) => [
      // A piece that gives check has its arrow already: what else it guards has a circle.
      ...arrows.map(([from, to]) => shapeNode(layout, {from: checking.has(from) && to !== king ? to : from, to, name: to === king ? "mate" : "guard", wide: to === king ? 10 : 5})),
      ...lines.map((cells) => lineNode(layout, cells, `decided-line ${side}`)),
      ...rings.map((cell) => shapeNode(layout, {from: cell, to: cell, name: "decided-ring"})),
      ...[...numbers].map(([cell, {text, seat, onPiece}]) => {
        const [x, y] = middleOf(layout, cell);
        if (onPiece) return makeText({x, y, dy: "0.36em", "font-size": 20, class: `counted on-piece ${sideOf(board, seat)}`}, text);
        return makeText({x: x + 20, y: y + 20, dy: "0.36em", "font-size": 13, class: `counted ${sideOf(board, seat)}`}, text);
      }),
    ],
  }];
}

/** Return the result on the board. A click closes it; a screen reader has heard it. @param {MatchState} state
 * @param {boolean} turned whether the board is turned @param {() => void} close */
export function stamp(state, turned, close) {
  const ended = sided(state);
  const [headline, why] = [headlineOf(ended), whyText(ended)];
  return html`<div class="stamp ${toneOf(ended)} ${freeHalf(decided(state), state.board, turned)}" aria-hidden="true" @click=${close}>
    <b class="stamp-figures number">${figures(ended)}</b>
    <span class="stamp-head">${headline}</span>
    <span class="stamp-why">${why}${countText(ended) ? html` · <span class="number">${countText(ended)}</span>` : nothing}</span>
    <span class="stamp-close">${icon("close")}</span>
  </div>`;
}

/** Return what stands below the board after the end. @param {App} app @param {MatchState} state */
export function panel(app, state) {
  const ended = sided(state);
  return html`<section class="ending ${toneOf(ended)}" aria-label=${t("ending.title")}>
    <p class="result">${endText({...ended, result: {...ended.result, reason: whyText(ended)}}, state.you)}</p>
    ${ratings(ended)}
    ${app.embedded ? nothing : html`<div class="next-steps">${nextStep(app, ended)}
      <a class="button" href="/replay/${state.code}">${icon("cpu")}${t("ending.analyse")}</a>
      ${plays(state) && !state.tournament ? html`<a class="button quiet" href="/new?game=${state.game.name}">${t("ending.other")}</a>` : nothing}
    </div>`}
  </section>`;
}

/** Return the state of a match that has ended. At one keyboard, each side has the name of its pieces.
 * @param {MatchState} state @returns {Ended} */
function sided(state) {
  const seats = state.local ? state.seats.map((seat) => ({...seat, name: state.game.seats[seat.seat] ?? seat.name, account: null})) : state.seats;
  return /** @type {Ended} */ ({...state, seats});
}

/** Return whether the reader has won, as a class. @param {Ended} state */
function toneOf({phase, result, you}) {
  if (phase === "aborted") return "aborted";
  if (result.winner === null) return "drawn";
  return you === null ? "neutral" : result.winner === you ? "won" : "lost";
}

/** Return who has won, in a word or two. @param {Ended} state */
function headlineOf({phase, result, you, seats}) {
  if (phase === "aborted") return t("ending.aborted");
  if (result.winner === null) return t("ending.drawn");
  if (you === null) return t("ending.wins", {name: nameOf(seats[result.winner])});
  return t(result.winner === you ? "ending.won" : "ending.lost");
}

/** Return how the ratings have changed. @param {Ended} state */
function ratings({result, seats}) {
  const changes = result.ratings ?? [];
  if (!changes.some(Boolean)) return nothing;
  return html`<ul class="rating-changes number">${seats.map((seat) => {
    const change = changes[seat.seat];
    if (!change) return nothing;
    const [before, after] = [Math.round(change.before), Math.round(change.after)];
    return html`<li><span>${nameOf(seat)}</span> <span>${number(before)} → <b>${number(after)}</b></span>
      <b class="change ${after < before ? "down" : ""}">${signed(after - before)}</b></li>`;
  })}</ul>`;
}

/** Return the one large next step. @param {App} app @param {Ended} state */
function nextStep(app, state) {
  const {match, tournament, rematch, offers, you, seats} = state;
  const act = (/** @type {Parameters<App["link"]["command"]>[0]} */ command) => () => void app.link.command(command).catch(app.refused);
  const link = (/** @type {string} */ href, /** @type {string} */ name, /** @type {string} */ label) => html`<a class="button primary large" href=${href}>${icon(name)}${label}</a>`;
  const press = (/** @type {string} */ label, /** @type {() => void} */ run) => html`<button class="button primary large" @click=${run}>${icon("again")}${label}</button>`;
  if (tournament) return link(`/t/${tournament.code}`, "events", t("match.toEvent", {name: tournament.name || tournament.code}));
  if (rematch) return link(`/${rematch.code}`, "again", t(plays(state) ? "match.goRematch" : "ending.watchRematch"));
  if (!plays(state)) return link("/tv", "watch", t("ending.watchNext"));
  if (continues(state)) return html`<p class="waiting" role="status">${t("ending.series")}</p>`;
  const offer = offers.find((each) => each.offer === "rematch");
  if (offer && offer.seat !== you) return html`${press(t("ending.accept"), act({t: "accept", match, offer: "rematch"}))}
    <button class="button quiet" @click=${act({t: "decline", match, offer: "rematch"})}>${t("match.decline")}</button>`;
  if (offer) return html`<p class="waiting" role="status">${t("ending.asked", {name: seats.filter(({seat}) => seat !== you).map(nameOf).join(", ")})}
    <button class="button small" @click=${act({t: "withdraw", match, offer: "rematch"})}>${t("offer.withdraw")}</button></p>`;
  return press(t("match.rematch"), act({t: "offer", match, offer: "rematch"}));
}
