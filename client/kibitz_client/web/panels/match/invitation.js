// The invitation to the free seat of a match, and what is shown in place of a match that cannot be shown.

import {html, nothing} from "lit-html";
import {icon} from "../../app/icons.js";
import {plays} from "../../match/state.js";
import {typedCode} from "../../network/codes.js";
import {ready as texts} from "../../words/play/index.js";
import {t} from "../../words/index.js";
import {copyField, linkOf} from "../links.js";
import {shownHere} from "../notices/tabs.js";

/** @import {App} from "../../app/context.js" */
/** @import {MatchState} from "../../match/state.js" */
/** @import {Refusal} from "../../network/link.js" */
/** @import {Sure} from "../notices/sure.js" */

/** Settled once the texts for players are there. */
export const ready = texts;

/** Return the invitation to a free seat: for the player who waits, or for the visitor who may join.
 * @param {App} app @param {MatchState} state @param {string | null} key @param {() => void} join @param {Sure} sure */
export function invitation(app, state, key, join, sure) {
  if (!plays(state))
    return html`<div class="banner hot"><span>${t("match.seatFree")}${state.help ? ` ${t("match.helpAsked")}` : ""}</span><button class="button primary" @click=${join}>${t(state.help ? "match.joinHelped" : "match.join")}</button></div>`;
  const link = linkOf(state, key);
  const leave = () => void app.link.command({t: "resign", match: state.match}).then(() => shownHere(state.code) && app.go("/"), app.refused);
  const armed = sure.armed("leave");
  return html`<section class="card invite" aria-label=${t("match.invite")}>
    <div class="stack tight">
      <h2>${t("match.invite")}</h2>
      <p class="muted">${t("match.inviteHint")}</p>
      ${copyField(app, t("share.link"), link)}
      <p class="big-code number">${state.code}</p>
      <div class="cluster">
        ${"share" in navigator ? html`<button class="button" @click=${() => navigator.share({url: link, title: "Kibitz"}).catch(() => {})}>${icon("share")}${t("match.share")}</button>` : nothing}
        <button class="button danger ${armed ? "sure" : ""}" @click=${() => sure.tap("leave", t("sure.leave"), leave)}>${t(armed ? "sure.leave" : "match.leave")}</button>
      </div>
    </div>
    ${key ? nothing : html`<img class="qr" src="/${state.code}/qr.svg" alt=${t("share.qr")} width="160" height="160" />`}
  </section>`;
}

/** Return what is shown in place of a match that cannot be shown: why, or the question for its key.
 * @param {Pick<Refusal, "code" | "message" | "hint">} error @param {(key: string) => void} unlock @param {unknown} exits ways out */
export function refusedMatch(error, unlock, exits) {
  const submit = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    unlock(String(new FormData(/** @type {HTMLFormElement} */ (event.target)).get("key")));
  };
  if (error.code === "wrong_key")
    return html`<form class="message card" @submit=${submit}>
      <h1>${t("match.private")}</h1>
      <p>${t("match.privateHint")}</p>
      <label class="field"><span>${t("match.key")}</span><input name="key" required autocomplete="off" /></label>
      <p class="cluster"><button class="button primary">${t("match.openIt")}</button>${exits}</p>
    </form>`;
  // The code may be that of a lesson or a class, which pupils type where matches are joined.
  const lesson = error.code === "unknown_match" && typedCode(location.pathname);
  return html`<div class="message card">
    <h1>${t(error.code === "unknown_match" ? "match.unknown" : "match.cannot")}</h1>
    <p>${error.message}</p>
    ${error.hint ? html`<p class="muted">${error.hint}</p>` : nothing}
    <p class="cluster">${exits}${lesson ? html`<a class="button" href="/lesson/${lesson}">${t("match.orLesson")}</a>` : nothing}</p>
  </div>`;
}
