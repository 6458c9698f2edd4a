// The order in which a player uses two dice: a tap on the dice swaps them, and a second tap on a checker moves it by the first.

import {pips} from "../shapes/points.js";

/** @import {State} from "kibitz-protocol" */
/** @import {Paused} from "../contents/index.js" */

/** @implements {Paused} */
export class DiceOrder {
  /** @param {() => void} changed called when the dice were swapped */
  constructor(changed) {
    this._changed = changed;
    this._swapped = false;
    /** The latest position as the server sent it, and as it is shown. @type {{given: State, shown: State} | null} */
    this._kept = null;
    this._roll = "";
  }

  /** Return a position with its dice in the chosen order. @param {State} position @returns {State} */
  shown(position) {
    const roll = `${position.ply} ${diceOf(position).join()}`;
    if (roll !== this._roll) this._swapped = false;
    this._roll = roll;
    if (!this._swapped) return position;
    if (this._kept?.given !== position) {
      const trays = (position.trays ?? []).map((tray) => (tray.name === "dice" ? {...tray, faces: [...tray.faces].reverse()} : tray));
      this._kept = {given: position, shown: {...position, trays}};
    }
    return this._kept.shown;
  }

  swap() {
    this._swapped = !this._swapped;
    this._kept = null;
    this._changed();
  }

  /** Return where a checker goes by the first die that it can use; null if it can use none. Bearing off may need a part of
   * a die. @param {Set<number>} targets @param {number} from @param {number} seat @returns {number | null} */
  target(targets, from, seat) {
    const [, ...numbers] = this._roll.split(/[ ,]/).map((text) => Number(text.replace(/\D/g, "")));
    const dice = this._swapped ? numbers.reverse() : numbers;
    const far = (/** @type {number} */ to) => pips(seat, from) - pips(seat, to);
    for (const die of dice) for (const to of targets) if (far(to) === die) return to;
    for (const die of dice) for (const to of targets) if (pips(seat, to) === 0 && far(to) <= die) return to;
    const [nearest = null] = [...targets].sort((a, b) => far(a) - far(b));
    return nearest;
  }
}

/** @param {State} position */
const diceOf = ({trays = []}) => trays.find(({name}) => name === "dice")?.faces ?? [];
