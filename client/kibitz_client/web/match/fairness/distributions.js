// The possible outcomes of the chance events of each game with dice or cards: a server cannot order or weigh them so
// that the seed gives what it likes. Pure; the same as the module `fairness.distributions` of the protocol.

/** Texts of the possible outcomes with their weights, in the order of the rules. @typedef {[string, number][]} Outcomes */

/** A chance event that is due. `hand` is that of a game of cards, `dealt` has the cards of this hand before it; `chosen`:
 * the match began at a position that was chosen, and this is its first chance event.
 * @typedef {{sent: Outcomes, counts: number[], dealt: string[], chosen: boolean}} DueChance */

const FACES = [1, 2, 3, 4, 5, 6];
/** @type {Outcomes} */
const ROLLS = FACES.flatMap((high) => FACES.slice(0, high).map((low) => /** @type {[string, number]} */ ([`${high}${low}`, high === low ? 1 : 2])));
/** @type {Outcomes} */
const OPENING_ROLLS = FACES.flatMap((first) =>
  FACES.filter((second) => second !== first).map((second) => /** @type {[string, number]} */ ([`${first}${second}`, 1])));
/** The board at the start of a game of backgammon. */
const SETUP = [-2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2, 0, 0, 0, 0].join();

/** The cards of a deck that are left. @param {string[]} cards @returns {(due: DueChance) => Outcomes} */
const deck = (cards) => ({dealt}) => cards.filter((card) => !dealt.includes(card)).map((card) => [card, 1]);

/** @type {{[game: string]: {cards?: boolean, outcomes: (due: DueChance) => Outcomes}}} */
export const DISTRIBUTIONS = {
  backgammon: {
    outcomes: ({sent, counts, chosen}) =>
      counts.join() !== SETUP || (chosen && sent.join() === ROLLS.join()) ? ROLLS : OPENING_ROLLS,
  },
  holdem: {cards: true, outcomes: deck([..."cdhs"].flatMap((suit) => [..."23456789TJQKA"].map((rank) => rank + suit)))},
  kuhn: {cards: true, outcomes: deck([..."JQK"])},
  leduc: {cards: true, outcomes: deck([..."JQK"].flatMap((rank) => [..."sh"].map((suit) => rank + suit)))},
};
