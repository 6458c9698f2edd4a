// The replay of a match that runs by itself, ply by ply, at a speed that the reader chooses.

import {html} from "lit-html";
import {icon} from "../app/icons.js";
import {t} from "../words/index.js";

/** What runs: it steps until it has ended, and begins again from its start.
 * @typedef {{step: () => void, ended: () => boolean, rewind: () => void, changed: () => void}} Steps */

const SPEEDS = [0.5, 1, 2, 4, 8];
const STEP_MS = 800;

export class Autoplay {
  /** @param {Steps} steps */
  constructor(steps) {
    this._steps = steps;
    this._speed = 1;
    /** The timer of the steps; 0 while nothing runs. */
    this._timer = 0;
  }

  /** Begin to run, or stop. */
  toggle() {
    this._run(!this._timer);
  }

  close() {
    clearInterval(this._timer);
    this._timer = 0;
  }

  /** Return the button and the choice of the speed. */
  template() {
    const label = t(this._timer ? "replay.pause" : "replay.play");
    return html`<button class="button icon ${this._timer ? "primary" : ""}" title=${label} aria-label=${label} @click=${() => this.toggle()}>${icon(this._timer ? "pause" : "play")}</button>
    <label><span class="visually-hidden">${t("replay.speed")}</span>
      <select @change=${(/** @type {Event} */ event) => this._pace(Number(/** @type {HTMLSelectElement} */ (event.target).value))}>${SPEEDS.map((each) => html`<option value=${each} ?selected=${each === this._speed}>${each}×</option>`)}</select></label>`;
  }

  /** @param {number} speed */
  _pace(speed) {
    this._speed = speed;
    if (this._timer) this._run(true);
  }

  /** @param {boolean} on */
  _run(on) {
    const {step, ended, rewind, changed} = this._steps;
    this.close();
    if (on) {
      if (ended()) rewind();
      this._timer = window.setInterval(() => {
        step();
        if (ended()) this._run(false);
      }, STEP_MS / this._speed);
    }
    changed();
  }
}
