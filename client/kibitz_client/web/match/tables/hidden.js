// What a player does not see, in words. A event whose text is `?` was hidden from this client. The twin of
// match/table/unseen.py of the Python client.

import {t} from "../../words/index.js";
import "../../words/match/index.js";
import {saidChance} from "../../words/said/index.js";
import {isSeen} from "../line.js";

/** @import {ChanceView, GameInfo} from "kibitz-protocol" */

/** Return chance events as players say them, with one text for cards that are dealt face down one after the other.
 * @param {Pick<ChanceView, "text" | "said">[]} events @returns {string[]} */
export const chancesWords = (events) =>
  events.flatMap((event, place) => {
    if (isSeen(event)) return saidChance(event.said ?? event.text);
    if (place && !isSeen(events[place - 1])) return [];
    const length = events.slice(place).findIndex(isSeen);
    return t("chance.unseen", {count: length < 0 ? events.length - place : length});
  });

/** Return the names of the sides where a list of moves needs them, because these do not move in turn.
 * @param {{game: GameInfo}} state */
export const sidesOf = ({game}) => (game.hidden ? game.seats : undefined);
