// The offer of alerts in a match with days for a move, after the first move in it. It asks once in a browser.

import {html, nothing} from "lit-html";
import {keep, kept} from "../preferences.js";
import {ready} from "../../words/alerts/index.js";
import {t} from "../../words/index.js";
import {KEY, failure, follow, manage, possible, subscribe} from "./subscription.js";

/** @import {App} from "../context.js" */

/** @type {{push: string | null, mail: boolean} | null} what the server offers, once that is known */
let offered = null;
let said = "";

/** Find out what the server offers. @param {App} app */
export async function prepare(app) {
  const [{push_key: push, mail, channels}] = await Promise.all([manage(app, {kind: "show"}), ready]);
  // A player who has alerts elsewhere knows them.
  if (!channels?.length) offered = {push: possible() && Notification.permission !== "denied" ? (push ?? null) : null, mail: mail ?? false};
  app.changed();
}

/** Return the line of the offer. @param {App} app */
export function template(app) {
  if (said) return html`<p class="muted" role="status">${said}</p>`;
  if (!offered || kept(KEY) || (!offered.push && !offered.mail)) return nothing;
  const {push} = offered;
  const end = (/** @type {string} */ text) => {
    said = text;
    app.changed();
  };
  const accept = async () => {
    if (!push) return app.go("/alerts");
    try {
      const found = await subscribe(app, push);
      if (!found) keep(KEY, "no");
      else follow(app);
      end(t(found ? "alerts.on" : "alerts.refused"));
    } catch (error) {
      end(failure(error));
    }
  };
  const refuse = () => {
    keep(KEY, "no");
    app.changed();
  };
  return html`<div class="cluster" role="group" aria-label=${t("alerts.title")}>
    <span>${t("alerts.offer")}</span>
    <button class="button small" @click=${accept}>${t("alerts.accept")}</button>
    <button class="button small quiet" @click=${refuse}>${t("alerts.decline")}</button>
  </div>`;
}
