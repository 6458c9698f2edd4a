// The earlier positions of a match that is being followed: those seen since the page opened, and the others from the
// record of the match when they are wanted.

import {over} from "./state.js";

/** @import {State} from "kibitz-protocol" */
/** @import {Link} from "../network/link.js" */
/** @import {MatchState} from "./state.js" */

export class History {
  /** @param {Link} link @param {() => string | null} key */
  constructor(link, key) {
    this._link = link;
    this._key = key;
    this._match = "";
    /** @type {Map<number, State>} */
    this._positions = new Map();
    this._asked = false;
    this._shown = false;
  }

  /** Note the position of a state. @param {MatchState} state */
  note(state) {
    // After the end, earlier positions show what was hidden.
    const shown = state.game.hidden && over(state);
    if (state.match !== this._match || shown !== this._shown) {
      this._match = state.match;
      this._shown = shown;
      this._positions.clear();
      this._asked = false;
    }
    const {position} = state;
    this._positions.set(position.ply, position);
    // Moves that were taken back are gone.
    for (const ply of this._positions.keys()) if (ply > position.ply) this._positions.delete(ply);
  }

  /** Return the position at a ply, or null if it is not known. @param {number} ply */
  at(ply) {
    return this._positions.get(ply) ?? null;
  }

  /** Get all positions of a match from its record. @returns {Promise<void>} rejects with a Refusal */
  async load() {
    if (this._asked || !this._match) return;
    this._asked = true;
    const match = this._match;
    const key = this._key();
    /** @type {Map<number, State>} */
    const found = new Map();
    try {
      const {fetchRecord} = await import("./record.js");
      for (const message of (await fetchRecord(this._link, match, key)).messages) if (message.state) found.set(message.state.ply, message.state);
    } catch (error) {
      // The next look at an earlier position asks again.
      this._asked = false;
      throw error;
    }
    if (match !== this._match) return;
    for (const [ply, position] of found) if (!this._positions.has(ply)) this._positions.set(ply, position);
  }
}
