// The list of moves of a long match as an element: another ply changes two of its buttons, and not the whole list.

import {html, render} from "lit-html";
import {moveList} from "../panels/moves.js";

/** @import {MoveView} from "kibitz-protocol" */

/** The same `moves` and `marks` mean the same list. `first` is the ply of the first position.
 * @typedef {{moves: MoveView[], marks: Map<number, string>, at: number, first: number, go: (ply: number) => void}} Plies */

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
    if (before?.moves !== view.moves || before.marks !== view.marks) {
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
