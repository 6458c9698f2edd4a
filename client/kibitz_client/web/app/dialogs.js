// Modal dialogs and short notices.

import {html, nothing, render} from "lit-html";
import {t} from "../words/index.js";
import {icon} from "./icons.js";

/** @import {TemplateResult} from "lit-html" */
/** @import {App, Toast} from "./context.js" */

/** Open a modal dialog. The browser returns the focus when it closes. `content` gets what closes it, and what draws it again.
 * @param {(close: () => void, redraw: () => void) => TemplateResult} content @param {string} label @param {boolean} [wide] */
export function openDialog(content, label, wide = false) {
  const dialog = document.createElement("dialog");
  dialog.setAttribute("aria-label", label);
  dialog.classList.toggle("wide", wide);
  const close = () => dialog.close();
  const redraw = () => void render(content(close, redraw), dialog);
  dialog.addEventListener("close", () => {
    document.body.append(...dialog.querySelectorAll(".toasts"));
    dialog.remove();
  });
  dialog.addEventListener("click", (event) => event.target === dialog && close());
  document.body.append(dialog);
  redraw();
  dialog.showModal();
  return close;
}

/** Ask whether to do something. @param {App} app @param {string} question @param {string} yes @param {() => void} run */
export const confirmed = (app, question, yes, run) =>
  app.dialog(
    (close) => html`<h2>${question}</h2>
      <div class="dialog-actions">
        <button class="button" autofocus @click=${close}>${t("dialog.cancel")}</button>
        <button class="button danger sure" @click=${() => (close(), run())}>${yes}</button>
      </div>`,
    question,
  );

const SHOWN = 7000;

/** Return a list of notices, and the function that adds one. */
export function toasts() {
  const list = document.createElement("div");
  list.className = "toasts";
  list.setAttribute("role", "status");

  /** @param {Toast} toast */
  const add = ({text, hint, kind = "info", action}) => {
    const item = document.createElement("div");
    item.className = `toast ${kind}`;
    const close = () => item.remove();
    render(
      html`<span>${text}</span>
        <button class="button quiet icon small" aria-label=${t("dialog.close")} @click=${close}>${icon("close")}</button>
        ${hint ? html`<small>${hint}</small>` : nothing}
        ${action ? html`<button class="button small" @click=${() => (close(), action.run())}>${action.label}</button>` : nothing}`,
      item,
    );
    list.append(item);
    // A modal dialog covers what is outside of it, and makes it inert.
    const host = document.querySelector("dialog[open]") ?? document.body;
    if (list.parentElement !== host) host.append(list);
    while (list.children.length > 3) list.firstElementChild?.remove();
    setTimeout(close, SHOWN);
  };
  return {list, add};
}
