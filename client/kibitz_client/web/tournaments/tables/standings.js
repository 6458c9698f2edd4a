// The standings: a table, or cards on a phone. Rows slide to their new places, and the own row stays above them.

import {html, nothing} from "lit-html";
import {icon} from "../../app/icons.js";
import {number, t} from "../../words/index.js";
import {pager} from "./asked.js";
import {entrantName, kindBadge, linkedEntrant, pointsText, eloText} from "../texts.js";

/** @import {StandingRow, TournamentView} from "kibitz-protocol" */

/** Return whether the reader wants no motion. */
const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches || document.documentElement.dataset.motion === "off";
/** How long a row slides, in milliseconds. */
const SLIDE_MS = 450;

/** What a reader may do with the standings.
 * @typedef {object} Deeds
 * @property {(name: string) => void} explain say why an entrant is at its place
 * @property {((row: StandingRow) => boolean)} challengeable whether the reader may challenge an entrant
 * @property {(name: string) => void} challenge
 * @property {(page: number) => void} turn show another page */

/** Return the standings. @param {TournamentView} view @param {boolean} narrow whether rows are cards @param {Deeds} deeds */
export function standings(view, narrow, deeds) {
  const {rows} = view;
  if (!rows.length) return html`<div class="card empty"><p>${t("event.noEntrants")}</p></div>`;
  const key = rows.map(({entrant}) => entrant.number).join();
  return html`<kibitz-slide .key=${`${narrow} ${key}`}>${narrow ? cards(view, deeds) : table(view, deeds)}</kibitz-slide>
    ${pager(view, deeds.turn)}
    ${view.tie_breaks.length ? html`<p class="muted ties">${t("event.ties", {names: view.tie_breaks.join(", ")})}</p>` : nothing}`;
}

/** Columns that only some events have. @param {TournamentView} view */
const columnsOf = ({rows, terms}) => ({
  score: terms.format === "arena",
  elo: rows.some(({elo}) => elo !== null),
  performance: rows.some(({performance}) => performance !== null),
});

/** @param {TournamentView} view @param {Deeds} deeds */
function table(view, deeds) {
  const has = columnsOf(view);
  const head = (/** @type {string} */ text, /** @type {string} */ name = "") => html`<th scope="col" class=${name}>${text}</th>`;
  return html`<table class="standings">
    <thead><tr>
      ${head("#")}${head(t("event.name"), "name")}${head(t("event.points"))}${view.tie_breaks.map((name) => head(name))}
      ${head(t("event.tab.games"))}${head("+ = -", "wdl")}
      ${has.score ? head(t("event.score")) : nothing}${has.performance ? head(t("event.performance")) : nothing}${has.elo ? head(t("event.elo")) : nothing}<td></td>
    </tr></thead>
    <tbody>${view.rows.map((row) => html`<tr data-key=${row.entrant.number} class=${isOwn(view, row) ? "own" : nothing}>
      <td class="number">${row.rank}</td>
      <th scope="row" class="name">${linkedEntrant(row.entrant)} ${kindBadge(row.entrant)} <span class="muted number">${row.entrant.rating ?? ""}</span></th>
      <td class="number points"><b>${pointsText(row.points)}</b></td>
      ${view.tie_breaks.map((_, place) => html`<td class="number muted">${tieText(row.tie_breaks[place])}</td>`)}
      <td class="number">${row.played}</td><td class="number wdl">${resultsOf(row)}</td>
      ${has.score ? html`<td class="number">${course(row)}</td>` : nothing}
      ${has.performance ? html`<td class="number">${row.performance ?? ""}</td>` : nothing}
      ${has.elo ? html`<td class="number">${eloOf(row)}</td>` : nothing}
      <td class="state"><span>${stateOf(row)} ${buttons(row, deeds)}</span></td>
    </tr>`)}</tbody>
  </table>`;
}

/** @param {TournamentView} view @param {Deeds} deeds */
function cards(view, deeds) {
  const has = columnsOf(view);
  return html`<ol class="standing-cards">${view.rows.map((row) => html`<li data-key=${row.entrant.number} class="panel ${isOwn(view, row) ? "own" : ""}">
    <span class="rank number">${row.rank}</span>
    <span class="what"><b>${linkedEntrant(row.entrant)}</b> ${kindBadge(row.entrant)}
      <small class="muted number">${resultsOf(row)}${has.elo && row.elo !== null ? ` · ${eloOf(row)}` : ""}${view.tie_breaks.slice(0, 2).map((name, place) => ` · ${name} ${tieText(row.tie_breaks[place])}`)}</small></span>
    <b class="points number">${pointsText(row.points)}</b>
    <span class="state">${has.score ? course(row) : nothing} ${stateOf(row)} ${buttons(row, deeds)}</span>
  </li>`)}</ol>`;
}

/** Return the own row with what happens next, above all others. @param {TournamentView} view @param {unknown} button */
export function ownRow({own, tie_breaks: names}, button) {
  if (!own) return nothing;
  const {row, approved, why} = own;
  return html`<section class="own-row" aria-label=${t("event.place", {rank: row.rank})}>
    <span class="rank number">${row.rank}</span>
    <span class="what"><b>${entrantName(row.entrant)}</b>
      <small class="muted number">${resultsOf(row)}${names.slice(0, 3).map((name, place) => ` · ${name} ${tieText(row.tie_breaks[place])}`)}</small></span>
    <b class="points number">${pointsText(row.points)}</b>
    <p class="why" role="status">${approved ? why : t("event.waitApproval")}</p>
    ${button}
  </section>`;
}

/** @param {TournamentView} view @param {StandingRow} row */
const isOwn = ({own}, {entrant}) => own?.row.entrant.number === entrant.number;

/** Return a tie-break; nothing where it does not apply. @param {number | null | undefined} value */
const tieText = (value) => (value === undefined || value === null ? "" : number(value, {maximumFractionDigits: 2}));

/** @param {StandingRow} row */
const resultsOf = ({won, drawn, lost}) => html`<span title=${t("event.results")}>${t("event.wdl", {won, drawn, lost})}</span>`;

/** @param {StandingRow} row */
const eloOf = ({elo, elo_error: error}) => (elo === null ? t("event.stats.unknown") : `${eloText(elo)}${error === null ? "" : ` ±${Math.round(error)}`}`);

/** Return the points of the last games of an arena. @param {StandingRow} row */
const course = ({score, streak}) => html`<span class="course ${streak ? "streak" : ""}" title=${streak ? t("event.streak") : nothing}>${score.slice(-12)}${streak ? html`<span class="visually-hidden">${t("event.streak")}</span>` : nothing}</span>`;

/** @param {StandingRow} row */
function stateOf({state, next}) {
  if (next) return html`<a class="badge hot" href="/${next}">${t("event.state.playing")}</a>`;
  return state === "ready" ? nothing : html`<span class="badge">${t(`event.state.${state}`)}</span>`;
}

/** @param {StandingRow} row @param {Deeds} deeds */
function buttons(row, deeds) {
  const {name} = row.entrant;
  return html`${deeds.challengeable(row) ? html`<button class="button small" aria-label=${t("event.challengeOf", {name})} @click=${() => deeds.challenge(name)}>${t("event.challenge")}</button>` : nothing}
    ${row.played ? html`<button class="button quiet icon small" aria-label=${t("event.whyOf", {name})} title=${t("event.why")} @click=${() => deeds.explain(name)}>${icon("help")}</button>` : nothing}`;
}

/** Moves what has `data-key` in it from its old place to its new one when `key` changes. The value comes before the content
 * is drawn, so places are measured then and again right after the drawing. */
class KibitzSlide extends HTMLElement {
  _key = "";

  /** @param {string} key */
  set key(key) {
    if (key === this._key) return;
    const first = !this._key;
    this._key = key;
    if (first || isStill()) return;
    const before = this._places();
    queueMicrotask(() => {
      for (const [name, {top, element}] of this._places()) {
        const from = before.get(name)?.top;
        if (from !== undefined && from !== top) element.animate({translate: [`0 ${from - top}px`, "0 0"]}, {duration: SLIDE_MS, easing: "ease"});
      }
    });
  }

  /** @returns {Map<string | null, {top: number, element: Element}>} */
  _places() {
    // What comes above the rows in the same drawing moves none of them.
    const from = this.getBoundingClientRect().top;
    return new Map([...this.querySelectorAll("[data-key]")].map((element) => [element.getAttribute("data-key"), {top: Math.round(element.getBoundingClientRect().top - from), element}]));
  }
}

if (!customElements.get("kibitz-slide")) customElements.define("kibitz-slide", KibitzSlide);
