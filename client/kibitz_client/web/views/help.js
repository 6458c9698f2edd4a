// How to play on this page: its keys, and the rules of every game.

import {html} from "lit-html";
import {t} from "../words/index.js";

/** @import {App, View} from "../app/context.js" */

const KEYS = /** @type {const} */ ([
  ["← ↑ ↓ →", "help.arrows"],
  ["Enter", "help.enter"],
  ["Esc", "help.escape"],
  ["[ ]", "help.browse"],
  ["l", "help.live"],
  ["f", "help.flip"],
  ["z", "help.zen"],
  ["m c b", "help.speak"],
]);

/** @param {App} app @returns {View} */
export function open(app) {
  const stop = app.lobby.onchange(app.changed);
  const template = () => html`<div class="form stack">
    <h1>${t("nav.help")}</h1>
    <section class="card prose"><h2>${t("help.start")}</h2><p>${t("help.startText")}</p><p>${t("help.watchText")}</p></section>
    <section class="card stack tight">
      <h2>${t("help.keys")}</h2>
      <dl class="info">${KEYS.map(([keys, key]) => html`<div><dt><span class="kbd">${keys}</span></dt><dd>${t(key)}</dd></div>`)}</dl>
    </section>
    <section class="card prose">
      <h2>${t("help.rules")}</h2>
      ${app.lobby.games.map(
        (game) => html`<details>
          <summary>${game.title}</summary>
          <p>${game.summary}</p>
          ${game.guide.split("\n").filter(Boolean).map((line) => html`<p>${line}</p>`)}
          <p class="muted">${game.move_help}</p>
        </details>`,
      )}
    </section>
  </div>`;
  return {title: () => t("nav.help"), template, close: stop};
}
