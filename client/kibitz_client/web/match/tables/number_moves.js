// Moves without cells: buttons, and those that are alike but for a number, such as `raise 4` to `raise 200`, which are one
// number field. Pure, the twin of match/table/number_moves.py of the Python client.

/** @import {State} from "kibitz-protocol" */

/** Moves of one word, with their numbers in ascending order. @typedef {{word: string, numbers: number[]}} NumberMoves */

const NUMBERED = /^([^\d\s]+) (0|[1-9]\d{0,8})$/;
const TYPED = /^([^\d\s]*?)\s*(?:to\s+)?(\d{1,9})$/i;

/** Return the groups of legal moves that are alike but for their number. @param {State} position @returns {NumberMoves[]} */
export function numberMoves(position) {
  /** @type {Map<string, number[]>} */
  const found = new Map();
  for (const move of withoutCells(position)) {
    const [, word, number] = NUMBERED.exec(move) ?? [];
    if (!word) continue;
    const numbers = found.get(word);
    if (numbers) numbers.push(Number(number));
    else found.set(word, [Number(number)]);
  }
  return [...found].filter(([, numbers]) => numbers.length > 1).map(([word, numbers]) => ({word, numbers: numbers.sort((a, b) => a - b)}));
}

/** Return the other legal moves without cells: each is a button. @param {State} position @returns {string[]} */
export function plainMoves(position) {
  const words = numberMoves(position).map(({word}) => word);
  return withoutCells(position).filter((move) => !words.includes(NUMBERED.exec(move)?.[1] ?? ""));
}

/** Return the move of a group that text such as `60`, `raise to 60` or `R 60` stands for, or the text itself.
 * @param {State} position @param {string} text */
export function typedNumber(position, text) {
  const [, word, number] = (!position.legal.includes(text.trim()) && TYPED.exec(text.trim())) || [];
  if (number === undefined) return text;
  const fit = numberMoves(position).filter((group) => group.word.startsWith(word.toLowerCase()) && group.numbers.includes(Number(number)));
  return fit.length === 1 ? `${fit[0].word} ${Number(number)}` : text;
}

/** @param {State} position */
const withoutCells = ({legal, paths}) => legal.filter((_, place) => !paths[place].length);
