// The pace of two engines: a bar below their board, and its keys. The host of the match changes it; all others see it.

import {html, nothing} from "lit-html";
import {icon} from "../../app/icons.js";
import {nextPace, over} from "../../match/state.js";
import {number, t} from "../../words/index.js";
import {ready as texts} from "../../words/pace/index.js";

/** @import {App} from "../../app/context.js" */
/** @import {MatchState} from "../../match/state.js" */

export const ready = texts;

/** Return a pace in words. @param {number} pace in seconds */
const paceText = (pace) => (pace ? t("pace.seconds", {seconds: number(pace)}) : t("pace.none"));

/** The pace that was asked for last, and when: a second press at once must not ask for the same again. */
let asked = {match: "", at: 0, pace: 0};

/** Return the pace to ask for. @param {MatchState} state @param {boolean} slower */
function paceAfter({match, engine_pace_s: pace}, slower) {
  const at = performance.now();
  const now = asked.match === match && at - asked.at < 1000 ? asked.pace : (pace ?? 0);
  asked = {match, at, pace: nextPace(now, slower)};
  return asked.pace;
}

/** What the host may do, by name: each returns its command. @type {{[name: string]: (state: MatchState) => Parameters<App["link"]["command"]>[0]}} */
const DEEDS = {
  slower: (state) => ({t: "set_pace", match: state.match, engine_pace_s: paceAfter(state, true)}),
  faster: (state) => ({t: "set_pace", match: state.match, engine_pace_s: paceAfter(state, false)}),
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
