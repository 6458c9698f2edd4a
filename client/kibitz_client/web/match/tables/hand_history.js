// A match of poker as its hands: streets with their cards, what each player did, and who won. Pure but for its words. Moves
// and chance events are those of the match; who won a showdown is told by the positions that are known.

import {t} from "../../words/index.js";
import {isSeen} from "../line.js";
import {shownCard} from "./card_texts.js";
import {endingOf, isBare} from "./hands.js";
import {handName, streetName} from "./hand_names.js";

/** @import {ChanceView, MoveView, State} from "kibitz-protocol" */
/** @import {Ending} from "./hands.js" */

/** One move of a hand: `ply` is that of the position after it. @typedef {{ply: number, move: MoveView}} Deed */
/** The moves before or after cards of the board: their name, the cards as the server writes them, and the ply at which they
 * lie there. @typedef {{name: string, cards: string[], ply: number, deeds: Deed[]}} Street */
/** A hand: its number, the ply of its deal, the cards of its seats as far as they are seen, and how it ended, if that is known.
 * @typedef {{number: number, ply: number, hole: {[seat: number]: string[]}, streets: Street[], ending: Ending | null, over: boolean}} Hand */

/** What a history is made of. `at` returns the position at a ply, if it is known.
 * @typedef {{moves: MoveView[], chance_events: ChanceView[], game: {seats: string[]}}} Match */

const GETS = /^(\S+) gets /;

/** Return the hands of a match. A hand begins with the first card that is dealt to a player after a move.
 * @param {Match} match @param {(ply: number) => State | null} at @returns {Hand[]} */
export function handsOf({moves, chance_events: events, game: {seats}}, at) {
  /** @type {Hand[]} */
  const hands = [];
  let [next, dealing] = [0, false];
  const first = moves[0]?.ply ?? 0;
  for (let place = 0; place <= moves.length; place++) {
    for (; next < events.length && events[next].ply <= place; next++) {
      const event = events[next];
      const own = !isSeen(event) || GETS.test(event.said ?? "");
      if (own && !dealing) hands.push({number: hands.length + 1, ply: first + place, hole: {}, streets: [{name: "", cards: [], ply: first + place, deeds: []}], ending: null, over: false});
      dealing = own;
      const hand = hands.at(-1);
      if (!hand) continue;
      if (own) noteHole(hand, event, seats);
      else noteBoard(hand, event, first + place);
    }
    const move = moves[place];
    if (!move) break;
    dealing = false;
    hands.at(-1)?.streets.at(-1)?.deeds.push({ply: move.ply + 1, move});
  }
  hands.forEach((hand, place) => {
    const after = hands[place + 1]?.ply ?? first + moves.length;
    const position = at(after);
    const isLast = place === hands.length - 1;
    // A match that ended early has the cards of its last hand on the table.
    hand.over = !isLast || Boolean(position && isBare(position) && moves.length);
    hand.ending = hand.over && position ? endingOf(position, seats) : null;
  });
  return hands;
}

/** @param {Hand} hand @param {ChanceView} event @param {string[]} seats */
function noteHole(hand, event, seats) {
  const seat = seats.indexOf(GETS.exec(event.said ?? "")?.[1] ?? "");
  if (seat >= 0) hand.hole[seat] = [...(hand.hole[seat] ?? []), event.text];
}

/** @param {Hand} hand @param {ChanceView} event @param {number} ply */
function noteBoard(hand, event, ply) {
  const [name = ""] = (event.said ?? "").split(" ");
  const last = hand.streets.at(-1);
  if (last?.name === name && !last.deeds.length) last.cards.push(event.text);
  else hand.streets.push({name, cards: [event.text], ply, deeds: []});
}

const SAID = /^(folds|checks|calls|bets|raises to)(?: (\d+))?(.*)$/;

/** Return what a player did, in a sentence: `Ann raises to 6`. Without what the server says, it is the move.
 * @param {Pick<MoveView, "seat" | "move" | "said">} move @param {string[]} names of the players @param {number | null} you */
export function deedText({seat, move, said}, names, you) {
  const [, verb, count = "", rest = ""] = SAID.exec(said ?? "") ?? [];
  if (!verb) return `${names[seat]}: ${said ?? move}`;
  const [did] = verb.split(" ");
  const text = t(/** @type {"poker.did.calls"} */ (seat === you ? `poker.youDid.${did}` : `poker.did.${did}`), {name: names[seat], count});
  return / all in$/.test(rest) ? t(seat === you ? "poker.youDid.allIn" : "poker.did.allIn", {text}) : text;
}

/** Return how a hand ended, in a sentence. @param {Ending} ending @param {string[]} names of the players @param {number | null} you */
export function endingText({winner, held, won}, names, you) {
  if (winner === null) return t("poker.split");
  const values = {name: names[winner], count: won, hand: handName(held)};
  if (winner === you) return t(held ? "poker.youWonWith" : "poker.youWon", values);
  return t(held ? "poker.wonWith" : "poker.won", values);
}

/** Return cards as texts: `K♠ 10♥`. @param {string[]} cards */
export const cardTexts = (cards) => cards.map(shownCard).join(" ");

/** Return the title of a street with its cards: `Flop 7♠ 2♥ K♦`. @param {Street} street */
export const streetText = ({name, cards}) => `${streetName(name)} ${cardTexts(cards)}`;

/** Return the plies at which hands begin, and those at which streets do, in their order.
 * @param {Hand[]} hands @returns {{hands: number[], streets: number[]}} */
export const stopsOf = (hands) => ({
  hands: hands.map(({ply}) => ply),
  streets: [...new Set(hands.flatMap(({streets}) => streets.map(({ply}) => ply)))],
});
