// The moves of a match of poker as a history of its hands, the newest first. Each move leads to the position after it.

import {html, nothing} from "lit-html";
import {t} from "../../words/index.js";
import {cardTexts, deedText, endingText, handsOf, streetText} from "../../match/tables/hand_history.js";

/** @import {ListAsked} from "../contents/index.js" */
/** @import {Hand} from "../../match/tables/hand_history.js" */

/** @param {ListAsked} asked */
export function handList(asked) {
  const hands = handsOf(asked.state, asked.position);
  return html`<ol class="hands" reversed>${hands.reverse().map((hand) => oneHand(hand, asked))}</ol>`;
}

/** @param {Hand} hand @param {ListAsked} asked */
function oneHand({number, ply, hole, streets, ending}, {state, names, at, go}) {
  const move = (/** @type {import("../../match/tables/hand_history.js").Deed} */ {ply: after, move: made}, /** @type {boolean} */ isLast) =>
    html`<button class="move ${after === at ? "shown" : ""}" aria-current=${after === at ? "true" : nothing} @click=${() => go(after)}>${deedText(made, names, state.you)}${isLast ? "." : ","}</button> `;
  return html`<li>
    <h2><button class="move" @click=${() => go(ply)}>${t("poker.hand", {count: number})}</button>
      <span class="muted">${Object.entries(hole).map(([seat, cards]) => html`<span class="chance-event">${t("poker.dealt", {name: names[Number(seat)], cards: cardTexts(cards)})}</span> `)}</span></h2>
    ${streets.map((street) => html`<p>${street.cards.length ? html`<span class="street-name chance-event">${streetText(street)}.</span> ` : nothing}${street.deeds.map((deed, place) => move(deed, place === street.deeds.length - 1))}</p>`)}
    ${ending ? html`<p class="ending">${endingText(ending, names, state.you)}</p>` : nothing}
  </li>`;
}
