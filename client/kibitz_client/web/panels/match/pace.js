// The pace of two engines: a bar below their board, and its keys. The host of the match changes it; all others see it.

import {html, nothing} from "lit-html";
import {icon} from "../../app/icons.js";
import {over} from "../../match/state.js";
import {number, t} from "../../words/index.js";
import {ready as texts} from "../../words/pace/index.js";

/** @import {App} from "../../app/context.js" */
/** @import {MatchState} from "../../match/state.js" */

export const ready = texts;

/** Seconds of a move that are offered; the protocol allows up to the last one. */
export const PACES = [0, 0.25, 0.5, 1, 2, 3, 5, 10];

/** Return the next slower pace, or the next faster one; the same at the end of the list. @param {number} pace @param {boolean} slower */
export function nextPace(pace, slower) {
  const found = slower ? PACES.find((each) => each > pace) : PACES.findLast((each) => each < pace);
  return found ?? pace;
}

/** Return a pace in words. @param {number} pace in seconds */
const paceText = (pace) => (pace ? t("pace.seconds", {seconds: number(pace)}) : t("pace.none"));

/** What the host may do, by name: each returns its command. @type {{[name: string]: (state: MatchState) => Parameters<App["link"]["command"]>[0]}} */
const DEEDS = {
  slower: ({match, engine_pace_s: pace}) => ({t: "set_pace", match, engine_pace_s: nextPace(pace ?? 0, true)}),
  faster: ({match, engine_pace_s: pace}) => ({t: "set_pace", match, engine_pace_s: nextPace(pace ?? 0, false)}),
  pause: ({match}) => ({t: "offer", match, offer: "pause"}),
  resume: ({match}) => ({t: "offer", match, offer: "resume"}),
  step: ({match, position}) => ({t: "set_pace", match, step_at: position.ply}),
};

/** @param {App} app @param {MatchState} state @param {keyof typeof DEEDS} name */
const act = (app, state, name) => app.link.command(DEEDS[name](state)).catch(app.refused);

/** Do what a key stands for in a match that this client hosts: + - slower and faster, p pause, . one move. Return whether it did.
 * @param {App} app @param {MatchState} state @param {string} key */
export function paceKey(app, state, key) {
  const name = {"+": "faster", "-": "slower", p: state.phase === "paused" ? "resume" : "pause", ".": "step"}[key];
  if (!name || !state.hosting || over(state)) return false;
  void act(app, state, name);
  return true;
}

/** Return the bar. @param {App} app @param {MatchState} state */
export function paceBar(app, state) {
  void app.style("pace.css");
  const {hosting, phase, engine_pace_s: pace} = state;
  const paused = phase === "paused";
  const said = [paused && t("pace.paused"), paceText(pace ?? 0)].filter(Boolean).join(" · ");
  const button = (/** @type {unknown} */ sign, /** @type {string} */ name, /** @type {string} */ label, off = false) =>
    html`<button class="button small" aria-label=${label} title=${label} aria-disabled=${off ? "true" : nothing} @click=${() => off || act(app, state, name)}>${sign}</button>`;
  if (!hosting) return pace || paused ? html`<p class="pace muted" role="status">${said}</p>` : nothing;
  return html`<div class="pace" role="toolbar" aria-label=${t("pace.title")}>
    ${button(t("pace.slow"), "slower", t("pace.slower"), nextPace(pace ?? 0, true) === pace)}
    <span class="number" role="status">${said}</span>
    ${button(t("pace.fast"), "faster", t("pace.faster"), !pace)}
    <span class="pace-gap"></span>
    ${paused ? button(icon("play"), "resume", t("pace.resume")) : button(icon("pause"), "pause", t("pace.pause"))}
    ${button(icon("last"), "step", t("pace.step"))}
  </div>`;
}
