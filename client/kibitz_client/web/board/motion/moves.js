// The motions of moves. They follow from the two positions alone: pieces slide, drop, turn over one after the other, are
// captured in the order of a jump, or are lifted; marks are drawn; seeds are sown one by one.

import {capturedAt, delays, sowing} from "./order.js";
import {LEAVING, LONGEST, QUICK} from "./times.js";

/** @import {Layout} from "../shapes/layout.js" */
/** @import {Moved, Recount} from "./times.js" */

const FLIP = 130;
const FADE = 110;
const PEN = 130;
const LIFT = 170;
const SEED = 130;

/** Let a node leave by an animation, and remove it then. @param {Element} node @param {Element} moved the part that is animated
 * @param {Keyframe[]} frames @param {KeyframeAnimationOptions} timing */
function leave(node, moved, frames, timing) {
  node.setAttribute(LEAVING, "");
  const animation = moved.animate(frames, {...QUICK, fill: "both", ...timing});
  animation.onfinish = animation.oncancel = () => node.remove();
}

/** Draw lines one after the other. @param {Iterable<Element>} lines @param {number} [delay] before the first one */
export function penLines(lines, delay = 0) {
  for (const line of lines) {
    const dashes = {strokeDasharray: "1 1"};
    line.animate([{...dashes, strokeDashoffset: "1", opacity: 0}, {...dashes, strokeDashoffset: "0.9", opacity: 1, offset: 0.1}, {...dashes, strokeDashoffset: "0"}], {duration: PEN, delay, fill: "backwards", easing: "ease-out"});
    delay = Math.min(delay + PEN, LONGEST - PEN);
  }
}

/** Move the pieces of a grid. @param {Map<string, string>} sides by symbols @param {Layout} layout
 * @param {{gone: Moved[], come: Moved[], dragged: number, path: number[]}} changes */
export function animatePieces(sides, layout, {gone, come, dragged, path}) {
  const left = [...gone];
  const sources = sourcesOf(sides, come, left);
  const turning = layout.style === "checks" ? [] : come.filter((change) => change.replaced && !sources.has(change));
  let arrival = 0;
  for (const change of come) {
    const {cell, node} = change;
    const inner = /** @type {SVGElement} */ (node.firstElementChild);
    const source = sources.get(change);
    if (source) {
      source.node.remove();
      if (cell !== dragged) arrival = Math.max(arrival, slide(inner, layout, wayOf(path, source.cell, cell)));
    } else if (!turning.includes(change)) appear(inner, layout, cell);
  }
  turn(turning, left, layout, path);
  capture(left, layout, path, arrival);
}

/** Find which piece came from where, and take it out of those that have left. Equal pieces are found first.
 * @param {Map<string, string>} sides @param {Moved[]} come @param {Moved[]} left @returns {Map<Moved, Moved>} */
function sourcesOf(sides, come, left) {
  /** @type {Map<Moved, Moved>} */
  const sources = new Map();
  for (const same of [true, false])
    for (const change of come) {
      if (sources.has(change)) continue;
      const from = left.findIndex(({cell, symbol}) => cell !== change.cell && (same ? symbol === change.symbol : sides.get(symbol) === sides.get(change.symbol)));
      if (from >= 0) sources.set(change, left.splice(from, 1)[0]);
    }
  return sources;
}

/** Let a piece appear on its cell: it drops, is drawn, or is put down. @param {SVGElement} inner @param {Layout} layout @param {number} cell */
function appear(inner, {style, boxes}, cell) {
  const strokes = inner.matches(".drawn-line") ? [inner] : inner.querySelectorAll(".stroke[pathLength]");
  if (style === "drop") {
    const fall = boxes[cell].y + boxes[cell].h;
    const duration = Math.min(250, 90 + 25 * Math.sqrt(fall));
    inner.animate([{transform: `translate(0px, ${-fall}px)`}, {transform: "translate(0px, 0px)"}], {duration, easing: "cubic-bezier(.5,0,.9,.6)"});
  } else if (strokes.length) penLines(strokes);
  else if (inner.matches(".owner")) inner.animate([{opacity: 0}, {opacity: 1}], {...QUICK, duration: FADE, delay: PEN, fill: "backwards"});
  else inner.animate([{transform: "scale(1.25)", opacity: 0}, {transform: "scale(1)", opacity: 1}], {...QUICK, duration: FADE});
}

/** Turn discs over, from the one that was put down outwards. @param {Moved[]} turning @param {Moved[]} left @param {Layout} layout
 * @param {number[]} path */
function turn(turning, left, {boxes}, path) {
  const placed = boxes[path[path.length - 1]];
  const far = turning.map(({cell}) => (placed ? Math.hypot(boxes[cell].x - placed.x, boxes[cell].y - placed.y) / placed.w : 0));
  const waits = delays(far, LONGEST - FLIP);
  turning.forEach(({cell, node}, place) => {
    const from = left.findIndex((change) => change.cell === cell);
    const [delay, duration] = [waits[place], FLIP / 2];
    if (from >= 0) {
      const [old] = left.splice(from, 1);
      leave(old.node, /** @type {Element} */ (old.node.firstElementChild), [{transform: "scaleX(1)"}, {transform: "scaleX(0)"}], {duration, delay, easing: "ease-in"});
    }
    node.firstElementChild?.animate([{transform: "scaleX(0)"}, {transform: "scaleX(1)"}], {duration, delay: delay + duration, fill: "backwards", easing: "ease-out"});
  });
}

/** Take captured pieces off: stones are lifted, men fade when they are jumped over, others when the piece arrives.
 * @param {Moved[]} left @param {Layout} layout @param {number[]} path @param {number} arrival milliseconds */
function capture(left, {style, boxes}, path, arrival) {
  for (const {node, cell} of left) {
    const inner = node.firstElementChild ?? node;
    if (style === "lines") leave(node, inner, [{transform: "translateY(0px) scale(1)", opacity: 1}, {transform: "translateY(-16px) scale(1.2)", opacity: 0}], {duration: LIFT, delay: 100});
    else leave(node, node, [{opacity: 1}, {opacity: 0}], {duration: FADE, delay: Math.max(0, Math.min(LONGEST - FADE, arrival * capturedAt(boxes, path, cell) - FADE / 2))});
  }
}

/** Return the cells over which a piece went: those of the move, if they have its two ends.
 * @param {number[]} path @param {number} from @param {number} to */
function wayOf(path, from, to) {
  return path[0] === from && path.at(-1) === to ? path : [from, to];
}

/** Slide a piece over cells, and return how long that takes. @param {SVGElement} node @param {Layout} layout @param {number[]} way */
function slide(node, layout, way) {
  const end = layout.boxes[way[way.length - 1]];
  const frames = way.map((cell) => ({transform: `translate(${layout.boxes[cell].x - end.x}px, ${layout.boxes[cell].y - end.y}px)`}));
  const duration = Math.min(LONGEST, 200 + 50 * (way.length - 2));
  node.animate(frames, {...QUICK, duration, ...(way.length > 2 ? {easing: "ease-in-out"} : {})});
  return duration;
}

/** Move units. Seeds go from their pit to the others one by one; matches that are taken rise.
 * @param {Layout} layout @param {{changed: Recount[], before: number[], after: number[]}} changes */
export function animateUnits({boxes, style}, {changed, before, after}) {
  const {from, waits} = sowing(before, after, LONGEST - SEED);
  for (const {cell, old, next} of changed) {
    const [had, has] = [before[cell] ?? 0, after[cell] ?? 0];
    if (style === "heaps") {
      [...old.children].slice(0, has).forEach((unit) => unit.remove());
      leave(old, old, [{transform: "translateY(0px)", opacity: 1}, {transform: "translateY(-34px)", opacity: 0}], {duration: 220});
      continue;
    }
    const count = next.querySelector(".count");
    const delay = waits[cell];
    // The number of seeds changes when the last one has come.
    count?.animate([{opacity: 0}, {opacity: 1}], {duration: 1, delay: delay + (has > had ? SEED : 0), fill: "backwards"});
    [...old.children].forEach((unit) => unit.matches(".count") || unit.remove());
    leave(old, old, [{opacity: 1}, {opacity: 1}], {duration: delay + (has > had ? SEED : 1)});
    const units = [...next.children].filter((unit) => !unit.matches(".count"));
    for (const unit of units.slice(had)) {
      const [here, there] = [boxes[cell], boxes[from]];
      const [dx, dy] = [there.x + there.w / 2 - here.x - here.w / 2, there.y + there.h / 2 - here.y - here.h / 2];
      unit.animate(
        [{transform: `translate(${dx}px, ${dy}px)`}, {transform: `translate(${dx / 2}px, ${dy / 2 - 22}px)`}, {transform: "translate(0px, 0px)"}],
        {duration: SEED, delay, fill: "backwards", easing: "ease-in-out"},
      );
    }
  }
}
