// The list of moves of a match and of a replay, and the buttons that go through them. The list is drawn once for the same
// moves: another ply changes two of its buttons, and the one of the shown ply stays in sight.

import {html, nothing, render} from "lit-html";
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

const SCROLL_MS = 100;
/** Space between the shown move and the end of the list, in pixels. */
const MARGIN = 8;

/** The same `moves`, `chances` and `marks` mean the same list. `at` is the shown ply, `first` that of the first position;
 * `timed` shows how long each move took, as in a match with a clock.
 * @typedef {{moves: MoveView[], numbering?: Numbering, chances?: ChanceView[], sides?: string[], marks?: Map<number, string>, timed?: boolean, at: number, first: number, go: (ply: number) => void}} Moves */

/** Return the list of moves. @param {Moves} view */
export const moveList = (view) => html`<kibitz-moves .view=${view}></kibitz-moves>`;

class KibitzMoves extends HTMLElement {
  /** @type {Moves | null} */
  _view = null;
  /** @type {HTMLElement[]} */
  _buttons = [];
  /** @type {HTMLElement | undefined} */
  _shown;
  _waiting = 0;

  /** @param {Moves} view */
  set view(view) {
    const before = this._view;
    this._view = view;
    if (before?.moves !== view.moves || before.chances !== view.chances || before.marks !== view.marks) {
      this._mark(undefined);
      render(rowsOf(view, (ply) => this._view?.go(ply)), this);
      this._buttons = [...this.querySelectorAll(".move")].map((button) => /** @type {HTMLElement} */ (button));
    }
    this._mark(this._buttons[view.at - view.first - 1]);
  }

  connectedCallback() {
    this._scroll();
  }

  /** @param {HTMLElement | undefined} button */
  _mark(button) {
    if (button === this._shown) return;
    this._shown?.classList.remove("shown");
    this._shown?.removeAttribute("aria-current");
    this._shown = button;
    button?.classList.add("shown");
    button?.setAttribute("aria-current", "true");
    // It measures the page, which would cost a slider its frames. Between two steps the reader scrolls freely.
    this._waiting ||= window.setTimeout(() => this._scroll(), SCROLL_MS);
  }

  /** Keep the shown move in sight, without moving the page. */
  _scroll() {
    this._waiting = 0;
    const panel = this.closest(".tab-panel");
    if (!panel || !this.isConnected) return;
    if (!this._shown) return void (panel.scrollTop = 0);
    const [outer, inner] = [panel.getBoundingClientRect(), this._shown.getBoundingClientRect()];
    if (inner.top < outer.top) panel.scrollTop += inner.top - outer.top - MARGIN;
    else if (inner.bottom > outer.bottom) panel.scrollTop += inner.bottom - outer.bottom + MARGIN;
  }
}

if (!customElements.get("kibitz-moves")) customElements.define("kibitz-moves", KibitzMoves);

/** Return the moves in rows of two plies, each after its chance events. With `sides`, which need not move in turn, each has a
 * column below its name. A row has the number of its pair, or of its first move.
 * @param {Moves} view @param {(ply: number) => void} go */
function rowsOf({moves, numbering = {pairs: false, first: 1}, chances = [], sides, marks, timed}, go) {
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
          class="${sides && seat ? "of1 " : ""}move"
          @click=${() => go(ply + 1)}
        >${decided(place)}${written({move, said})}${marks?.get(ply) ?? ""}${timed ? html`<small class="muted number">${durationText(elapsed)}</small>` : nothing}</button>`)}
        ${row === rows.length - 1 && pair.length < 2 ? decided(moves.length) : nothing}
      </li>`,
    )}
  </ol>`;
}

/** Return the buttons and the slider that go through the moves.
 * @param {{at: number, live: number, first: number, go: (ply: number) => void}} options */
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
