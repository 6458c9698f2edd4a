// What a player can check about the chance events of a match: the hash of the server seed, which the server sends before the start, the
// texts of the players, and the seed, which the server reveals after the end.

import {html, nothing} from "lit-html";
import {nameOf} from "../app/format.js";
import "../words/cards.js";
import {t} from "../words/index.js";

/** @import {App} from "../app/context.js" */
/** @import {MatchState} from "../match/state.js" */

/** Whether a revealed seed has its hash, by both. @type {Map<string, boolean>} */
const checked = new Map();

/** Return the section about chance; nothing in games without chance. @param {App} app @param {MatchState} state */
export function fairness(app, state) {
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
    ${seed ? verdict(app, seed, hash) : nothing}
  </details>`;
}

/** @param {App} app @param {string} seed @param {string} hash */
function verdict(app, seed, hash) {
  // Browsers have no hashes for pages from other machines without TLS.
  if (!globalThis.crypto.subtle) return html`<p>${t("fair.cannot")}</p>`;
  const key = `${seed} ${hash}`;
  const known = checked.get(key);
  if (known === undefined) void hasHash(seed, hash).then((fits) => (checked.set(key, fits), app.changed()), app.refused);
  return html`<p class=${known === false ? "bad" : nothing} role="status">${known === undefined ? "" : t(known ? "fair.fits" : "fair.wrong")}</p>`;
}

/** Return whether a seed has this SHA-256. @param {string} seed and @param {string} hash hexadecimal digits */
export async function hasHash(seed, hash) {
  const bytes = new Uint8Array(seed.match(/../g)?.map((pair) => parseInt(pair, 16)) ?? []);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("") === hash.toLowerCase();
}
