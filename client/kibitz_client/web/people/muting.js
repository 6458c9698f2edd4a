// Players whose chat this player does not want to read. The server keeps and applies the mutes, but lists none, so the
// browser remembers the names that were muted in it.

import {html, nothing} from "lit-html";
import {mutedNames, rememberMuted} from "../app/identity.js";
import {t} from "../words/index.js";

/** @import {App} from "../app/context.js" */

/** Return the name of a player without the mark of an account. @param {string} name */
export const plain = (name) => name.replace(/^@/, "");

/** Hide what a player writes, or show it again. @param {App} app @param {string} name @param {boolean} on */
export async function mute(app, name, on) {
  try {
    await app.link.command({t: "mute", name, on});
  } catch (error) {
    return app.refused(error);
  }
  rememberMuted(app.link, name, on);
  app.toast({
    text: t(on ? "people.muted" : "people.unmuted", {name}),
    ...(on ? {action: {label: t("people.undo"), run: () => void mute(app, name, false)}} : {}),
  });
  app.changed();
}

/** Return the list of muted players. @param {App} app */
export function mutedList(app) {
  const names = mutedNames(app.link);
  if (!names.length) return nothing;
  return html`<section class="panel" aria-label=${t("people.mutedTitle")}>
    <div class="section-head card-head"><h2>${t("people.mutedTitle")}</h2></div>
    <div class="rows">
      ${names.map(
        (name) => html`<div class="match-row person">
          <span class="what"><b>${name}</b></span>
          <button class="button small" aria-label=${t("people.unmuteOf", {name})} @click=${() => void mute(app, name, false)}>${t("people.unmute")}</button>
        </div>`,
      )}
    </div>
  </section>`;
}
