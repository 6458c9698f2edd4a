// The frame around every view: header with the mark of the connection, and the bar of a phone.

import {html, nothing} from "lit-html";
import {LANGUAGES, language, setLanguage, t} from "../words/index.js";
import {isTournamentCode, typedCode} from "../network/codes.js";
import {icon, sign} from "./icons.js";

/** @import {TemplateResult} from "lit-html" */
/** @import {App, Route} from "./context.js" */

const LINKS = /** @type {const} */ ([
  ["/", "nav.play", "home"],
  ["/tv", "nav.watch", "watch"],
  ["/new", "nav.new", "plus"],
  ["/learn", "nav.learn", "learn"],
  ["/puzzles", "nav.puzzles", "bulb"],
  ["/events", "nav.events", "events"],
  ["/archive", "nav.archive", "archive"],
]);

/** Return the page around a view. The bar of a phone has room for six links: its first one has all ways to a new match. @param {App} app @param {Route} route @param {TemplateResult} content */
export function shell(app, route, content) {
  const first = `/${route.parts[0] ?? ""}`;
  const link = (/** @type {typeof LINKS[number]} */ [path, key, name]) =>
    html`<a href=${path} aria-current=${first === path ? "page" : nothing}>${icon(name)}<span>${t(key)}</span></a>`;
  const me = app.me();
  return html`
    <a class="skip button primary" href="#main" @click=${skip}>${t("nav.skip")}</a>
    <header class="top">
      <a class="brand" href="/">${sign()}kibitz</a>
      <nav aria-label=${t("nav.main")}>${LINKS.map(link)}</nav>
      <span class="grow"></span>
      <form class="join" @submit=${(/** @type {SubmitEvent} */ event) => joinCode(app, event)}>
        <label class="visually-hidden" for="join-code">${t("lobby.code")}</label>
        <input id="join-code" name="code" maxlength="200" autocomplete="off" spellcheck="false" placeholder=${t("lobby.code")} />
        <button class="button">${t("lobby.join")}</button>
      </form>
      ${quick(app)}
      ${me?.role === "admin" || me?.role === "moderator" ? html`<a class="button quiet icon" href="/admin" aria-label=${t("nav.admin")} title=${t("nav.admin")}>${icon("shield")}</a>` : nothing}
      <a class="button quiet icon wide-only" href="/help" aria-label=${t("nav.help")} title=${t("nav.help")}>${icon("help")}</a>
      <a class="button quiet icon" href="/settings" aria-label=${t("nav.settings")} title=${t("nav.settings")}>${icon("settings")}</a>
      ${connection(app)}
      <a class="button quiet who-am-i" href="/account" aria-label=${t(me?.account ? "account.of" : "account.ofGuest", {name: me?.name ?? ""})}>
        ${icon("user")}<span>${me?.name ?? ""}</span> ${me && !me.account ? html`<span class="badge">${t("account.kind.guest")}</span>` : nothing}
      </a>
    </header>
    ${statusLine(app)}
    <main id="main" tabindex="-1">${content}</main>
    <nav class="bottom-bar" aria-label=${t("nav.main")}>${LINKS.filter(([path]) => path !== "/new").map(link)}</nav>
  `;
}

/** Go to the board, or to the content of another view. @param {Event} event */
function skip(event) {
  event.preventDefault();
  const cell = document.querySelector('kibitz-board [data-cell][tabindex="0"]') ?? document.getElementById("main");
  /** @type {HTMLElement | SVGElement | null} */ (cell)?.focus();
}

/** Return what is often changed in the settings: sounds, dark colours, and the language. @param {App} app */
function quick(app) {
  const {theme, sound} = app.prefs.values;
  const dark = theme ? theme !== "light" : matchMedia("(prefers-color-scheme: dark)").matches;
  const set = (/** @type {Parameters<typeof app.prefs.set>[0]} */ change) => {
    app.prefs.set(change);
    app.changed();
  };
  const button = (/** @type {string} */ name, /** @type {boolean} */ on, /** @type {string} */ label, /** @type {() => void} */ run) =>
    html`<button type="button" class="button quiet icon" aria-pressed=${on} aria-label=${label} title=${label} @click=${run}>${icon(name)}</button>`;
  return html`<span class="quick">
    ${button(sound ? "sound" : "mute", sound, t("quick.sound"), () => (set({sound: !sound}), app.sound("turn")))}
    ${button(dark ? "moon" : "sun", dark, t("quick.dark"), () => set({theme: dark ? "light" : "dark"}))}
    <select aria-label=${t("settings.language")} @change=${async (/** @type {Event} */ event) => {
      const code = /** @type {HTMLSelectElement} */ (event.target).value;
      await setLanguage(code);
      set({language: code});
    }}>
      ${Object.entries(LANGUAGES).map(([code, name]) => html`<option value=${code} .selected=${language() === code}>${name}</option>`)}
    </select>
  </span>`;
}

/** Open the match or the event of a typed code. @param {App} app @param {SubmitEvent} event */
export function joinCode(app, event) {
  event.preventDefault();
  const form = /** @type {HTMLFormElement} */ (event.target);
  const code = typedCode(String(new FormData(form).get("code") ?? ""));
  if (!code) return app.toast({text: t("lobby.noCode"), hint: t("lobby.codeHint"), kind: "bad"});
  form.reset();
  app.go(`${isTournamentCode(code) ? "/t" : ""}/${code}`);
}

/** A round trip in milliseconds that a reader is told of. */
const SLOW = 250;

/** Return the state of the connection as a sentence. @param {App} app */
function linkText({link}) {
  const {state, starting, retryAt, reason} = link.status;
  const seconds = retryAt === null ? 0 : Math.max(0, Math.ceil((retryAt - performance.now()) / 1000));
  return {
    connecting: t("link.connecting"),
    starting: t("link.starting", {loaded: starting?.loaded ?? 0, matches: starting?.matches ?? 0}),
    online: t("link.online"),
    silent: t("link.silent"),
    offline: t("link.offline", {count: seconds}),
    restarting: t("link.restarting", {count: seconds}),
    elsewhere: t("link.elsewhere"),
    closed: t("link.closed", {reason: reason ?? ""}),
  }[state];
}

/** Return how long the last break was, for a while after it. @param {App} app */
function resumedText({link: {status: {resumed}}}) {
  return resumed && performance.now() - resumed.at < 20_000 ? t("link.resumed", {seconds: resumed.seconds.toFixed(1)}) : "";
}

/** Return the mark of the connection: a dot, and what is not as it should be in words. A broken one is a button.
 * @param {App} app */
export function connection(app) {
  const {state, latency} = app.link.status;
  const text = linkText(app);
  const words = html`<span class="dot"></span><span class="long">${state === "online" ? resumedText(app) : text}</span>`;
  if (state === "online" || state === "connecting" || state === "starting")
    return html`<span class="connection number ${state}" title=${text}>${words}${state === "online" && (latency ?? 0) > SLOW ? html`<span>${Math.round(latency ?? 0)} ms</span>` : nothing}</span>`;
  return html`<button type="button" class="connection ${state}" title=${text} @click=${() => app.link.retryNow()}>
    ${words}<span class="short">${t(state === "silent" ? "link.short.silent" : "link.short.offline")}</span><b class="long">${t("link.retry")}</b>
  </button>`;
}

/** Return the state of the connection for screen readers. It is a band with a way out where the page is at its end.
 * @param {App} app */
function statusLine(app) {
  const {state} = app.link.status;
  const ended = state === "elsewhere" || state === "closed";
  return html`<div class="status ${ended ? "bad" : "visually-hidden"}" role="status">
    <span>${linkText(app)}</span> ${resumedText(app)}
    ${ended ? html`<button class="button small" @click=${() => app.link.retryNow()}>${t(state === "elsewhere" ? "link.takeOver" : "link.retry")}</button>` : nothing}
  </div>`;
}
