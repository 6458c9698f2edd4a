// How a match begins, and what the reader has played last, which the first page offers again.

import {PROPOSED} from "./options.js";
import {askedOf, recentGames} from "./game_groups.js";
import {gameTitle} from "../format.js";
import {t} from "../../words/index.js";

/** @import {Create} from "kibitz-protocol" */
/** @import {App} from "../context.js" */

/** Terms of a match that can be played again. @typedef {Pick<Create, "game" | "seats" | "options" | "first" | "clock">} Terms */

/** How many games count as played lately. */
const RECENT = 3;

/** Whether a match is being created: a second press, or one while the server is away, asks for no second match. */
let creating = false;

/** Create a match and go to it. The next visit offers one like it.
 * @param {App} app @param {Omit<Create, "id" | "t">} terms */
export async function create(app, terms) {
  if (creating) return;
  creating = true;
  try {
    const entered = await app.link.command({t: "create", ...terms});
    const {game, seats, options, first, clock} = terms;
    const last = {game, seats, options, first, clock};
    const recent = [...new Set([askedOf(last), ...recentGames(app)])].slice(0, RECENT);
    app.prefs.set({game, last, recent});
    app.go(`/${entered.code}${entered.key ? `#key=${entered.key}` : ""}`);
  } catch (error) {
    app.refused(error);
  } finally {
    creating = false;
  }
}

/** Return the terms of a match that begins at once: those of the last one, or the usual game against a level.
 * @param {App} app @returns {Terms} */
export function usual({lobby, prefs: {values: {last, game, level}}}) {
  if (last && lobby.game(last.game)) return last;
  return {game, options: PROPOSED[game] ?? {}, seats: [{kind: "me"}, {kind: "engine", engine: {algorithm: "level", level}}], first: "first"};
}

/** Return the terms in words: `Go 13, level 3`. @param {App} app @param {Terms} terms */
export function termsText({lobby}, {game, seats, options = {}}) {
  const other = seats[1];
  const title = options["array"] === "any" ? "Chess960" : [gameTitle(lobby.game(game), game), options["size"]].filter(Boolean).join(" ");
  if (other?.kind === "engine") return other.engine.level ? t("lobby.againstLevel", {game: title, level: other.engine.level}) : title;
  return other?.kind === "me" ? title : t("lobby.withFriend", {game: title});
}
