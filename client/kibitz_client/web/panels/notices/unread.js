// What reaches a player out of sight: chat while another tab is open or the page is hidden, and offers below the window.

import {nameOf} from "../../app/format.js";
import {mutedNames} from "../../app/identity.js";
import {t} from "../../words/index.js";

/** @import {ToClient} from "kibitz-protocol" */
/** @import {App} from "../../app/context.js" */
/** @import {MatchState} from "../../match/state.js" */

/** Characters of a message in its short line. */
const MOST = 60;

export class Unread {
  /** @param {App} app @param {() => void} open open the chat */
  constructor(app, open) {
    this._app = app;
    this._open = open;
    /** How many messages of others came since the chat was last in sight. */
    this.count = 0;
    /** The latest of them in short. */
    this.last = "";
  }

  /** Note a message of the server. @param {MatchState} state @param {ToClient} message @param {boolean} chatting whether the tab of the chat is open */
  take(state, message, chatting) {
    if (message.t === "said") this._said(state, message, chatting);
    if (message.t === "event" && (message.event.kind === "offered" || message.event.kind === "moved")) requestAnimationFrame(() => requestAnimationFrame(() => this._asked(state)));
  }

  /** Note that nothing is unread: the chat is in sight, or there is another match. */
  read() {
    this.count = 0;
    this.last = "";
  }

  /** @param {MatchState} state @param {{name: string, text: string}} said @param {boolean} chatting */
  _said(state, {name, text}, chatting) {
    const own = state.you === null ? this._app.me()?.name : state.seats[state.you].name;
    if (name === own || mutedNames(this._app.link).includes(name)) return;
    if (chatting && !document.hidden && inSight(document.querySelector(".chat-form"))) return;
    const line = `${nameIn(state, name)}: ${text}`;
    this.count += 1;
    this.last = line.length > MOST ? `${line.slice(0, MOST - 1)}…` : line;
    if (!document.hidden) this._app.toast({text: this.last, action: {label: t("tab.chat"), run: this._open}});
  }

  /** Lead to what asks the player for an answer, if it is out of sight. @param {MatchState} state */
  _asked(state) {
    const asking = document.querySelector(".controls .banner.hot");
    if (state.you === null || !asking || inSight(asking)) return;
    const text = asking.querySelector("span")?.textContent ?? "";
    if (text) this._app.toast({text, action: {label: t("lobby.see"), run: () => asking.scrollIntoView({block: "center"})}});
  }
}

/** Return a name as the bars of the players write it: that of an account has a mark. @param {MatchState} state @param {string} name */
export function nameIn({seats}, name) {
  const seat = seats.find((each) => each.kind !== "open" && each.name === name);
  return seat ? nameOf(seat) : name;
}

/** Return whether the window shows an element. @param {Element | null} element */
function inSight(element) {
  if (!element) return false;
  const {top, bottom, width} = element.getBoundingClientRect();
  return width > 0 && top >= 0 && bottom <= innerHeight;
}
