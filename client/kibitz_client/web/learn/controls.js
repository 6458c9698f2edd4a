// What is beside the drawing of a tree: its counts, the controls, the node that is looked at, what a step does, why
// there is no tree, and a legend.

import {html, nothing} from "lit-html";
import {icon} from "../app/icons.js";
import {miniBoard} from "../board/mini.js";
import {listed} from "../match/line.js";
import {t} from "../words/index.js";
import {BOUNDS, counted, limit, scored, shareOf, signs, valueText, winsIn} from "./nodes.js";
import {isTooLarge} from "./searches.js";
import {DEEPEST, SHOWS, addressOf} from "./subject.js";
import {drawingSeen} from "./tree.js";

/** @import {Explained} from "kibitz-protocol" */
/** @import {Refusal} from "../network/link.js" */
/** @import {NodeEntry} from "./nodes.js" */
/** @import {Algorithm, Searched} from "./searches.js" */
/** @import {SearchSteps} from "./steps.js" */
/** @import {Subject} from "./subject.js" */

/** The texts with the names of the algorithms. */
export const NAMES = {textbook: /** @type {const} */ ("learn.show.alphabeta"), minimax: /** @type {const} */ ("learn.show.minimax")};
/** Seconds for one step. */
export const SPEEDS = [3, 1.5, 0.7, 0.25];

/** Return the head of the page: the algorithms, the exercises, a class, and the tree alone.
 * @param {Subject} subject with the present step @param {{choose: (show: Subject["show"]) => void, present: () => void, taught: boolean}} uses */
export const treeHead = (subject, {choose, present, taught}) => html`<header class="learn-head">
  <div class="learn-title"><h1>${t("learn.title")}</h1><p class="muted">${t("learn.intro")}</p></div>
  <div class="cluster">
    <div class="segmented" role="group" aria-label=${t("learn.algorithm")}>
      ${SHOWS.map((name) => html`<button class="button" aria-pressed=${name === subject.show} @click=${() => choose(name)}>${t(`learn.show.${name}`)}</button>`)}
    </div>
    <a class="button" href="/learn?exercise=value-1">${icon("list")}${t("learn.exercises")}</a>
    ${taught ? html`<a class="button wide-only" href="/lessons">${icon("learn")}${t("learn.lessons")}</a><a class="button wide-only" href="/lessons/new?class=${encodeURIComponent(addressOf(subject))}">${icon("people")}${t("learn.teach")}</a>` : nothing}
    <button class="button present" title="${t("learn.present")} (p)" @click=${present}>${icon("fit")}<span>${t("learn.present")}</span></button>
  </div>
</header>`;

/** Return how far a search is, as text and as a bar of all nodes of minimax. How many nodes it will visit is said at its end.
 * @param {Explained} explained @param {number} entered @param {boolean} whole whether it has ended */
export function progress({algorithm, searched, unpruned}, entered, whole) {
  const all = Math.max(unpruned ?? searched, 1);
  return html`<span class="muted number">${whole ? t("learn.visited", {entered, count: searched}) : t("learn.visitedSoFar", {count: entered})}</span>
    <svg class="share-bar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
      <rect width="100" height="4" class="all" /><rect width=${(100 * entered) / all} height="4" class="has ${algorithm}" />
    </svg>`;
}

/** Return the control of the depth. @param {number} depth @param {(by: number) => void} deepen */
export const depthControl = (depth, deepen) => html`<div class="depth" role="group" aria-label=${t("learn.depth")}>
  <button class="button icon small" aria-label=${t("learn.shallower")} title=${t("learn.shallower")} ?disabled=${!depth} @click=${() => deepen(-1)}>${icon("minus")}</button>
  <span class="number">${t("learn.plies", {count: depth})}</span>
  <button class="button icon small" aria-label=${t("learn.deeper")} title=${t("learn.deeper")} ?disabled=${depth === DEEPEST} @click=${() => deepen(1)}>${icon("plus")}</button>
</div>`;

const ZOOMS = /** @type {const} */ ([
  ["plus", "learn.zoomIn", () => drawingSeen()?.zoom(1.4)],
  ["minus", "learn.zoomOut", () => drawingSeen()?.zoom(1 / 1.4)],
  ["fit", "learn.fit", () => drawingSeen()?.fit()],
]);

/** Return the buttons that move the camera. */
export const zoomControls = () => html`<div class="zooms">${ZOOMS.map(([name, key, run]) => html`<button class="button icon small" aria-label=${t(key)} title=${t(key)} @click=${run}>${icon(name)}</button>`)}</div>`;

/** Return the comparison of both algorithms as a sentence, once the search has ended, with a button that copies the address.
 * @param {Explained} explained @param {boolean} whole @param {() => void} share */
export function comparison(explained, whole, share) {
  const {algorithm, pruned, searched} = explained;
  const text = !whole ? t("learn.countLater") : algorithm === "minimax" ? t("learn.countAll", {count: searched}) : `${counted(explained)}. ${t("learn.leftOutCount", {count: pruned})}`;
  return html`<div class="compare"><b class="number">${text}</b>
    <button class="button icon small quiet" aria-label=${t("learn.copy")} title=${t("learn.copy")} @click=${share}>${icon("copy")}</button></div>`;
}

/** @typedef {object} Controls
 * @property {number} now @property {number} last @property {boolean} playing @property {number} speed @property {boolean} cuts
 * @property {number | null} nextCut @property {(step: number) => void} go @property {() => void} play @property {(speed: number) => void} setSpeed */

/** Return the controls of the steps. @param {Controls} controls */
export function stepControls({now, last, playing, speed, cuts, nextCut, go, play, setSpeed}) {
  const button = (/** @type {string} */ name, /** @type {string} */ label, /** @type {number} */ step, end = false) =>
    html`<button class="button icon ${name === "last" ? "to-last" : ""}" aria-label=${label} title=${label} ?disabled=${end} @click=${() => go(step)}>${icon(name)}</button>`;
  return html`<div class="steps" role="group" aria-label=${t("learn.steps")}>
    <div class="step-buttons">
      ${button("first", t("learn.first"), 0, now === 0)}${button("back", t("learn.back"), now - 1, now === 0)}
      <button class="button primary next-step" ?disabled=${now === last} @click=${() => go(now + 1)}>${t("learn.next")}${icon("next")}</button>
      ${cuts
        ? html`<button class="button" ?disabled=${nextCut === null} @click=${() => nextCut !== null && go(nextCut)}>${icon("cut")}<span>${t("learn.nextCut")}</span></button>`
        : nothing}
      ${button("last", t("learn.last"), last, now === last)}
      <button class="button icon" aria-label=${t(playing ? "learn.pause" : "learn.play")} title=${t(playing ? "learn.pause" : "learn.play")} aria-pressed=${playing} @click=${play}>${icon(playing ? "pause" : "play")}</button>
      <label class="speed"><span class="visually-hidden">${t("learn.speed")}</span>
        <select @change=${(/** @type {Event} */ event) => setSpeed(Number(/** @type {HTMLSelectElement} */ (event.target).value))}>
          ${SPEEDS.map((seconds) => html`<option value=${seconds} ?selected=${seconds === speed}>${t("learn.perStep", {seconds})}</option>`)}
        </select></label>
    </div>
    <label class="step-slider"><span class="visually-hidden">${t("learn.step")}</span>
      <input type="range" min="0" max=${last} .value=${String(now)} aria-valuetext=${t("learn.stepOf", {step: now + 1, of: last + 1})}
        @input=${(/** @type {Event} */ event) => go(Number(/** @type {HTMLInputElement} */ (event.target).value))} />
      <span class="number muted">${t("learn.stepOf", {step: now + 1, of: last + 1})}</span></label>
  </div>`;
}

/** Return the facts about a node as of a step. @param {NodeEntry} entry @param {SearchSteps} steps @param {number} now
 * @param {Explained} explained @param {string} name */
export function nodeCard(entry, steps, now, explained, name) {
  const {node, path} = entry;
  const [seen, done] = [steps.seen(entry, now), steps.done(entry, now)];
  const step = seen && !done ? steps.stepAt(entry, now) : null;
  const kind = node.children.length || node.pruned ? node.player : "leaf";
  const window = steps.windows && seen && (step ?? node);
  const value = done ? node.value : (step?.best ?? null);
  const text = explained.board ? scored : valueText;
  const wins = explained.board && value !== null ? winsIn(value) : null;
  const row = (/** @type {string} */ term, /** @type {unknown} */ content) => html`<div><dt>${term}</dt><dd>${content}</dd></div>`;
  const {shown} = node;
  return html`<section class="card node-card" aria-label=${t("learn.node")}>
    <header class="spread"><h2 class=${entry.parent ? "" : "begins"}>${name}</h2><span class="badge ${kind}">${kind === "leaf" ? t("learn.leaf") : t(`learn.takes.${kind}`)}</span></header>
    ${shown && explained.board
      ? html`<div class="node-board">${miniBoard({board: explained.board, position: {rows: shown.rows ?? [], counts: shown.counts ?? [], blocks: shown.blocks ?? "", shades: shown.shades ?? "", last: shown.last ?? []}, key: `${explained.title}${entry.key}${path.join()}`})}</div>`
      : nothing}
    <dl class="info number">
      ${explained.board && path.length ? row(t("learn.path"), listed(path)) : nothing}
      ${shareOf(entry) ? row(t("learn.share"), shareOf(entry)) : nothing}
      ${row(t("learn.value"), value === null ? (node.pruned && seen ? t("learn.notSearched") : t("learn.notYet")) : html`<b>${done ? signs(`${BOUNDS[node.bound] === "=" ? "" : BOUNDS[node.bound]} ${text(value)}`) : t("learn.soFar", {value: text(value)})}</b>`)}
      ${wins !== null ? row(t("learn.meaning"), t(wins > 0 ? "learn.maxWins" : "learn.minWins", {count: Math.abs(wins)})) : nothing}
      ${window ? html`${row(t("learn.alphaName"), limit(window.alpha, text))}${row(t("learn.betaName"), limit(window.beta, text))}` : nothing}
    </dl>
    <p class="why">${done && node.why !== "leaf" ? node.why : done ? nothing : t("learn.openYet")}</p>
    ${steps.last === now && entry.principal ? html`<p class="muted">${t("learn.onPrincipal")}</p>` : nothing}
  </section>`;
}

/** Return what a step does, and why it leaves branches out.
 * @param {Searched} searched @param {{at: number, waits: boolean}} step */
export function sentence({steps, explained}, {at, waits}) {
  if (waits) return [t("learn.waits")];
  const whole = at === steps.last ? t("learn.whole", {value: (explained.board ? scored : valueText)(explained.root.value ?? 0)}) : "";
  return [`${signs(steps.steps[at].text)}.`, reasonOf(steps, at, explained.board !== null) || whole].filter(Boolean);
}

/** Return why alpha-beta may leave branches out, in words, where a step does so; otherwise an empty string.
 * @param {SearchSteps} steps @param {number} now @param {boolean} ofGame */
function reasonOf(steps, now, ofGame) {
  const text = ofGame ? scored : valueText;
  const {cut, at, alpha, beta} = steps.steps[now];
  if (!cut) return "";
  const {player} = steps.entries[at].node;
  if (player === "chance") return t("learn.why.chance");
  const max = player === "max";
  return t(max ? "learn.why.max" : "learn.why.min", {alpha: limit(alpha, text), beta: limit(beta, text)});
}

/** Return why a tree was refused, with ways out.
 * @param {Refusal} refusal @param {Algorithm} algorithm @param {Subject} subject
 * @param {{shallower: () => void, alone: () => void, again: () => void}} ways */
export function refusalCard(refusal, algorithm, {kind, show, depth}, {shallower, alone, again}) {
  const large = isTooLarge(refusal);
  return html`<div class="pane message refusal" role="alert">
    ${show === "both" ? html`<p class="muted">${t(NAMES[algorithm])}</p>` : nothing}
    <h2>${refusal.message}</h2>
    ${refusal.hint ? html`<p>${refusal.hint}</p>` : nothing}
    <p class="cluster">
      ${large && kind !== "leaves" && depth ? html`<button class="button primary" @click=${shallower}>${t("learn.shallow")}</button>` : nothing}
      ${large && show !== "alphabeta" ? html`<button class="button" @click=${alone}>${t("learn.alone")}</button>` : nothing}
      ${!large ? html`<button class="button" @click=${again}>${t("learn.again")}</button>` : nothing}
      <a class="button quiet" href="/learn">${t("learn.toExample")}</a>
    </p>
  </div>`;
}

/** Return what the signs of the drawing mean. */
export const legend = () => html`<details class="card legend"><summary>${t("learn.legend")}</summary>
  <ul>
    <li><svg viewBox="0 0 40 30" aria-hidden="true"><path class="max" d="M20 3L37 27H3Z" /></svg>${t("learn.legend.max")}</li>
    <li><svg viewBox="0 0 40 30" aria-hidden="true"><path class="min" d="M20 27L37 3H3Z" /></svg>${t("learn.legend.min")}</li>
    <li><svg viewBox="0 0 40 30" aria-hidden="true"><circle class="chance" cx="20" cy="15" r="12" /></svg>${t("learn.legend.chance")}</li>
    <li><svg viewBox="0 0 40 30" aria-hidden="true"><path class="leaf" d="M6 5h28v20H6z" /></svg>${t("learn.legend.leaf")}</li>
    <li><svg viewBox="0 0 40 30" aria-hidden="true"><path class="best" d="M3 15H37" /></svg>${t("learn.legend.best")}</li>
    <li><svg viewBox="0 0 40 30" aria-hidden="true"><path class="pruned" d="M3 15H37" /></svg>${t("learn.legend.cut")}</li>
  </ul>
  <p>${t("learn.legend.window")}</p><p class="muted">${t("learn.legend.keys")}</p></details>`;
