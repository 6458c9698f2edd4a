// The tabs of the panel beside the board of a match.

import {html, nothing} from "lit-html";
import {icon} from "../../app/icons.js";
import {t} from "../../words/index.js";

const ICONS = {moves: "list", engine: "cpu", chat: "chat", info: "help"};

/** @typedef {keyof typeof ICONS} Tab */

/** Return the tabs and the panel of the open one. Below it, `content` is what the panel has; `news` counts what is new in others.
 * @param {readonly Tab[]} names @param {Tab} open @param {(name: Tab) => void} choose @param {unknown} content @param {{[name: string]: number}} [news] */
export const tabbed = (names, open, choose, content, news = {}) => html`<div class="tabs" role="tablist" @keydown=${turnTabs}>
    ${names.map(
      (name) => html`<button class="tab" role="tab" id="tab-${name}" aria-controls="tab-panel" aria-selected=${open === name} tabindex=${open === name ? 0 : -1} @click=${() => choose(name)}>${icon(ICONS[name])}<span>${t(`tab.${name}`)}</span>${news[name] ? html`<b class="badge hot number">${news[name]}</b>` : nothing}</button>`,
    )}
  </div>
  <div class="tab-panel" id="tab-panel" role="tabpanel" aria-labelledby="tab-${open}">
    ${content}
  </div>`;

/** Go to the next tab or the one before. @param {KeyboardEvent} event */
function turnTabs(event) {
  const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
  if (!step) return;
  const tabs = [.../** @type {HTMLElement} */ (event.currentTarget).querySelectorAll("button")];
  const next = tabs[(tabs.indexOf(/** @type {HTMLButtonElement} */ (event.target)) + step + tabs.length) % tabs.length];
  next.focus();
  next.click();
  event.preventDefault();
  event.stopPropagation();
}

/** Bring the panel into view on a phone, where it is below the board, and the tabs at the bottom of the screen. */
export function showPanel() {
  if (matchMedia("(max-width: 760px)").matches) requestAnimationFrame(() => document.querySelector(".aside")?.scrollIntoView({block: "start", behavior: "smooth"}));
}
