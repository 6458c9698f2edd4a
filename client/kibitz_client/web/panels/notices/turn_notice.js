// Says that a match waits for a move of the player, unless that match is on a screen.

import {gameTitle, versus} from "../../app/format.js";
import {t} from "../../words/index.js";
import {shownElsewhere, shownHere} from "./tabs.js";

/** @import {MatchRow} from "kibitz-protocol" */
/** @import {App} from "../../app/context.js" */

/** Say that a match waits, if it still does so in a moment and is on no screen.
 * @param {App} app @param {MatchRow} row @param {() => boolean} waits whether it still waits
 * @param {() => string} here the first part of the address: nothing in the lobby */
export async function tellTurn(app, row, waits, here) {
  // The view of the match may be opening, and other tabs need a moment for their answer.
  const elsewhere = await shownElsewhere(row.code);
  if (!waits() || elsewhere) return;
  // The lobby and the boards show the match, and its view tells of its own moves.
  if (!document.hidden && (shownHere(row.code) || ["", "boards"].includes(here()))) return;
  if (!shownHere(row.code)) app.sound("turn");
  const title = gameTitle(app.lobby.game(row.game), row.game);
  const run = () => app.go(`/${row.code}`);
  if (!document.hidden) return app.toast({text: t("turns.waits", {game: title, players: versus(row)}), action: {label: t("lobby.see"), run}});
  if (!app.prefs.values.notices || !("Notification" in window) || Notification.permission !== "granted") return;
  try {
    const notice = new Notification(t("match.yourMove"), {body: `${title}: ${versus(row)}`, tag: row.match});
    notice.onclick = () => {
      window.focus();
      run();
      notice.close();
    };
  } catch {
    // Browsers of phones allow notices to service workers alone.
  }
}
