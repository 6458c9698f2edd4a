// The searches of a subject: the tree of each algorithm that is shown, asked for one after the other, and the steps that
// both have at a time.

import {Refusal} from "../network/link.js";
import {moveOf, placeOf, scored, valueText} from "./nodes.js";
import {SearchSteps, aligned} from "./steps.js";
import {commandOf, nested} from "./subject.js";

/** @import {Explained} from "kibitz-protocol" */
/** @import {App} from "../app/context.js" */
/** @import {NodeEntry} from "./nodes.js" */
/** @import {Subject} from "./subject.js" */

/** @typedef {"textbook" | "minimax"} Algorithm */
/** A searched tree. @typedef {{explained: Explained, steps: SearchSteps}} Searched */

export class Searches {
  /** @param {App} app @param {Subject} subject */
  constructor(app, subject) {
    this._app = app;
    this.subject = subject;
    this.loading = false;
    /** @type {{[algorithm: string]: Searched | Refusal}} */
    this._found = {};
    /** Counts the subjects, so that a late answer for an earlier one is left out. */
    this._turn = 0;
    /** @type {{of: unknown, steps: ReturnType<typeof aligned>} | null} */
    this._together = null;
    /** @type {{of: unknown, entries: NodeEntry[]}} */
    this._ghosts = {of: null, entries: []};
    /** @type {{of: string, tree: any}} */
    this._leaves = {of: "", tree: null};
  }

  /** The algorithms whose trees are shown. @returns {Algorithm[]} */
  get wanted() {
    const {show} = this.subject;
    return show === "both" ? ["minimax", "textbook"] : [show === "minimax" ? "minimax" : "textbook"];
  }

  /** The trees that are shown, as far as they are there. */
  get shown() {
    return /** @type {Searched[]} */ (this.wanted.map((algorithm) => this._searched(algorithm)).filter(Boolean));
  }

  /** The search whose steps are counted: side by side that of minimax, which has more. @returns {Searched | undefined} */
  get leading() {
    return this.shown[0];
  }

  /** Return the tree of an algorithm, or why there is none; undefined before the answer.
   * @param {Algorithm} algorithm @returns {Searched | Refusal | undefined} */
  result(algorithm) {
    return this._found[algorithm];
  }

  /** Take another subject; return whether its trees are others too. `run` gets them. @param {Subject} next */
  take(next) {
    const other = treesOf(next) !== treesOf(this.subject) || !this.leading;
    this._turn++;
    this.subject = next;
    if (other) this._found = {};
    this.loading = true;
    return other;
  }

  /** Get the trees that are missing; return whether the subject is still the same then. If no depth was chosen, the server
   * finds the greatest that fits the first tree, which is that of minimax where both are shown. */
  async run() {
    const turn = this._turn;
    await this._fill(turn);
    if (turn !== this._turn) return false;
    this.loading = false;
    return true;
  }

  /** Leave out the answers that are still to come. */
  stop() {
    this._turn++;
  }

  /** Return the step of a tree while the leading one is at a step. @param {Searched} searched @param {number} now */
  stepOf(searched, now) {
    const line = this._timeline();
    return line && searched !== this.leading ? line[now] : {at: now, waits: false};
  }

  /** Return the step of the next cut in a direction, or null. @param {number} now @param {number} by */
  nextCut(now, by) {
    const searched = this._searched("textbook");
    if (!searched || this.subject.show === "minimax") return null;
    const line = this._timeline();
    const cut = searched.steps.nextCut(this.stepOf(searched, now).at, by);
    return cut === null || !line ? cut : line.findIndex(({at}) => at === cut);
  }

  /** Return the nodes that the leading tree has and another one lacks. @param {Searched} searched */
  ghosts(searched) {
    const {leading} = this;
    if (!leading || searched === leading) return [];
    if (this._ghosts.of !== searched) {
      const keys = new Set(searched.steps.entries.map(({key}) => key));
      this._ghosts = {of: searched, entries: leading.steps.entries.filter(({key}) => !keys.has(key))};
    }
    return this._ghosts.entries;
  }

  /** Return the value of a leaf as it was typed; null in games. @param {NodeEntry} entry @returns {number | null} */
  typed({key}) {
    const {kind, leaves} = this.subject;
    if (kind !== "leaves") return null;
    if (this._leaves.of !== leaves) this._leaves = {of: leaves, tree: listOf(leaves)};
    const value = key.split(".").slice(1).reduce((below, branch) => below?.[Number(branch)], this._leaves.tree);
    return typeof value === "number" ? value : null;
  }

  /** @param {Algorithm} algorithm @returns {Searched | null} */
  _searched(algorithm) {
    const result = this._found[algorithm];
    return !result || result instanceof Refusal ? null : result;
  }

  /** Return the steps of alpha-beta by those of minimax; null if only one is shown. */
  _timeline() {
    const [minimax, textbook] = this.shown;
    if (!textbook) return null;
    if (this._together?.of !== textbook) this._together = {of: textbook, steps: aligned(minimax.steps, textbook.steps)};
    return this._together.steps;
  }

  /** Ask for the trees that are missing. @param {number} turn */
  async _fill(turn) {
    const info = this._app.lobby.game(this.subject.game);
    // The server searches one tree at a time for each player.
    for (const algorithm of this.wanted.filter((each) => !this._searched(each))) {
      const result = await inTurn(() => this._app.link.command(commandOf(this.subject, algorithm, info)));
      if (turn !== this._turn) return;
      if (result instanceof Error && !(result instanceof Refusal)) {
        this.loading = false;
        throw result;
      }
      const found = (this._found[algorithm] = read(result));
      if (!(found instanceof Refusal) && this.subject.kind !== "leaves") this.subject = {...this.subject, depth: found.explained.depth ?? this.subject.depth};
    }
  }
}

/** The newest request of all views: one that was left may still wait for its tree. @type {Promise<unknown>} */
let asked = Promise.resolve();

/** Run after what was asked before, and return the result or the error. @param {() => Promise<unknown>} ask */
export const inTurn = (ask) => (asked = asked.then(ask).catch((error) => error));

/** Return whether a tree was refused for its size. @param {unknown} result */
export const isTooLarge = (result) => result instanceof Refusal && result.code === "tree_too_large";

/** Return what two subjects with the same trees have in common. @param {Subject} subject */
const treesOf = (subject) => JSON.stringify({...subject, show: "", step: 0});

/** @param {unknown} result @returns {Searched | Refusal} */
function read(result) {
  if (result instanceof Refusal) return result;
  const explained = /** @type {Explained} */ (result);
  const [name, value] = explained.board ? [moveOf, scored] : [placeOf, valueText];
  return {explained, steps: new SearchSteps(explained, {name, value})};
}

/** Return typed leaf values as lists, or null where the server reads more than JSON. @param {string} text */
function listOf(text) {
  try {
    return JSON.parse(nested(text));
  } catch {
    return null;
  }
}
