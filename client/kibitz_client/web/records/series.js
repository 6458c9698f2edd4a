// The games of a series with their results: `<kibitz-series .source=${{app, match, key}}>`. It asks for them itself.

import {html, nothing, render} from "lit-html";
import {nameOf, reasonText} from "../app/format.js";
import {over} from "../match/state.js";
import {number, t} from "../words/index.js";
import {points} from "./rows.js";

/** @import {SeriesGame, SeriesTable} from "kibitz-protocol" */
/** @import {App} from "../app/context.js" */
/** @import {MatchState} from "../match/state.js" */

/** `turn` changes when the table may have changed. @typedef {{app: App, match: string, turn: string}} Source */

/** Return the games of the series of a match; nothing for a single match. @param {App} app @param {MatchState} state */
export const seriesTable = (app, state) =>
  state.series ? html`<kibitz-series class="pad" .source=${{app, match: state.match, turn: `${state.phase} ${state.series.score}`}}></kibitz-series>` : nothing;

/** Return which of the two players has a seat in a game: the sides are swapped after each game.
 * @param {number} game @param {number} seat */
const playerAt = (game, seat) => (seat + game - 1) % 2;

/** Return the points of both players, the one who moved first in the first game before the other. @param {SeriesGame[]} games */
function seriesScore(games) {
  const score = [0, 0];
  for (const {phase, result, number: game} of games) {
    if (phase !== "finished" || !result) continue;
    if (result.winner === null) for (const player of [0, 1]) score[player] += 0.5;
    else score[playerAt(game, result.winner)]++;
  }
  return score;
}

class KibitzSeries extends HTMLElement {
  _key = "";

  /** @param {Source} source */
  set source(source) {
    const key = `${source.match} ${source.turn}`;
    if (key === this._key) return;
    this._key = key;
    source.app.link.command({t: "series", match: source.match}).then(
      (table) => key === this._key && render(drawTable(table, source.match), this),
      // A private match is refused without its key; its score is in the facts above.
      () => {},
    );
  }
}

/** @param {SeriesTable} table @param {string} here */
function drawTable({played, games}, here) {
  const first = played[0];
  if (!first || games < 2) return nothing;
  const names = [0, 1].map((player) => nameOf(first.seats[playerAt(first.number, player)]));
  const score = seriesScore(played);
  return html`<section class="series stack tight" aria-label=${t("match.series")}>
    <p class="series-score"><b>${names[0]}</b><b class="number big">${number(score[0])} : ${number(score[1])}</b><b>${names[1]}</b></p>
    <ol>
      ${played.map((game) => {
        const ended = over(game);
        const side = playerAt(game.number, 0);
        return html`<li>
          <a href=${ended ? `/replay/${game.code}` : `/${game.code}`} aria-current=${game.match === here ? "true" : nothing}>
            <span class="muted number">${game.number}</span>
            <span class="number">${ended && game.phase === "finished" ? `${points(game.result?.winner ?? null, side)} : ${points(game.result?.winner ?? null, 1 - side)}` : "-"}</span>
            <span class="grow muted">${ended ? (game.result ? reasonText(game.result.reason) : t("series.aborted")) : t("series.running")}</span>
            <span class="muted number">${t("archive.plies", {count: game.ply})}</span>
          </a>
        </li>`;
      })}
    </ol>
    <p class="muted">${t("series.of", {count: games, played: played.filter(over).length})}</p>
  </section>`;
}

if (!customElements.get("kibitz-series")) customElements.define("kibitz-series", KibitzSeries);
