// What else happens on the server, beside a match: own matches, live ones, and open seats. Wide screens alone show it.

import {html, nothing} from "lit-html";
import {ageOf, gameTitle, opponentOf, rowClock} from "../app/format.js";
import {gameIcon} from "../app/game_icons.js";
import {t} from "../words/index.js";

/** @import {MatchRow} from "kibitz-protocol" */
/** @import {App} from "../app/context.js" */
/** @import {Key} from "../words/index.js" */

/** Rows of a section. */
const MOST = 12;

/** Return the lists beside a match. @param {App} app @param {string} current id of the match that is open
 * @param {boolean} own whether the visitor plays in it, and sees no matches of others beside it */
export function rail(app, current, own) {
  const {live, open} = app.lobby;
  const yours = own ? app.lobby.yours.filter(({match}) => match !== current) : app.lobby.yours;
  const waiting = yours.filter((row) => row.phase === "running" && row.to_move === row.you);
  const others = yours.filter((row) => !waiting.includes(row));
  return html`<aside class="rail panel" aria-label=${t("nav.others")}>
    ${section(app, "lobby.yourMove", waiting, current)} ${section(app, "lobby.yourMatches", others, current)}
    ${own ? nothing : html`${section(app, "lobby.live", live, current)} ${section(app, "lobby.open", open, current)}`}
  </aside>`;
}

/** @param {App} app @param {Key} title @param {MatchRow[]} rows @param {string} current */
const section = (app, title, rows, current) =>
  rows.length
    ? html`<section>
        <h2>${t(title)} <span class="badge number ${title === "lobby.yourMove" ? "hot" : ""}">${rows.length}</span></h2>
        ${rows.slice(0, MOST).map(
          (row) => html`<a class="rail-row" href="/${row.code}" aria-current=${row.match === current ? "true" : nothing}>
            ${gameIcon(row.game)}
            <span class="what"><b>${opponentOf(row)}</b><small class="muted">${[gameTitle(app.lobby.game(row.game), row.game), rowClock(row.clock), ageOf(row)].filter(Boolean).join(" · ")}</small></span>
            ${row.watchers ? html`<small class="muted number">${t("lobby.watchersShort", {count: row.watchers})}</small>` : nothing}
          </a>`,
        )}
      </section>`
    : nothing;
