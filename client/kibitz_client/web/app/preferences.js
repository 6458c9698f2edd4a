// What the reader has chosen, kept in the browser. Where the browser keeps nothing, it lasts until the page closes.

import {useLooks} from "../board/looks/chosen.js";

const KEY = "kibitz.preferences";

const DEFAULTS = {
  theme: "",
  board: "",
  language: "",
  labels: true,
  inside: true,
  chessSet: "",
  chessGround: "",
  goSet: "",
  goGround: "",
  draughtsSet: "",
  draughtsGround: "",
  motion: true,
  confirm: false,
  done: true,
  sound: false,
  soundAsked: false,
  volume: 60,
  notices: false,
  line: true,
  name: "",
  returning: false,
  game: "connect4",
  level: 3,
  /** The terms of the match that was created last. @type {import("./forms/begin.js").Terms | null} */
  last: null,
  /** Games and variants that were played lately, the last one first. @type {string[]} */
  recent: [],
};

/** @typedef {typeof DEFAULTS} Values */

/** What a browser without storage keeps until the page closes. @type {Map<string, string | null>} */
const passing = new Map();

/** Return a value that the browser keeps, or null. @param {string} key */
export function kept(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return passing.get(key) ?? null;
  }
}

/** Keep a value in the browser; null forgets it. @param {string} key @param {string | null} value */
export function keep(key, value) {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    passing.set(key, value);
  }
}

export class Preferences {
  /** @param {URLSearchParams | null} [framed] what the page around a frame wants. A page in a frame keeps nothing, and
   *   does not ask what another one has kept. */
  constructor(framed = null) {
    this._framed = framed !== null;
    /** @type {Values} */
    this.values = {...DEFAULTS};
    for (const name of /** @type {const} */ (["theme", "board", "language"])) this.values[name] = framed?.get(name) ?? "";
    try {
      if (!framed) Object.assign(this.values, JSON.parse(kept(KEY) ?? "{}"));
    } catch {
      // A damaged entry is replaced by the next change.
    }
    this.apply();
  }

  /** @param {Partial<Values>} change */
  set(change) {
    Object.assign(this.values, change);
    if ("sound" in change) this.values.soundAsked = true;
    if (!this._framed) keep(KEY, JSON.stringify(this.values));
    this.apply();
  }

  /** Whether boards have the names of their columns and rows, and where. @returns {boolean | "inside"} */
  get labels() {
    return this.values.labels && (this.values.inside ? "inside" : true);
  }

  /** Whether the reader has never said whether there are sounds. */
  get asksForSound() {
    return !this.values.sound && !this.values.soundAsked;
  }

  /** Show the choices on the document. */
  apply() {
    const {dataset} = document.documentElement;
    const {theme, board, motion} = this.values;
    for (const [name, value] of [["theme", theme], ["board", board], ["motion", motion ? "" : "off"]])
      if (value) dataset[name] = value;
      else delete dataset[name];
    const {chessSet, chessGround, goSet, goGround, draughtsSet, draughtsGround} = this.values;
    void useLooks({chess: {set: chessSet, ground: chessGround}, go: {set: goSet, ground: goGround}, draughts: {set: draughtsSet, ground: draughtsGround}});
  }
}
