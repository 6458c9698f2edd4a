// The curve of win probabilities of a replay, with its mistakes. It is drawn once, and another ply changes a line of it.

import {html, nothing, svg} from "lit-html";
import {t} from "../words/index.js";

/** @import {Mistake} from "kibitz-protocol" */

/** Win probabilities before each move and, if known, after the last one, with the mistakes.
 * @typedef {{values: (number | null)[], mistakes: Mistake[], first: number, last: number}} Curve */

/** @type {WeakMap<Curve, {line: string, area: string, dots: string, blunders: string} | null>} */
const drawn = new WeakMap();

/** Return the graph of a match; the same curve is drawn once. @param {Curve} curve @param {number} at the shown ply
 * @param {(ply: number) => void} go */
export function timeline(curve, at, go) {
  if (!drawn.has(curve)) drawn.set(curve, paths(curve));
  const found = drawn.get(curve);
  if (!found) return nothing;
  const {first, last} = curve;
  const width = Math.max(last - first, 1);
  const place = (/** @type {PointerEvent} */ event) => {
    const box = /** @type {Element} */ (event.currentTarget).getBoundingClientRect();
    go(first + Math.round(Math.max(0, Math.min(1, (event.clientX - box.left) / box.width)) * width));
  };
  const press = (/** @type {PointerEvent} */ event) => {
    /** @type {Element} */ (event.currentTarget).setPointerCapture(event.pointerId);
    place(event);
  };
  return html`<svg
    class="graph timeline"
    viewBox="0 0 ${width} 100"
    preserveAspectRatio="none"
    role="img"
    aria-label=${t("engine.graph")}
    @pointerdown=${press}
    @pointermove=${(/** @type {PointerEvent} */ event) => event.buttons && place(event)}
  >
    <rect width=${width} height="100" class="second" />
    <path class="area" d=${found.area} /><path class="middle" d="M0 50H${width}" /><path class="curve" d=${found.line} />
    <path class="dots" d=${found.dots} /><path class="dots blunder" d=${found.blunders} />
    ${svg`<path class="at" d="M${at - first} 0V100" />`}
  </svg>`;
}

/** @param {Curve} curve */
function paths({values, mistakes, first}) {
  const height = (/** @type {number} */ share) => (100 - 100 * share).toFixed(1);
  const points = values.flatMap((value, at) => (value === null ? [] : [[at, value]]));
  if (points.length < 2) return null;
  const line = points.map(([at, value]) => `${at} ${height(value)}`).join("L");
  const dots = (/** @type {boolean} */ serious) =>
    mistakes
      .filter(({judgement}) => judgement !== "inaccuracy" && (judgement === "blunder") === serious)
      // A line of no length with round ends is a dot in a picture that is stretched.
      .map(({ply, seat, after}) => `M${ply + 1 - first} ${height(seat ? 1 - after : after)}h0`)
      .join("");
  return {
    line: `M${line}`,
    area: `M${points[0][0]} 100L${line}L${points[points.length - 1][0]} 100Z`,
    dots: dots(false),
    blunders: dots(true),
  };
}
