// The random draws of a match between its moves. Pure; a twin of a part of match/line.py of the Python client.

/** @import {DrawView} from "kibitz-protocol" */
/** @import {MatchState} from "./state.js" */

/** Text of a draw that this client does not see. */
const UNSEEN = "?";

/** Return whether this client knows what was drawn. @param {Pick<DrawView, "text">} draw */
export const isSeen = ({text}) => text !== UNSEEN;

/** Return the draws directly before a move, or after the last one.
 * @param {Pick<MatchState, "draws">} state @param {number} place of the move among those of the match */
export const drawsBefore = ({draws}, place) => draws.filter(({ply}) => ply === place);

/** Return the texts of all moves and draws from the start position on. @param {MatchState} state */
export const lineTexts = (state) => [
  ...state.opening,
  ...[...state.moves.map(({move}) => [move]), []].flatMap((move, place) => [...drawsBefore(state, place).map(({text}) => text), ...move]),
];
