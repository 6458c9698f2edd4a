// What a player may do besides moving: offers and their answers, resignation, hint, rematch.

import {html, nothing} from "lit-html";
import {reasonText} from "../app/format.js";
import {icon} from "../app/icons.js";
import {sideName} from "../match/names.js";
import {canClaim, canGoBerserk, drawClaim, helped, paced, playedOut, plays, settling, yourTurn} from "../match/state.js";
import {t} from "../words/index.js";

/** @import {OfferKind} from "kibitz-protocol" */
/** @import {App} from "../app/context.js" */
/** @import {MatchState} from "../match/state.js" */
/** @import {Answers} from "./notices/answers.js" */
/** @import {Sure} from "./notices/sure.js" */

/** @param {App} app @param {Answers} answers @param {Parameters<App["link"]["command"]>[0]} command */
const send = (app, answers, command) => app.link.command(command).then(() => {}, answers.refused("actions"));

/** Return the buttons of a match, with what has come of them. @param {App} app @param {MatchState} state
 * @param {{flip: () => void, hint: () => void, share: () => void, pen: unknown, answers: Answers, sure: Sure}} deeds `pen` is the switch for drawing */
export function actions(app, state, {flip, hint, share, pen, answers, sure}) {
  const {match} = state;
  const player = plays(state);
  const running = state.phase === "running";
  const button = (/** @type {string} */ name, /** @type {string} */ label, /** @type {() => void} */ run, off = false) =>
    html`<button class="button quiet" title=${label} ?disabled=${off} @click=${run}>${icon(name)}<span>${label}</span></button>`;
  const asking = (/** @type {string} */ name, /** @type {string} */ label, /** @type {string} */ question, /** @type {() => void} */ run) => {
    const armed = sure.armed(name);
    return html`<button class="button ${armed ? "danger sure" : "quiet"}" title=${armed ? question : label} @click=${() => sure.tap(name, question, run)}>${armed ? nothing : icon(name)}<span>${armed ? question : label}</span></button>`;
  };
  const offer = (/** @type {OfferKind} */ kind) => void send(app, answers, {t: "offer", match, offer: kind});
  const side = sideName(state.game, state.position.to_move ?? 0);
  return html`<div class="actions" role="toolbar" aria-label=${t("match.actions")}>
    ${button("flip", t("match.flip"), flip)}
    ${player && running
      ? html`
          ${!helped(state) ? nothing : button("bulb", t("match.hint"), hint, !yourTurn(state))}
          ${button("undo", t("match.undo"), () => offer("takeback"), !canTakeBack(state))}
          ${asking("draw", t("match.draw"), t(state.local ? "sure.agree" : "sure.draw"), () => offer("draw"))}
          ${asking("flag", t("match.resign"), state.local ? t("sure.resignFor", {side}) : t("sure.resign"), () => send(app, answers, {t: "resign", match}))}
          ${state.clock && !playedOut(state) ? button("pause", t("match.pause"), () => offer("pause")) : nothing}
        `
      : nothing}
    ${pen}
    ${player && state.phase === "paused" && !settling(state) ? button("play", t("match.resume"), () => offer("resume")) : nothing}
    ${button("share", t("match.share"), share)}
  </div>
  ${answers.at("actions", state)}`;
}

/** Return whether a player may ask to take back the own last move, or in a local match any: not past a draw.
 * The server says why another takeback is refused. @param {MatchState} state */
function canTakeBack({moves, chance_events, you}) {
  const last = moves.findLastIndex(({seat}) => you === null || seat === you);
  return moves.length > 0 && !chance_events.some(({ply}) => ply > last);
}

/** Return what waits for an answer or can be done now: offers, claims, the start, the end.
 * @param {App} app @param {MatchState} state @param {Answers} answers */
export function banners(app, state, answers) {
  const {match} = state;
  const act = (/** @type {Parameters<App["link"]["command"]>[0]} */ command) => () => void send(app, answers, command);
  const bars = [];
  for (const {seat, offer} of state.offers) {
    if (state.you === null || offer === "settle" || offer === "rematch") continue;
    const name = t(`offer.${offer}`);
    bars.push(
      seat === state.you
        ? html`<div class="banner"><span>${t("offer.yours", {offer: name})}</span>
            <button class="button small" @click=${act({t: "withdraw", match, offer})}>${t("offer.withdraw")}</button></div>`
        : html`<div class="banner hot"><span>${t("offer.theirs", {offer: name})}</span>
            <button class="button small primary" @click=${act({t: "accept", match, offer})}>${t("match.accept")}</button>
            <button class="button small" @click=${act({t: "decline", match, offer})}>${t("match.decline")}</button></div>`,
    );
  }
  if (canClaim(state))
    bars.push(html`<div class="banner hot"><span>${t("match.mayClaim")}</span>
      <button class="button small primary" @click=${act({t: "claim", match})}>${t("match.claimWin")}</button>
      <button class="button small" @click=${act({t: "claim", match, result: "draw"})}>${t("match.claimDraw")}</button></div>`);
  if (canGoBerserk(state))
    bars.push(html`<div class="banner"><span>${t("match.mayBerserk")}</span>
      <button class="button small" @click=${act({t: "go_berserk", match})}>${t("match.berserk")}</button></div>`);
  if (drawClaim(state))
    bars.push(html`<div class="banner hot"><span>${t("match.mayClaimDraw", {reason: reasonText(drawClaim(state))})}</span>
      <button class="button small" @click=${act({t: "offer", match, offer: "draw"})}>${t("match.claimDraw")}</button></div>`);
  if (state.phase === "paused" && !settling(state) && !paced(state)) bars.push(html`<div class="banner"><span>${t(state.adjourned ? "match.adjourned" : "match.paused")}</span></div>`);
  if (state.phase === "open" && state.seats.every((seat) => seat.kind !== "open") && plays(state))
    bars.push(html`<div class="banner"><span>${t("match.mayStart")}</span><button class="button small primary" @click=${act({t: "start", match})}>${t("match.start")}</button></div>`);
  return bars;
}
