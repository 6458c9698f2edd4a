// What the players of a finished game hold to be dead, such as chains of Go: a click marks a group, a button proposes it.

import {html, nothing} from "lit-html";
import {cellName} from "../../board/cells.js";
import {sideName} from "../../match/names.js";
import {plays, proposal, settling} from "../../match/state.js";
import {ready as texts} from "../../words/play/index.js";
import {t} from "../../words/index.js";

/** @import {App} from "../../app/context.js" */
/** @import {MatchState} from "../../match/state.js" */

/** Settled once the texts for players are there. */
export const ready = texts;

export class Settling {
  constructor() {
    /** The proposal after which this player began to mark, and what it has marked. @type {{after: unknown, dead: number[]} | null} */
    this._own = null;
  }

  /** Return what the board marks as dead: the player's own marks since the latest proposal, otherwise that.
   * @param {MatchState} state */
  dead(state) {
    if (!settling(state)) return [];
    const latest = proposal(state);
    return this._own?.after === latest ? this._own.dead : (latest?.dead ?? []);
  }

  /** Mark the group of a cell as dead, or no longer. @param {App} app @param {MatchState} state @param {number} cell */
  mark(app, state, cell) {
    const group = (state.position.removable ?? []).find((cells) => cells.includes(cell));
    if (!group) return;
    const dead = this.dead(state);
    const marked = dead.includes(cell) ? dead.filter((each) => !group.includes(each)) : [...dead, ...group];
    this._own = {after: proposal(state), dead: marked};
    app.speak(deadText(state, marked));
    app.changed();
  }

  /** Return what players can do while they settle what is dead, and what they have proposed.
   * @param {App} app @param {MatchState} state */
  panel(app, state) {
    if (!settling(state)) return nothing;
    const {match} = state;
    const latest = proposal(state);
    const dead = this.dead(state);
    const told = latest ? proposalText(state) : t("settle.which");
    const theirs = latest !== null && latest.seat !== state.you;
    const label = () => t(state.local ? "settle.count" : same && theirs ? "settle.agree" : dead.length ? "settle.propose" : "settle.nothing");
    const same = latest !== null && sorted(latest.dead ?? []) === sorted(dead);
    const send = (/** @type {Parameters<App["link"]["command"]>[0]} */ command) => () => void app.link.command(command).catch(app.refused);
    const settle = send({t: "offer", match, offer: "settle", dead});
    return html`<div class="banner ${theirs ? "hot" : ""} settling" role="group" aria-label=${t("settle.title")}>
      <b class="number deadline" role="timer"></b>
      <span>${told}${plays(state) ? html` <small>${t("settle.how")} ${deadText(state, dead)}</small>` : nothing}</span>
      ${plays(state)
        ? html`<button class="button small primary" ?disabled=${same && !theirs} @click=${settle}>${label()}</button>
            <button class="button small" @click=${send({t: "offer", match, offer: "resume"})}>${t("settle.resume")}</button>`
        : nothing}
    </div>`;
  }
}

/** @param {number[]} cells */
const sorted = (cells) => [...cells].sort((a, b) => a - b).join();

/** Return what is dead, a cell of each group. @param {MatchState} state @param {number[]} dead */
function deadText({board, position}, dead) {
  const groups = (position.removable ?? []).filter(([first]) => dead.includes(first));
  const cells = groups.map(([first]) => cellName(board, first, 0)).join(", ");
  return groups.length ? t("settle.dead", {cells, count: dead.length}) : t("settle.none");
}

/** Return the latest proposal with the score that would count, as a sentence. @param {MatchState} state */
export function proposalText(state) {
  const latest = proposal(state);
  if (!latest) return "";
  const points = (latest.points ?? []).map((each, seat) => `${sideName(state.game, seat)} ${each}`).join(", ");
  return t("settle.proposed", {side: sideName(state.game, latest.seat), dead: deadText(state, latest.dead ?? []), points});
}
