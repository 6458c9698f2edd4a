// The bots of an account: programs that play with a token of their own.

import {html, nothing} from "lit-html";
import {confirmed} from "../app/dialogs.js";
import {icon} from "../app/icons.js";
import {copyField, home} from "../panels/links.js";
import {day, t} from "../words/index.js";
import {Sending, text} from "./form.js";

/** @import {BotToken, Bots, BotView} from "kibitz-protocol" */
/** @import {App} from "../app/context.js" */

export class BotList {
  /** @param {App} app */
  constructor(app) {
    this._app = app;
    /** @type {BotView[] | null} */
    this._bots = null;
    this._making = new Sending(app);
  }

  /** Ask for the bots. */
  async load() {
    /** @type {Bots} */
    const {bots} = await this._app.link.command({t: "bots"});
    this._bots = bots;
    this._app.changed();
  }

  /** Return the list, and the form for another bot. */
  template() {
    const make = this._making.submit(async (form) => {
      this._hand(await this._app.link.command({t: "make_bot", name: text(form, "bot")}));
      await this.load();
    });
    return html`<section class="panel" aria-label=${t("account.bots")}>
      <div class="section-head card-head"><h2>${icon("cpu")}${t("account.bots")}</h2></div>
      <p class="muted pad-text">${t("account.botsHint")}</p>
      <div class="rows">${this._bots?.map((row) => this._row(row))}</div>
      <form class="inline-form" @submit=${make}>
        <label class="field"><span>${t("account.botName")}</span><input name="bot" required maxlength="32" autocomplete="off" spellcheck="false" /></label>
        ${this._making.button(t("account.makeBot"))}
      </form>
    </section>`;
  }

  /** @param {BotView} row */
  _row({bot, created_at, seen_at, connections}) {
    const app = this._app;
    const renew = () =>
      app.link.command({t: "renew_bot", bot: bot.id}).then((made) => (this._hand(made), this.load()), app.refused);
    const revoke = () =>
      app.link.command({t: "revoke_bot", bot: bot.id}).then(() => {
        app.toast({text: t("account.botRevoked", {name: bot.name}), kind: "good"});
        return this.load();
      }, app.refused);
    return html`<div class="match-row person">
      <span class="what">
        <b>${bot.name} ${connections ? html`<span class="badge hot">${t("account.online")}</span>` : nothing}</b>
        <span class="muted">${seen_at === null ? t("account.noToken", {day: day(created_at)}) : t("account.seen", {day: day(seen_at)})}</span>
      </span>
      <button class="button small" aria-label=${t("account.renewOf", {name: bot.name})}
        @click=${() => (seen_at === null ? renew() : confirmed(app, t("account.renewSure", {name: bot.name}), t("account.renew"), renew))}>${t("account.renew")}</button>
      ${seen_at === null
        ? nothing
        : html`<button class="button small danger" aria-label=${t("account.revokeOf", {name: bot.name})}
            @click=${() => confirmed(app, t("account.revokeSure", {name: bot.name}), t("account.revoke"), revoke)}>${t("account.revoke")}</button>`}
    </div>`;
  }

  /** Show a new token, which the server sends only once. @param {BotToken} made */
  _hand({bot, token}) {
    const app = this._app;
    const file = `${bot.name.replace(/\W+/g, "-")}.token`;
    const server = home.replace(/^http/, "ws");
    const command = `kibitz bot run my_bot:MyBot --accept connect4 --server ${server} --token-file ${file}`;
    app.dialog(
      (close) => html`<div class="stack">
        <h2>${t("account.tokenOf", {name: bot.name})}</h2>
        <p>${t("account.tokenOnce")}</p>
        ${copyField(app, t("account.token"), token)} ${copyField(app, t("account.command"), command)}
        <p class="muted">${t("account.commandHint")}</p>
        <div class="dialog-actions">
          <a class="button" download=${file} href="data:text/plain,${token}%0A">${t("account.saveFile")}</a>
          <button class="button primary" @click=${close}>${t("account.kept")}</button>
        </div>
      </div>`,
      t("account.tokenOf", {name: bot.name}),
      true,
    );
  }
}
