// The sessions of an account: the browsers and programs that are signed in.

import {html, nothing} from "lit-html";
import {confirmed} from "../app/dialogs.js";
import {icon} from "../app/icons.js";
import {day, t} from "../words/index.js";

/** @import {Sessions, SessionView} from "kibitz-protocol" */
/** @import {App} from "../app/context.js" */

export class SessionList {
  /** @param {App} app */
  constructor(app) {
    this._app = app;
    /** @type {SessionView[] | null} */
    this._sessions = null;
  }

  /** Ask for the sessions. */
  async load() {
    /** @type {Sessions} */
    const {sessions} = await this._app.link.command({t: "sessions"});
    this._sessions = sessions;
    this._app.changed();
  }

  /** Return the list. */
  template() {
    const rows = this._sessions;
    const others = rows?.some((row) => !row.current);
    return html`<section class="panel" aria-label=${t("account.sessions")}>
      <div class="section-head card-head">
        <h2>${icon("people")}${t("account.sessions")} ${rows ? html`<span class="badge number">${rows.length}</span>` : nothing}</h2>
        ${others
          ? html`<button class="button small danger" @click=${() => confirmed(this._app, t("account.othersSure"), t("account.endOthers"), () => this._end(null))}>${t("account.endOthers")}</button>`
          : nothing}
      </div>
      <div class="rows">${rows ? rows.map((row) => this._row(row)) : html`<p class="match-row muted">${t("account.loading")}</p>`}</div>
    </section>`;
  }

  /** @param {SessionView} row */
  _row({session, label, created_at, seen_at, connections, current}) {
    const name = label || t("account.unnamed");
    return html`<div class="match-row person">
      <span class="what">
        <b>${name} ${current ? html`<span class="badge hot">${t("account.thisOne")}</span>` : connections ? html`<span class="badge">${t("account.online")}</span>` : nothing}</b>
        <span class="muted">${t("account.since", {day: day(created_at)})} · ${t("account.used", {day: day(seen_at)})}</span>
      </span>
      ${current
        ? nothing
        : html`<button class="button small danger" aria-label=${t("account.endOf", {name})}
            @click=${() => confirmed(this._app, t("account.endSure", {name}), t("account.end"), () => this._end(session))}>${t("account.end")}</button>`}
    </div>`;
  }

  /** End a session, or with null all others. @param {string | null} session */
  _end(session) {
    const app = this._app;
    app.link.command({t: "revoke", session}).then(() => {
      app.toast({text: t(session === null ? "account.othersEnded" : "account.ended"), kind: "good"});
      return this.load();
    }, app.refused);
  }
}
