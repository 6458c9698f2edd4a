// How the moves of a study are written: signs, numbers, and the parts of the list in their order. Pure.

/** @import {StudyNode} from "./tree.js" */

/** Signs of moves, as in PGN. */
export const MOVE_SIGNS = /** @type {const} */ ([[1, "!"], [2, "?"], [3, "!!"], [4, "??"], [5, "!?"], [6, "?!"]]);
/** Judgements of positions, for the side that moves first. */
export const POSITION_SIGNS = /** @type {const} */ ([[10, "="], [13, "∞"], [14, "⩲"], [15, "⩱"], [16, "±"], [17, "∓"], [18, "+−"], [19, "−+"]]);

const SIGNS = new Map(/** @type {[number, string][]} */ ([...MOVE_SIGNS, ...POSITION_SIGNS]));
const MOVES = new Set(MOVE_SIGNS.map(([nag]) => /** @type {number} */ (nag)));

/** Return signs as people write them, behind a move: !? at it, and = apart. @param {number[]} nags */
export const signsText = (nags) => nags.map((nag) => (MOVES.has(nag) ? "" : " ") + (SIGNS.get(nag) ?? `$${nag}`)).join("");

/** Return signs after one was chosen: a move has one judgement, and a position one. The same again takes it away.
 * @param {number[]} nags @param {number} chosen */
export function toggledSign(nags, chosen) {
  const rest = nags.filter((nag) => MOVES.has(nag) !== MOVES.has(chosen));
  return nags.includes(chosen) ? rest : [...rest, chosen].sort((a, b) => a - b);
}

/** The number of a move. `later`: another side has moved under this number. @typedef {{number: number, later: boolean}} Numbered */

/** Return the number of each move below a position. @param {StudyNode} root @param {boolean} pairs @param {number} first that of the first move
 * @returns {Map<StudyNode, Numbered>} */
export function numbersOf(root, pairs, first) {
  /** @type {Map<StudyNode, Numbered>} */
  const found = new Map();
  /** @type {[StudyNode, number, number | null][]} */
  const waiting = [[root, first - 1, null]];
  for (let entry = waiting.pop(); entry; entry = waiting.pop()) {
    const [node, number, seat] = entry;
    for (const child of node.children) {
      const counts = !child.chance && (!pairs || seat === null || child.seat === null || child.seat <= seat);
      const next = number + Number(counts);
      found.set(child, {number: Math.max(next, first), later: pairs && (child.seat ?? 0) > 0});
      waiting.push([child, next, child.chance ? seat : child.seat]);
    }
  }
  return found;
}

/** A part of the list of moves: a move, a note, or a variation in its own block.
 * @typedef {{kind: "move", node: StudyNode, numbered: boolean} | {kind: "note", node: StudyNode} | {kind: "lines", lines: Part[][]}} Part */

/** Return the line that begins with a move, with its variations in their places.
 * @param {StudyNode | undefined} from @param {boolean} [numbered] whether the first move has its number in any case @returns {Part[]} */
export function partsFrom(from, numbered = true) {
  /** @type {Part[]} */
  const parts = [];
  let own = numbered;
  for (let node = from; node; [node] = node.children) {
    parts.push({kind: "move", node, numbered: own});
    own = false;
    if (node.text) {
      parts.push({kind: "note", node});
      own = true;
    }
    // Other moves in place of this one follow it.
    const others = node === from && !isFirst(node) ? [] : (node.parent?.children.slice(1) ?? []);
    if (others.length) {
      parts.push({kind: "lines", lines: others.map((other) => partsFrom(other))});
      own = true;
    }
  }
  return parts;
}

/** Whether a move is the first one of its place. @param {StudyNode} node */
const isFirst = (node) => node.parent?.children[0] === node;
