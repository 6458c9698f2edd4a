// A board that plays on the first page: a live match, or a short game that the page has.

import {html} from "lit-html";
import {t} from "../../words/index.js";

/** @import {Grid, MatchRow} from "kibitz-protocol" */
/** @import {App} from "../../app/context.js" */

/** What the view has and lends, so that it stays in one file with it: a board that follows its match, one that is drawn once, and
 * names of games and of players.
 * @typedef {{preview: typeof import("../preview.js").preview, drawMini: typeof import("../../board/mini.js").drawMini,
 *   gameTitle: typeof import("../../app/format.js").gameTitle, versus: (row: MatchRow) => string}} Lent */

/** Return whether the reader wants no motion. */
const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches || document.documentElement.dataset.motion === "off";

/** Columns of a game of Connect Four that ends with a line. */
const GAME = [3, 3, 3, 3, 3, 3, 1, 4, 4, 4, 4, 4, 2, 4, 2];
/** How long each of its positions is shown, and its last one, in milliseconds. */
const [STEP_MS, END_MS] = [900, 4000];
const [COLUMNS, ROWS] = [7, 6];

/** @type {Grid} */
const BOARD = {
  shape: "grid",
  column_labels: [..."1234567"],
  row_labels: Array(ROWS).fill(""),
  symbols: {"-": "empty", X: "X", O: "O"},
  owners: {X: 0, O: 1},
  cell_labels: [],
  block: 0,
  every_empty_cell: false,
  top: null,
  stars: [],
  glyphs: {},
  ground: "cells",
  edges: null,
  faces: {},
};

/** Moves after which a match is worth a look: an empty board says nothing. */
const BEGUN = 4;

/** Return the match to show: one that goes on, between engines if there is one, with the most spectators. @param {App} app */
function chosen({lobby}) {
  const worth = (/** @type {MatchRow} */ {seats, watchers}) => watchers + (seats.every(({kind}) => kind === "engine") ? 1000 : 0);
  return lobby.live.filter((row) => row.phase === "running" && row.watchable && row.ply >= BEGUN && (row.you ?? null) === null).sort((a, b) => worth(b) - worth(a))[0];
}

/** Return the board. @param {App} app @param {Lent} lent */
export function showcase(app, {preview, drawMini, gameTitle, versus}) {
  const row = chosen(app);
  if (!row) return html`<figure class="showcase"><kibitz-demo aria-hidden="true" .draw=${drawMini}></kibitz-demo></figure>`;
  return html`<a class="showcase" href="/${row.code}" title=${t("lobby.tv")}>
    ${preview({link: app.link, row})}
    <span><b>${gameTitle(app.lobby.game(row.game), row.game)}</b> <span class="muted">${versus(row)}</span></span>
  </a>`;
}

/** Return the rows of the board after some moves. @param {number} count */
export function rowsAfter(count) {
  const cells = Array(COLUMNS * ROWS).fill("-");
  GAME.slice(0, count).forEach((column, place) => {
    for (let row = ROWS - 1; row >= 0; row--)
      if (cells[row * COLUMNS + column] === "-") {
        cells[row * COLUMNS + column] = "XO"[place % 2];
        break;
      }
  });
  return Array.from({length: ROWS}, (_, row) => cells.slice(row * COLUMNS, (row + 1) * COLUMNS).join(""));
}

class KibitzDemo extends HTMLElement {
  _count = 0;
  _timer = 0;
  /** @type {Lent["drawMini"] | null} */
  _draw = null;

  /** @param {Lent["drawMini"]} draw */
  set draw(draw) {
    if (this._draw) return;
    this._draw = draw;
    this._count = isStill() ? GAME.length : 0;
    this._step();
  }

  disconnectedCallback() {
    clearTimeout(this._timer);
  }

  _step() {
    if (!this._draw) return;
    this.replaceChildren(this._draw({board: BOARD, position: {rows: rowsAfter(this._count), counts: [], blocks: "", last: []}, key: String(this._count)}));
    if (isStill()) return;
    const ended = this._count === GAME.length;
    this._count = ended ? 0 : this._count + 1;
    this._timer = window.setTimeout(() => this._step(), ended ? END_MS : STEP_MS);
  }
}

if (globalThis.customElements && !customElements.get("kibitz-demo")) customElements.define("kibitz-demo", KibitzDemo);
