// Alerts: what reaches the player who is somewhere else, and where. The links of mails lead here too.

import {html, nothing} from "lit-html";
import {failure, fingerprint, follow, manage, possible, subscribe, subscription, unsubscribe} from "../../app/alerts/subscription.js";
import {Sending, text} from "../../people/form.js";
import {ready} from "../../words/alerts/index.js";
import {ago, language, t} from "../../words/index.js";

/** @import {AlertChannel, AlertSettings, ManageAlerts} from "kibitz-protocol" */
/** @import {App, Route, View} from "../../app/context.js" */

const KINDS = /** @type {const} */ (["turn", "waiting", "round"]);

/** @param {App} app @param {Route} route @returns {Promise<View>} */
export async function open(app, {parts, hash}) {
  await Promise.all([app.style("account.css"), ready]);
  const token = [...hash.keys()][0] ?? "";
  const action = parts[1];
  return (action === "confirm" || action === "stop") && token ? new LinkView(app, action, token) : new AlertsView(app);
}

/** What a link of a mail does. */
class LinkView {
  /** @param {App} app @param {"confirm" | "stop"} action @param {string} token */
  constructor(app, action, token) {
    this._app = app;
    this._action = action;
    this._done = false;
    /** @type {string | null} */
    this._problem = null;
    history.replaceState(null, "", location.pathname);
    const run = () => void this._run(token);
    this._stop = app.link.onarrival(run);
    if (app.me()) run();
  }

  title() {
    return t("alerts.title");
  }

  close() {
    this._stop();
  }

  /** @param {string} token */
  async _run(token) {
    if (this._done) return;
    this._done = true;
    try {
      await manage(this._app, {kind: this._action, token});
      this._problem = "";
    } catch (error) {
      this._problem = /** @type {Error} */ (error).message;
    }
    this._app.changed();
  }

  template() {
    const busy = this._problem === null;
    const stop = this._action === "stop";
    return html`<div class="message card">
      <h1>${busy ? t(stop ? "alerts.stopping" : "alerts.confirming") : this._problem || t(stop ? "alerts.stopped" : "alerts.confirmed")}</h1>
      <p class="cluster"><a class="button primary" href="/">${t("page.toLobby")}</a><a class="button" href="/alerts">${t("alerts.title")}</a></p>
    </div>`;
  }
}

class AlertsView {
  /** @param {App} app */
  constructor(app) {
    this._app = app;
    /** @type {AlertSettings | null} */
    this._known = null;
    /** Fingerprint of this browser's subscription. */
    this._own = "";
    this._note = "";
    this._mailing = new Sending(app);
    this._stop = app.link.onarrival(() => void this._load());
    if (app.me()) void this._load();
  }

  title() {
    return t("alerts.title");
  }

  close() {
    this._stop();
  }

  async _load() {
    try {
      const own = await subscription();
      this._own = own ? await fingerprint(own.endpoint) : "";
      this._known = await manage(this._app, {kind: "show"});
    } catch (error) {
      this._app.refused(error);
    }
    this._app.changed();
  }

  /** Send an action, and show what is on afterwards. @param {ManageAlerts["do"]} action @param {string} [note] */
  async _do(action, note = "") {
    try {
      this._known = await manage(this._app, action);
      this._note = note;
    } catch (error) {
      this._app.refused(error);
    }
    this._app.changed();
  }

  /** Switch this device on. @param {string} key */
  async _on(key) {
    try {
      const found = await subscribe(this._app, key);
      this._note = t(found ? "alerts.on" : "alerts.refused");
      if (found) follow(this._app);
    } catch (error) {
      this._note = failure(error);
    }
    await this._load();
  }

  /** Switch this device off. @param {AlertChannel} channel */
  async _off({channel}) {
    await unsubscribe();
    this._own = "";
    await this._do({kind: "remove", channel});
  }

  template() {
    const known = this._known;
    if (!known) return html`<div class="skeleton" aria-busy="true"></div>`;
    const channels = known.channels ?? [];
    return html`<div class="form stack">
      <div class="stack tight"><h1>${t("alerts.title")}</h1><p class="muted">${t("alerts.lead")}</p></div>
      ${this._here(known, channels.find(({id_of_endpoint: id}) => id && id === this._own))}
      ${this._mail(known)}
      <p role="status" class=${this._note ? "" : "hidden"}>${this._note}</p>
      <section class="card stack" aria-labelledby="alerts-where">
        <h2 id="alerts-where">${t("alerts.where")}</h2>
        ${channels.length ? channels.map((channel) => this._channel(channel)) : html`<p class="muted">${t("alerts.nowhere")}</p>`}
      </section>
      <p class="muted">${t("alerts.install")}</p>
    </div>`;
  }

  /** Return the switch of this device. @param {AlertSettings} known @param {AlertChannel | undefined} own */
  _here({push_key: key}, own) {
    return html`<section class="card stack tight" aria-labelledby="alerts-here">
      <h2 id="alerts-here">${t("alerts.here")}</h2>
      ${!key
        ? html`<p class="muted">${t("alerts.noPush")}</p>`
        : !possible()
          ? html`<p class="muted">${t("alerts.notHere")}</p>`
          : html`<p class="muted">${t("alerts.hereHint")}</p><p class="cluster">
              ${own
                ? html`<span class="badge hot">${t("alerts.isOn")}</span><button class="button" @click=${() => void this._off(own)}>${t("alerts.turnOff")}</button>`
                : html`<button class="button primary" @click=${() => void this._on(key)}>${t("alerts.turnOn")}</button>`}
            </p>`}
    </section>`;
  }

  /** Return the form of an e-mail address. @param {AlertSettings} known */
  _mail({mail}) {
    const send = this._mailing.submit(async (form) => {
      const address = text(form, "email");
      this._known = await manage(this._app, {kind: "mail", address, language: language() === "de" ? "de" : "en"});
      this._note = t("alerts.sent", {address});
    });
    return html`<section class="card stack tight" aria-labelledby="alerts-mail">
      <h2 id="alerts-mail">${t("alerts.mail")}</h2>
      ${mail
        ? html`<p class="muted">${t("alerts.mailHint")}</p>
            <form class="inline-form" @submit=${send}>
              <label class="field"><span>${t("alerts.address")}</span><input name="email" type="email" required maxlength="200" autocomplete="email" /></label>
              ${this._mailing.button(t("alerts.sendLink"), "")}
            </form>`
        : html`<p class="muted">${t("alerts.noMail")}</p>`}
    </section>`;
  }

  /** Return an address with its kinds of alerts. @param {AlertChannel} found */
  _channel(found) {
    const {channel, kind, address, device, kinds, confirmed, sent_at: sent, id_of_endpoint: id} = found;
    const name = kind === "mail" ? address : device || address;
    const toggle = (/** @type {typeof KINDS[number]} */ each, /** @type {Event} */ event) => {
      const box = /** @type {HTMLInputElement} */ (event.target);
      const chosen = KINDS.filter((other) => (other === each ? box.checked : kinds.includes(other)));
      if (!chosen.length) return void (box.checked = true);
      void this._do({kind: "choose", channel, kinds: chosen});
    };
    const remove = () => void (id && id === this._own ? this._off(found) : this._do({kind: "remove", channel}));
    return html`<fieldset class="field stack tight">
      <legend><b>${name}</b> <span class="muted">${id && id === this._own ? `${t("alerts.thisDevice")}, ` : ""}${!confirmed ? t("alerts.unconfirmed") : sent ? t("alerts.used", {ago: ago(sent)}) : t("alerts.unused")}</span></legend>
      ${confirmed ? KINDS.map((each) => html`<label class="check"><input type="checkbox" .checked=${kinds.includes(each)} @change=${(/** @type {Event} */ event) => toggle(each, event)} />${t(`alerts.kind.${each}`)}</label>`) : nothing}
      <p class="cluster">
        ${confirmed ? html`<button class="button small" @click=${() => void this._do({kind: "try", channel}, t("alerts.tried"))}>${t("alerts.try")}</button>` : nothing}
        <button class="button small quiet" aria-label=${t("alerts.removeOf", {name})} @click=${remove}>${t("alerts.remove")}</button>
      </p>
    </fieldset>`;
  }
}
