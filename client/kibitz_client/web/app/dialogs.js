// Modal dialogs.

import {html, render} from "lit-html";
import {t} from "../words/index.js";

/** @import {TemplateResult} from "lit-html" */
/** @import {App} from "./context.js" */

/** Open a modal dialog. The browser returns the focus when it closes. `content` gets what closes it, and what draws it again.
 * @param {(close: () => void, redraw: () => void) => TemplateResult} content @param {string} label @param {boolean} [wide] */
export function openDialog(content, label, wide = false) {
  const dialog = document.createElement("dialog");
  dialog.setAttribute("aria-label", label);
  dialog.classList.toggle("wide", wide);
  const close = () => dialog.close();
  const redraw = () => void render(content(close, redraw), dialog);
  dialog.addEventListener("close", () => {
    document.body.prepend(...dialog.querySelectorAll(".toasts"));
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
