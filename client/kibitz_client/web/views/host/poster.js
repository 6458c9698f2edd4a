// An invitation to print: the name of the server, what it offers, and a QR code that leads to it.

import {html, nothing} from "lit-html";
import {ready} from "../../words/people/index.js";
import {t} from "../../words/index.js";

/** @import {App, View} from "../../app/context.js" */

/** @param {App} app @returns {Promise<View>} */
export async function open(app) {
  await Promise.all([app.style("poster.css"), ready]);
  const home = document.documentElement.dataset.home || location.origin;
  const template = () => {
    const {host, greeting} = app.link.welcome ?? {};
    return html`<div class="poster-page">
      <p class="cluster poster-tools"><button class="button primary" @click=${() => print()}>${t("host.print")}</button><a class="button" href="/admin">${t("nav.admin")}</a></p>
      <article class="poster">
        <h1>${host || "Kibitz"}</h1>
        <p class="poster-lead">${greeting || t("host.invite")}</p>
        <img src="/qr.svg" alt=${t("host.code")} width="320" height="320" />
        <p class="poster-address">${home.replace(/^https?:\/\//, "")}</p>
        <p>${t("host.noAccount")}</p>
        ${host ? html`<p class="muted">Kibitz</p>` : nothing}
      </article>
    </div>`;
  };
  return {title: () => t("host.poster"), template};
}
