// Rows of finished matches: players, result, game and date. A row leads to the replay, a name to the player.

import {html, nothing} from "lit-html";
import {gameTitle, isMeant, outcomeText, ratedText, ratingOf, rowClock} from "../app/format.js";
import {gameIcon} from "../app/game_icons.js";
import {icon} from "../app/icons.js";
import {linkedName} from "../panels/links.js";
import {day, t} from "../words/index.js";

/** @import {ArchiveRow} from "kibitz-protocol" */
/** @import {App} from "../app/context.js" */

/** Return the points of a seat: 1, 0 or a half. @param {number | null} winner @param {number} seat */
export const points = (winner, seat) => (winner === null ? "½" : winner === seat ? "1" : "0");

/** Return a list of finished matches. @param {App} app @param {ArchiveRow[]} rows @param {string} [viewer] a player whose results are marked */
export const archiveRows = (app, rows, viewer) => html`<ul class="archive-rows">${rows.map((row) => archiveRow(app, row, viewer))}</ul>`;

/** @param {App} app @param {ArchiveRow} row @param {string} [viewer] */
function archiveRow(app, row, viewer) {
  const {winner} = row.result;
  const own = viewer ? row.seats.find((seat) => isMeant(seat, viewer)) : undefined;
  const outcome = own && (winner === null ? "drawn" : winner === own.seat ? "won" : "lost");
  return html`<li class="archive-row">
    <a class="cover" href="/replay/${row.code}"><span class="visually-hidden">${t("archive.replay", {code: row.code})}</span></a>
    ${gameIcon(row.game)}
    <span class="sides">
      ${row.seats.map(
        (seat) => html`<span class="side-line ${winner === seat.seat ? "winner" : ""}">
          <span class="points number">${points(winner, seat.seat)}</span>${linkedName(seat)}<span class="muted number">${ratingOf(seat)}</span>
        </span>`,
      )}
    </span>
    <span class="facts-line">
      <b>${gameTitle(app.lobby.game(row.game), row.game)}</b>
      <span class="muted">${outcomeText(row.result, row.seats)}</span>
    </span>
    <span class="facts-line more">
      <span class="muted number">${t("archive.plies", {count: row.ply})}${row.clock ? ` · ${rowClock(row.clock)}` : ""}${row.rated ? ` · ${ratedText(row.result.uncounted)}` : ""}</span>
      <time class="muted number" datetime=${new Date(row.ended_at * 1000).toISOString()}>${day(row.ended_at)}</time>
    </span>
    ${outcome ? html`<span class="badge outcome ${outcome}">${t(`archive.${outcome}`)}</span>` : nothing}
    ${icon("next")}
  </li>`;
}

/** Return whether two names mean one player. @param {string | null} a @param {string} b */
export const sameName = (a, b) => (a ?? "").toLowerCase() === b.toLowerCase();
