// What the server refuses, in German. The server writes English sentences; readers of German load this with the first of them.

import sentences from "./german.js";

/** Sentences of codes for which the server often says more than has a text: this sentence stands before its words. */
const GENERAL = /** @type {{[code: string]: string}} */ ({
  bad_format: "the terms do not fit the format of the tournament",
  bad_message: "the message does not fit the protocol",
  bad_moves: "the moves before the start of the match cannot be played",
  bad_name: "the name is not allowed on this server",
  bad_option: "the game does not take that option or value",
  bad_position: "the position is malformed, or cannot occur in the game",
  bad_seats: "the seats do not fit the game",
  bad_tree: "the text is not a tree of leaf values",
  cannot_rate: "a match with these settings cannot be rated",
  illegal_move: "that move is not legal here",
  no_analysis: "the match cannot be analysed",
  too_many: "that is more than the server allows one client",
  unfit_engine: "that engine cannot play that game",
  unknown_engine: "the server has no engine of that name",
});

/** @typedef {{[sentence: string]: string}} Sentences */

/** Return a refusal with its sentence and hint in German. What has no text stays as the server wrote it.
 * @template {{code: string, message: string, hint: string | null}} Refused @param {Refused} refused @returns {Refused} */
export function translatedRefusal(refused) {
  const {code, message, hint} = refused;
  const general = GENERAL[code];
  const said = translated(sentences, message) ?? (general ? `${sentences[general]}: ${message}` : message);
  return {...refused, message: said, hint: hint && (translated(sentences, hint) ?? hint)};
}

/** Return the text of a sentence; null if there is none. `{}` in a key stands for a value, which its text names by its place.
 * @param {Sentences} sentences @param {string} sentence */
export function translated(sentences, sentence) {
  if (Object.hasOwn(sentences, sentence)) return sentences[sentence];
  // The key with the most letters of its own fits best.
  const keys = Object.keys(sentences).filter((key) => key.includes("{}")).sort((one, other) => other.length - one.length);
  for (const key of keys) {
    const pattern = key.split("{}").map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("(.+)");
    const found = sentence.match(new RegExp(`^${pattern}$`));
    if (found) return sentences[key].replace(/\{(\d)\}/g, (_, place) => found[place]);
  }
  return null;
}
