// The pairings of a round with their boards, and the rounds of a knockout as its bracket.

import {html, nothing} from "lit-html";
import {t} from "../../words/index.js";
import {isLive} from "../state.js";
import {pager} from "./asked.js";
import {entrantName, gameLink, gameResult, linkedEntrant, pointsText} from "../texts.js";

/** @import {EntrantView, GameRow, PairRow, RoundView} from "kibitz-protocol" */

/** Return a round with its pairings. @param {RoundView | null} view @param {number} latest @param {(round: number) => string} link the address of a round
 * @param {Map<number, GameRow>} games what is newer than the round @param {(page: number) => void} turn */
export function roundView(view, latest, link, games, turn) {
  if (!latest) return html`<div class="card empty"><p>${t("event.noRounds")}</p></div>`;
  if (view === null) return html`<div class="skeleton" aria-busy="true"></div>`;
  const {round, label, pairs} = view;
  const step = (/** @type {number} */ to, /** @type {string} */ text) =>
    to < 1 || to > latest ? html`<span class="button small" aria-disabled="true">${text}</span>` : html`<a class="button small" href=${link(to)}>${text}</a>`;
  return html`<div class="spread"><h2>${label || t("event.round", {round})}</h2>
      <span class="cluster">${step(round - 1, t("event.roundBefore"))}${step(round + 1, t("event.nextRound"))}</span></div>
    ${pairs.length
      ? html`<ol class="panel rows pairings">${pairs.map((pair) => html`<li class="match-row">
          <span class="board-number number" title=${t("event.board", {board: pair.board})}>${pair.bye ? "" : pair.board}</span>${pairLine(pair, games)}</li>`)}</ol>`
      : html`<div class="card empty"><p>${t("event.noPairs")}</p></div>`}
    ${pager(view, turn)}`;
}

/** @param {PairRow} pair @param {Map<number, GameRow>} games */
function pairLine(pair, games) {
  const {first, second, bye} = pair;
  if (!second) return html`<span class="what">${linkedEntrant(first)}</span><span class="badge">${byeText(bye)}</span>`;
  return html`<span class="what">${linkedEntrant(first)}</span><b class="number pair-result">${linkedResult(pair, games)}</b><span class="what second">${linkedEntrant(second)}</span>`;
}

/** @param {string | null} bye */
export const byeText = (bye) => (bye === "H" || bye === "Z" || bye === "U" ? t(`event.bye.${bye}`) : t("event.bye.U"));

/** Return the games of a pairing as they are now. @param {PairRow} pair @param {Map<number, GameRow>} games */
const gamesOf = (pair, games) => pair.games.map((row) => games.get(row.game) ?? row);

/** Return the result of a pairing as text: that its game is live, the result of its one game, or the score of several.
 * @param {PairRow} pair @param {Map<number, GameRow>} games */
export function resultText(pair, games) {
  const rows = gamesOf(pair, games);
  if (rows.some(isLive)) return t("event.liveGame");
  if (rows.length === 1) return gameResult(rows[0]);
  return pair.score ? `${pointsText(pair.score[0])} : ${pointsText(pair.score[1])}` : pair.result || "-";
}

/** Return the result of a pairing, as a link where it has one game, or one that is live. @param {PairRow} pair @param {Map<number, GameRow>} games */
function linkedResult(pair, games) {
  const rows = gamesOf(pair, games);
  const live = rows.find(isLive);
  const text = resultText(pair, games);
  const game = live ?? (rows.length === 1 ? rows[0] : null);
  return game ? html`<a class=${live ? "badge hot" : nothing} href=${gameLink(game)}>${text}</a>` : text;
}

/** Return the bracket of a knockout: a column for each round. @param {RoundView[]} rounds @param {number | null} planned number of rounds
 * @param {Map<number, GameRow>} games */
export function bracket(rounds, planned, games) {
  if (!rounds.length) return html`<div class="card empty"><p>${t("event.noRounds")}</p></div>`;
  const open = Math.max(0, (planned ?? rounds.length) - rounds.length);
  return html`<div class="bracket" tabindex="0" role="region" aria-label=${t("event.tab.bracket")}>
    ${rounds.map(({round, label, pairs}) => html`<section aria-label=${label || t("event.round", {round})}>
      <h2>${label || pairs.find((pair) => pair.label)?.label || t("event.round", {round})}</h2>
      <ol>${pairs.map((pair) => html`<li class="panel">${side(pair, 0, games)}${side(pair, 1, games)}</li>`)}</ol>
    </section>`)}
    ${Array.from({length: open}, (_, place) => {
      const count = Math.max(1, Math.ceil((rounds.at(-1)?.pairs.length ?? 1) / 2 ** (place + 1)));
      return html`<section aria-hidden="true"><h2>${t("event.round", {round: rounds.length + place + 1})}</h2><ol>${Array.from({length: count}, () => html`<li class="panel"><span class="bracket-side"></span><span class="bracket-side"></span></li>`)}</ol></section>`;
    })}
  </div>`;
}

/** @param {PairRow} pair @param {0 | 1} place @param {Map<number, GameRow>} games */
function side(pair, place, games) {
  /** @type {EntrantView | null} */
  const entrant = place ? pair.second : pair.first;
  if (!entrant) return html`<span class="bracket-side muted">${byeText(pair.bye)}</span>`;
  const rows = gamesOf(pair, games);
  const live = rows.find(isLive);
  const won = pair.score && !live && (pair.result || rows.length) && pair.score[place] > pair.score[1 - place];
  return html`<span class="bracket-side ${won ? "won" : ""}"><span>${entrantName(entrant)}</span>
    ${live && place === 0 ? html`<a class="badge hot" href=${gameLink(live)}>${t("event.liveGame")}</a>` : nothing}
    <b class="number">${pair.score ? pointsText(pair.score[place]) : ""}</b></span>`;
}
