// The buttons of a replay that go from street to street and from hand to hand.

import {html} from "lit-html";
import {t} from "../../words/index.js";
import {handsOf, stopsOf} from "../../match/tables/hand_history.js";

/** @import {ListAsked} from "../contents/index.js" */

/** @param {ListAsked} asked */
export function streetSteps({state, at, go, position}) {
  const {hands, streets} = stopsOf(handsOf(state, position));
  const end = (state.moves.at(-1)?.ply ?? -1) + 1;
  const back = (/** @type {number[]} */ stops) => stops.findLast((ply) => ply < at);
  const on = (/** @type {number[]} */ stops) => stops.find((ply) => ply > at) ?? (at < end ? end : undefined);
  const button = (/** @type {string} */ sign, /** @type {"poker.nextHand" | "poker.previousHand" | "poker.nextStreet" | "poker.previousStreet"} */ key, /** @type {number | undefined} */ ply) =>
    html`<button class="button small" ?disabled=${ply === undefined} @click=${() => ply !== undefined && go(ply)}><span aria-hidden="true">${sign}</span> ${t(key)}</button>`;
  return html`<div class="street-steps" role="group" aria-label=${t("poker.byStreet")}>
    ${button("«", "poker.previousHand", back(hands))}${button("‹", "poker.previousStreet", back(streets))}${button("›", "poker.nextStreet", on(streets))}${button("»", "poker.nextHand", on(hands))}
  </div>`;
}
