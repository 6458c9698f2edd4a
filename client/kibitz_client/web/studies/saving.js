// Saving of a study: a while after the last change, one save at a time, each based on the version before it.

import {Refusal} from "../network/link.js";
import {columnsOf} from "./tree.js";

/** @import {StudyShown} from "kibitz-protocol" */
/** @import {Link} from "../network/link.js" */
/** @import {StudyNode} from "./tree.js" */

/** Time after the last change, in milliseconds. */
const WAIT_MS = 700;

/** @typedef {"saved" | "waiting" | "failed" | "changed"} Saved */

export class Saving {
  /** @param {Link} link @param {StudyShown} shown @param {StudyNode} root @param {() => void} changed */
  constructor(link, shown, root, changed) {
    this._link = link;
    this._shown = shown;
    this._root = root;
    this._changed = changed;
    this._version = shown.version;
    this._timer = 0;
    /** The save that is going on. @type {Promise<void> | null} */
    this._running = null;
    this._held = false;
    this._dirty = false;
    this.title = shown.title;
    this.listed = shown.listed;
    /** @type {Saved} */
    this.status = "saved";
    /** Why the server did not save. @type {Refusal | null} */
    this.refusal = null;
  }

  /** Save what has changed, a while after the last change. */
  note() {
    if (this.status === "changed") return;
    this._dirty = true;
    this.status = "waiting";
    clearTimeout(this._timer);
    this._timer = window.setTimeout(() => void this.flush(), WAIT_MS);
    this._changed();
  }

  /** Save nothing for now, because the study is being deleted; or go on with saving. @param {boolean} held */
  hold(held) {
    this._held = held;
    if (!held && this._dirty) this.note();
  }

  /** Save at once what has changed. @returns {Promise<void>} settled when all of it is saved, or was refused */
  flush() {
    clearTimeout(this._timer);
    if (!this._dirty || this._held || this.status === "changed") return this._running ?? Promise.resolve();
    this._running ??= this._save();
    return this._running;
  }

  async _save() {
    this._dirty = false;
    try {
      const {study} = this._shown;
      const saved = await this._link.command({t: "save_study", study, version: this._version, title: this.title, listed: this.listed, tree: columnsOf(this._root)});
      this._version = saved.version;
      this.refusal = null;
      if (!this._dirty) this.status = "saved";
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.refusal = error;
      this._dirty = true;
      this.status = error.code === "study_changed" ? "changed" : "failed";
    } finally {
      this._running = null;
    }
    this._changed();
    if (this._dirty && this.status === "waiting") await this.flush();
  }
}
