// Evaluation of a match by its searches or by an analysis: a win probability for each ply, and the mistakes. Pure. It
// does the same as tui/models/mistakes.py and match/evaluation.py of the Python client.

import {shortScore, winProbability} from "./engine_line.js";

/** @import {Analysed, AnalysedMove, MoveView, SearchReport} from "kibitz-protocol" */

/** @typedef {AnalysedMove["judgement"]} Judgement */

/** A move that lost win probability: `before` and `after` are those of the side that moved. `better` is the expected
 * line of the search before it, with its `score`, if known.
 * @typedef {{ply: number, seat: number, before: number, after: number, better: string | null, score: string, judgement: Judgement}} Mistake */

/** The marks of judgements, as in chess books. */
export const MARKS = {good: "", inaccuracy: "?!", mistake: "?", blunder: "??"};

/** The smallest losses of win probability, as the server judges them. @type {[number, Judgement][]} */
const THRESHOLDS = [[0.2, "blunder"], [0.1, "mistake"], [0.05, "inaccuracy"]];
const BETTER_MOVES = 3;

/** Return the judgement of a move that loses this much win probability. @param {number} loss @returns {Judgement} */
export const judged = (loss) => THRESHOLDS.find(([least]) => loss >= least - 1e-9)?.[1] ?? "good";

/** Return the win probability of the first seat before each move; null for moves without a search.
 * @param {MoveView[]} moves */
export const values = (moves) =>
  moves.map(({seat, search}) => {
    const win = search ? winProbability(search) : null;
    return win === null || seat === 0 ? win : 1 - win;
  });

/** Return the win probability of the first seat before each move of an analysis, and after the last one.
 * @param {Analysed} found */
export const analysedValues = (found) => [
  ...found.moves.map(({seat, before}) => (seat === 0 ? before : 1 - before)),
  found.final,
];

/** Return the moves after which the next search expects much less for the mover than the search before. The searches
 * differ in depth, so that smaller losses may be none. A loss in which a random move had a part is no mistake.
 * @param {MoveView[]} moves @returns {Mistake[]} */
export function mistakes(moves) {
  /** @type {Mistake[]} */
  const found = [];
  /** @type {[number, number][]} */
  const known = values(moves).flatMap((value, at) => (value === null ? [] : [/** @type {[number, number]} */ ([at, value])]));
  for (let place = 1; place < known.length; place++) {
    const [[at, before], [later, after]] = [known[place - 1], known[place]];
    const loser = after < before ? 0 : 1;
    const own = moves.slice(at, later).filter(({seat}) => seat === loser);
    if (own.some(({search}) => search?.source === "random")) continue;
    const judgement = judged(Math.abs(after - before));
    const move = own.at(-1);
    if (!move || (judgement !== "mistake" && judgement !== "blunder")) continue;
    const {search} = move;
    const line = search?.line ?? [];
    const better = line.length && line[0] !== move.move ? line.slice(0, BETTER_MOVES).join(" ") : null;
    found.push({
      ply: move.ply,
      seat: move.seat,
      before: loser ? 1 - before : before,
      after: loser ? 1 - after : after,
      better,
      score: search && better ? shortScore(search) : "",
      judgement,
    });
  }
  return found;
}

/** Return the inaccuracies, mistakes and blunders of an analysis. @param {Analysed} found @returns {Mistake[]} */
export const analysedMistakes = (found) =>
  found.moves
    .filter(({judgement}) => judgement !== "good")
    .map((move) => ({
      ply: move.ply,
      seat: move.seat,
      before: move.before,
      after: move.before - move.loss,
      better: (move.said_line.length ? move.said_line : move.line).slice(0, BETTER_MOVES).join(" ") || move.best,
      score: shortScore(move),
      judgement: move.judgement,
    }));

/** Return the search of an analysis before a move, so that its line can be drawn on the board.
 * @param {Analysed} found @param {number} at @returns {SearchReport} */
export function analysedSearch(found, at) {
  const {score, wins_in, depth, line, exact, before} = found.moves[at];
  return {
    algorithm: found.algorithm, score, wins_in, depth, nodes: 0, seconds: 0, line, selective: 0, fill: 0, shares: [],
    exact, distance: null, source: "search", win: before,
  };
}
