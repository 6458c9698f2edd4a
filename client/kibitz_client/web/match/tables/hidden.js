// What a player does not see, in words. A draw whose text is `?` was hidden from this client. The twin of
// match/table/unseen.py of the Python client.

import {t} from "../../words/index.js";
import "../../words/cards.js";

import {isSeen} from "../line.js";

/** @import {DrawView, GameInfo} from "kibitz-protocol" */

/** Return draws as people tell them, with one text for cards that are dealt face down one after the other.
 * @param {Pick<DrawView, "text" | "said">[]} draws @returns {string[]} */
export const drawsWords = (draws) =>
  draws.flatMap((draw, place) => {
    if (isSeen(draw)) return draw.said ?? draw.text;
    if (place && !isSeen(draws[place - 1])) return [];
    const length = draws.slice(place).findIndex(isSeen);
    return t("draw.unseen", {count: length < 0 ? draws.length - place : length});
  });

/** Return the names of the sides where a list of moves needs them, because these do not move in turn.
 * @param {{game: GameInfo}} state */
export const sidesOf = ({game}) => (game.hidden ? game.seats : undefined);
