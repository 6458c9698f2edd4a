// Lists of moves as text. Moves of some games, such as 8/5 6/5, contain blanks. Pure, the twin of parsing/move_list.py.

/** Return the moves of a text. If it has a comma or semicolon, only these separate moves; otherwise blanks do. @param {string} text */
export function splitMoves(text) {
  const whole = /[,;]/.test(text);
  return text.split(whole ? /[,;]/ : /\s+/).map((part) => part.trim().replace(/\s+/g, " ")).filter(Boolean);
}

/** Return moves as a text for readers. @param {string[]} moves */
export const listed = (moves) => moves.join(moves.some((move) => move.includes(" ")) ? ", " : " ");
