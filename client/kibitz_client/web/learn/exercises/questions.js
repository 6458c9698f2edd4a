// The exercises about search trees: their questions, how answers are marked, and their addresses. Pure. A tree is a list of
// lists of leaf values.

/** @import {TreeNode} from "kibitz-protocol" */

export const KINDS = /** @type {const} */ (["value", "cut", "order"]);

/** @typedef {typeof KINDS[number]} Kind */
/** The branches of a node. @typedef {{[branch: number]: Tree} & Array<any>} Branches */
/** @typedef {number | Branches} Tree */
/** A question: its tree as an address has it, who moves first there, and for values which node is asked for, such as `2.1`;
 * the root is `""`.
 * @typedef {{kind: Kind, leaves: string, first: "max" | "min", at: string}} Question */

/** @type {(kind: Kind, leaves: string, first?: "max" | "min", at?: string) => Question} */
const question = (kind, leaves, first = "max", at = "") => ({kind, leaves, first, at});
const TEXTBOOK = "3 12 8 / 2 4 6 / 14 5 2";
const LEVELS = "8 5 / 6 -4 // 3 8 / 4 -6";

/** The questions of the book by their kind. */
export const BOOK = {
  value: [
    question("value", TEXTBOOK, "max", "1"),
    question("value", TEXTBOOK),
    question("value", "4 9 / 7 1 / 6 8", "min"),
    question("value", LEVELS, "max", "2"),
    question("value", LEVELS),
  ],
  cut: [
    question("cut", TEXTBOOK),
    question("cut", "5 7 / 4 9 / 6 8"),
    question("cut", "3 9 / 12 4 / 10 1", "min"),
    question("cut", "3 5 / 6 9 // 1 2 / 0 7"),
    question("cut", LEVELS),
  ],
  order: [
    question("order", "2 5 / 9 8 / 4 6"),
    question("order", "14 5 2 / 2 4 6 / 3 12 8"),
    question("order", "7 9 / 8 6 / 3 5", "min"),
    question("order", "1 6 / 5 4 / 8 7 / 3 9"),
    question("order", "1 2 / 5 4 // 6 7 / 3 9 // 2 8 / 7 6"),
  ],
};

/** Return what an address asks: a question of the book with its place, or one of its own, without a place; null for neither.
 * @param {URLSearchParams} query @returns {{question: Question, place: number | null} | null} */
export function readQuestion(query) {
  const [name, number] = (query.get("exercise") ?? "").split("-");
  const kind = KINDS.find((each) => each === name);
  if (!kind) return null;
  const leaves = query.get("leaves")?.trim();
  if (leaves) return {question: question(kind, leaves, query.get("first") === "min" ? "min" : "max", query.get("at") ?? ""), place: null};
  const place = Math.min(BOOK[kind].length, Math.max(1, Number(number) || 1)) - 1;
  return {question: BOOK[kind][place], place};
}

/** Return the address of a question of the book. @param {Kind} kind @param {number} place */
export const addressOfPlace = (kind, place) => `/learn?exercise=${kind}-${place + 1}`;

/** Return the address of any question. @param {Question} question */
export function addressOfQuestion({kind, leaves, first, at}) {
  const query = new URLSearchParams({exercise: kind, leaves, ...(first === "min" ? {first} : {}), ...(at ? {at} : {})});
  return `/learn?${query}`;
}

/** Return how the answer to a question about a value is to be judged: `opposite` is the value that the other player would
 * take. @param {TreeNode} node @param {number} answer @returns {"right" | "opposite" | "wrong"} */
export function markValue({value, player, children}, answer) {
  if (answer === value) return "right";
  const values = children.flatMap((child) => (child.value === null ? [] : [child.value]));
  const other = player === "max" ? Math.min(...values) : Math.max(...values);
  return values.length && answer === other ? "opposite" : "wrong";
}

/** Return which cut branches an answer has, which it lacks, and which it names although they are searched. What is below a
 * cut is left out with it, and need not be named.
 * @param {string[]} cut the keys of the branches that are left out @param {Set<string>} answer */
export function markCuts(cut, answer) {
  return {
    found: cut.filter((key) => answer.has(key)),
    missed: cut.filter((key) => !answer.has(key)),
    searched: [...answer].filter((key) => !cut.some((above) => `${key}.`.startsWith(`${above}.`))),
  };
}

/** Return how many nodes alpha-beta visits, the root and inner ones too. @param {Tree} tree @param {"max" | "min"} first */
export function visited(tree, first) {
  let count = 0;
  /** @param {Tree} node @param {boolean} max @param {number} alpha @param {number} beta @returns {number} */
  const search = (node, max, alpha, beta) => {
    count++;
    if (typeof node === "number") return node;
    let best = max ? -Infinity : Infinity;
    for (const child of node) {
      const value = search(child, !max, alpha, beta);
      best = max ? Math.max(best, value) : Math.min(best, value);
      if (max) alpha = Math.max(alpha, best);
      else beta = Math.min(beta, best);
      if (alpha >= beta) break;
    }
    return best;
  };
  search(tree, first === "max", -Infinity, Infinity);
  return count;
}

/** Return all orders of numbers from 0. @param {number} count @returns {number[][]} */
function orders(count) {
  if (!count) return [[]];
  return orders(count - 1).flatMap((order) => Array.from({length: count}, (_, place) => [...order.slice(0, place), count - 1, ...order.slice(place)]));
}

/** Return how many nodes a tree has. @param {Tree} tree @returns {number} */
function sizeOf(tree) {
  let count = 1;
  if (typeof tree !== "number") for (const branch of tree) count += sizeOf(branch);
  return count;
}

/** Most branches of a root whose orders are all tried. */
const MOST = 6;

/** Return how many nodes alpha-beta visits in an order of the branches of the root, in the best one, and in all.
 * @param {Tree[]} tree @param {"max" | "min"} first @param {number[]} order @returns {{count: number, best: number, all: number, example: number[]}} */
export function markOrder(tree, first, order) {
  const countOf = (/** @type {number[]} */ branches) => visited(branches.map((branch) => tree[branch]), first);
  const tried = tree.length > MOST ? [order] : orders(tree.length);
  const example = tried.reduce((best, each) => (countOf(each) < countOf(best) ? each : best));
  return {count: countOf(order), best: countOf(example), all: sizeOf(tree), example};
}

/** The first answers to the questions of the book: whether each was right. */
export class Marks {
  /** @param {string | null} kept what `text` returned before */
  constructor(kept) {
    /** @type {{[question: string]: boolean}} */
    this._marks = {};
    try {
      for (const [name, right] of Object.entries(JSON.parse(kept ?? "{}"))) if (typeof right === "boolean") this._marks[name] = right;
    } catch {
      // What another version has kept is left out.
    }
  }

  /** Return whether the first answer was right; undefined before it. @param {Kind} kind @param {number} place */
  of(kind, place) {
    return this._marks[`${kind}-${place + 1}`];
  }

  /** Note an answer, unless there was one before. @param {Kind} kind @param {number} place @param {boolean} right */
  note(kind, place, right) {
    this._marks[`${kind}-${place + 1}`] ??= right;
  }

  /** Forget the answers to one kind of questions. @param {Kind} kind */
  clear(kind) {
    for (const place of BOOK[kind].keys()) delete this._marks[`${kind}-${place + 1}`];
  }

  /** Return how many questions of a kind have an answer, how many have a right one, and how many there are.
   * @param {Kind} kind */
  count(kind) {
    const found = BOOK[kind].map((_, place) => this.of(kind, place));
    return {right: found.filter(Boolean).length, answered: found.filter((each) => each !== undefined).length, of: found.length};
  }

  /** Return the answers as text, to be kept. */
  text() {
    return JSON.stringify(this._marks);
  }
}
