// The frame around every view: header, bar of a phone, and the line with the state of the connection.

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

/** Return the page around a view. @param {App} app @param {Route} route @param {TemplateResult} content */
export function shell(app, route, content) {
  const first = `/${route.parts[0] ?? ""}`;
  const link = (/** @type {typeof LINKS[number]} */ [path, key, name]) =>
    html`<a href=${path} aria-current=${first === path ? "page" : nothing}>${icon(name)}<span>${t(key)}</span></a>`;
  const me = app.me();
  return html`
    <header class="top">
      <a class="brand" href="/">${sign()}kibitz</a>
      <nav aria-label=${t("nav.main")}>${LINKS.map(link)}</nav>
      <span class="grow"></span>
      ${connection(app)}
      <form class="join" @submit=${(/** @type {SubmitEvent} */ event) => joinCode(app, event)}>
        <label class="visually-hidden" for="join-code">${t("lobby.code")}</label>
        <input id="join-code" name="code" maxlength="200" autocomplete="off" spellcheck="false" placeholder=${t("lobby.code")} />
        <button class="button">${t("lobby.join")}</button>
      </form>
      ${quick(app)}
      ${me?.role === "admin" || me?.role === "moderator" ? html`<a class="button quiet icon" href="/admin" aria-label=${t("nav.admin")} title=${t("nav.admin")}>${icon("shield")}</a>` : nothing}
      <a class="button quiet icon wide-only" href="/help" aria-label=${t("nav.help")} title=${t("nav.help")}>${icon("help")}</a>
      <a class="button quiet icon" href="/settings" aria-label=${t("nav.settings")} title=${t("nav.settings")}>${icon("settings")}</a>
      <a class="button quiet who-am-i" href="/account" aria-label=${t(me?.account ? "account.of" : "account.ofGuest", {name: me?.name ?? ""})}>
        ${icon("user")}<span>${me?.name ?? ""}</span> ${me && !me.account ? html`<span class="badge">${t("account.kind.guest")}</span>` : nothing}
      </a>
    </header>
    <main id="main" tabindex="-1">${content}</main>
    ${statusLine(app)}
    <nav class="bottom-bar" aria-label=${t("nav.main")}>${LINKS.filter(([path]) => path !== "/puzzles").map(link)}</nav>
  `;
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

/** Return the state of the connection as a dot with the round trip, for narrow screens. @param {App} app */
export function connection(app) {
  const {state, latency} = app.link.status;
  return html`<span class="connection number ${state === "online" ? "" : "bad"}"><span class="dot"></span>${state === "online" && latency !== null ? `${Math.round(latency)} ms` : nothing}</span>`;
}

/** Return the state of the connection, with a way out where it is broken. @param {App} app */
function statusLine(app) {
  const {state, starting, retryAt, latency, resumed, reason} = app.link.status;
  const bad = state === "offline" || state === "restarting" || state === "elsewhere" || state === "closed";
  const seconds = retryAt === null ? 0 : Math.max(0, Math.ceil((retryAt - performance.now()) / 1000));
  const text = {
    connecting: t("link.connecting"),
    starting: t("link.starting", {loaded: starting?.loaded ?? 0, matches: starting?.matches ?? 0}),
    online: t("link.online"),
    offline: t("link.offline", {count: seconds}),
    restarting: t("link.restarting", {count: seconds}),
    elsewhere: t("link.elsewhere"),
    closed: t("link.closed", {reason: reason ?? ""}),
  }[state];
  const recent = resumed && performance.now() - resumed.at < 20_000;
  return html`<div class="status ${bad ? "bad" : ""}" role="status">
    <span><span class="dot"></span>${text}</span>
    ${bad
      ? html`<button class="button small" @click=${() => app.link.retryNow()}>
          ${t(state === "elsewhere" ? "link.takeOver" : "link.retry")}
        </button>`
      : nothing}
    ${recent ? html`<span>${t("link.resumed", {seconds: resumed.seconds.toFixed(1)})}</span>` : nothing}
    ${state === "online" && latency !== null ? html`<span class="number">${Math.round(latency)} ms</span>` : nothing}
  </div>`;
}
