// The list of moves, and the buttons that go through them.

import {html, nothing} from "lit-html";
import {durationText} from "../match/clock.js";
import {chancesBefore, isSeen} from "../match/line.js";
import {numbersOf} from "../match/numbering.js";
import {written} from "../match/state.js";
import {shownCard} from "../match/tables/card_texts.js";
import {chancesWords} from "../match/tables/hidden.js";
import {icon} from "../app/icons.js";
import {t} from "../words/index.js";

/** @import {ChanceView, MoveView} from "kibitz-protocol" */
/** @import {Numbering} from "../match/numbering.js" */

/** @typedef {{moves: MoveView[], numbering?: Numbering, chances?: ChanceView[], sides?: string[], at: number, live: number, marks?: Map<number, string>, go: (ply: number) => void}} Moves */

/** Return the moves in rows of two plies, each after its chance events; `at` is the shown ply. With `sides`, which need not
 * move in turn, each has a column below its name. A row has the number of its pair, or of its first move.
 * @param {Moves} options */
export function moveList({moves, numbering = {pairs: false, first: 1}, chances = [], sides, at, marks, go}) {
  if (!moves.length && !chances.length) return html`<p class="muted pad">${t("moves.none")}</p>`;
  /** @type {{move: MoveView, place: number}[][]} */
  const rows = [];
  const numbers = numbersOf(numbering, moves.map(({seat}) => seat));
  for (const [place, move] of moves.entries()) {
    const before = rows.at(-1);
    if (!before || (sides || numbering.pairs ? before.some(({move: {seat}}) => seat >= move.seat) : before.length > 1)) rows.push([{move, place}]);
    else before.push({move, place});
  }
  const decided = (/** @type {number} */ place) => {
    const found = chancesBefore({chance_events: chances}, place);
    const seen = found.filter(isSeen);
    return seen.length ? html`<span class="chance-event number" title=${chancesWords(found).join(". ")}>${seen.map(({text}) => shownCard(text)).join(" ")}</span>` : nothing;
  };
  // The last chance events may wait for their move.
  if ((sides || (rows.at(-1)?.length ?? 2) > 1) && chancesBefore({chance_events: chances}, moves.length).some(isSeen)) rows.push([]);
  const opening = moves.findLast((move) => move.opening)?.opening;
  return html`${opening ? html`<p class="opening">${opening}</p>` : nothing}<ol class="moves ${sides ? "sided" : ""}">
    ${sides ? html`<li class="muted"><span></span>${sides.map((side) => html`<b>${side}</b>`)}</li>` : nothing}
    ${rows.map(
      (pair, row) => html`<li>
        <span class="muted number">${numbers[pair[0]?.place]?.number ?? ""}</span>
        ${numbering.pairs && !sides && pair[0] && numbers[pair[0].place].later ? html`<span class="muted">…</span>` : nothing}
        ${pair.map(({move: {ply, seat, move, said, elapsed_ms: elapsed}, place}) => html`<button
          class="${sides && seat ? "of1 " : ""}move ${ply + 1 === at ? "shown" : ""}"
          aria-current=${ply + 1 === at ? "true" : nothing}
          @click=${() => go(ply + 1)}
        >${decided(place)}${written({move, said})}${marks?.get(ply) ?? ""}<small class="muted number">${durationText(elapsed)}</small></button>`)}
        ${row === rows.length - 1 && pair.length < 2 ? decided(moves.length) : nothing}
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
