// Who the visitor is: a guest, who can register or sign in, or an account with its password, sessions and bots.

import {html, nothing} from "lit-html";
import {confirmed} from "../app/dialogs.js";
import {identified} from "../app/identity.js";
import {icon} from "../app/icons.js";
import {Refusal} from "../network/link.js";
import {BotList} from "../people/bots.js";
import {Sending, nameField, passwordField, text} from "../people/form.js";
import {mutedList} from "../people/person.js";
import {SessionList} from "../people/sessions.js";
import {t} from "../words/index.js";
import {ready} from "../words/people.js";

/** @import {Identity, SignedIn} from "kibitz-protocol" */
/** @import {App, View} from "../app/context.js" */

/** @param {App} app @returns {Promise<View>} */
export async function open(app) {
  await Promise.all([app.style("account.css"), ready]);
  const sessions = new SessionList(app);
  const bots = new BotList(app);
  const [registering, signing, renaming, changing, presenting] = Array.from({length: 5}, () => new Sending(app));
  const {link} = app;

  const load = () => {
    if (app.me()?.account) Promise.all([sessions.load(), bots.load()]).catch(app.refused);
  };
  const stop = link.onarrival(load);
  load();

  const register = registering.submit(async (form) => {
    const {you} = await link.command({t: "register", name: text(form, "username"), password: String(form.get("password"))});
    identified(link, you);
    // A guest of this browser can no longer have the name.
    app.prefs.set({name: ""});
    app.toast({text: t("account.registered", {name: you.name}), kind: "good"});
    load();
  });

  const signIn = signing.submit(async (form) => {
    try {
      /** @type {SignedIn} */
      const {token} = await link.command({t: "login", name: text(form, "username"), password: String(form.get("password"))});
      await link.signIn(token);
    } catch (error) {
      if (error instanceof Refusal && error.code === "wrong_password") error.hint = t("account.wrongHint");
      throw error;
    }
  });

  const rename = renaming.submit(async (form) => {
    const {you} = await link.command({t: "rename", name: text(form, "nickname")});
    identified(link, you);
    app.prefs.set({name: you.name});
    app.toast({text: t("settings.renamed", {name: you.name}), kind: "good"});
  });

  const change = changing.submit(async (form) => {
    await link.command({t: "change_password", old: String(form.get("old")), new: String(form.get("new"))});
    app.toast({text: t("account.changed"), kind: "good"});
    await sessions.load();
  });

  const present = presenting.submit((form) => link.signIn(text(form, "token")));

  const signOut = () =>
    link.command({t: "logout"}).then(
      () => link.signIn(null),
      // The session had ended when the command arrived a second time, after a break.
      (error) => (error instanceof Refusal && error.code === "not_account" ? undefined : app.refused(error)),
    );

  /** @param {Identity} you */
  const head = (you) => html`<section class="card identity">
    <span class="portrait ${you.account ? "account" : ""}">${icon("user")}</span>
    <div class="stack tight">
      <h1>${you.name}</h1>
      <p class="cluster"><span class="badge ${you.account ? "hot" : ""}">${t(`account.kind.${you.account ? you.role : "guest"}`)}</span>
        <span class="muted">${t(you.account ? "account.accountHint" : "account.guestHint")}</span></p>
    </div>
    <p class="cluster">
      <a class="button" href="/players/${encodeURIComponent(you.name)}">${t("account.profile")}</a>
      ${you.role === "admin" || you.role === "moderator" ? html`<a class="button" href="/admin">${icon("shield")}${t("nav.admin")}</a>` : nothing}
      ${you.account ? html`<button class="button" @click=${() => confirmed(app, t("account.signOutSure", {name: you.name}), t("account.signOut"), () => void signOut())}>${t("account.signOut")}</button>` : nothing}
    </p>
  </section>`;

  /** @param {Identity} you */
  const guest = (you) => html`<div class="form-grid">
      <form class="card stack" aria-labelledby="sign-in" @submit=${signIn}>
        <h2 id="sign-in">${t("account.signIn")}</h2>
        ${nameField(t("account.name"))} ${passwordField(t("account.password"), "password", "current-password")}
        ${signing.button(t("account.signIn"))}
      </form>
      <form class="card stack" aria-labelledby="register" @submit=${register}>
        <h2 id="register">${t("account.register")}</h2>
        <p class="muted">${t("account.registerHint")}</p>
        ${nameField(t("account.name"), you.name)} ${passwordField(t("account.password"), "password", "new-password", t("account.passwordHint"))}
        ${registering.button(t("account.register"))}
      </form>
    </div>
    <form class="card inline-form" aria-label=${t("account.rename")} @submit=${rename}>
      <label class="field"><span>${t("account.guestName")}</span><input name="nickname" required maxlength="32" autocomplete="nickname" .defaultValue=${you.name} /></label>
      ${renaming.button(t("account.rename"), "")}
    </form>
    <details class="card">
      <summary>${t("account.byToken")}</summary>
      <form class="inline-form" @submit=${present}>
        <label class="field"><span>${t("account.token")}</span><input name="token" type="password" required minlength="16" maxlength="128" autocomplete="off" /><small>${t("account.byTokenHint")}</small></label>
        ${presenting.button(t("account.signIn"), "")}
      </form>
    </details>`;

  /** @param {Identity} you */
  const account = (you) => html`${sessions.template()}
    <form class="card stack" aria-labelledby="password" @submit=${change}>
      <h2 id="password">${t("account.changePassword")}</h2>
      <p class="muted">${t("account.changeHint")}</p>
      <input hidden name="username" autocomplete="username" .value=${you.name} />
      <div class="form-grid">
        ${passwordField(t("account.old"), "old", "current-password")} ${passwordField(t("account.new"), "new", "new-password", t("account.passwordHint"))}
      </div>
      ${changing.button(t("account.changePassword"))}
    </form>
    ${you.role === "bot" ? nothing : bots.template()}`;

  const template = () => {
    const you = app.me();
    if (!you) return html`<div class="skeleton" aria-busy="true"></div>`;
    return html`<div class="form stack account">${head(you)} ${you.account ? account(you) : guest(you)} ${mutedList(app)}</div>`;
  };
  return {title: () => t("account.title"), template, close: stop};
}
