// The statistics of an event: those of two entrants, the sequential test with its graphs, losses, searches and warnings.

import {html, nothing} from "lit-html";
import {icon} from "../../app/icons.js";
import {count, number, t} from "../../words/index.js";
import {eloGraph, llrGraph} from "./graphs.js";
import {eloText, entrantName, figure} from "../texts.js";

/** @import {EntrantView, PairStatistics, SprtView, StatisticsView} from "kibitz-protocol" */

/** Pairs of entrants that are shown with all their figures. */
const DETAILED = 1;

/** @param {unknown} name @param {unknown} value */
const row = (name, value) => html`<div><dt>${name}</dt><dd class="number">${value}</dd></div>`;

/** @param {number | null} value from 0 to 1 */
const share = (value) => (value === null ? t("event.stats.unknown") : number(value, {style: "percent", maximumFractionDigits: 1}));

/** @param {StatisticsView | null} view @param {SprtView | null} sprt what is newer than the view @param {string[]} warned what the event says already */
export function statistics(view, sprt, warned) {
  if (view === null) return html`<div class="skeleton" aria-busy="true"></div>`;
  const names = new Map(view.entrants.map((entrant) => [entrant.number, entrant]));
  const test = sprt ? {...sprt, course: (view.sprt?.course.length ?? 0) > sprt.course.length ? (view.sprt?.course ?? []) : sprt.course} : view.sprt;
  return html`<div class="event-statistics stack">
    ${warnings(view.warnings.filter((line) => !warned.includes(line)))}
    <dl class="info card">
      ${row(t("event.tab.games"), number(view.games))} ${row(t("event.stats.firstScore"), share(view.first_score))}
      ${row(t("event.stats.draws"), share(view.draw_rate))} ${row(t("event.stats.plies"), figure(view.mean_plies, 1))}
      ${row(t("event.stats.repeated"), number(view.repeated))}
    </dl>
    ${test ? sprtCard(test) : nothing}
    ${pairsCard(view.pairs, names)} ${lossesCard(view, names)} ${speedsCard(view, names)}
  </div>`;
}

/** Return what makes results doubtful. @param {string[]} lines */
export const warnings = (lines) => (lines.length ? html`<div class="event-warnings" role="status"><ul>${lines.map((line) => html`<li>${line}</li>`)}</ul></div>` : nothing);

/** @param {SprtView} sprt */
function sprtCard(sprt) {
  const {elo0, elo1, model, llr, lower, upper, pairs, verdict} = sprt;
  return html`<section class="card stack">
    <div class="spread"><h2>${t("event.stats.sprt")}</h2><span class="badge verdict-${verdict}">${t(`event.stats.verdict.${verdict}`)}</span></div>
    <dl class="info">
      ${row(t("event.stats.hypotheses", {low: elo0, high: elo1, model: model === "logistic" ? t("event.stats.logisticModel") : t("event.stats.normalizedModel")}), "")}
      ${row(t("event.stats.llr"), t("event.stats.llrIs", {llr: figure(llr), lower: figure(lower), upper: figure(upper), count: pairs}))}
    </dl>
    <div class="event-graphs">${llrGraph(sprt)} ${eloGraph(sprt)}</div>
  </section>`;
}

/** @param {Map<number, EntrantView>} names @param {number} at */
const nameAt = (names, at) => {
  const entrant = names.get(at);
  return entrant ? entrantName(entrant) : String(at);
};

/** @param {PairStatistics[]} pairs @param {Map<number, EntrantView>} names */
function pairsCard(pairs, names) {
  if (!pairs.length) return nothing;
  return html`<section class="card stack">
    <h2>${t("event.stats.pairs")}</h2><p class="muted">${t("event.stats.pairsHint")}</p>
    ${pairs.length <= DETAILED ? pairs.map((pair) => pairDetails(pair, names)) : pairsTable(pairs, names)}
  </section>`;
}

/** @param {PairStatistics} pair */
const intervalOf = ({elo, elo_low: low, elo_high: high}) =>
  elo === null || low === null || high === null ? t("event.stats.unknown") : t("event.stats.eloIs", {elo: eloText(elo), low: eloText(low), high: eloText(high)});

/** Return games won, drawn and lost: they are counted the other way round. @param {PairStatistics} pair */
const resultsOf = ({games: [lost, drawn, won]}) => t("event.wdl", {won, drawn, lost});

/** @param {PairStatistics} pair @param {Map<number, EntrantView>} names */
function pairDetails(pair, names) {
  const {first, second, pairs, score, normalized_elo: normal, normalized_error: error, superiority, draw_rate: draws} = pair;
  return html`<h3>${t("event.versus", {first: nameAt(names, first), second: nameAt(names, second)})}</h3>
    ${pairs.some(Boolean) ? countBars(pairs) : nothing}
    <dl class="info">
      ${row(t("event.results"), resultsOf(pair))} ${row(t("event.stats.score"), share(score))}
      ${row(t("event.stats.interval"), intervalOf(pair))}
      ${row(t("event.stats.normalized"), normal === null ? t("event.stats.unknown") : `${eloText(normal)}${error === null ? "" : ` ±${figure(error, 1)}`}`)}
      ${row(t("event.stats.superiority"), share(superiority))} ${row(t("event.stats.draws"), share(draws))}
    </dl>`;
}

/** Return the counts of game pairs as bars. @param {number[]} counts */
function countBars(counts) {
  const most = Math.max(1, ...counts);
  return html`<dl class="pair-counts" aria-label=${t("event.stats.pairCounts")}>
    ${counts.map((each, place) => html`<div><dt class="number">${["0", "½", "1", "1½", "2"][place]}</dt>
      <dd><svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true"><rect width=${(100 * each) / most} height="10" /></svg><b class="number">${number(each)}</b></dd></div>`)}
  </dl>`;
}

/** Return a table that may be wider than a phone. @param {string} label @param {string[]} heads @param {unknown[][]} rows */
const wideTable = (label, heads, rows) => html`<div class="wide-table" tabindex="0" role="region" aria-label=${label}><table class="figures number">
  <thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
  <tbody>${rows.map(([name, ...cells]) => html`<tr><th scope="row">${name}</th>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody>
</table></div>`;

/** @param {PairStatistics[]} pairs @param {Map<number, EntrantView>} names */
const pairsTable = (pairs, names) =>
  wideTable(
    t("event.stats.pairs"),
    [t("event.name"), t("event.results"), t("event.stats.pairCounts"), t("event.stats.interval"), t("event.stats.superiority")],
    pairs.map((pair) => [
      t("event.versus", {first: nameAt(names, pair.first), second: nameAt(names, pair.second)}),
      resultsOf(pair), pair.pairs.join(" "), intervalOf(pair), share(pair.superiority),
    ]),
  );

/** @param {StatisticsView} view @param {Map<number, EntrantView>} names */
function lossesCard({losses}, names) {
  const rows = losses.filter(({time, failure, forfeit}) => time + failure + forfeit);
  if (!rows.length) return nothing;
  return html`<section class="card stack"><h2>${t("event.stats.losses")}</h2>
    ${wideTable(t("event.stats.losses"), [t("event.name"), t("event.stats.time"), t("event.stats.failure"), t("event.stats.forfeit")],
      rows.map(({entrant, time, failure, forfeit}) => [nameAt(names, entrant), number(time), number(failure), number(forfeit)]))}
  </section>`;
}

/** @param {StatisticsView} view @param {Map<number, EntrantView>} names */
function speedsCard({speeds}, names) {
  const rows = speeds.filter(({depth, nodes_per_s: nodes, seconds_per_move: seconds}) => depth !== null || nodes !== null || seconds !== null);
  if (!rows.length) return nothing;
  return html`<section class="card stack"><h2>${icon("cpu")}${t("event.stats.speeds")}</h2>
    ${wideTable(t("event.stats.speeds"), [t("event.name"), t("event.stats.depth"), t("event.stats.nodes"), t("event.stats.seconds")],
      rows.map(({entrant, depth, nodes_per_s: nodes, seconds_per_move: seconds}) => [nameAt(names, entrant), figure(depth, 1), nodes === null ? "" : count(nodes), figure(seconds)]))}
  </section>`;
}
