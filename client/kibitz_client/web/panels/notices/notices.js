// Short notices. One line shows the latest of them, with the number of the others, in a place where it covers no control:
// that of the title of a match, which it replaces; else a strip above the page, which makes room for it.

import {html, nothing, render} from "lit-html";
import {icon} from "../../app/icons.js";
import {t} from "../../words/index.js";
import {fits} from "./place.js";

/** @import {App, Toast} from "../../app/context.js" */

const SHOWN_MS = 7000;
/** How often the place is checked: views change and scroll below a notice. */
const STEP_MS = 200;
/** What a notice replaces: the title of a match, with its picture and the mark of the connection. */
const REPLACED = ".match-head > :is(.what, .game-icon, .connection)";

export class Notices {
  /** @param {Pick<App, "style">} app @param {number} [shown] for how long a notice is shown, in milliseconds */
  constructor(app, shown = SHOWN_MS) {
    this._shownMs = shown;
    this._styled = app.style("notices.css");
    this._list = document.createElement("div");
    this._list.className = "toasts";
    this._list.setAttribute("role", "status");
    document.body.prepend(this._list);
    /** The latest one last. @type {{toast: Toast, until: number}[]} */
    this._waiting = [];
    this._timer = 0;
    addEventListener("resize", () => this._place());
  }

  /** Show a notice. @param {Toast} toast */
  async add(toast) {
    await this._styled;
    this._waiting.push({toast, until: Date.now() + this._shownMs});
    this._timer ||= window.setInterval(() => this._tick(), STEP_MS);
    this._draw();
  }

  _tick() {
    const now = Date.now();
    const left = this._waiting.filter(({until}) => until > now);
    if (left.length === this._waiting.length) return this._place();
    this._waiting = left;
    this._draw();
  }

  /** @param {{toast: Toast}} entry */
  _close(entry) {
    this._waiting = this._waiting.filter((other) => other !== entry);
    this._draw();
  }

  _draw() {
    const entry = this._waiting.at(-1);
    render(entry ? this._line(entry) : nothing, this._list);
    if (!entry) {
      clearInterval(this._timer);
      this._timer = 0;
    }
    this._place();
  }

  /** @param {{toast: Toast}} entry */
  _line(entry) {
    const {text, hint, kind = "info", action} = entry.toast;
    const others = this._waiting.filter((other) => other !== entry).map(({toast}) => toast.text);
    const run = () => {
      this._close(entry);
      action?.run();
    };
    return html`<div class="toast ${kind}">
      <span>${text}${hint ? html` <small>${hint}</small>` : nothing}</span>
      ${others.length ? html`<b class="badge number" title=${others.join("\n")}>+${others.length}</b>` : nothing}
      ${action ? html`<button class="button small" @click=${run}>${action.label}</button>` : nothing}
      <button class="button quiet icon small" aria-label=${t("dialog.close")} title=${t("dialog.close")} @click=${() => this._close(entry)}>${icon("close")}</button>
    </div>`;
  }

  /** Put the line into the open dialog, in place of the title of a match, or above the page. */
  _place() {
    const {_list: list} = this;
    const root = document.documentElement;
    const shown = this._waiting.length > 0;
    // A modal dialog covers what is outside of it, and makes it inert.
    const dialog = document.querySelector("dialog[open]");
    if (dialog && list.parentElement !== dialog) dialog.append(list);
    else if (!dialog && list.parentElement !== document.body) document.body.prepend(list);
    const place = dialog || !shown ? null : fits(list, [...document.querySelectorAll(REPLACED)]);
    root.toggleAttribute("data-noticed", place !== null);
    list.classList.toggle("in-head", place !== null);
    list.style.cssText = place ?? "";
    root.style.setProperty("--notice", shown && !dialog && !place ? `${list.offsetHeight}px` : "0px");
  }
}
