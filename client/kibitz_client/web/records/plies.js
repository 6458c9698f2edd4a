// The plies of a replay: the list of moves, and the curve of win probabilities with the mistakes. Both are drawn once, and
// another ply changes two buttons of the list and a line of the curve.

import {html, nothing, render, svg} from "lit-html";
import {moveList} from "../panels/moves.js";
import {t} from "../words/index.js";

/** @import {ChanceView, MoveView} from "kibitz-protocol" */
/** @import {Mistake} from "kibitz-protocol" */
/** @import {Numbering} from "../match/numbering.js" */

/** The same `moves` and `marks` mean the same list. `first` is the ply of the first position.
 * @typedef {{moves: MoveView[], numbering: Numbering, chances: ChanceView[], sides?: string[], marks: Map<number, string>, at: number, first: number, go: (ply: number) => void}} Plies */

/** @param {Plies} view */
export const plyList = (view) => html`<kibitz-plies .view=${view}></kibitz-plies>`;

const SCROLL_MS = 100;

class KibitzPlies extends HTMLElement {
  /** @type {Plies | null} */
  _view = null;
  /** @type {HTMLElement[]} */
  _buttons = [];
  /** @type {HTMLElement | undefined} */
  _shown;
  _timer = 0;

  /** @param {Plies} view */
  set view(view) {
    const before = this._view;
    this._view = view;
    if (before?.moves !== view.moves || before.chances !== view.chances || before.marks !== view.marks) {
      this._mark(undefined);
      render(moveList({...view, at: -1, live: -1, go: (ply) => this._view?.go(ply)}), this);
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
    // It measures the page, which would cost a slider its frames.
    this._timer ||= window.setTimeout(() => this._scroll(), SCROLL_MS);
  }

  /** Keep the shown move in sight, without moving the page. */
  _scroll() {
    this._timer = 0;
    const list = this.closest(".tab-panel");
    if (!list || !this.isConnected) return;
    if (!this._shown) return void (list.scrollTop = 0);
    const [outer, inner] = [list.getBoundingClientRect(), this._shown.getBoundingClientRect()];
    if (inner.top < outer.top) list.scrollTop += inner.top - outer.top - 8;
    else if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom + 8;
  }
}

if (!customElements.get("kibitz-plies")) customElements.define("kibitz-plies", KibitzPlies);

/** Win probabilities before each move and, if known, after the last one, with the mistakes.
 * @typedef {{values: (number | null)[], mistakes: Mistake[], first: number, last: number}} Curve */

/** @type {WeakMap<Curve, {line: string, area: string, dots: string, blunders: string} | null>} */
const drawn = new WeakMap();

/** Return the graph of a match; the same curve is drawn once. @param {Curve} curve @param {number} at the shown ply
 * @param {(ply: number) => void} go */
export function timeline(curve, at, go) {
  if (!drawn.has(curve)) drawn.set(curve, paths(curve));
  const found = drawn.get(curve);
  if (!found) return nothing;
  const {first, last} = curve;
  const width = Math.max(last - first, 1);
  const place = (/** @type {PointerEvent} */ event) => {
    const box = /** @type {Element} */ (event.currentTarget).getBoundingClientRect();
    go(first + Math.round(Math.max(0, Math.min(1, (event.clientX - box.left) / box.width)) * width));
  };
  const press = (/** @type {PointerEvent} */ event) => {
    /** @type {Element} */ (event.currentTarget).setPointerCapture(event.pointerId);
    place(event);
  };
  return html`<svg
    class="graph timeline"
    viewBox="0 0 ${width} 100"
    preserveAspectRatio="none"
    role="img"
    aria-label=${t("engine.graph")}
    @pointerdown=${press}
    @pointermove=${(/** @type {PointerEvent} */ event) => event.buttons && place(event)}
  >
    <rect width=${width} height="100" class="second" />
    <path class="area" d=${found.area} /><path class="middle" d="M0 50H${width}" /><path class="curve" d=${found.line} />
    <path class="dots" d=${found.dots} /><path class="dots blunder" d=${found.blunders} />
    ${svg`<path class="at" d="M${at - first} 0V100" />`}
  </svg>`;
}

/** @param {Curve} curve */
function paths({values, mistakes, first}) {
  const height = (/** @type {number} */ share) => (100 - 100 * share).toFixed(1);
  const points = values.flatMap((value, at) => (value === null ? [] : [[at, value]]));
  if (points.length < 2) return null;
  const line = points.map(([at, value]) => `${at} ${height(value)}`).join("L");
  const dots = (/** @type {boolean} */ serious) =>
    mistakes
      .filter(({judgement}) => judgement !== "inaccuracy" && (judgement === "blunder") === serious)
      // A line of no length with round ends is a dot in a picture that is stretched.
      .map(({ply, seat, after}) => `M${ply + 1 - first} ${height(seat ? 1 - after : after)}h0`)
      .join("");
  return {
    line: `M${line}`,
    area: `M${points[0][0]} 100L${line}L${points[points.length - 1][0]} 100Z`,
    dots: dots(false),
    blunders: dots(true),
  };
}
