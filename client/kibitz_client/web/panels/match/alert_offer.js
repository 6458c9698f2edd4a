// When a match offers alerts: after the player's first move in one with days for a move. The offer itself is loaded then. In a
// match that may alert its player elsewhere, the server learns when this page is hidden.

import {nothing} from "lit-html";
import {kept} from "../../app/preferences.js";
import {later} from "../../network/later.js";

/** @import {App} from "../../app/context.js" */
/** @import {MatchState} from "../../match/state.js" */

/** @type {typeof import("../../app/alerts/offer.js") | null} */
let offer = null;
let asked = false;
/** What tells the server when the page is hidden, once it is loaded. @type {(() => unknown) | null} */
let following = null;

/** Return the offer of alerts, where there is one. @param {App} app @param {MatchState} state */
export function alertOffer(app, {clock, phase, moves, seats, you, local}) {
  if (phase === "running" && you !== null && !local && (clock ? clock.kind === "correspondence" : seats.every(({kind}) => kind === "human"))) {
    following ??= later(() => import("../../app/alerts/subscription.js").then((module) => (module.follow(app), module)), () => {});
    following();
  }
  if (clock?.kind !== "correspondence" || phase !== "running" || you === null || !moves.some(({seat}) => seat === you)) return nothing;
  if (!asked && !kept("kibitz.alerts")) {
    asked = true;
    import("../../app/alerts/offer.js").then((module) => module.prepare(app).then(() => (offer = module))).then(app.changed, () => {});
  }
  return offer ? offer.template(app) : nothing;
}
