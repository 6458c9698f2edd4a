// The matches that wait for a move of this player, in any view: their number in the title and in the icon of the page,
// and a notice when one more begins to wait.

import {codeOf} from "../network/codes.js";
import {t} from "../words/index.js";
import {gameTitle, versus} from "./format.js";

/** @import {MatchRow} from "kibitz-protocol" */
/** @import {App} from "./context.js" */

export class Turns {
  /** @param {App} app @param {() => string} here return the first part of the address: the code of a match, or nothing
   *   in the lobby */
  constructor(app, here) {
    this._app = app;
    this._here = here;
    /** @type {Map<string, number>} plies of the matches that wait: a fast opponent answers between two rows */
    this._waiting = new Map();
    this._loaded = false;
    this._icon = /** @type {HTMLLinkElement | null} */ (document.querySelector("link[rel=icon]"));
    this._plain = this._icon?.href ?? "";
    app.lobby.onchange(() => this._update());
  }

  /** Return a title with the number of matches that wait before it. @param {string} title */
  titled(title) {
    const {size} = this._waiting;
    return size ? `(${size}) ${title}` : title;
  }

  _update() {
    const {lobby} = this._app;
    const rows = lobby.yours.filter(waits);
    // The matches of an earlier visit are not news.
    if (this._loaded) for (const row of rows) if (this._waiting.get(row.match) !== row.ply) this._notify(row);
    this._loaded = lobby.loaded;
    const changed = rows.length !== this._waiting.size;
    this._waiting = new Map(rows.map((row) => [row.match, row.ply]));
    if (!changed) return;
    this._app.changed();
    if (this._icon) this._icon.href = rows.length ? MARKED : this._plain;
  }

  /** @param {MatchRow} row */
  _notify(row) {
    const {lobby, prefs, toast, go, sound} = this._app;
    const here = codeOf(this._here());
    const title = gameTitle(lobby.game(row.game), row.game);
    const run = () => go(`/${row.code}`);
    // The view of a match tells of its own moves, and the lobby shows the match.
    if (!document.hidden && (here === row.code || !here)) return;
    // The page leads to the games of events itself, at the first move.
    if (!document.hidden && row.tournament && row.ply < 2) return;
    if (here !== row.code) sound("turn");
    if (!document.hidden) return toast({text: t("turns.waits", {game: title, players: versus(row)}), action: {label: t("lobby.see"), run}});
    if (!prefs.values.notices || !("Notification" in window) || Notification.permission !== "granted") return;
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
}

/** Return whether a match waits for a move of this player. One whose sides are all played here waits for nobody else.
 * @param {MatchRow} row */
const waits = ({phase, to_move: seat, you, seats}) =>
  phase === "running" && seat === you && !seats.every(({kind, name}) => kind === "human" && name === seats[0].name);

/** The icon with a mark. */
const MARKED = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><circle cx="16" cy="16" r="15" fill="#211d16"/><path d="M3 16s5-8.500 13-8.500S29 16 29 16s-5 8.500-13 8.500S3 16 3 16z" fill="#f7f5ef"/><circle cx="16" cy="16" r="6.500" fill="#d8342b"/><circle cx="24" cy="8" r="8" fill="#1f9d4a" stroke="#fff" stroke-width="2"/></svg>')}`;
