// The games of a series with their results: `<kibitz-series .source=${{app, match, key}}>`. It asks for them itself.

import {html, nothing, render} from "lit-html";
import {nameOf, reasonText} from "../app/format.js";
import {over} from "../match/state.js";
import {number, t} from "../words/index.js";
import {points} from "./rows.js";

/** @import {EloFigures, SeriesTable} from "kibitz-protocol" */
/** @import {App} from "../app/context.js" */
/** @import {MatchState} from "../match/state.js" */

/** `turn` changes when the table may have changed. @typedef {{app: App, match: string, turn: string}} Source */

/** Return the games of the series of a match; nothing for a single match. @param {App} app @param {MatchState} state */
export const seriesTable = (app, state) =>
  state.series ? html`<kibitz-series class="pad" .source=${{app, match: state.match, turn: `${state.phase} ${state.series.score}`}}></kibitz-series>` : nothing;

/** Return the seat that the player who moved first in the first game has in a game: the sides are swapped after each.
 * @param {number} game */
const seatOfFirst = (game) => (game - 1) % 2;

/** Return a whole number with its sign. @param {number} value */
const signed = (value) => number(Math.round(value) || 0, {signDisplay: "always"});

/** Return what the games of two engines say about their strength, as sentences: those of `text/series` in Python.
 * @param {EloFigures} figures */
export function strengthLines({elo, elo_low: low, elo_high: high, normalized_elo: normalized, normalized_error: error, superiority}) {
  const has = (/** @type {number | null | undefined} */ value) => value !== null && value !== undefined;
  if (!has(elo) || !(has(low) || has(high))) return [t("series.eloUnknown")];
  const ends = {elo: signed(elo), low: has(low) ? signed(low) : "", high: has(high) ? signed(high) : ""};
  const first = t(!has(high) ? "series.eloAbove" : !has(low) ? "series.eloBelow" : "series.elo", ends);
  if (!has(normalized) || !has(error) || !has(superiority)) return [first];
  const share = number(superiority, {style: "percent", maximumFractionDigits: 1});
  return [first, t("series.normalized", {elo: signed(normalized), error: Math.round(error), share})];
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
function drawTable({played, games, score}, here) {
  const first = played[0];
  if (!first || games < 2) return nothing;
  const names = [0, 1].map((player) => nameOf(first.seats[(seatOfFirst(first.number) + player) % 2]));
  const halves = score ? [score.won + score.drawn / 2, score.lost + score.drawn / 2].map((total) => number(total)) : ["-", "-"];
  return html`<section class="series stack tight" aria-label=${t("match.series")}>
    <p class="series-score"><b>${names[0]}</b><b class="number big">${halves.join(" : ")}</b><b>${names[1]}</b></p>
    ${score?.strength ? strengthLines(score.strength).map((line) => html`<p class="muted">${line}</p>`) : nothing}
    <ol>
      ${played.map((game) => {
        const ended = over(game);
        const side = seatOfFirst(game.number);
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
