// The list of moves, and the buttons that go through them.

import {html, nothing} from "lit-html";
import {durationText} from "../match/clock.js";
import {drawsBefore} from "../match/draws.js";
import {written} from "../match/state.js";
import {icon} from "../app/icons.js";
import {t} from "../words/index.js";

/** @import {DrawView, MoveView} from "kibitz-protocol" */

/** @typedef {{moves: MoveView[], draws?: DrawView[], at: number, live: number, marks?: Map<number, string>, go: (ply: number) => void}} Moves */

/** Return the moves in rows of two plies, each with the draws before it; `at` is the shown ply. @param {Moves} options */
export function moveList({moves, draws = [], at, marks, go}) {
  if (!moves.length && !draws.length) return html`<p class="muted pad">${t("moves.none")}</p>`;
  const rows = [];
  for (let place = 0; place < moves.length; place += 2) rows.push(moves.slice(place, place + 2));
  const drawn = (/** @type {number} */ place) => {
    const found = drawsBefore({draws}, place);
    return found.length ? html`<span class="drawn number" title=${found.map(written).join(". ")}>${found.map(({text}) => text).join(" ")}</span>` : nothing;
  };
  // The last draws may wait for their move.
  if (moves.length % 2 === 0 && drawsBefore({draws}, moves.length).length) rows.push([]);
  return html`<ol class="moves">
    ${rows.map(
      (pair, row) => html`<li>
        <span class="muted number">${row + 1}</span>
        ${pair.map(({ply, move, said, elapsed_ms: elapsed}, place) => html`<button
          class="move ${ply + 1 === at ? "shown" : ""}"
          aria-current=${ply + 1 === at ? "true" : nothing}
          @click=${() => go(ply + 1)}
        >${drawn(2 * row + place)}${written({move, said})}${marks?.get(ply) ?? ""}<small class="muted number">${durationText(elapsed)}</small></button>`)}
        ${pair.length < 2 ? drawn(moves.length) : nothing}
      </li>`,
    )}
  </ol>`;
}

/** Return the buttons and the slider that go through the moves. @param {Moves & {first: number}} options */
export function scrubber({at, live, first, go}) {
  const button = (/** @type {string} */ name, /** @type {string} */ label, /** @type {number} */ ply, /** @type {boolean} */ off) =>
    html`<button class="button quiet icon small" aria-label=${label} title=${label} ?disabled=${off} @click=${() => go(ply)}>${icon(name)}</button>`;
  return html`<div class="scrub">
    ${button("first", t("moves.first"), first, at <= first)} ${button("back", t("moves.back"), at - 1, at <= first)}
    <input
      type="range"
      min=${first}
      max=${live}
      .value=${String(at)}
      aria-label=${t("moves.ply")}
      @input=${(/** @type {InputEvent} */ event) => go(Number(/** @type {HTMLInputElement} */ (event.target).value))}
    />
    <span class="number muted">${at}/${live}</span>
    ${button("next", t("moves.next"), at + 1, at >= live)} ${button("last", t("moves.last"), live, at >= live)}
  </div>`;
}
