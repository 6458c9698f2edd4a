// The line of a match: its chance events between its moves, and lists of moves as text. Pure, the twin of match/moves/line.py
// and parsing/move_list.py of the Python client. Moves of some games, such as 8/5 6/5, contain blanks.

/** @import {ChanceView} from "kibitz-protocol" */
/** @import {MatchState} from "./state.js" */

/** Text of a draw that this client does not see. */
const UNSEEN = "?";

/** Return whether this client knows an outcome. @param {Pick<ChanceView, "text">} chance */
export const isSeen = ({text}) => text !== UNSEEN;

/** Return the chance events directly before a move, or after the last one.
 * @param {Pick<MatchState, "chance_events">} state @param {number} place of the move among those of the match */
export const chancesBefore = ({chance_events}, place) => chance_events.filter(({ply}) => ply === place);

/** Return the texts of all moves and chance events from the start position on. @param {MatchState} state */
export const lineTexts = (state) => [
  ...state.opening,
  ...[...state.moves.map(({move}) => [move]), []].flatMap((move, place) => [...chancesBefore(state, place).map(({text}) => text), ...move]),
];

/** Return the moves of a text. If it has a comma or semicolon, only these separate moves; otherwise blanks do. @param {string} text */
export function splitMoves(text) {
  const whole = /[,;]/.test(text);
  return text.split(whole ? /[,;]/ : /\s+/).map((part) => part.trim().replace(/\s+/g, " ")).filter(Boolean);
}

/** Return moves as text for readers. @param {string[]} moves */
export const listed = (moves) => moves.join(moves.some((move) => move.includes(" ")) ? ", " : " ");
