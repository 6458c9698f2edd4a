// Who the visitor is: a guest, who can register or sign in, or an account with its password, sessions and bots.

import {html, nothing} from "lit-html";
import {confirmed} from "../app/dialogs.js";
import {identified} from "../app/identity.js";
import {icon} from "../app/icons.js";
import {Refusal} from "../network/link.js";
import {playerLink} from "../panels/links.js";
import {BotList} from "../people/bots.js";
import {Sending, nameField, passwordField, text} from "../people/form.js";
import {mutedList} from "../people/person.js";
import {SessionList} from "../people/sessions.js";
import {t} from "../words/index.js";
import {ready} from "../words/people/index.js";

/** @import {Identity, SignedIn} from "kibitz-protocol" */
/** @import {App, View} from "../app/context.js" */

/** @param {App} app @returns {Promise<View>} */
export async function open(app) {
  await Promise.all([app.style("account.css"), ready]);
  return new AccountView(app);
}

class AccountView {
  /** @param {App} app */
  constructor(app) {
    this._app = app;
    this._sessions = new SessionList(app);
    this._bots = new BotList(app);
    // Each form has its own button and shows its own refusal.
    this._signing = new Sending(app);
    this._registering = new Sending(app);
    this._renaming = new Sending(app);
    this._presenting = new Sending(app);
    this._changing = new Sending(app);
    this._stop = app.link.onarrival(() => this._load());
    this._load();
  }

  title() {
    return t("account.title");
  }

  template() {
    const app = this._app;
    const you = app.me();
    if (!you) return html`<div class="skeleton" aria-busy="true"></div>`;
    return html`<div class="form stack account">${this._head(you)} ${you.account ? this._account(you) : this._guest(you)} ${mutedList(app)}</div>`;
  }

  close() {
    this._stop();
  }

  /** Ask for what only an account has. */
  _load() {
    const app = this._app;
    if (app.me()?.account) Promise.all([this._sessions.load(), this._bots.load()]).catch(app.refused);
  }

  /** @param {FormData} form */
  async _signIn(form) {
    const {link} = this._app;
    try {
      /** @type {SignedIn} */
      const {token} = await link.command({t: "login", name: text(form, "username"), password: String(form.get("password"))});
      await link.signIn(token);
    } catch (error) {
      if (error instanceof Refusal && error.code === "wrong_password") error.hint = t("account.wrongHint");
      throw error;
    }
  }

  /** @param {FormData} form */
  async _register(form) {
    const app = this._app;
    const {you} = await app.link.command({t: "register", name: text(form, "username"), password: String(form.get("password"))});
    identified(app.link, you);
    // A guest of this browser can no longer have the name.
    app.prefs.set({name: ""});
    app.toast({text: t("account.registered", {name: you.name}), kind: "good"});
    this._load();
  }

  /** @param {FormData} form */
  async _rename(form) {
    const app = this._app;
    const {you} = await app.link.command({t: "rename", name: text(form, "nickname")});
    identified(app.link, you);
    app.prefs.set({name: you.name});
    app.toast({text: t("settings.renamed", {name: you.name}), kind: "good"});
  }

  /** Change the password. @param {FormData} form */
  async _change(form) {
    const app = this._app;
    await app.link.command({t: "change_password", old: String(form.get("old")), new: String(form.get("new"))});
    app.toast({text: t("account.changed"), kind: "good"});
    await this._sessions.load();
  }

  _signOut() {
    const {link, refused} = this._app;
    link.command({t: "logout"}).then(
      () => link.signIn(null),
      // The session had ended when the command arrived a second time, after a break.
      (error) => (error instanceof Refusal && error.code === "not_account" ? undefined : refused(error)),
    );
  }

  /** Return who the visitor is, and where that leads. @param {Identity} you */
  _head(you) {
    const sure = () => confirmed(this._app, t("account.signOutSure", {name: you.name}), t("account.signOut"), () => this._signOut());
    return html`<section class="card identity">
      <span class="portrait ${you.account ? "account" : ""}">${icon("user")}</span>
      <div class="stack tight">
        <h1>${you.name}</h1>
        <p class="cluster"><span class="badge ${you.account ? "hot" : ""}">${t(`account.kind.${you.account ? you.role : "guest"}`)}</span>
          <span class="muted">${t(you.account ? "account.accountHint" : "account.guestHint")}</span></p>
      </div>
      <p class="cluster">
        <a class="button" href=${playerLink(you.name)}>${t("account.profile")}</a>
        <a class="button" href="/alerts">${t("account.alerts")}</a>
        ${you.role === "admin" || you.role === "moderator" ? html`<a class="button" href="/admin">${icon("shield")}${t("nav.admin")}</a>` : nothing}
        ${you.account ? html`<button class="button" @click=${sure}>${t("account.signOut")}</button>` : nothing}
      </p>
    </section>`;
  }

  /** Return what a guest can do: sign in, register, take another name, or present a token. @param {Identity} you */
  _guest(you) {
    return html`<div class="form-grid">${this._signInForm()} ${this._registerForm(you)}</div>
      ${this._renameForm(you)}
      ${this._tokenForm()}`;
  }

  _signInForm() {
    return html`<form class="card stack" aria-labelledby="sign-in" @submit=${this._signing.submit((form) => this._signIn(form))}>
      <h2 id="sign-in">${t("account.signIn")}</h2>
      ${nameField(t("account.name"))} ${passwordField(t("account.password"), "password", "current-password")}
      ${this._signing.button(t("account.signIn"))}
    </form>`;
  }

  /** @param {Identity} you */
  _registerForm(you) {
    return html`<form class="card stack" aria-labelledby="register" @submit=${this._registering.submit((form) => this._register(form))}>
      <h2 id="register">${t("account.register")}</h2>
      <p class="muted">${t("account.registerHint")}</p>
      ${nameField(t("account.name"), you.name)} ${passwordField(t("account.password"), "password", "new-password", t("account.passwordHint"))}
      ${this._registering.button(t("account.register"))}
    </form>`;
  }

  /** @param {Identity} you */
  _renameForm(you) {
    return html`<form class="card inline-form" aria-label=${t("account.rename")} @submit=${this._renaming.submit((form) => this._rename(form))}>
      <label class="field"><span>${t("account.guestName")}</span><input name="nickname" required maxlength="32" autocomplete="nickname" .defaultValue=${you.name} /></label>
      ${this._renaming.button(t("account.rename"), "")}
    </form>`;
  }

  /** Return the form for a token, which programs and operators hand out. */
  _tokenForm() {
    return html`<details class="card">
      <summary>${t("account.byToken")}</summary>
      <form class="inline-form" @submit=${this._presenting.submit((form) => this._app.link.signIn(text(form, "token")))}>
        <label class="field"><span>${t("account.token")}</span><input name="token" type="password" required minlength="16" maxlength="128" autocomplete="off" /><small>${t("account.byTokenHint")}</small></label>
        ${this._presenting.button(t("account.signIn"), "")}
      </form>
    </details>`;
  }

  /** Return what an account has: sessions, a password, and bots. @param {Identity} you */
  _account(you) {
    return html`${this._sessions.template()} ${this._passwordForm(you)} ${you.role === "bot" ? nothing : this._bots.template()}`;
  }

  /** @param {Identity} you */
  _passwordForm(you) {
    return html`<form class="card stack" aria-labelledby="password" @submit=${this._changing.submit((form) => this._change(form))}>
      <h2 id="password">${t("account.changePassword")}</h2>
      <p class="muted">${t("account.changeHint")}</p>
      <input hidden name="username" autocomplete="username" .value=${you.name} />
      <div class="form-grid">
        ${passwordField(t("account.old"), "old", "current-password")} ${passwordField(t("account.new"), "new", "new-password", t("account.passwordHint"))}
      </div>
      ${this._changing.button(t("account.changePassword"))}
    </form>`;
  }
}
