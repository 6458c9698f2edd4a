// What comes of an action, where the action was: below the board for its moves and hints, at the field for typed moves, at
// the buttons for offers. It goes with the next move, or after some seconds.

import {html, nothing} from "lit-html";
import {nameOf} from "../../app/format.js";
import {Refusal} from "../../network/link.js";
import {t} from "../../words/index.js";
import {fewer} from "./hints.js";

/** @import {ToClient} from "kibitz-protocol" */
/** @import {App} from "../../app/context.js" */
/** @import {MatchState} from "../../match/state.js" */

/** Where an answer stands. @typedef {"line" | "typed" | "actions"} Place */

const SHOWN_MS = 8000;

export class Answers {
  /** @param {App} app @param {boolean} [apart] whether the view has no place for answers, which are notices then */
  constructor(app, apart = false) {
    this._app = app;
    this._apart = apart;
    /** @type {{place: Place, text: string, hint: string, bad: boolean, state: MatchState | null} | null} */
    this._shown = null;
    this._timer = 0;
  }

  /** Show an answer. @param {Place} place @param {string} text @param {{hint?: string | null, bad?: boolean}} [options] */
  show(place, text, {hint = "", bad = false} = {}) {
    if (this._apart) return this._app.toast({text, hint, kind: bad ? "bad" : "info"});
    const shown = {place, text, hint: fewer(hint ?? ""), bad, state: null};
    this._shown = shown;
    clearTimeout(this._timer);
    this._timer = window.setTimeout(() => this._shown === shown && this.clear(), SHOWN_MS);
    this._app.speak([text, shown.hint].filter(Boolean).join(". "));
    this._app.changed();
  }

  /** Return what shows why a command was refused. @param {Place} place */
  refused = (place) => (/** @type {unknown} */ error) => {
    if (error instanceof Refusal) this.show(place, error.message, {hint: error.hint, bad: true});
    else this._app.refused(error);
  };

  /** Show what became of the player's own offer. @param {MatchState} state @param {ToClient} message */
  take(state, message) {
    const fact = message.t === "event" ? message.event : null;
    if (fact?.kind !== "declined" || fact.seat !== state.you || fact.offer === "settle") return;
    const said = t("offer.declined", {name: nameOf(state.seats[fact.by]), offer: t(`offer.${fact.offer}`)});
    this.show("actions", said, {hint: state.phase === "running" ? t("offer.again") : ""});
  }

  /** Forget the answer. */
  clear() {
    clearTimeout(this._timer);
    this._shown = null;
    this._app.changed();
  }

  /** Return the answer of a place, if it has one and the match has not gone on. @param {Place} place @param {MatchState} state */
  at(place, state) {
    const shown = this._shown;
    if (shown?.place !== place) return nothing;
    shown.state ??= state;
    if (shown.state.match !== state.match || shown.state.position.ply !== state.position.ply) return nothing;
    return html`<p class="answer ${shown.bad ? "bad" : ""}"><span>${shown.text}</span> ${shown.hint ? html`<small>${shown.hint}</small>` : nothing}</p>`;
  }
}
