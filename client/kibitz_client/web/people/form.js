// Forms of the account and of moderators: a refusal is shown beside the fields, and nothing is sent twice.

import {html, nothing} from "lit-html";
import {t} from "../words/index.js";

/** @import {App} from "../app/context.js" */

/** @typedef {(event: SubmitEvent) => void} Submit */

/** Return the text of a field without blanks around it. @param {FormData} form @param {string} name */
export const text = (form, name) => String(form.get(name) ?? "").trim();

export class Sending {
  /** @param {App} app */
  constructor(app) {
    this._app = app;
    /** @type {{message: string, hint: string | null} | null} */
    this.problem = null;
    this.busy = false;
  }

  /** Return the handler of a form. The fields are emptied when the command was carried out.
   * @param {(form: FormData, button: string) => Promise<unknown>} run @returns {Submit} */
  submit(run) {
    return async (event) => {
      event.preventDefault();
      if (this.busy) return;
      const form = /** @type {HTMLFormElement} */ (event.target);
      const button = /** @type {HTMLButtonElement | null} */ (event.submitter)?.value ?? "";
      const given = new FormData(form);
      this.busy = true;
      this.problem = null;
      this._app.changed();
      try {
        await run(given, button);
        form.reset();
      } catch (error) {
        this.problem = /** @type {{message: string, hint: string | null}} */ (error);
      }
      this.busy = false;
      this._app.changed();
    };
  }

  /** Return why the server refused, and the button of the form.
   * @param {string} label @param {string} [kind] */
  button(label, kind = "primary") {
    const {problem} = this;
    return html`${problem ? html`<p class="error" role="alert">${problem.message}${problem.hint ? html`<br /><span class="muted">${problem.hint}</span>` : nothing}</p>` : nothing}
      <button class="button ${kind}" aria-busy=${this.busy}>${label}</button>`;
  }
}

/** Return the field of a name, which password managers fill. @param {string} label @param {string} [value] */
export const nameField = (label, value = "") => html`<label class="field">
  <span>${label}</span>
  <input name="username" required maxlength="32" autocomplete="username" autocapitalize="none" spellcheck="false" .defaultValue=${value} />
</label>`;

/** Return the field of a password, which can be shown. @param {string} label @param {string} name
 * @param {"current-password" | "new-password"} autocomplete @param {string} [hint] */
export const passwordField = (label, name, autocomplete, hint) => html`<label class="field">
  <span>${label}</span>
  <span class="secret">
    <input name=${name} type="password" required maxlength="256" autocomplete=${autocomplete} />
    <button type="button" class="button" @click=${reveal}>${t("account.show")}</button>
  </span>
  ${hint ? html`<small>${hint}</small>` : nothing}
</label>`;

/** Show a password, or hide it again. @param {Event} event */
function reveal(event) {
  event.preventDefault();
  const button = /** @type {HTMLButtonElement} */ (event.currentTarget);
  const input = /** @type {HTMLInputElement} */ (button.previousElementSibling);
  input.type = input.type === "password" ? "text" : "password";
  button.textContent = t(input.type === "password" ? "account.show" : "account.hide");
}

/** Ask for the fields of an action that needs a confirmation. A refusal is shown in the dialog, which stays open.
 * @param {App} app @param {string} title @param {unknown} fields @param {string} yes
 * @param {(form: FormData) => Promise<unknown>} run */
export const formDialog = (app, title, fields, yes, run) =>
  app.dialog((close) => {
    const submit = async (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      const form = /** @type {HTMLFormElement} */ (event.target);
      try {
        await run(new FormData(form));
        close();
      } catch (error) {
        const {message, hint} = /** @type {{message: string, hint?: string | null}} */ (error);
        /** @type {HTMLElement} */ (form.querySelector(".error")).textContent = [message, hint].filter(Boolean).join("; ");
      }
    };
    return html`<form class="stack" @submit=${submit}>
      <h2>${title}</h2>
      ${fields}
      <p class="error" role="alert"></p>
      <div class="dialog-actions">
        <button type="button" class="button" @click=${close}>${t("dialog.cancel")}</button>
        <button class="button danger sure">${yes}</button>
      </div>
    </form>`;
  }, title);
