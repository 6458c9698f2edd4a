// The actions of moderators and admins. Each asks first, and the server notes it in the audit.

import {html, nothing} from "lit-html";
import {confirmed} from "../app/dialogs.js";
import {number, t} from "../words/index.js";
import {formDialog, text} from "./form.js";

/** @import {Admin, Identity} from "kibitz-protocol" */
/** @import {App} from "../app/context.js" */

/** Lengths that are offered: unit, count and seconds. The server takes any. */
const LENGTHS = /** @type {const} */ ([
  ["minute", 10, 600], ["hour", 1, 3600], ["day", 1, 86_400], ["week", 1, 604_800], ["day", 30, 2_592_000],
]);

export class Moderation {
  /** @param {App} app @param {() => void} done what follows each action */
  constructor(app, done) {
    this._app = app;
    this._done = done;
  }

  /** Send an action and return its result. @param {Admin["action"]} action @returns {Promise<any>} */
  send(action) {
    return this._app.link.command({t: "admin", action});
  }

  /** Send an action that changes something. @param {Admin["action"]} action */
  async _change(action) {
    await this.send(action);
    this._app.toast({text: t("admin.done"), kind: "good"});
    this._done();
  }

  /** @param {string} question @param {string} yes @param {Admin["action"]} action */
  _confirm(question, yes, action) {
    confirmed(this._app, question, yes, () => void this._change(action).catch(this._app.refused));
  }

  /** Ask for reason and length, and forbid a player to chat. @param {Identity} player */
  mute({id, name, account}) {
    const fields = html`<p class="muted">${t(account ? "admin.muteHint" : "admin.muteGuestHint")}</p>${length(1)}${reason()}`;
    formDialog(this._app, t("admin.muteOf", {name}), fields, t("people.mute"), (form) =>
      this._change({kind: "mute", player: id, ...terms(form)}));
  }

  /** Lift a mute, with that of the address of a guest. @param {string} id @param {string} name */
  unmute(id, name) {
    this._confirm(t("admin.unmuteSure", {name}), t("people.unmute"), {kind: "unmute", player: id});
  }

  /** Ask for reason and length, and keep a player, a name or an address out.
   * @param {{player?: Identity, address?: string}} [of] */
  ban({player, address} = {}) {
    const shown = player?.name ?? address ?? "";
    const scopes = player ? /** @type {const} */ (["player", "name"]) : address ? /** @type {const} */ (["address"]) : /** @type {const} */ (["player", "name", "address"]);
    const fields = html`
      ${player || address ? nothing : html`<label class="field"><span>${t("admin.target")}</span><input name="target" required maxlength="64" autocomplete="off" /></label>`}
      <label class="field"><span>${t("admin.scope")}</span>
        <select name="scope">${scopes.map((scope) => html`<option value=${scope}>${t(`admin.scope.${scope}`)}</option>`)}</select></label>
      ${length(2)}${reason()}`;
    formDialog(this._app, shown ? t("admin.banOf", {name: shown}) : t("admin.ban"), fields, t("admin.ban"), (form) => {
      const scope = /** @type {"player" | "name" | "address"} */ (text(form, "scope"));
      const target = player ? (scope === "name" ? player.name : player.id) : (address ?? text(form, "target"));
      return this._change({kind: "ban", scope, target, ...terms(form)});
    });
  }

  /** @param {string} id @param {string} name */
  unban(id, name) {
    this._confirm(t("admin.unbanSure", {name}), t("admin.lift"), {kind: "unban", target: id});
  }

  /** Ask for a reason, and end a match without a result. @param {string} match @param {string} code */
  end(match, code) {
    formDialog(this._app, t("admin.endOf", {code}), html`<p class="muted">${t("admin.endHint")}</p>${reason()}`, t("admin.end"), (form) =>
      this._change({kind: "end", match, reason: text(form, "reason")}));
  }

  /** Ask for the role of an account. @param {Identity} player */
  role({id, name, role}) {
    const roles = /** @type {const} */ (["player", "moderator", "admin"]);
    const fields = html`<fieldset class="field"><legend>${t("admin.role")}</legend>
      ${roles.map((each) => html`<label class="check"><input type="radio" name="role" value=${each} ?checked=${each === role} />${t(`account.kind.${each}`)}<span class="muted">${t(`admin.may.${each}`)}</span></label>`)}
      <small class="muted">${t("admin.roleHint")}</small>
    </fieldset>`;
    formDialog(this._app, t("admin.roleOf", {name}), fields, t("admin.setRole"), (form) =>
      this._change({kind: "role", player: id, role: /** @type {typeof roles[number]} */ (text(form, "role"))}));
  }

  /** Send a notice to everyone. @param {string} notice */
  announce(notice) {
    this._confirm(t("admin.announceSure", {text: notice}), t("admin.announce"), {kind: "announce", text: notice});
  }

  /** Stop new matches, or allow them again. @param {boolean} on */
  drain(on) {
    this._confirm(t(on ? "admin.drainSure" : "admin.openSure"), t(on ? "admin.drain" : "admin.openAgain"), {kind: "drain", on});
  }
}

/** @param {number} usual place of the usual length */
const length = (usual) => html`<label class="field"><span>${t("admin.length")}</span>
  <select name="for_s">
    ${LENGTHS.map(([unit, count, seconds], place) => html`<option value=${seconds} ?selected=${place === usual}>${number(count, {style: "unit", unit, unitDisplay: "long"})}</option>`)}
    <option value="">${t("admin.noEnd")}</option>
  </select></label>`;

const reason = () => html`<label class="field"><span>${t("admin.reason")}</span>
  <input name="reason" maxlength="200" autocomplete="off" /><small>${t("admin.reasonHint")}</small></label>`;

/** @param {FormData} form */
const terms = (form) => ({for_s: Number(text(form, "for_s")) || null, reason: text(form, "reason")});
