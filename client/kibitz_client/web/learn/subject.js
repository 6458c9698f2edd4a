// What is explained, and how it is shown, as the query of an address, so that a teacher can send a link. Pure.

import {splitMoves} from "../match/line.js";
import {codeOf} from "../network/codes.js";

/** @import {Explain, GameInfo} from "kibitz-protocol" */

export const SHOWS = /** @type {const} */ (["alphabeta", "minimax", "both"]);
export const DEEPEST = 12;

/** A tree of leaf values, a position of a game, or a position of a match. `depth` is null until it was chosen, and `step`
 * counts from 0.
 * @typedef {object} Subject
 * @property {"leaves" | "game" | "match"} kind
 * @property {string} leaves @property {"max" | "min"} first
 * @property {string} game @property {{[name: string]: string}} options @property {string} position @property {string} moves
 * @property {string} match @property {string | null} key @property {number | null} ply
 * @property {number | null} depth @property {typeof SHOWS[number]} show @property {number} step */

/** @type {Subject} */
const EXAMPLE = {kind: "leaves", leaves: "3 12 8 / 2 4 6 / 14 5 2", first: "max", game: "", options: {}, position: "", moves: "", match: "", key: null, ply: null, depth: null, show: "alphabeta", step: 0};

/** Return what an address asks for; by default the tree of the textbook (Russell and Norvig).
 * @param {URLSearchParams} query @param {string | null} [key] @returns {Subject} */
export function readSubject(query, key = null) {
  const whole = (/** @type {string} */ name) => (/^\d{1,6}$/.test(query.get(name) ?? "") ? Number(query.get(name)) : null);
  const text = (/** @type {string} */ name) => query.get(name)?.trim() ?? "";
  const options = Object.fromEntries([...query].filter(([name]) => name.startsWith("o.")).map(([name, value]) => [name.slice(2), value]));
  const [game, match, leaves] = ["game", "match", "leaves"].map(text);
  return {
    kind: game ? "game" : match ? "match" : "leaves",
    leaves: leaves || EXAMPLE.leaves,
    first: text("first") === "min" ? "min" : "max",
    game,
    options,
    position: text("position"),
    moves: text("moves"),
    match,
    key,
    ply: whole("ply"),
    depth: whole("depth") === null ? null : Math.min(DEEPEST, Number(whole("depth"))),
    show: SHOWS.find((show) => show === text("show")) ?? "alphabeta",
    step: Math.max(0, (whole("step") ?? 1) - 1),
  };
}

/** Return the address of a subject. @param {Partial<Subject>} subject */
export function addressOf(subject) {
  const {kind, leaves, first, game, options, position, moves, match, ply, depth, show, step} = {...EXAMPLE, ...subject};
  /** @type {[string, string | number | null | false][]} */
  const parts =
    kind === "leaves"
      ? [["leaves", leaves], ["first", first === "min" && first]]
      : kind === "game"
        ? [["game", game], ...Object.entries(options).map(([name, value]) => /** @type {[string, string]} */ ([`o.${name}`, value])), ["position", position], ["moves", moves]]
        : [["match", match], ["ply", ply]];
  if (kind !== "leaves") parts.push(["depth", depth]);
  parts.push(["show", show !== "alphabeta" && show], ["step", step > 0 && step + 1]);
  const query = new URLSearchParams();
  for (const [name, value] of parts) if (value !== null && value !== false && value !== "") query.set(name, String(value));
  return `/learn?${query}`;
}

/** Return the command that gets the tree. @param {Subject} subject @param {"textbook" | "minimax"} algorithm
 * @param {GameInfo | undefined} info @returns {Omit<Explain, "id">} */
export function commandOf(subject, algorithm, info) {
  const {kind, leaves, first, game, position, match, key, ply, depth} = subject;
  const moves = splitMoves(subject.moves);
  /** @type {Explain["of"]} */
  const of =
    kind === "leaves"
      ? {kind, tree: nested(leaves), first}
      : kind === "game"
        ? {kind, game, options: typedOptions(subject.options, info), moves, ...(position ? {position} : {})}
        : {kind, match: codeOf(match), ply, ...(key ? {key} : {})};
  return {t: "explain", of, algorithm, ...(kind === "leaves" ? {} : {depth})};
}

/** Return the options of a game with the types of their defaults. @param {{[name: string]: string}} options @param {GameInfo | undefined} info */
const typedOptions = (options, info) =>
  Object.fromEntries(
    Object.entries(options).map(([name, text]) => {
      const usual = info?.options.find((option) => option.name === name)?.default;
      return [name, typeof usual === "number" ? Number(text) : typeof usual === "boolean" ? text === "true" : text];
    }),
  );

/** Return leaf values as nested lists. `3 12 / 2 4` are two branches of a root, and `1 2 / 3 4 // 5 6 / 7 8` are two
 * branches of two branches each. Text in brackets stays as it is. @param {string} text */
export function nested(text) {
  if (text.includes("[")) return text;
  const depth = Math.max(0, ...[...text.matchAll(/\/+/g)].map(([slashes]) => slashes.length));
  /** @param {string} part @param {number} level @returns {string} */
  const group = (part, level) => {
    if (!level) return `[${part.split(/[\s,;]+/).filter(Boolean).join(", ")}]`;
    const mark = new RegExp(`(?<!/)/{${level}}(?!/)`);
    return `[${part.split(mark).map((below) => group(below, level - 1)).join(", ")}]`;
  };
  return group(text, depth);
}
