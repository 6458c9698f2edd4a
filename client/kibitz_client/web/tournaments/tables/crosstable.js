// The crosstable: results by opponent or by round. A cell opens its games.

import {html, nothing} from "lit-html";
import {t} from "../../words/index.js";
import {entrantName, linkedEntrant, pointsText} from "../texts.js";

/** @import {CrosstableView} from "kibitz-protocol" */

/** @param {CrosstableView | null} view @param {(query: {[name: string]: string | number}) => string} link return the address of the games that fit */
export function crosstable(view, link) {
  if (view === null) return html`<div class="skeleton" aria-busy="true"></div>`;
  const {rows, columns, by} = view;
  if (!rows.length) return html`<div class="card empty"><p>${t("event.noEntrants")}</p></div>`;
  // Columns of opponents are narrow: they have the number of the row instead of the name, because places are shared.
  const head = (/** @type {string} */ name, /** @type {number} */ place) =>
    by === "round" ? html`<th scope="col">${name}</th>` : html`<th scope="col"><abbr title=${name} aria-label=${name}>${place + 1}</abbr></th>`;
  return html`<p class="muted">${t(by === "round" ? "event.byRound" : "event.byOpponent")}</p>
    <div class="wide-table" tabindex="0" role="region" aria-label=${t("event.tab.crosstable")}><table class="crosstable number">
      <thead><tr><th scope="col">#</th><th scope="col" class="name">${t("event.name")}</th>${columns.map(head)}<th scope="col">${t("event.total")}</th></tr></thead>
      <tbody>${rows.map(({entrant, points, cells}, at) => html`<tr>
        <td>${by === "round" ? entrant.number : at + 1}</td><th scope="row" class="name">${linkedEntrant(entrant)}</th>
        ${cells.map((cell, place) => {
          if (!cell) return html`<td class=${by === "opponent" && rows[place]?.entrant.number === entrant.number ? "self" : nothing}></td>`;
          const [name, opponent, round] = [entrantName(entrant), columns[place], place + 1];
          const text = by === "round" ? t("event.gamesOfRound", {name, round, results: cell}) : t("event.gamesAgainst", {name, opponent, results: cell});
          return html`<td><a href=${link(by === "round" ? {entrant: entrant.name, round} : {entrant: entrant.name, opponent})} aria-label=${text}>${cell}</a></td>`;
        })}
        <td><b>${pointsText(points)}</b></td>
      </tr>`)}</tbody>
    </table></div>`;
}
