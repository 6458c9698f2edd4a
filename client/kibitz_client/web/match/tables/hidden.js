// What a player does not see, in words. A draw whose text is `?` was hidden from this client.

import {t} from "../../words/index.js";
import "../../words/cards.js";

import {written} from "../state.js";

/** @import {DrawView, GameInfo, MoveView} from "kibitz-protocol" */

const UNSEEN = "?";

/** Return a draw as people tell it. @param {Pick<DrawView, "text" | "said">} draw */
export const drawWords = ({text, said}) => said ?? (text === UNSEEN ? t("draw.unseen") : text);

/** Return a move with its side where a list needs it. @param {{game: GameInfo}} state @param {MoveView} move */
export const moveWords = ({game}, move) => (game.hidden ? `${game.seats[move.seat]} ${written(move)}` : written(move));

/** Return whether this client knows what was drawn. @param {Pick<DrawView, "text">} draw */
export const isSeen = ({text}) => text !== UNSEEN;

/** Return the names of the sides where a list of moves needs them, because these do not move in turn.
 * @param {{game: GameInfo}} state */
export const sidesOf = ({game}) => (game.hidden ? game.seats : undefined);
