// What cannot be taken back asks first: a button that was tapped says what it will do, and a second tap within some seconds
// does it.

/** @import {App} from "../../app/context.js" */
/** @import {MatchState} from "../../match/state.js" */

/** How long a button waits for its second tap. */
const WAITS_MS = 3000;
/** Moves without cells that ask first, as far as they are a choice: they end a game, or change what it is about. */
const GRAVE = ["pass", "double", "drop"];

export class Sure {
  /** @param {App} app */
  constructor(app) {
    this._app = app;
    /** What was tapped once. @type {string | null} */
    this._armed = null;
    this._timer = 0;
  }

  /** Return whether a button was tapped once. @param {string} name */
  armed(name) {
    return this._armed === name;
  }

  /** Tap a button: the first time it asks, the second time it acts.
   * @param {string} name @param {string} question what a second tap does @param {() => void} run */
  tap(name, question, run) {
    const second = this._armed === name;
    clearTimeout(this._timer);
    this._armed = second ? null : name;
    if (second) run();
    else {
      this._timer = window.setTimeout(() => this._forget(), WAITS_MS);
      this._app.speak(question, "assertive");
    }
    this._app.changed();
  }

  _forget() {
    this._armed = null;
    this._app.changed();
  }
}

/** Return whether a move asks first. @param {MatchState} state @param {string} move */
export const isGrave = ({position}, move) => GRAVE.includes(move) && position.legal.length > 1;
