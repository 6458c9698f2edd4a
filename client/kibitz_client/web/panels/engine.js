// The search of the engines: bar, figures, expected line, and the graph over the match. All values come from the server.

import {html, nothing, svg} from "lit-html";
import {nameOf, scoreText, signed} from "../app/format.js";
import {layoutOf, sideOf} from "../board/shapes/index.js";
import {percent, winProbability} from "../match/engine_line.js";
import {listed} from "../match/line.js";
import {numbered, writtenLine} from "../match/numbering.js";
import {over} from "../match/state.js";
import {ready as texts} from "../words/engine/index.js";
import {count, t} from "../words/index.js";

/** @import {Board, MoveView, SearchReport, State} from "kibitz-protocol" */
/** @import {Layout} from "../board/shapes/layout.js" */
/** @import {MatchState, SearchInfo} from "../match/state.js" */

/** Settled once the texts of searches are there. */
export const ready = texts;

/** Return the chance of the first side, from 0 to 1: the result, or that after the latest search; null where none was shown.
 * @param {MatchState} state @param {number} [at] the ply that is looked at */
export function chance(state, at = state.position.ply) {
  // What a search thinks of a hand is no chance to win the match.
  if (state.game.hidden) return null;
  const found = Object.entries(state.searches).sort(([, a], [, b]) => b.ply - a.ply);
  if (found.length && state.phase === "finished" && state.result && at === state.position.ply) return state.result.winner === null ? 0.5 : 1 - state.result.winner;
  for (const [seat, {search}] of found) {
    const win = winProbability(search);
    if (win !== null) return Number(seat) === 0 ? win : 1 - win;
  }
  return null;
}

/** Return the evaluation as a bar in the colours of the pieces, the share of the first side, as tall as the cells of the board.
 * @param {number | null} share @param {boolean} flipped @param {Board} [board]
 * @param {{position: State, labels: boolean}} [drawn] the position on the board, and whether names of cells lie around it */
export function evaluationBar(share, flipped, board, drawn) {
  if (share === null) return nothing;
  const text = t("engine.chance", {share: percent(share)});
  return html`<svg class="evaluation" .style=${board && drawn ? spanOf(layoutOf(board, drawn.position, {flipped, labels: drawn.labels})) : ""} viewBox="0 0 10 100" preserveAspectRatio="none" role="img" aria-label=${text}>
    <title>${text}</title>
    <rect width="10" height="100" class=${board ? sideOf(board, 1) : "second"} />
    <rect width="10" height=${100 * share} y=${flipped ? 0 : 100 - 100 * share} class=${board ? sideOf(board, 0) : "first"} />
    <path d="M0 50h10" class="middle" />
  </svg>`;
}

/** Return the style of a bar beside a picture of that layout: where its cells are. @param {Layout} layout */
const spanOf = ({area, height}) => `height: ${((100 * area.h) / height).toFixed(2)}%; transform: translateY(${((100 * area.y) / area.h).toFixed(2)}%)`;

/** Return the chances of both sides in a game with gammons, and what to do with the cube.
 * @param {NonNullable<SearchReport["prospects"]>} prospects */
function prospectsText({cube, equity, cube_equities: cubes, ...chances}) {
  const shares = Object.entries({...chances, loss: 1 - chances.win}).map(([name, share]) => [name, percent(Number(share))]);
  const points = equity === null ? "" : t("engine.equity", {equity: signed(equity, 2)});
  // What no double, a double that is taken, and one that is dropped are worth.
  const worth = cubes ? ` (${[cubes.no_double ?? [], cubes.take, 1].flat().map((each) => signed(each, 2)).join(", ")})` : "";
  return [points, t("engine.prospects", Object.fromEntries(shares)), cube && t(`cube.${cube}`) + worth].filter(Boolean).join("; ");
}

/** Return the moves that a search expects, with their numbers. @param {MatchState} state @param {SearchReport} search @param {number} ply @param {number} most */
const expected = (state, search, ply, most) => listed(numbered(state, writtenLine(search).slice(0, most), ply));

/** Return the searches of both sides in a line each, for below the moves. @param {MatchState} state */
export function engineLines(state) {
  const entries = Object.entries(state.searches);
  if (!entries.length) return nothing;
  return html`<div class="engine-lines">${entries.map(
    ([seat, {search: found, live, ply}]) => html`<p class=${live ? "live" : ""}>
      <i class="side s${seat} ${sideOf(state.board, Number(seat))}"></i><b class="number">${scoreText(found)}</b>
      <span class="line">${expected(state, found, ply, 8)}</span>
      <small class="muted number">${found.source === "search" ? `${t("engine.depth")} ${found.depth} · ${count(found.nodes)}` : found.source === "book" ? t("engine.book") : ""}</small>
    </p>`,
  )}</div>`;
}

/** Return the searches of both sides. @param {MatchState} state */
export function enginePanel(state) {
  const entries = Object.entries(state.searches);
  if (!entries.length) return html`<p class="muted pad">${t(state.seats.some((seat) => seat.kind === "engine") && !state.show_thinking && !over(state) ? "engine.hidden" : "engine.none")}</p>`;
  return html`<div class="engines">${entries.map(([seat, info]) => search(state, Number(seat), info))}</div>`;
}

/** @param {MatchState} state @param {number} seat @param {SearchInfo} info */
function search(state, seat, {search: found, live, ply}) {
  const speed = found.seconds >= 0.001 && found.nodes ? found.nodes / found.seconds : 0;
  const facts = found.source === "search" && html`<dl class="facts number">
      <div><dt>${t("engine.depth")}</dt><dd>${found.depth}${found.selective > found.depth ? `/${found.selective}` : ""}</dd></div>
      <div><dt>${t("engine.nodes")}</dt><dd>${count(found.nodes)}</dd></div>
      ${speed ? html`<div><dt>${t("engine.speed")}</dt><dd>${count(speed)}/s</dd></div>` : nothing}
      ${found.fill ? html`<div><dt>${t("engine.table")}</dt><dd>${Math.floor(found.fill / 10)}%</dd></div>` : nothing}
    </dl>`;
  const win = winProbability(found);
  return html`<section class="engine">
    <div class="seat-line"><i class="side s${seat} ${sideOf(state.board, seat)}"></i><b>${nameOf(state.seats[seat])}</b>
      <span class="badge ${live ? "hot" : ""}">${live ? t("engine.searching") : found.source === "book" ? t("engine.book") : t("engine.lastMove")}</span></div>
    <p class="score"><b class="number">${scoreText(found)}</b> ${win !== null ? html`<span class="muted number">${percent(win)}</span>` : nothing}</p>
    ${found.prospects ? html`<p class="number">${prospectsText(found.prospects)}</p>` : nothing}
    ${facts || nothing}
    ${found.line.length ? html`<p class="line"><span class="visually-hidden">${t("engine.line")}</span>${expected(state, found, ply, 12)}</p>` : nothing}
    ${found.shares.length
      ? html`<ul class="shares number">${found.shares.slice(0, 5).map(([move, share]) => html`<li><span>${move}</span><meter min="0" max="1000" value=${share}></meter><span>${Math.round(share / 10)}%</span></li>`)}</ul>`
      : nothing}
  </section>`;
}

/** Return the chance of the first side over the match. A click goes to that ply.
 * @param {MoveView[]} moves @param {number} at @param {(ply: number) => void} go */
export function graph(moves, at, go) {
  /** @type {[number, number][]} */
  const points = [];
  for (const {ply, seat, search} of moves) {
    const win = search && winProbability(search);
    if (win !== null) points.push([ply + 1, seat === 0 ? win : 1 - win]);
  }
  if (points.length < 2) return nothing;
  const width = Math.max(moves.length, 10);
  const line = points.map(([ply, share]) => `${ply} ${(100 - 100 * share).toFixed(1)}`).join("L");
  const press = (/** @type {MouseEvent} */ event) => {
    const box = /** @type {Element} */ (event.currentTarget).getBoundingClientRect();
    go(Math.round(((event.clientX - box.left) / box.width) * width));
  };
  return html`<svg class="graph" viewBox="0 0 ${width} 100" preserveAspectRatio="none" role="img" aria-label=${t("engine.graph")} @click=${press}>
    <rect width=${width} height="100" class="second" />
    <path class="area" d="M${points[0][0]} 100L${line}L${points.at(-1)?.[0] ?? 0} 100Z" />
    <path class="middle" d="M0 50H${width}" />
    <path class="curve" d="M${line}" />
    ${svg`<path class="at" d="M${at} 0V100" />`}
  </svg>`;
}
