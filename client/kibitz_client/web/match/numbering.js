// How the moves of a match are numbered: in pairs, one of each side (3. Nf3 c6), or each by itself. The game decides.
// Pure, the twin of match/moves/numbering.py of the Python client.

/** @import {MatchState} from "./state.js" */

/** The number of a move. `later` is the second move of a pair. @typedef {{number: number, later: boolean}} MoveNumber */
/** Whether moves are numbered in pairs, and the number of the first one. @typedef {{pairs: boolean, first: number}} Numbering */

/** Fields of a position in FEN, of which the last is the number of the move. */
const FEN_FIELDS = 6;

/** Return how the moves of a match are numbered. A match from a position goes on with the numbers of its text.
 * @param {MatchState} state @returns {Numbering} */
export function numberingOf({game, start, opening, moves, position}) {
  if (!game.pairs) return {pairs: false, first: 1};
  const fields = (start ?? "").split(/\s+/).filter(Boolean);
  const last = fields.at(-1) ?? "";
  const known = game.notation === "uci" && fields.length === FEN_FIELDS && /^\d+$/.test(last);
  const plies = game.chance ? 0 : opening.length;
  const seat = moves[0]?.seat ?? position.to_move ?? 0;
  return {pairs: true, first: (known ? Number(last) : 1) + Math.floor((plies + ((seat + plies) % 2)) / 2)};
}

/** Return the numbers of moves, given the seat of each from the first move on.
 * @param {Numbering} numbering @param {number[]} seats @returns {MoveNumber[]} */
export function numbersOf({pairs, first}, seats) {
  let number = first;
  return seats.map((seat, place) => {
    if (!pairs) return {number: first + place, later: false};
    if (place && seat <= seats[place - 1]) number += 1;
    return {number, later: seat > 0};
  });
}

/** Return the number of the move at a ply: by default of the one that is due. @param {MatchState} state @param {number} [ply] */
export function numberAt(state, ply = state.moves.length) {
  const seats = state.moves.slice(0, ply + 1).map(({seat}) => seat);
  if (ply >= state.moves.length && state.position.to_move !== null) seats.push(state.position.to_move);
  return numbersOf(numberingOf(state), seats).at(-1) ?? {number: 1, later: false};
}

/** Return a number as it is written before its move: 3. or 3... @param {MoveNumber} number */
export const numberText = ({number, later}) => `${number}${later ? "..." : "."}`;

/** Return the moves of an expected line with their numbers, in a game that counts in pairs: 3... c6 4. d4 e5.
 * @param {MatchState} state @param {string[]} line made by both sides in turn @param {number} [ply] of the first one; by default of the move that is due */
export function numbered(state, line, ply) {
  if (!state.game.pairs || state.game.chance || !line.length) return line;
  const first = numberAt(state, ply);
  return line.flatMap((move, place) => {
    const half = place + Number(first.later);
    if (!place) return [numberText(first), move];
    return half % 2 ? [move] : [`${first.number + half / 2}.`, move];
  });
}

/** Return a principal variation as people write it. @param {{line: string[], said?: string[]}} search */
export const writtenLine = ({line, said}) => (said?.length ? said : line);
