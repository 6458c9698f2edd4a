// A search of the archive as an address: `?player=otter&game=reversi&result=won`. Pure. The fields are those of
// parsing/archive_query.py of the Python client.

/** @import {SearchArchive} from "kibitz-protocol" */

export const RESULTS = /** @type {const} */ (["won", "lost", "drawn"]);
export const FIELDS = /** @type {const} */ (["player", "game", "result", "rated", "since", "until"]);
const DAY_S = 86_400;

/** @typedef {Partial<Record<typeof FIELDS[number], string>>} Typed */

/** Return the typed fields of an address or a form. @param {{get: (name: string) => unknown}} source @returns {Typed} */
export const typedFields = (source) =>
  Object.fromEntries(FIELDS.map((name) => [name, String(source.get(name) ?? "").trim()]).filter(([, text]) => text));

/** Return the address of a search. @param {Typed} typed */
export function archiveLink(typed) {
  const query = new URLSearchParams(typed).toString();
  return query ? `/archive?${query}` : "/archive";
}

/** Return the fields of a search. Days are those of the reader, and the last one counts whole.
 * @param {Typed} typed @returns {Omit<SearchArchive, "id" | "t">} */
export function searchFields({player, game, result, rated, since, until}) {
  const [from, to] = [secondsOf(since), secondsOf(until)];
  return {
    ...(player ? {player: player.replace(/^@/, "").slice(0, 64)} : {}),
    ...(game ? {game: game.slice(0, 64)} : {}),
    ...(RESULTS.some((known) => known === result) ? {result: /** @type {SearchArchive["result"]} */ (result)} : {}),
    ...(rated ? {rated: rated === "yes"} : {}),
    ...(from !== null ? {since: from} : {}),
    ...(to !== null ? {until: to + DAY_S} : {}),
  };
}

/** @param {string | undefined} text a day such as 2026-11-21 */
function secondsOf(text) {
  const at = text ? Date.parse(`${text}T00:00`) / 1000 : NaN;
  return at >= 0 ? at : null;
}
