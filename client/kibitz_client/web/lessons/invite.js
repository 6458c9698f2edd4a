// How pupils come to a lesson or a class: the QR code, the address and the code.

import {html} from "lit-html";
import {icon} from "../app/icons.js";
import {copy, home} from "../panels/links.js";
import {t} from "../words/index.js";

/** @import {App} from "../app/context.js" */

/** @param {App} app @param {"lesson" | "class"} kind @param {string} code */
export const invite = (app, kind, code) => html`<section class="card lesson-invite" aria-label=${t("lesson.invite")}>
  <img src="/${kind}/${code}/qr.svg" alt=${t("lesson.qr")} width="180" height="180" />
  <div class="stack tight">
    <p class="muted">${t("lesson.inviteHint")}</p>
    <p class="lesson-address">${home.replace(/^https?:\/\//, "")}/${kind}/<b>${code}</b></p>
    <p><button class="button" @click=${() => void copy(app, `${home}/${kind}/${code}`)}>${icon("copy")}${t("lesson.copy")}</button></p>
  </div>
</section>`;
