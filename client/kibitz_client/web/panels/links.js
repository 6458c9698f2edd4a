// Addresses of matches and players, and fields from which they are copied.

import {html} from "lit-html";
import {nameOf, reference} from "../app/format.js";
import {icon} from "../app/icons.js";
import {t} from "../words/index.js";

/** @import {SeatView} from "kibitz-protocol" */
/** @import {App} from "../app/context.js" */

/** The address of the page for links: the public one, if the server has one. */
export const home = document.documentElement.dataset.home ?? location.origin;

/** Return the link of a match. @param {{code: string}} state @param {string | null} [key] @param {number | null} [ply] */
export const linkOf = ({code}, key = null, ply = null) =>
  `${home}/${code}${ply === null ? "" : `?ply=${ply}`}${key ? `#key=${key}` : ""}`;

/** Copy a text. @param {App} app @param {string} text */
export async function copy(app, text) {
  try {
    await navigator.clipboard.writeText(text);
    app.toast({text: t("share.copied"), kind: "good"});
  } catch {
    // Browsers allow the clipboard only on pages with TLS or of this machine.
    app.toast({text: t("share.noCopy"), hint: text});
  }
}

/** Return a text with a button that copies it. @param {App} app @param {string} label @param {string} text */
export const copyField = (app, label, text) => html`<label class="field">
  <span>${label}</span>
  <span class="copy">
    <input readonly .value=${text} @focus=${(/** @type {Event} */ event) => /** @type {HTMLInputElement} */ (event.target).select()} />
    <button type="button" class="button" @click=${() => void copy(app, text)}>${icon("copy")}${t("share.copy")}</button>
  </span>
</label>`;

/** Return the address of a player. @param {string} name @param {boolean} [engine] */
export const playerLink = (name, engine = false) => `/players/${encodeURIComponent(reference(name, engine))}`;

/** Return the name at a seat, as a link where it is one. @param {SeatView} seat */
export const linkedName = (seat) =>
  seat.name && seat.kind !== "open" ? html`<a class="name" href=${playerLink(seat.name, seat.kind === "engine")}>${nameOf(seat)}</a>` : html`<span class="name">${nameOf(seat)}</span>`;
