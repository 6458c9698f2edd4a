// The steps of a search: entering a node, returning a value, cutting off the rest. Pure, the twin of
// tui/search_tree/steps.py. They follow from the tree: alpha-beta as in the textbook (Knuth and Moore, 1975), with the
// window of each step. Minimax has the same steps without windows.

import {t} from "../words/index.js";
import {BOUNDS, label, moveOf, opening, playerName, shareOf, valueText, windowRuns} from "./nodes.js";

/** @import {NodeEntry, Run} from "./nodes.js" */

/** The search is at node number `at` with this window. `best` is its value so far; `cut` ends the node. `from` is the
 * child whose value came back, and `better` whether it became the best. `key` names the step in all algorithms.
 * @typedef {{at: number, alpha: number, beta: number, best: number | null, text: string, cut: boolean, from: NodeEntry | null, better: boolean, key: string}} Step */

export class SearchSteps {
  /** @param {NodeEntry[]} entries
   * @param {{windows: boolean, name?: (entry: NodeEntry) => string, value?: (value: number) => string}} options */
  constructor(entries, {windows, name = moveOf, value = valueText}) {
    this.entries = entries;
    this.windows = windows;
    this._name = name;
    this._value = value;
    /** @type {number[]} */
    this._entered = [];
    /** @type {number[]} */
    this._done = [];
    /** @type {Step[]} */
    this.steps = [];
    this._visit(entries[0], -Infinity, Infinity);
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

  /** Return the line of a node as of a step. @param {NodeEntry} entry @param {number} now @returns {Run[]} */
  label(entry, now) {
    if (!this.seen(entry, now)) return [[`  ${moveOf(entry)}  `, "left-out"], ["?", "left-out"]];
    // The principal variation is known only after the last step.
    if (this.done(entry, now)) return now === this.last ? label(entry, this._value) : unmarked(label(entry, this._value));
    const {best, alpha, beta} = this.stepAt(entry, now);
    const value = best === null ? "?" : t("learn.soFar", {value: this._value(best)});
    return [...unmarked(opening(entry)), [value, "value"], ...windowRuns(known(alpha), known(beta), this._value)];
  }

  /** @param {NodeEntry} entry @param {number} alpha @param {number} beta */
  _visit(entry, alpha, beta) {
    const {node, number} = entry;
    this._entered[number] = this.steps.length;
    const step = {at: number, alpha, beta, cut: false, from: null, better: false, key: entry.key};
    const name = this._name(entry);
    if (!node.children.length) {
      this._done[number] = this.steps.length;
      const value = node.value ?? 0;
      const text = t("learn.step.leaf", {node: name, value: this._value(value), why: node.why === "leaf" ? "" : `, ${node.why}`});
      this.steps.push({...step, best: value, text});
      return;
    }
    const window = windowRuns(known(alpha), known(beta), this._value).map(([text]) => `,${text.slice(1)}`).join("");
    const chance = node.player === "chance";
    this.steps.push({...step, best: null, text: chance ? t("learn.step.draws", {node: name, window}) : t("learn.step.enter", {node: name, player: playerName(node.player), window})});
    /** @type {number | null} */
    let best = null;
    for (const child of entry.children) {
      if (child.node.pruned) {
        this._entered[child.number] = this._done[child.number] = this.last;
        continue;
      }
      if (chance) this._visit(child, child.node.alpha ?? -Infinity, child.node.beta ?? Infinity);
      else this._visit(child, alpha, beta);
      /** @type {Step} */
      const back = chance ? this._draw(entry, child, alpha, beta) : this._return(entry, child, alpha, beta, best);
      ({alpha, beta, best} = back);
      this.steps.push(back);
    }
    this._done[number] = this.last;
  }

  /** Return the step that adds the value of a draw to the mean of those before it.
   * @param {NodeEntry} entry @param {NodeEntry} child @param {number} alpha @param {number} beta @returns {Step} */
  _draw(entry, child, alpha, beta) {
    const searched = entry.children.filter(({node}) => !node.pruned);
    const [before, left] = [searched.slice(0, searched.indexOf(child) + 1), entry.children.length - searched.length];
    const sum = (/** @type {(node: NodeEntry["node"]) => number} */ of) => before.reduce((total, {node}) => total + of(node), 0);
    const best = sum(({weight = 0, value}) => weight * (value ?? 0)) / sum(({weight = 0}) => weight);
    const cut = left > 0 && child === searched.at(-1);
    const text = t("learn.step.mean", {node: this._name(entry), child: this._name(child), value: this._bounded(child), share: shareOf(child), mean: this._value(best)});
    return {at: entry.number, alpha, beta, best, text: text + (cut ? t("learn.step.left", {count: left}) : ""), cut, from: child, better: false, key: `${child.key}<`};
  }

  /** @param {NodeEntry} child */
  _bounded({node: {bound, value}}) {
    const text = this._value(value ?? 0);
    return bound === "exact" ? text : `${BOUNDS[bound]} ${text}`;
  }

  /** Return the step that brings a child's value back to its parent. @param {NodeEntry} entry @param {NodeEntry} child
   * @param {number} alpha @param {number} beta @param {number | null} best @returns {Step} */
  _return(entry, child, alpha, beta, best) {
    const {player} = entry.node;
    const value = child.node.value ?? 0;
    const max = player === "max";
    const better = best === null || (max ? value > best : value < best);
    best = best === null || better ? value : best;
    const shown = this._bounded(child);
    let text = t("learn.step.back", {node: this._name(entry), player: playerName(player), child: this._name(child), value: shown});
    text += better ? t("learn.step.best") : t("learn.step.noBetter", {best: this._value(best)});
    if (this.windows) {
      if (max && value > alpha) text += t("learn.step.alpha", {value: this._value((alpha = value))});
      if (!max && value < beta) text += t("learn.step.beta", {value: this._value((beta = value))});
    }
    const left = entry.children.filter((other) => other.node.pruned).length;
    const cut = this.windows && alpha >= beta && left > 0;
    if (cut) text += t("learn.step.cut", {alpha: this._value(alpha), beta: this._value(beta), count: left});
    return {at: entry.number, alpha, beta, best, text, cut, from: child, better, key: `${child.key}<`};
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

/** Return a limit, or null if it is infinite. @param {number} value */
export const known = (value) => (Number.isFinite(value) ? value : null);
