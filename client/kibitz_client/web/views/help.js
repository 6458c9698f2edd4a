// How to play on this page: its keys, and the rules of every game.

import {html, nothing} from "lit-html";
import {gameIcon} from "../app/game_icons.js";
import {icon} from "../app/icons.js";
import {ready as guides} from "../words/guides/index.js";
import {ready} from "../words/help/index.js";
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
  ["r", "help.raise"],
  ["m c b", "help.speak"],
]);

const PARTS = /** @type {const} */ ([
  ["play", "help.start", "help.startText", "/"],
  ["watch", "nav.watch", "help.watchText", "/tv"],
  ["learn", "nav.learn", "help.learnText", "/learn"],
  ["archive", "nav.archive", "help.archiveText", "/archive"],
]);

/** @param {App} app @returns {Promise<View>} */
export async function open(app) {
  await Promise.all([app.style("help.css"), ready, guides]);
  const stop = app.lobby.onchange(app.changed);
  const template = () => html`<div class="form stack">
    <h1>${t("nav.help")}</h1>
    <section class="card help-parts">
      ${PARTS.map(([name, title, text, href]) => html`<a href=${href}>${icon(name)}<b>${t(title)}</b><span class="muted">${t(text)}</span></a>`)}
    </section>
    <section class="card stack tight">
      <h2>${t("help.keys")}</h2>
      <dl class="keys">${KEYS.map(([keys, key]) => html`<div><dt>${keys.split(" ").map((name) => html`<kbd class="kbd">${name}</kbd>`)}</dt><dd>${t(key)}</dd></div>`)}</dl>
    </section>
    <section class="card rules">
      <h2>${t("help.rules")}</h2>
      ${app.lobby.games.map(
        (game) => html`<details>
          <summary>${gameIcon(game.name)}${game.title}</summary>
          ${Object.keys(game.aliases ?? {}).length ? html`<p class="muted">${t("help.alsoCalled", {names: Object.keys(game.aliases ?? {}).join(", ")})}</p>` : nothing}
          <p>${game.summary}</p>
          ${game.guide.split("\n").filter(Boolean).map((line) => html`<p>${line}</p>`)}
          <p class="muted">${game.move_help}</p>
          ${game.hidden ? html`<p class="muted">${t("help.secrets")}</p>` : nothing}
        </details>`,
      )}
    </section>
  </div>`;
  return {title: () => t("nav.help"), template, close: stop};
}
