// The matches that wait for a move of this player, in any view: their number in the title and in the icon of the page,
// and a notice when one more begins to wait.

/** @import {MatchRow} from "kibitz-protocol" */
/** @import {App} from "./context.js" */

export class Turns {
  /** @param {App} app @param {(row: MatchRow, waits: () => boolean) => void} tell give notice of a match that begins to wait */
  constructor(app, tell) {
    this._app = app;
    this._tell = tell;
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
    if (this._loaded && !this._app.embedded) {
      for (const row of rows) {
        // The page leads to the games of events itself, at the first move.
        const led = !document.hidden && row.tournament && row.ply < 2;
        if (!led && this._waiting.get(row.match) !== row.ply) this._tell(row, () => this._waiting.get(row.match) === row.ply);
      }
    }
    this._loaded = lobby.loaded;
    const changed = rows.length !== this._waiting.size;
    this._waiting = new Map(rows.map((row) => [row.match, row.ply]));
    if (!changed) return;
    this._app.changed();
    if (this._icon) this._icon.href = rows.length ? MARKED : this._plain;
  }
}

/** Return whether a match waits for a move of this player. One whose sides are all played here waits for nobody else.
 * @param {MatchRow} row */
const waits = ({phase, to_move: seat, you, seats}) =>
  phase === "running" && seat === you && !seats.every(({kind, name}) => kind === "human" && name === seats[0].name);

/** The icon with a mark. */
const MARKED = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><circle cx="16" cy="16" r="15" fill="#211d16"/><path d="M3 16s5-8.500 13-8.500S29 16 29 16s-5 8.500-13 8.500S3 16 3 16z" fill="#f7f5ef"/><circle cx="16" cy="16" r="6.500" fill="#d8342b"/><circle cx="24" cy="8" r="8" fill="#1f9d4a" stroke="#fff" stroke-width="2"/></svg>')}`;
