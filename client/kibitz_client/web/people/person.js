// What a player may do about another one: see the profile, invite, and hide or show what that player writes. The server
// keeps and applies these mutes, but lists none, so the browser remembers the names that were muted in it.

import {html, nothing} from "lit-html";
import {icon} from "../app/icons.js";
import {mutedNames, rememberMuted} from "../app/identity.js";
import {playerLink} from "../panels/links.js";
import {t} from "../words/index.js";
import {ready} from "../words/people/index.js";
import {Moderation} from "./moderation.js";

/** @import {Watching} from "kibitz-protocol" */
/** @import {App} from "../app/context.js" */

/** Return the name of a player without the mark of an account. @param {string} name */
const plain = (name) => name.replace(/^@/, "");

/** Hide what a player writes, or show it again. @param {App} app @param {string} name @param {boolean} on */
async function mute(app, name, on) {
  try {
    await app.link.command({t: "mute", name, on});
  } catch (error) {
    return app.refused(error);
  }
  rememberMuted(app.link, name, on);
  // The server left out what the player wrote meanwhile.
  if (!on && app.lobby.chat) await app.lobby.openChat().catch(app.refused);
  app.toast({
    text: t(on ? "people.muted" : "people.unmuted", {name}),
    ...(on ? {action: {label: t("people.undo"), run: () => void mute(app, name, false)}} : {}),
  });
  app.changed();
}

/** Offer what can be done about a player. @param {App} app @param {string} shown the name, with or without its mark */
export async function personDialog(app, shown) {
  await ready;
  const name = plain(shown);
  const you = app.me();
  const muted = mutedNames(app.link).includes(name);
  const moderates = you?.role === "admin" || you?.role === "moderator";
  app.dialog(
    (close) => html`<h2>${shown}</h2>
      <div class="person-actions">
        <a class="button" href=${playerLink(name)} @click=${close}>${icon("user")}${t("account.profile")}</a>
        ${name === you?.name
          ? nothing
          : html`<a class="button" href="/new?opponent=invite&name=${encodeURIComponent(name)}" @click=${close}>${icon("plus")}${t("people.invite")}</a>
              <button class="button" @click=${() => (close(), void mute(app, name, !muted))}>${icon("chat")}${t(muted ? "people.show" : "people.hide")}</button>`}
        ${moderates && name !== you?.name
          ? html`<button class="button danger" @click=${() => (close(), new Moderation(app, () => {}).mute({id: name, name, account: false, role: "player"}))}>${icon("shield")}${t("people.muteForAll")}</button>`
          : nothing}
      </div>
      <div class="dialog-actions"><button class="button" autofocus @click=${close}>${t("dialog.close")}</button></div>`,
    shown,
  );
}

/** Show who watches a match. @param {App} app @param {string} match @param {string | null} key */
export async function spectatorsDialog(app, match, key) {
  /** @type {Watching} */
  let watching;
  try {
    [watching] = await Promise.all([app.link.command({t: "watchers", match, ...(key ? {key} : {})}), ready]);
  } catch (error) {
    return app.refused(error);
  }
  const {count, names} = watching;
  app.dialog(
    (close) => html`<h2>${t("people.spectators", {count})}</h2>
      ${names.length
        ? html`<ul class="names">
            ${names.map((name) => html`<li><button class="button quiet" @click=${() => (close(), void personDialog(app, name))}>${icon("user")}${name}</button></li>`)}
          </ul>`
        : html`<p class="muted">${t("people.nobodyWatches")}</p>`}
      ${count > names.length ? html`<p class="muted">${t("people.moreWatch", {count: count - names.length})}</p>` : nothing}
      <div class="dialog-actions"><button class="button" autofocus @click=${close}>${t("dialog.close")}</button></div>`,
    t("people.spectators", {count}),
  );
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
