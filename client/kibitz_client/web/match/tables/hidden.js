// What a player does not see, in words. A event whose text is `?` was hidden from this client. The twin of
// match/table/unseen.py of the Python client.

import {t} from "../../words/index.js";
import "../../words/match/index.js";

import {isSeen} from "../line.js";

/** @import {ChanceView, GameInfo} from "kibitz-protocol" */

/** A roll as the server says it. */
const ROLL = /^(white|black) rolls (\S+)$/i;

/** Return what is said of an outcome, and of a roll in the language of the reader. @param {Pick<ChanceView, "text" | "said">} event */
function saidOf({said, text}) {
  const [, side, roll] = ROLL.exec(said ?? "") ?? [];
  return side ? t("chance.roll", {side: t(`side.${/** @type {"white" | "black"} */ (side.toLowerCase())}`), roll}) : (said ?? text);
}

/** Return chance events as players say them, with one text for cards that are dealt face down one after the other.
 * @param {Pick<ChanceView, "text" | "said">[]} events @returns {string[]} */
export const chancesWords = (events) =>
  events.flatMap((event, place) => {
    if (isSeen(event)) return saidOf(event);
    if (place && !isSeen(events[place - 1])) return [];
    const length = events.slice(place).findIndex(isSeen);
    return t("chance.unseen", {count: length < 0 ? events.length - place : length});
  });

/** Return the names of the sides where a list of moves needs them, because these do not move in turn.
 * @param {{game: GameInfo}} state */
export const sidesOf = ({game}) => (game.hidden ? game.seats : undefined);
