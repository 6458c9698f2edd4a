// What the host of the server chooses, and its health at a glance. The first start of a server leads here.

import {html, nothing} from "lit-html";
import {icon} from "../app/icons.js";
import {number, t} from "../words/index.js";
import {Sending, text} from "./form.js";

/** @import {HostView} from "kibitz-protocol" */
/** @import {App} from "../app/context.js" */
/** @import {Moderation} from "./moderation.js" */

const CREATORS = /** @type {const} */ (["all", "accounts", "moderators"]);

export class HostPanel {
  /** @param {App} app @param {Moderation} moderation */
  constructor(app, moderation) {
    this._app = app;
    this._moderation = moderation;
    /** @type {HostView | null} */
    this._known = null;
    this._sending = new Sending(app);
    this._backup = "";
  }

  /** Ask for what is chosen. */
  async load() {
    this._known = await this._moderation.send({kind: "host"});
    this._app.changed();
  }

  /** @param {FormData} form */
  async _save(form) {
    const games = form.getAll("game").map(String);
    const create = /** @type {typeof CREATORS[number]} */ (form.get("create"));
    const chosen = games.length === this._known?.all_games?.length ? [] : games;
    this._known = await this._moderation.send({kind: "set_host", name: text(form, "hostname"), welcome: text(form, "greeting"), games: chosen, create, update: text(form, "update")});
    this._app.toast({text: t("host.saved"), kind: "good"});
  }

  async _backUp() {
    try {
      /** @type {HostView} */
      const found = await this._moderation.send({kind: "backup"});
      this._known = found;
      this._backup = t("host.backedUp", {file: found.backup ?? ""});
    } catch (error) {
      this._app.refused(error);
    }
    this._app.changed();
  }

  template() {
    const known = this._known;
    if (!known) return html`<section class="card"><p class="muted">${t("account.loading")}</p></section>`;
    return html`${known.saved ? this._health(known) : this._form(known)} ${known.saved ? this._form(known) : this._health(known)}`;
  }

  /** Return health, the switch of new matches, and a backup. @param {HostView} known */
  _health({draining, healthy, players, matches, push, mail, public_url: url}) {
    const row = (/** @type {string} */ name, /** @type {unknown} */ value) => html`<div class="spread"><dt class="muted">${name}</dt><dd>${value}</dd></div>`;
    const yes = (/** @type {boolean | undefined} */ on) => t(on ? "host.on" : "host.off");
    return html`<section class="card stack tight" aria-labelledby="host-health">
      <h2 id="host-health">${t("host.health")}</h2>
      <dl class="stack tight">
        ${row(t("host.saves"), yes(healthy))} ${row(t("admin.players"), number(players ?? 0))} ${row(t("admin.matches"), number(matches ?? 0))}
        ${row("Web Push", yes(push))} ${row(t("host.mail"), yes(mail))} ${row(t("host.address"), url ?? t("host.noAddress"))}
      </dl>
      <button class="button" role="switch" aria-checked=${!draining} @click=${() => this._moderation.drain(!draining)}>${icon(draining ? "play" : "pause")}${t(draining ? "host.closed" : "host.open")}</button>
      <div class="cluster">
        <button class="button" @click=${() => void this._backUp()}>${t("host.backup")}</button>
        <a class="button" href="/poster">${t("host.poster")}</a>
      </div>
      ${this._backup ? html`<p role="status">${this._backup}</p>` : nothing}
    </section>`;
  }

  /** @param {HostView} known */
  _form({name, welcome, games, all_games: all, create, update, saved}) {
    const {lobby} = this._app;
    return html`<form class="card stack" aria-labelledby="host-choices" @submit=${this._sending.submit((form) => this._save(form))}>
      <h2 id="host-choices">${t(saved ? "host.choices" : "host.first")}</h2>
      ${saved ? nothing : html`<p class="muted">${t("host.firstHint")}</p>`}
      <label class="field"><span>${t("host.name")}</span><input name="hostname" maxlength="60" autocomplete="off" .defaultValue=${name ?? ""} /></label>
      <label class="field"><span>${t("host.greeting")}</span><input name="greeting" maxlength="400" autocomplete="off" .defaultValue=${welcome ?? ""} /></label>
      <label class="field"><span>${t("host.create")}</span>
        <select name="create">${CREATORS.map((each) => html`<option value=${each} .defaultSelected=${each === create}>${t(`host.create.${each}`)}</option>`)}</select></label>
      <details><summary>${t("host.games")}: ${games ? number(games.length) : t("host.allGames")}</summary>
        <div class="stack tight">${(all ?? []).map((game) => html`<label class="check"><input type="checkbox" name="game" value=${game} .defaultChecked=${!games || games.includes(game)} />${lobby.game(game)?.title ?? game}</label>`)}</div>
      </details>
      <label class="field"><span>${t("host.update")}</span><input name="update" maxlength="400" autocomplete="off" .defaultValue=${update ?? ""} /><small>${t("host.updateHint")}</small></label>
      ${this._sending.button(t("host.save"))}
    </form>`;
  }
}
