// What a player does not see, in words. A draw whose text is `?` was hidden from this client.

import {t} from "../../words/index.js";
import "../../words/cards.js";

import {isSeen} from "../draws.js";

/** @import {DrawView, GameInfo} from "kibitz-protocol" */

/** Return a draw as people tell it. @param {Pick<DrawView, "text" | "said">} draw */
export const drawWords = ({text, said}) => said ?? (isSeen({text}) ? text : t("draw.unseen"));

/** Return the names of the sides where a list of moves needs them, because these do not move in turn.
 * @param {{game: GameInfo}} state */
export const sidesOf = ({game}) => (game.hidden ? game.seats : undefined);
