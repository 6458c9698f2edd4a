// What became of the player's latest offer, in words, until the match goes on.

import {html, nothing} from "lit-html";
import {nameOf} from "../../app/format.js";
import {t} from "../../words/index.js";

/** @import {ToClient} from "kibitz-protocol" */
/** @import {MatchState} from "../../match/state.js" */

export class OfferAnswers {
  constructor() {
    /** The latest answer, the match, and the ply at which it was given. */
    this._answer = {text: "", match: "", ply: 0};
  }

  /** Take in an answer to an offer of this client. @param {MatchState} state @param {ToClient} message */
  take(state, message) {
    const fact = message.t === "event" ? message.event : null;
    const {match, position: {ply}, phase} = state;
    if (fact?.kind === "offered" && fact.seat === state.you) this._answer.text = "";
    if (fact?.kind !== "declined" || fact.seat !== state.you || fact.offer === "settle") return;
    const said = t("offer.declined", {name: nameOf(state.seats[fact.by]), offer: t(`offer.${fact.offer}`)});
    this._answer = {text: phase === "running" ? `${said} ${t("offer.again")}` : said, match, ply};
  }

  /** Return the answer as a line that is read aloud. @param {MatchState} state */
  line({match, position: {ply}}) {
    const {text, match: of, ply: at} = this._answer;
    return html`<div role="status">${text && of === match && at === ply ? html`<p class="banner answer"><span>${text}</span></p>` : nothing}</div>`;
  }
}
