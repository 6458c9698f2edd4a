// A small board that follows its match while it is on the screen: `<kibitz-preview .source=${{link, row}}>`.

import {html, render} from "lit-html";
import {miniBoard} from "../board/mini.js";
import {LiveMatch} from "../network/live_match.js";

/** @import {MatchRow} from "kibitz-protocol" */
/** @import {Link} from "../network/link.js" */

/** How many matches are followed at once. */
const MOST = 16;
let followed = 0;
/** Boards in sight that wait for the place of another one. @type {Set<KibitzPreview>} */
const queued = new Set();

/** @param {{link: Link, row: MatchRow}} source */
export const preview = (source) => html`<kibitz-preview .source=${source}></kibitz-preview>`;

class KibitzPreview extends HTMLElement {
  /** @type {LiveMatch | null} */
  _live = null;
  /** @type {{link: Link, row: MatchRow} | null} */
  _source = null;
  /** @type {IntersectionObserver | null} */
  _observer = null;

  /** @param {{link: Link, row: MatchRow}} source */
  set source(source) {
    const other = this._source?.row.match !== source.row.match;
    this._source = source;
    if (other && this._live) {
      this._end();
      this._begin();
    }
  }

  connectedCallback() {
    this._observer = new IntersectionObserver(([entry]) => (entry.isIntersecting ? this._begin() : this._end()));
    this._observer.observe(this);
  }

  disconnectedCallback() {
    this._observer?.disconnect();
    this._end();
  }

  _begin() {
    if (this._live || !this._source?.row.watchable) return;
    if (followed >= MOST) return void queued.add(this);
    followed++;
    const {link, row} = this._source;
    const live = new LiveMatch(link, row.match, {preview: true});
    this._live = live;
    live.onchange(() => this._draw());
  }

  _end() {
    queued.delete(this);
    if (!this._live) return;
    followed--;
    this._live.close();
    this._live = null;
    const [next] = queued;
    queued.delete(next);
    next?._begin();
  }

  _draw() {
    const state = this._live?.state;
    if (!state) return;
    const {board, position} = state;
    render(miniBoard({board, position, key: `${state.match}${position.position}`, flipped: false}), this);
  }
}

if (!customElements.get("kibitz-preview")) customElements.define("kibitz-preview", KibitzPreview);
