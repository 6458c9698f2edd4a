// The panel beside the board of a match: its tabs with moves, engine, chat and information, and what is below them.

import {html, nothing} from "lit-html";
import {icon} from "../../app/icons.js";
import {numberingOf} from "../../match/numbering.js";
import {over, searchesAt} from "../../match/state.js";
import {sidesOf} from "../../match/tables/hidden.js";
import {later} from "../../network/later.js";
import {t} from "../../words/index.js";
import {moveList, scrubber} from "../moves.js";
import {showPanel, tabbed} from "./tabs.js";
import {Unread, nameIn} from "../notices/unread.js";

/** @import {ToClient} from "kibitz-protocol" */
/** @import {App} from "../../app/context.js" */
/** @import {MatchState} from "../../match/state.js" */
/** @import {Tab} from "./tabs.js" */

const TABS = /** @type {const} */ (["moves", "engine", "chat", "info"]);

/** What the panel asks of its view: to look at a ply, the last one for `Infinity`, to show a person by name, the facts
 * about a match, what shows searches, once it is loaded, and the list of moves of a game that has its own.
 * @typedef {{list: (state: MatchState, at: number) => unknown, go: (ply: number) => void, person: (name: string) => void, facts: (state: MatchState) => unknown, engine: () => typeof import("../engine.js") | undefined}} Asked */

export class Aside {
  /** @param {App} app @param {string | null} key the key of a private match @param {Asked} asked */
  constructor(app, key, asked) {
    this._app = app;
    this._key = key;
    this._asked = asked;
    this._go = asked.go;
    /** @type {Tab} */
    this._tab = "moves";
    this._unread = new Unread(app, () => this._open("chat"));
    this._chat = later(() => import("../chat.js"), app.changed);
  }

  /** Note a message of the server. @param {MatchState} state @param {ToClient} message */
  take(state, message) {
    this._unread.take(state, message, this._tab === "chat");
  }

  /** Forget the chat of the match before: what was said unseen, and what was being typed. */
  reset() {
    this._unread.read();
    /** @type {HTMLFormElement | null} */ (document.querySelector(".chat-form"))?.reset();
  }

  /** Return a title that shows the latest unread message while the page is hidden. @param {string} title */
  titled(title) {
    return document.hidden && this._unread.count ? `${this._unread.last} - ${title}` : title;
  }

  /** Return the panel. @param {MatchState} state @param {number} at the ply that is looked at @param {boolean} past whether the match is not followed */
  template(state, at, past) {
    const {game, moves} = state;
    if (this._tab === "chat" && !state.chat_on) this._tab = "info";
    const tab = this._tab;
    if (tab === "chat" && !document.hidden) this._unread.read();
    const engine = searched(state) ? this._asked.engine() : null;
    const then = {...state, searches: searchesAt(state, at)};
    return html`<div class="aside panel">
      ${tabbed(TABS.filter((name) => name !== "chat" || state.chat_on), tab, this._open, this._content(then, at), {chat: this._unread.count})}
      ${(engine && tab === "moves" && engine.engineLines(then)) || nothing}
      ${(engine && (tab === "moves" || tab === "engine") && !game.hidden && engine.graph(moves, at, this._go)) || nothing}
      ${scrubberOf(state, at, this._go)}
      ${!this._app.embedded && !game.hidden && over(state)
        ? html`<a class="button small quiet" href="/learn?match=${state.code}&ply=${at}${this._key ? `#key=${this._key}` : ""}">${icon("learn")}${t("match.learn")}</a>`
        : nothing}
      ${past ? html`<button class="button small" @click=${() => this._go(Infinity)}>${t("moves.toLive")}</button>` : nothing}
    </div>`;
  }

  /** Open a tab. @param {Tab} tab */
  _open = (tab) => {
    this._tab = tab;
    this._app.changed();
    showPanel();
  };

  /** Return what the open tab has. @param {MatchState} state @param {number} at */
  _content(state, at) {
    const {_app: app, _tab: tab} = this;
    if (tab === "moves") return this._asked.list(state, at) ?? moveList({moves: state.moves, numbering: numberingOf(state), chances: state.chance_events, sides: sidesOf(state), timed: Boolean(state.clock), at, first: state.position.ply - state.moves.length, go: this._go});
    if (tab === "engine") return this._asked.engine()?.enginePanel(state);
    if (tab === "chat") return this._chat()?.chatPanel(app, {said: state.chat, hint: t("chat.hint"), shown: (name) => nameIn(state, name), person: this._asked.person, send: (text) => app.link.command({t: "chat", match: state.match, text})});
    return this._asked.facts(state);
  }
}

/** Return whether there is a search to show. @param {MatchState} state */
export const searched = ({searches, moves}) => Object.keys(searches).length > 0 || moves.some(({search}) => search);

/** Return the buttons that go through the moves. @param {MatchState} state @param {number} at @param {(ply: number) => void} go */
export const scrubberOf = ({moves, position: {ply}}, at, go) => scrubber({at, live: ply, first: ply - moves.length, go});
