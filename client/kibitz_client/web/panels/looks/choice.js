// The choice of pieces and grounds for families of games, each with a small board that shows it at once.

import {html} from "lit-html";
import {boardView} from "../../board/board.js";
import {t} from "../../words/index.js";

/** @import {Grid, State} from "kibitz-protocol" */
/** @import {App} from "../../app/context.js" */
/** @import {BoardView} from "../../board/board.js" */
/** @import {Family} from "../../board/looks/chosen.js" */
/** @import {Key} from "../../words/index.js" */

const FAMILIES = /** @type {const} */ (["chess", "go", "draughts"]);
const SETS = /** @type {const} */ (["", "plain"]);
const GROUNDS = /** @type {const} */ (["", "wood", "slate", "green", "paper"]);

/** What the boards of all families have, as far as their drawing needs it. */
const COMMON = {shape: "grid", cell_labels: [], block: 0, every_empty_cell: true, top: null, stars: [], owners: {}, glyphs: {}, edges: null, faces: {}};

/** @param {string[]} rows @param {{[symbol: string]: string}} symbols @param {object} fields @returns {{board: Grid, position: State}} */
function sample(rows, symbols, fields) {
  const board = {...COMMON, column_labels: [...rows[0]].map(() => ""), row_labels: rows.map(() => ""), symbols, ...fields};
  const position = {ply: 0, rows, counts: [], blocks: "", shades: "", last: [], lines: [], paths: [], legal: [], counters: {}, position: ""};
  return /** @type {{board: Grid, position: State}} */ (/** @type {unknown} */ ({board, position}));
}

const [WHITE, BLACK] = ["KQRBNP", "kqrbnp"];
const MEN = {o: "white man", x: "black man", O: "white king", X: "black king", ".": "empty"};
/** @type {{[family in Family]: {board: Grid, position: State}}} */
const SAMPLES = {
  chess: sample([BLACK, WHITE], Object.fromEntries([...BLACK, ...WHITE].map((symbol) => [symbol, symbol])), {
    ground: "checkered",
    owners: Object.fromEntries([...[...WHITE].map((symbol) => [symbol, 0]), ...[...BLACK].map((symbol) => [symbol, 1])]),
    glyphs: Object.fromEntries([...WHITE, ...BLACK].map((symbol, place) => [symbol, String.fromCodePoint(0x2654 + place)])),
  }),
  go: sample([".x.oo.", ".xxo.."], {x: "black stone", o: "white stone", ".": "empty"}, {ground: "lines", owners: {x: 0, o: 1}, stars: [4]}),
  draughts: sample([".x.X.x", "o.o.O."], MEN, {ground: "checkered", owners: {o: 0, O: 0, x: 1, X: 1}}),
};

/** Return the choice as a part of the settings. @param {App} app @param {(change: Partial<App["prefs"]["values"]>) => void} set */
export function looksCard(app, set) {
  const {values} = app.prefs;
  const choice = (/** @type {Family} */ family, /** @type {"Set" | "Ground"} */ what, /** @type {readonly string[]} */ offered) => {
    const name = /** @type {`${Family}Set`} */ (`${family}${what}`);
    const textOf = (/** @type {string} */ value) => /** @type {Key} */ (what === "Set" ? `looks.${family}.${value || "usual"}` : value && value !== "wood" ? `settings.board.${value}` : `looks.ground.${value || "usual"}`);
    return html`<div class="segmented" role="group" aria-label="${t(`looks.${family}`)}: ${t(what === "Set" ? "looks.pieces" : "looks.ground")}">
      ${offered.map((value) => html`<button type="button" class="button" aria-pressed=${values[name] === value} @click=${() => set({[name]: value})}>${what === "Ground" && value ? html`<i class="swatch checks" data-board=${value}></i>` : ""}${t(textOf(value))}</button>`)}
    </div>`;
  };
  return html`<div class="card stack">
    <h2>${t("looks.title")}</h2>
    ${FAMILIES.map((family) => html`<section class="look stack tight">
      <h3>${t(`looks.${family}`)}</h3>
      <div class="look-board" aria-hidden="true" inert>${boardView(viewOf(family))}</div>
      ${choice(family, "Set", SETS)} ${choice(family, "Ground", GROUNDS)}
    </section>`)}
  </div>`;
}

/** @param {Family} family @returns {BoardView} */
const viewOf = (family) => ({...SAMPLES[family], labels: false, label: t(`looks.${family}`)});
