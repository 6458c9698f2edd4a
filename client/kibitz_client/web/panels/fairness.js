// What a player can check about the chance events of a match: the hash of the server seed, which the server sends before the start, the
// texts of the players, the seed, which the server reveals after the end, and then the check of all chance events.

import {html, nothing} from "lit-html";
import {nameOf} from "../app/format.js";
import {icon} from "../app/icons.js";
import {over} from "../match/state.js";
import "../words/match/index.js";
import {t} from "../words/index.js";

/** @import {MatchState} from "../match/state.js" */

/** Return the button that opens the check. @param {() => void} check */
export const checkButton = (check) => html`<button class="button" @click=${check}>${icon("shield")}<span>${t("fair.check")}</span></button>`;

/** Return the section about chance; nothing in games without chance. @param {MatchState} state @param {() => void} check opens the check */
export function fairness(state, check) {
  const {server_seed_hash: hash, server_seed: seed, client_seeds, seats, repeatable, game, chance_events} = state;
  if (!hash) return nothing;
  const row = (/** @type {string} */ name, /** @type {string} */ value) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`;
  return html`<details class="fair" open>
    <summary>${t(game.hidden ? "fair.cards" : "fair.title")}</summary>
    <p>${t("fair.promise")}</p>
    ${repeatable ? html`<p class="bad">${t("fair.repeatable")}</p>` : nothing}
    <dl class="info">
      ${row(t("fair.hash"), hash)}
      ${client_seeds.map((text, seat) => (text === null ? nothing : row(t("fair.client", {name: nameOf(seats[seat])}), text)))}
      ${row(t("fair.seed"), seed ?? t(state.seed_kept ? "fair.kept" : "fair.later"))}
      ${seed && game.hidden ? row(t("fair.dealt"), chance_events.map(({text}) => text).join(" ")) : nothing}
    </dl>
    ${over(state) ? checkButton(check) : nothing}
  </details>`;
}
