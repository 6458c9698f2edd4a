// Chat: the messages and the field for a new one. A name leads to what can be done about that player.

import {html} from "lit-html";
import {mutedNames} from "../app/identity.js";
import {t} from "../words/index.js";

/** @import {App} from "../app/context.js" */

/** Return a chat. @param {App} app
 * @param {{said: {name: string, text: string}[], send: (text: string) => Promise<unknown>, person: (name: string) => void, hint: string, shown?: (name: string) => string}} options
 *   `send` rejects where the server refuses a message; `shown` returns a name as the rest of the view writes it */
export function chatPanel(app, {said, send, person, hint, shown: written = (name) => name}) {
  const muted = mutedNames(app.link);
  const shown = said.filter(({name}) => !muted.includes(name));
  /** @param {SubmitEvent} event */
  const submit = (event) => {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    const text = String(new FormData(form).get("text") ?? "").trim();
    if (!text) return;
    form.reset();
    send(text).catch((error) => {
      app.refused(error);
      const field = /** @type {HTMLInputElement} */ (form.elements.namedItem("text"));
      if (field.isConnected && !field.value) field.value = text;
    });
  };
  return html`<div class="chat-log" role="log" tabindex="0" aria-label=${t("chat.title")}>
      ${shown.length
        ? shown.map(({name, text}) => html`<p><button class="name" @click=${() => person(name)}>${written(name)}</button> ${text}</p>`)
        : html`<p class="muted">${t("chat.none")}</p>`}
    </div>
    <form class="chat-form" @submit=${submit}>
      <input name="text" maxlength="200" autocomplete="off" aria-label=${hint} placeholder=${hint} />
      <button class="button small">${t("chat.send")}</button>
    </form>`;
}
