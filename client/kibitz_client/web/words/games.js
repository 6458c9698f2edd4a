// The texts of games, which the server sends in English, in the language of the reader.

import {has, t} from "./index.js";

/** Return a game with the texts that the language has: title, summary and how a move is written; its rules once they are loaded.
 * @template {{name: string, title: string, summary: string, move_help: string, guide?: string}} Game @param {Game} game @returns {Game} */
export function translatedGame(game) {
  const key = `game.${game.name}`;
  const text = (/** @type {string} */ part, /** @type {string | undefined} */ sent) => (has(key + part) ? t(/** @type {"page.failed"} */ (key + part)) : sent);
  return has(key) ? {...game, title: text("", game.title), summary: text(".summary", game.summary), move_help: text(".help", game.move_help), guide: text(".guide", game.guide)} : game;
}
