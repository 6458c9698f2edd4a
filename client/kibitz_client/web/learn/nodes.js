// The nodes of an explained tree with their position in it, and the text about each. Pure, the twin of
// tui/search_tree/nodes.py.

import {number, t} from "../words/index.js";
import "../words/learn/index.js";

/** @import {Explained, TreeNode} from "kibitz-protocol" */

export const BOUNDS = {exact: "=", "at least": ">=", "at most": "<="};
/** Reasons of a leaf's value that are obvious and not shown. */
const OBVIOUS = ["leaf", "depth reached, position evaluated"];
/** The scale of scores: a win after n plies is WIN - n, and lower scores than PROVEN are evaluations. */
const [WIN, PROVEN] = [30_000, 28_000];

/** A node and its position. `number` counts all nodes from 0, pruned ones too. `key` says which branch it is at each
 * ply, and is the same for all algorithms.
 * @typedef {{node: TreeNode, number: number, parent: NodeEntry | null, children: NodeEntry[], path: string[], key: string, principal: boolean}} NodeEntry */

/** Text and the role that decides its style. @typedef {[string, string]} Run */

/** Return every node, in the order of the search. @param {TreeNode} root @returns {NodeEntry[]} */
export function nodeEntries(root) {
  /** @type {NodeEntry[]} */
  const found = [];
  /** @param {TreeNode} node @param {NodeEntry | null} parent @param {string[]} path @param {string} key @param {boolean} principal */
  const visit = (node, parent, path, key, principal) => {
    /** @type {NodeEntry} */
    const entry = {node, number: found.length, parent, children: [], path, key, principal};
    found.push(entry);
    const best = principal && chosen(node);
    node.children.forEach((child, branch) => {
      entry.children.push(visit(child, entry, [...path, child.move ?? ""], `${key}.${branch}`, child === best));
    });
    return entry;
  };
  visit(root, null, [], "0", true);
  return found;
}

/** Return the first child with the value of its parent, which is the one that the search chose; none at a chance node.
 * @param {TreeNode} node */
export const chosen = (node) => (node.player === "chance" ? undefined : node.children.find((child) => child.value === node.value));

/** Return how likely the draw is that leads to a node, as its weight of all: `2/36`; empty for a move. @param {NodeEntry} entry */
export const shareOf = ({node, parent}) => (parent?.node.player === "chance" ? `${node.weight ?? 0}/${parent.node.children.reduce((sum, {weight = 0}) => sum + weight, 0)}` : "");

/** Return whether some children of a node were pruned. @param {NodeEntry} entry */
export const cuts = ({node}) => node.children.some((child) => child.pruned);

/** Return a value as text: without loss, or of a mean, whose decimals may not end, with two of them. @param {number} value */
export function valueText(value) {
  const scaled = value * 1e4;
  const whole = Math.floor(scaled + 0.5);
  return number(Math.abs(scaled - whole) < 1e-6 ? whole / 1e4 : Math.floor(value * 100 + 0.5) / 100, {useGrouping: false, maximumFractionDigits: 12});
}

/** Return a value in a few characters: `W3` is a win of MAX after three plies. @param {number} value @param {boolean} ofGame */
export function short(value, ofGame) {
  const plies = ofGame ? winsIn(value) : null;
  if (plies !== null) return t(plies > 0 ? "learn.short.win" : "learn.short.loss", {plies: String(Math.abs(plies))});
  if (ofGame) return signed(value / 100, Math.abs(value) >= 1000 ? 0 : 1);
  return number(value, {useGrouping: false, maximumSignificantDigits: 4, ...(Math.abs(value) >= 10_000 ? {notation: "compact"} : {})});
}

/** Return a value of a game as hints show scores, for MAX: `+0.74`, or a result in a few characters. @param {number} value */
export const scored = (value) => (winsIn(value) === null ? signed(value / 100, 2) : short(value, true));

/** Return a number with its sign. @param {number} value @param {number} digits */
const signed = (value, digits) => number(Math.round(value * 10 ** digits) / 10 ** digits + 0, {useGrouping: false, signDisplay: "always", minimumFractionDigits: digits, maximumFractionDigits: digits});

/** Return the plies until a proven win of MAX, negative for MIN; null for other values. @param {number} value */
export const winsIn = (value) => (Math.abs(value) < PROVEN || Math.abs(value) > WIN ? null : value > 0 ? WIN - value : -WIN - value);

/** Return the move that leads to a node. @param {NodeEntry} entry */
export const moveOf = ({node}) => node.move || t("learn.root");

/** Return where a node is in a tree whose branches have numbers only: `2.1`. @param {NodeEntry} entry */
export const placeOf = ({path}) => path.join(".") || t("learn.root");

/** Return the name of a player. @param {TreeNode["player"]} player */
export const playerName = (player) => t(`learn.${player}`);

/** Return the line of a searched node: `* b2  min <= 3  alpha 3  cut after a1`.
 * @param {NodeEntry} entry @param {(value: number) => string} [text] @returns {Run[]} */
export function label(entry, text = valueText) {
  const {node} = entry;
  if (node.pruned || node.value === null) {
    const cut = entry.parent?.node.player === "chance" ? node.why.replace(/^left out: /, "") : leftOut(node, text);
    return [[`x ${moveOf(entry)}  `, "left-out"], [t("learn.leftOut", {cut}), "left-out"]];
  }
  const runs = opening(entry);
  runs.push([`${BOUNDS[node.bound]} ${text(node.value)}`, "value"], ...windowRuns(node.alpha, node.beta, text));
  if (cuts(entry)) {
    const last = node.children.filter((child) => !child.pruned).at(-1);
    runs.push([`  ${t("learn.cutAfter", {move: last?.move ?? ""})}`, "cut"]);
  } else if (!node.children.length && !OBVIOUS.includes(node.why)) runs.push([`  ${node.why}`, "window"]);
  return runs;
}

/** Return the start of the line of a node: its mark, its move, and the player to move. @param {NodeEntry} entry */
export function opening(entry) {
  const {node, principal} = entry;
  /** @type {Run[]} */
  const runs = [[principal ? "* " : "  ", "mark"], [`${moveOf(entry)}  `, "move"]];
  const share = shareOf(entry);
  if (share) runs.push([`${share}  `, "weight"]);
  if (node.children.length) runs.push([`${playerName(node.player)} `, node.player]);
  return runs;
}

/** Return the condition that cut off a branch. @param {TreeNode} node @param {(value: number) => string} text */
const leftOut = (node, text) => t("learn.cut", {alpha: limit(node.alpha, text), beta: limit(node.beta, text)});

/** Return alpha and beta, if they are finite.
 * @param {number | null} alpha @param {number | null} beta @param {(value: number) => string} text @returns {Run[]} */
export function windowRuns(alpha, beta, text) {
  const known = [];
  if (alpha !== null) known.push(t("learn.alpha", {value: text(alpha)}));
  if (beta !== null) known.push(t("learn.beta", {value: text(beta)}));
  return known.length ? [[`  ${known.join(" ")}`, "window"]] : [];
}

/** Return a limit, or `none`. @param {number | null} value @param {(value: number) => string} [text] */
export const limit = (value, text = valueText) => (value === null ? t("learn.none") : text(value));

/** Return a text with the signs of mathematics. @param {string} text */
export const signs = (text) => text.replace(/>=/g, "≥").replace(/<=/g, "≤");

/** Return how many nodes alpha-beta visited of those that minimax visits. @param {Explained} explained */
export function counted({searched, unpruned}) {
  if (unpruned === null) return t("learn.countAlone", {count: searched});
  return t("learn.counted", {searched, count: unpruned, share: String(Math.round((100 * searched) / unpruned))});
}
