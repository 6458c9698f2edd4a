// The cards with which a hand was won: the best five of those in the hand and on the board, or where there are fewer cards, the
// own one with those of its rank. The server says who has won; this only finds which cards to show. Pure.

const RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"];
const SUIT = /[♣♦♥♠]/;

/** Return the places of the cards that make a hand, first those in the hand, then those on the board.
 * @param {string[]} own texts such as `10♥`, or ranks alone @param {string[]} shared @returns {number[]} */
export function winningCards(own, shared) {
  const all = [...own, ...shared];
  if (all.length < 5) {
    const ranks = new Set(own.map(rankOf));
    return all.flatMap((text, place) => (ranks.has(rankOf(text)) ? [place] : []));
  }
  return fives(all.length).reduce((best, each) => (compare(worth(each, all), worth(best, all)) > 0 ? each : best));
}

/** @param {string} text */
const rankOf = (text) => RANKS.indexOf(text.replace(SUIT, ""));

/** Return each choice of five places. @param {number} count @returns {number[][]} */
function fives(count) {
  /** @type {(size: number, from: number) => number[][]} */
  const choose = (size, from) => (size ? Array.from({length: count - from}, (_, step) => from + step).flatMap((first) => choose(size - 1, first + 1).map((rest) => [first, ...rest])) : [[]]);
  return choose(5, 0);
}

/** Return the worth of five cards as numbers, of which the first that differs decides: the kind of the hand, and its ranks.
 * @param {number[]} places @param {string[]} all @returns {number[]} */
function worth(places, all) {
  const texts = places.map((place) => all[place]);
  /** @type {Map<number, number>} */
  const counts = new Map();
  for (const text of texts) counts.set(rankOf(text), (counts.get(rankOf(text)) ?? 0) + 1);
  const groups = [...counts].sort(([a, m], [b, n]) => n - m || b - a);
  const ranks = groups.map(([rank]) => rank);
  const sizes = groups.map(([, size]) => size).join("");
  const flush = new Set(texts.map((text) => SUIT.exec(text)?.[0])).size === 1;
  // The ace also begins a straight.
  const low = ranks.join() === "12,3,2,1,0";
  const straight = ranks.length === 5 && (low || ranks[0] - ranks[4] === 4);
  const kind = straight && flush ? 8 : sizes === "41" ? 7 : sizes === "32" ? 6 : flush ? 5 : straight ? 4 : sizes === "311" ? 3 : sizes === "221" ? 2 : sizes === "2111" ? 1 : 0;
  return [kind, ...(low && straight ? [3] : ranks)];
}

/** @param {number[]} one @param {number[]} other */
function compare(one, other) {
  const place = one.findIndex((each, index) => each !== other[index]);
  return place < 0 ? 0 : one[place] - other[place];
}
