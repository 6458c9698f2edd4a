// The graph of a rating over time, with its axes. It shows the same range as tui/models/rating_graph.py of the Python
// client, so that a change of one point does not fill it.

import {html, nothing, svg} from "lit-html";
import {language, t} from "../words/index.js";

/** @import {RatingStep} from "kibitz-protocol" */

/** A rating from a time on, in seconds since 1970. @typedef {{at: number, rating: number}} RatingPoint */

const MIN_SPAN = 20;
const [WIDTH, HEIGHT, LEFT, BOTTOM] = [640, 220, 48, 28];

/** Return the ratings at a game, oldest first, beginning with the one before the first known match.
 * @param {RatingStep[]} history @param {string} game @returns {RatingPoint[]} */
export function ratingPoints(history, game) {
  const steps = history.filter((step) => step.game === game).sort((a, b) => a.at - b.at);
  return steps.length ? [{at: steps[0].at, rating: steps[0].before}, ...steps.map(({at, after}) => ({at, rating: after}))] : [];
}

/** Return the lowest and the highest rating of the vertical axis. @param {RatingPoint[]} points @returns {[number, number]} */
function ratingRange(points) {
  const ratings = points.map(({rating}) => rating);
  const [low, high] = [Math.min(...ratings), Math.max(...ratings)];
  const spare = Math.max(0, MIN_SPAN - (high - low));
  return [low - Math.floor(spare / 2), high + spare - Math.floor(spare / 2)];
}

/** Return the graph; nothing without two ratings. @param {RatingPoint[]} points @param {string} title */
export function ratingGraph(points, title) {
  if (points.length < 2) return nothing;
  const [low, high] = ratingRange(points);
  const [begin, end] = [points[0].at, points[points.length - 1].at];
  const across = (/** @type {number} */ at, /** @type {number} */ place) =>
    LEFT + ((WIDTH - LEFT - 12) * (end > begin ? (at - begin) / (end - begin) : place / (points.length - 1)));
  const down = (/** @type {number} */ rating) => 12 + ((HEIGHT - BOTTOM - 12) * (high - rating)) / (high - low);
  const line = points.map(({at, rating}, place) => `${across(at, place).toFixed(1)} ${down(rating).toFixed(1)}`);
  const now = points[points.length - 1].rating;
  const best = Math.max(...points.map(({rating}) => rating));
  const text = t("players.graph", {game: title, now, best, count: points.length - 1});
  const marks = [high, Math.round((high + low) / 2), low];
  const form = new Intl.DateTimeFormat(language(), end - begin < 86_400 ? {timeStyle: "short"} : {dateStyle: "medium"});
  const [x, y] = line[line.length - 1].split(" ");
  return html`<figure class="rating-graph">
    <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label=${text}>
      <path class="axis" d=${marks.map((mark) => `M${LEFT} ${down(mark)}H${WIDTH - 12}`).join("")} />
      <path class="area" d="M${line[0].split(" ")[0]} ${HEIGHT - BOTTOM}L${line.join("L")}V${HEIGHT - BOTTOM}Z" />
      <path class="curve" d="M${line.join("L")}" /><circle class="now" cx=${x} cy=${y} r="4.5" />
      ${marks.map((mark) => axisText(LEFT - 8, down(mark), "end", String(mark)))}
      ${axisText(LEFT, HEIGHT - 8, "start", form.format(begin * 1000))} ${axisText(WIDTH - 12, HEIGHT - 8, "end", form.format(end * 1000))}
    </svg>
    <figcaption class="muted">${text}</figcaption>
  </figure>`;
}

/** @param {number} x @param {number} y @param {"start" | "end"} anchor @param {string} text */
const axisText = (x, y, anchor, text) => svg`<text x=${x} y=${y} dy="0.35em" text-anchor=${anchor}>${text}</text>`;
