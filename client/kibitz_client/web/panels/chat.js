// Chat: the messages and the field for a new one.

import {html} from "lit-html";
import {t} from "../words/index.js";

/** Return a chat. @param {{said: {name: string, text: string}[], send: (text: string) => void, hint: string}} options */
export function chatPanel({said, send, hint}) {
  /** @param {SubmitEvent} event */
  const submit = (event) => {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    const text = String(new FormData(form).get("text") ?? "").trim();
    if (!text) return;
    form.reset();
    send(text);
  };
  return html`<div class="chat-log" role="log" tabindex="0" aria-label=${t("chat.title")}>
      ${said.length
        ? said.map((line) => html`<p><b>${line.name}</b> ${line.text}</p>`)
        : html`<p class="muted">${t("chat.none")}</p>`}
    </div>
    <form class="chat-form" @submit=${submit}>
      <input name="text" maxlength="200" autocomplete="off" aria-label=${hint} placeholder=${hint} />
      <button class="button small">${t("chat.send")}</button>
    </form>`;
}
