// Facts about a match on demand: its terms, the games of its series, what can be checked about its chance events, and the rules.
//
// The server sends the hash of its seed before the start and the seed after the end; then all chance events can be checked.

import {html, nothing} from "lit-html";
import {clockName, nameOf, ratedText} from "../app/format.js";
import {titleOf} from "../app/forms/options.js";
import {icon} from "../app/icons.js";
import {over} from "../match/state.js";
import {shownCard} from "../match/tables/card_texts.js";
import {ready as chanceWords} from "../words/chance/index.js";
import {ready as guides} from "../words/guides/index.js";
import {number, t} from "../words/index.js";
import {seriesTable} from "./series.js";

/** @import {App} from "../app/context.js" */
/** @import {MatchState} from "../match/state.js" */

/** Settled once the facts have their texts. */
export const ready = Promise.all([chanceWords, guides]);

/** Return the value of an option in words. @param {string | number | boolean} value */
const valueText = (value) => (typeof value === "boolean" ? t(value ? "info.yes" : "info.no") : typeof value === "number" ? number(value) : value);

/** Return the facts about a match. @param {App} app @param {MatchState} state @param {() => void} check opens the check of its chance events */
export function matchInfo(app, state, check) {
  const {game, options, clock} = state;
  const info = app.lobby.game(game.name) ?? game;
  const row = (/** @type {string} */ name, /** @type {unknown} */ value) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`;
  return html`${seriesTable(app, state)}<div class="pad stack">
    <dl class="info">
      ${row(t("info.code"), state.code)} ${row(t("new.clock"), clock ? clockName(clock) : t("new.noClock"))}
      ${row(t("info.kind"), state.rated ? ratedText(state.uncounted) : t("match.casual"))}
      ${Object.entries(options).map(([name, value]) => row(titleOf(info.options.find((option) => option.name === name) ?? {name}), valueText(value)))}
      ${state.series ? row(t("match.series"), `${state.series.number}/${state.series.games}, ${state.series.score.join(" : ")}`) : nothing}
      ${state.host ? row(t("info.host"), state.host) : nothing}
    </dl>
    ${fairness(state, check)}
    <details open>
      <summary>${t("info.rules")}</summary>
      <div class="prose">
        <p>${info.summary}</p>
        ${info.guide.split("\n").filter(Boolean).map((line) => html`<p>${line}</p>`)}
        <p class="muted">${info.move_help}</p>
      </div>
    </details>
  </div>`;
}

/** Return the section about chance; nothing in games without chance. @param {MatchState} state @param {() => void} check opens the check */
function fairness(state, check) {
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
      ${seed && game.hidden ? row(t("fair.dealt"), chance_events.map(({text}) => shownCard(text)).join(" ")) : nothing}
    </dl>
    ${over(state) ? html`<button class="button" @click=${check}>${icon("shield")}<span>${t("fair.check")}</span></button>` : nothing}
  </details>`;
}
