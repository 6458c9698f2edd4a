// Hints of refused commands, in short. Pure.

/** Moves that a refusal proposes at most. */
const MOST_PROPOSED = 3;

/** Return a hint that proposes moves with the first of them only: `the knight on g1: Nf3, Nh3, Ne2`. @param {string} hint */
export function fewer(hint) {
  const colon = hint.lastIndexOf(": ");
  if (colon < 0) return hint;
  const moves = hint.slice(colon + 2).split(", ");
  return moves.length > MOST_PROPOSED ? `${hint.slice(0, colon + 2)}${moves.slice(0, MOST_PROPOSED).join(", ")}, …` : hint;
}
