// The steps of a search as sentences: entering a node, returning a value, cutting off the rest. Pure, the twin of
// tui/search_tree/steps.py. The server sends the steps. An older one sends none; then the only step shows the whole tree.

import {t} from "../words/index.js";
import {BOUNDS, label, limit, moveOf, nodeEntries, opening, playerName, shareOf, valueText, windowRuns} from "./nodes.js";

/** @import {Explained, SearchStep} from "kibitz-protocol" */
/** @import {NodeEntry, Run} from "./nodes.js" */

/** The search is at node number `at` with this window. `best` is its value so far; `cut` ends the node. `from` is the
 * child whose value came back, and `better` whether it became the best. `key` names the step in all algorithms.
 * @typedef {{at: number, alpha: number | null, beta: number | null, best: number | null, text: string, cut: boolean, from: NodeEntry | null, better: boolean, key: string}} Step */

export class SearchSteps {
  /** @param {Explained} explained
   * @param {{name?: (entry: NodeEntry) => string, value?: (value: number) => string}} [options] */
  constructor({root, steps = [], algorithm}, {name = moveOf, value = valueText} = {}) {
    this.entries = nodeEntries(root);
    this.windows = algorithm === "textbook";
    this._name = name;
    this._value = value;
    /** @type {number[]} */
    this._entered = [];
    /** @type {number[]} */
    this._done = [];
    /** @type {Step[]} */
    this.steps = [];
    const whole = /** @type {SearchStep[]} */ ([{to: 0}]);
    for (const [now, step] of (steps.length ? steps : whole).entries()) {
      this.steps.push(this._read(step));
      this._entered[step.to] ??= now;
      this._done[step.to] = now;
    }
    // A pruned node is known as soon as its parent is done.
    for (const {number, parent} of this.entries) if (parent) this._entered[number] ??= this._done[number] = this._done[parent.number];
  }

  get last() {
    return this.steps.length - 1;
  }

  /** Return whether the search has entered or pruned a node by a step. @param {NodeEntry} entry @param {number} now */
  seen(entry, now) {
    return this._entered[entry.number] <= now;
  }

  /** Return whether the search has finished a node by a step. @param {NodeEntry} entry @param {number} now */
  done(entry, now) {
    return this._done[entry.number] <= now;
  }

  /** Return the newest step at a node that is open. @param {NodeEntry} entry @param {number} now */
  stepAt(entry, now) {
    let found = now;
    while (found > 0 && this.steps[found].at !== entry.number) found--;
    return this.steps[found];
  }

  /** Return the child that is the best so far; null before the first. @param {NodeEntry} entry @param {number} now */
  bestAt(entry, now) {
    for (let step = now; step > this._entered[entry.number]; step--)
      if (this.steps[step].at === entry.number && this.steps[step].better) return this.steps[step].from;
    return null;
  }

  /** Return how many nodes the search has entered by a step. @param {number} now */
  entered(now) {
    return this.entries.filter((entry) => !entry.node.pruned && this.seen(entry, now)).length;
  }

  /** Return the next step with a cut-off in a direction, or null. @param {number} now @param {number} by */
  nextCut(now, by) {
    for (let step = now + by; this.steps[step]; step += by) if (this.steps[step].cut) return step;
    return null;
  }

  /** Return the last of some steps, given by their keys, that this search has too; otherwise the first. @param {string[]} keys */
  resumed(keys) {
    const found = keys.map((key) => this.steps.findIndex((step) => step.key === key));
    return found.filter((step) => step >= 0).at(-1) ?? 0;
  }

  /** Return the line of a node as of a step. @param {NodeEntry} entry @param {number} now @returns {Run[]} */
  label(entry, now) {
    if (!this.seen(entry, now)) return [[`  ${moveOf(entry)}  `, "left-out"], ["?", "left-out"]];
    // The principal variation is known only after the last step.
    if (this.done(entry, now)) return now === this.last ? label(entry, this._value) : unmarked(label(entry, this._value));
    const {best, alpha, beta} = this.stepAt(entry, now);
    const value = best === null ? "?" : t("learn.soFar", {value: this._value(best)});
    return [...unmarked(opening(entry)), [value, "value"], ...windowRuns(alpha, beta, this._value)];
  }

  /** Return a step with what it leaves as it was at its node. @param {SearchStep} sent @returns {Step} */
  _read({to, child, alpha = null, beta = null, best = null, cut = false}) {
    const entry = this.entries[to];
    const {node} = entry;
    const value = (/** @type {number | null} */ of) => limit(of, this._value);
    if (child === undefined || child === null)
      return {at: to, alpha: node.alpha, beta: node.beta, best: null, text: this._enter(entry), cut, from: null, better: false, key: entry.key};
    const from = this.entries[child];
    const before = this.steps[this._done[to]];
    const after = {alpha: alpha ?? before.alpha, beta: beta ?? before.beta, best: best ?? before.best};
    const chance = node.player === "chance";
    const names = {node: this._name(entry), child: this._name(from), value: this._bounded(from)};
    let text = chance
      ? t("learn.step.mean", {...names, share: shareOf(from), mean: value(after.best)})
      : t("learn.step.back", {...names, player: playerName(node.player)}) + (best === null ? t("learn.step.noBetter", {best: value(after.best)}) : t("learn.step.best"));
    if (alpha !== null) text += t("learn.step.alpha", {value: value(alpha)});
    if (beta !== null) text += t("learn.step.beta", {value: value(beta)});
    const count = node.children.filter(({pruned}) => pruned).length;
    if (cut) text += chance ? t("learn.step.left", {count}) : t("learn.step.cut", {alpha: value(after.alpha), beta: value(after.beta), count});
    return {at: to, ...after, text, cut, from, better: best !== null && !chance, key: `${from.key}<`};
  }

  /** Return what happens on entering a node. @param {NodeEntry} entry */
  _enter(entry) {
    const {node: {alpha, beta, children, player, value, why}} = entry;
    const node = this._name(entry);
    if (!children.length) return t("learn.step.leaf", {node, value: limit(value, this._value), why: why === "leaf" ? "" : `, ${why}`});
    const window = windowRuns(alpha, beta, this._value).map(([text]) => `,${text.slice(1)}`).join("");
    return player === "chance" ? t("learn.step.chance", {node, window}) : t("learn.step.enter", {node, player: playerName(player), window});
  }

  /** @param {NodeEntry} child */
  _bounded({node: {bound, value}}) {
    const text = limit(value, this._value);
    return bound === "exact" ? text : `${BOUNDS[bound]} ${text}`;
  }
}

/** Return, for each step of minimax, the step that alpha-beta has come to: it waits while minimax searches a branch that
 * alpha-beta leaves out. @param {SearchSteps} minimax @param {SearchSteps} textbook */
export function aligned(minimax, textbook) {
  let at = -1;
  return minimax.steps.map(({key}) => ({waits: textbook.steps[at + 1]?.key !== key, at: textbook.steps[at + 1]?.key === key ? ++at : at}));
}

/** @param {Run[]} runs @returns {Run[]} */
const unmarked = (runs) => runs.map(([text, role]) => (role === "mark" ? ["  ", role] : [text, role]));
