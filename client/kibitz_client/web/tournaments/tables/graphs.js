// Graphs over the game pairs of a match: the log-likelihood ratio between its bounds, and the Elo with its interval.

import {html, nothing, svg} from "lit-html";
import {signed} from "../../app/format.js";
import {number, t} from "../../words/index.js";
import {eloText} from "../texts.js";

/** @import {SprtView} from "kibitz-protocol" */

const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [640, 220, 52, 12, 12, 28];
/** Least range of the axis of Elo. */
const MIN_SPAN = 20;

/** A value after a number of pairs. @typedef {[pairs: number, value: number]} Point */

/** Return the path of a line through points. @param {string[]} points */
const pathOf = (points) => (points.length ? `M${points.join("L")}` : "");

/** Return functions from pairs and values to places. @param {number} most pairs @param {number} low @param {number} high */
const scaled = (most, low, high) => ({
  x: (/** @type {number} */ pairs) => Number((LEFT + ((WIDTH - LEFT - RIGHT) * pairs) / Math.max(1, most)).toFixed(1)),
  y: (/** @type {number} */ value) => Number((TOP + ((HEIGHT - TOP - BOTTOM) * (high - value)) / (high - low)).toFixed(1)),
});

/** @param {number} x @param {number} y @param {"start" | "end"} anchor @param {string} text */
const axisText = (x, y, anchor, text) => svg`<text x=${x} y=${y} dy="0.35em" text-anchor=${anchor}>${text}</text>`;

/** @param {string} text @param {unknown} content @param {number} most pairs */
const figureOf = (text, content, most) => html`<figure class="event-graph">
  <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label=${text}>${content}
    ${axisText(LEFT, HEIGHT - 10, "start", "0")}${axisText(WIDTH - RIGHT, HEIGHT - 10, "end", t("event.stats.count", {count: most}))}</svg>
  <figcaption class="muted">${text}</figcaption>
</figure>`;

/** Return the graph of the log-likelihood ratio; nothing without a course. @param {SprtView} sprt */
export function llrGraph({course, lower, upper, llr}) {
  if (!course.length) return nothing;
  /** @type {Point[]} */
  const points = [[0, 0], ...course.map(([pairs, value]) => /** @type {Point} */ ([pairs, value]))];
  const values = points.map(([, value]) => value);
  const spare = (upper - lower) * 0.06;
  const most = points[points.length - 1][0];
  const {x, y} = scaled(most, Math.min(lower, ...values) - spare, Math.max(upper, ...values) + spare);
  const two = {minimumFractionDigits: 2, maximumFractionDigits: 2};
  const text = t("event.stats.llrGraph", {llr: number(llr, two), lower: number(lower, two), upper: number(upper, two)});
  const line = (/** @type {number} */ value, /** @type {string} */ name) => svg`<path class=${name} d="M${LEFT} ${y(value)}H${WIDTH - RIGHT}" />${axisText(LEFT - 8, y(value), "end", number(value, {maximumFractionDigits: 2}))}`;
  return figureOf(text, svg`${line(upper, "bound upper")}${line(0, "axis")}${line(lower, "bound lower")}
    <path class="curve" d=${pathOf(points.map(([pairs, value]) => `${x(pairs)} ${y(value)}`))} />`, most);
}

/** Return the graph of the Elo; nothing while it is not known. @param {SprtView} sprt */
export function eloGraph({course}) {
  const known = course.filter(([, , elo]) => elo !== null);
  if (known.length < 2) return nothing;
  const points = known.map(([pairs, , elo, error]) => ({pairs, elo: elo ?? 0, error: error ?? 0}));
  const [lowest, highest] = [Math.min(...points.map(({elo, error}) => elo - error)), Math.max(...points.map(({elo, error}) => elo + error))];
  const spare = Math.max(0, MIN_SPAN - (highest - lowest)) / 2;
  const [low, high] = [lowest - spare, highest + spare];
  const most = points[points.length - 1].pairs;
  const {x, y} = scaled(most, low, high);
  const above = points.map(({pairs, elo, error}) => `${x(pairs)} ${y(elo + error)}`);
  const below = points.map(({pairs, elo, error}) => `${x(pairs)} ${y(elo - error)}`);
  const marks = [...new Set([high, 0, low].filter((mark) => mark >= low && mark <= high).map(Math.round))];
  return figureOf(t("event.stats.eloGraph", {elo: eloText(points[points.length - 1].elo)}), svg`
    ${marks.map((mark) => svg`<path class="axis" d="M${LEFT} ${y(mark)}H${WIDTH - RIGHT}" />${axisText(LEFT - 8, y(mark), "end", mark ? signed(mark) : "0")}`)}
    <path class="area" d="${pathOf([...above, ...below.reverse()])}Z" />
    <path class="curve" d=${pathOf(points.map(({pairs, elo}) => `${x(pairs)} ${y(elo)}`))} />`, most);
}
