// The pause after a hand: the table shows for two seconds how it ended, although the next hand may have been dealt. Only
// the drawing waits. A tap or a key ends it, and moves are played at once.

import {html} from "lit-html";
import {t} from "../../words/index.js";
import {endingText, cardTexts} from "../../match/tables/hand_history.js";
import {atItsEnd, endingOf, hasEnded, isBare} from "../../match/tables/hands.js";

/** @import {State} from "kibitz-protocol" */
/** @import {Paused} from "../contents/index.js" */

/** How long a showdown is shown, and a hand that ended without one. */
const [SHOWDOWN_MS, FOLD_MS] = [2000, 1300];
/** Messages may come together, but a jump to another place of the match is no end of a hand. */
const NEAR = 3;

/** @implements {Paused} */
export class Showdown {
  /** @param {() => void} changed called when the pause ends */
  constructor(changed) {
    this._changed = changed;
    /** The latest position. @type {State | null} */
    this._latest = null;
    /** What is shown in its place. @type {State | null} */
    this._shown = null;
    this._timer = 0;
  }

  /** Return the position to draw for the latest one. @param {State} position @param {string[]} sides @returns {State} */
  shown(position, sides) {
    const before = this._latest;
    if (before !== position) {
      this._latest = position;
      const steps = before ? position.ply - before.ply : 0;
      if (before && steps > 0 && steps <= NEAR && hasEnded(before, position) && !isBare(position)) this._begin(position, sides);
      else if (steps < 0 || steps > NEAR) this._stop();
    }
    return this._shown ?? position;
  }

  /** @param {State} position @param {string[]} sides */
  _begin(position, sides) {
    this._stop();
    this._shown = /** @type {State} */ ({...atItsEnd(position, sides), ended: true});
    this._timer = window.setTimeout(this.skip, endingOf(position, sides)?.shown ? SHOWDOWN_MS : FOLD_MS);
    addEventListener("pointerdown", this.skip);
    addEventListener("keydown", this.skip);
  }

  _stop() {
    clearTimeout(this._timer);
    this._shown = null;
    removeEventListener("pointerdown", this.skip);
    removeEventListener("keydown", this.skip);
  }

  /** End the pause. */
  skip = () => {
    if (!this._shown) return;
    this._stop();
    this._changed();
  };

  /** Return the sentence and the button of the pause, with the own cards of the next hand; null without one.
   * @param {{names: string[], sides: string[], you: number | null}} reader */
  template({names, sides, you}) {
    const {_latest: latest, _shown: shown} = this;
    const ending = latest && shown ? endingOf(latest, sides) : null;
    if (!latest || !ending) return null;
    const own = (latest.trays ?? []).find(({name, owner, faces}) => owner === you && you !== null && !name.startsWith("last ") && faces.length);
    const cards = own && !own.faces.includes("back") ? cardTexts(own.faces) : "";
    return html`<div class="showdown"><b>${endingText(ending, names, you)}</b>
      <button class="button next-hand" @click=${this.skip}>${t("poker.nextHand")}${cards ? html` <b class="number">${cards}</b>` : ""}</button></div>`;
  }
}
