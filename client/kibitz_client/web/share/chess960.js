// Chess from one of 960 first rows (Fischer, 1996), as far as other programs need it. It does the same as
// match/games/chess960.py of the Python client.

/** @import {Snapshot} from "kibitz-protocol" */

/** @typedef {Snapshot["options"]} Options */

/** Option of the game for the number of the first row. */
export const ARRAY = "array";
/** Number of the first row of ordinary chess. */
const USUAL = 518;

/** Return whether a match of chess with these options begins from another first row than the usual one.
 * @param {Options} options */
export const isChess960 = (options) => (options[ARRAY] ?? USUAL) !== USUAL;

/** Return the first position of an array, with the castling rights by the columns of the rooks; null if there is none.
 * @param {unknown} array */
export function firstFen(array) {
  if (typeof array !== "number" || !Number.isInteger(array) || array < 0 || array >= 960) return null;
  const row = firstRow(array);
  const rooks = [...row].flatMap((piece, place) => (piece === "R" ? ["abcdefgh"[place]] : [])).reverse().join("");
  return `${row.toLowerCase()}/pppppppp/8/8/8/8/PPPPPPPP/${row} w ${rooks.toUpperCase()}${rooks} - 0 1`;
}

/** Return the pieces from the a to the h column, by the numbers of Scharnagl (2004): from the last digit on, they hold the
 * places of the bishops on light and on dark squares, of the queen among the six left, and of both knights among five.
 * @param {number} array */
function firstRow(array) {
  /** @type {string[]} */
  const row = Array(8).fill("");
  const free = () => row.flatMap((piece, place) => (piece ? [] : [place]));
  row[2 * (array % 4) + 1] = "B";
  row[2 * (Math.floor(array / 4) % 4)] = "B";
  row[free()[Math.floor(array / 16) % 6]] = "Q";
  const pairs = [0, 1, 2, 3].flatMap((i) => [1, 2, 3, 4].filter((j) => j > i).map((j) => [i, j]));
  const left = free();
  for (const place of pairs[Math.floor(array / 96)]) row[left[place]] = "N";
  free().forEach((place, i) => (row[place] = "RKR"[i]));
  return row.join("");
}
