// The tree of a study: positions with moves, notes, signs and shapes. Pure; the server has the rules.

/** @import {Reached, StudyTree, ToldNode} from "kibitz-protocol" */

/** A position of a study. `children[0]` goes on with its line, and the others are variations.
 * @typedef {object} StudyNode
 * @property {string | null} move null for the first position
 * @property {string} said how people write the move
 * @property {number | null} seat who played it; null for a chance event
 * @property {boolean} chance
 * @property {string} text
 * @property {number[]} nags
 * @property {string[]} shapes
 * @property {StudyNode | null} parent
 * @property {StudyNode[]} children
 * @property {number} id a number of its own while the page shows the study */

/** Most positions of a study. */
export const MOST_NODES = 600;
/** Colours of shapes by their first letter. */
const COLOURS = /** @type {const} */ ({g: "green", r: "red", y: "yellow", b: "blue"});

let ids = 0;

/** @param {Partial<ToldNode>} told @param {StudyNode | null} parent @returns {StudyNode} */
function nodeOf({move = null, said = null, seat = null, chance = false, text = "", nags = [], shapes = []}, parent) {
  return {move, said: said ?? move ?? "", seat, chance, text, nags: [...nags], shapes: [...shapes], parent, children: [], id: ++ids};
}

/** Return the first position of a tree. @param {ToldNode[]} told */
export function treeOf(told) {
  /** @type {StudyNode[]} */
  const nodes = [];
  for (const each of told) {
    const parent = typeof each.parent === "number" ? nodes[each.parent] : null;
    const node = nodeOf(each, parent);
    parent?.children.push(node);
    nodes.push(node);
  }
  return nodes[0];
}

/** Return all positions below one, each after its parent, and it first. @param {StudyNode} root @returns {StudyNode[]} */
export function nodesOf(root) {
  const found = [root];
  for (let at = 0; at < found.length; at++) found.push(...found[at].children);
  return found;
}

/** Return the tree as it is saved. @param {StudyNode} root @returns {Required<StudyTree>} */
export function columnsOf(root) {
  const nodes = nodesOf(root);
  const places = new Map(nodes.map((node, place) => [node, place]));
  const [, ...moved] = nodes;
  return {
    parents: moved.map(({parent}) => places.get(/** @type {StudyNode} */ (parent)) ?? 0),
    moves: moved.map(({move}) => move ?? ""),
    texts: nodes.map(({text}) => text),
    nags: nodes.map(({nags}) => nags),
    shapes: nodes.map(({shapes}) => shapes),
  };
}

/** Return the positions from the second one to a position. @param {StudyNode} node @returns {StudyNode[]} */
export function pathTo(node) {
  const path = [];
  for (let at = node; at.parent; at = at.parent) path.unshift(at);
  return path;
}

/** Return the moves that lead to a position. @param {StudyNode} node */
export const movesTo = (node) => pathTo(node).map(({move}) => move ?? "");

/** Return the last position of the line that goes on from a position. @param {StudyNode} node */
export function lastOf(node) {
  let at = node;
  while (at.children.length) [at] = at.children;
  return at;
}

/** Return the position after a move that was played: a known one, or a new one. @param {StudyNode} parent @param {Reached} reached */
export function reach(parent, {move, said, seat, chance}) {
  const known = parent.children.find((child) => child.move === move);
  if (known) return known;
  const node = nodeOf({move, said, seat, chance}, parent);
  parent.children.push(node);
  return node;
}

/** Make the line of a position the first one after each of its moves. @param {StudyNode} node */
export function promote(node) {
  for (let at = node; at.parent; at = at.parent) {
    const {children} = at.parent;
    at.parent.children = [at, ...children.filter((child) => child !== at)];
  }
}

/** Take a position and all that follows it out of the tree, and return its parent. @param {StudyNode} node */
export function prune(node) {
  const {parent} = node;
  if (!parent) return node;
  parent.children = parent.children.filter((child) => child !== node);
  return parent;
}

/** Return the next variation after a position: another move in its place. @param {StudyNode} node @param {number} by */
export function sibling(node, by) {
  const others = node.parent?.children ?? [node];
  return others[(others.indexOf(node) + by + others.length) % others.length];
}

/** Whether a position belongs to the first line. @param {StudyNode} node */
export const isMain = (node) => pathTo(node).every((each) => each.parent?.children[0] === each);

/** Return the text of a drawn shape. @param {{from: number, to: number, colour: string}} shape */
export const shapeText = ({from, to, colour}) => `${colour[0]}${from}${from === to ? "" : `-${to}`}`;

/** Return the shape of a text. @param {string} text */
export function shapeOf(text) {
  const [from, to = from] = text.slice(1).split("-").map(Number);
  return {from, to, colour: COLOURS[/** @type {"g"} */ (text[0])] ?? "green"};
}
