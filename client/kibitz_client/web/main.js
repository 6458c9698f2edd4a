// The page begins here: it connects, opens the view of its address, and draws at most once in a frame.

import {html, nothing, render} from "lit-html";
import {openDialog} from "./app/dialogs.js";
import {deviceName, followTabs, passingTokens, storedTokens} from "./app/identity.js";
import {Preferences, kept} from "./app/preferences.js";
import {routeOf, viewOf} from "./app/router.js";
import {shell} from "./app/shell.js";
import {liveRegions} from "./app/speech.js";
import {Turns} from "./app/turns.js";
import {Link, Refusal} from "./network/link.js";
import {Lobby} from "./network/lobby.js";
import {completeLanguage, preferred, setLanguage, t} from "./words/index.js";

/** @import {App, Route, View} from "./app/context.js" */

const root = /** @type {HTMLElement} */ (document.getElementById("app"));
const embedded = document.documentElement.hasAttribute("data-embed");
const prefs = new Preferences(embedded ? new URLSearchParams(location.search) : null);

const link = new Link({
  url: `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/`,
  tokens: embedded ? passingTokens() : storedTokens,
  name: () => prefs.values.name || null,
  client: deviceName(),
});
const lobby = new Lobby(link);
const voice = liveRegions();
document.body.append(...voice.regions);

/** @type {View | null} */
let view = null;
let route = routeOf(location);
let opening = 0;
/** Whether the view could not be opened, for instance while the server was away. */
let broken = false;
let asked = false;

/** @type {App} */
const app = {
  link,
  lobby,
  prefs,
  embedded,
  go,
  changed,
  speak: voice.speak,
  toast,
  sound,
  refused,
  dialog: openDialog,
  style,
  opened: null,
  me: () => link.welcome?.you ?? null,
};

const turns = new Turns(app, (row, waits) =>
  void import("./panels/notices/turn_notice.js").then(({tellTurn}) => tellTurn(app, row, waits, () => route.parts[0] ?? ""), () => {}));

function changed() {
  if (asked) return;
  asked = true;
  // Browsers draw no frames of a hidden page, whose title is seen nevertheless.
  const later = document.hidden ? setTimeout : requestAnimationFrame;
  later(() => {
    asked = false;
    if (document.hidden) retitle();
    else draw();
  });
}

function retitle() {
  document.title = turns.titled(view ? `${view.title()} - Kibitz` : "Kibitz");
}

function draw() {
  retitle();
  const content = view ? view.template() : html`<div class="skeleton" aria-busy="true"></div>`;
  render(embedded ? html`<main id="main">${content}</main>${nothing}${nothing}` : shell(app, route, content), root);
}

/** @param {string} path @param {{replace?: boolean}} [options] */
function go(path, {replace = false} = {}) {
  const url = new URL(path, location.href);
  history[replace ? "replaceState" : "pushState"](null, "", url);
  void open(routeOf(url));
}

/** @param {Route} next */
async function open(next) {
  const samePath = next.path === route.path;
  route = next;
  if (view && samePath && view.again?.(next)) return changed();
  const turn = ++opening;
  // A dialog belongs to the view, and would cover a match that begins.
  for (const dialog of document.querySelectorAll("dialog")) dialog.close();
  view?.close?.();
  view = null;
  broken = false;
  changed();
  try {
    const module = await viewOf(next);
    const opened = module ? await module.open(app, next) : notFound();
    if (turn !== opening) return opened.close?.();
    view = opened;
  } catch (error) {
    if (turn === opening) [view, broken] = [failed(error), true];
  }
  if (!samePath) scrollTo(0, 0);
  changed();
}

/** @returns {View} */
const notFound = () => ({
  title: () => t("page.notFound"),
  template: () => html`<div class="message card">
    <h1>${t("page.notFound")}</h1>
    <p>${t("page.notFoundHint")}</p>
    <a class="button primary" href="/">${t("page.toLobby")}</a>
  </div>`,
});

/** @param {unknown} error @returns {View} */
function failed(error) {
  console.error(error);
  return {
    title: () => t("page.failed"),
    template: () => html`<div class="message card">
      <h1>${t("page.failed")}</h1>
      <p>${t("page.failedHint")}</p>
      <p class="cluster">
        <button class="button primary" @click=${() => location.reload()}>${t("page.reload")}</button>
        <a class="button" href="/">${t("page.toLobby")}</a>
      </p>
    </div>`,
  };
}

/** @type {Promise<import("./panels/notices/notices.js").Notices> | null} */
let notices = null;

/** @type {App["toast"]} */
function toast(what) {
  notices ??= import("./panels/notices/notices.js").then(({Notices}) => new Notices(app));
  notices.then(
    (found) => found.add(what),
    () => {
      // Without its module, which could not be loaded, a notice is only said.
      notices = null;
      voice.speak(what.text);
    },
  );
}

/** @param {unknown} error */
function refused(error) {
  if (error instanceof Refusal) toast({text: error.message, hint: error.hint, kind: "bad"});
  else {
    console.error(error);
    toast({text: t("page.failed"), kind: "bad"});
  }
}

/** @type {App["sound"]} */
function sound(what) {
  const {sound: wanted, volume} = prefs.values;
  if (wanted) import("./app/sound.js").then(({play}) => play(what, volume / 100), () => {});
}

/** @param {string} name */
function style(name) {
  const href = import.meta.resolve(`./styles/${name}`);
  if ([...document.querySelectorAll("link")].some((link) => link.href === href)) return Promise.resolve();
  return /** @type {Promise<void>} */ (
    new Promise((resolve) => {
      const sheet = document.createElement("link");
      sheet.rel = "stylesheet";
      sheet.href = href;
      sheet.onload = () => resolve();
      // Without its styles a view can still be used, and later it asks for them again.
      sheet.onerror = () => {
        sheet.remove();
        resolve();
      };
      document.head.append(sheet);
    })
  );
}

addEventListener("popstate", () => void open(routeOf(location)));
addEventListener("click", (event) => {
  const anchor = /** @type {Element} */ (event.target).closest?.("a[href]");
  if (!(anchor instanceof HTMLAnchorElement) || anchor.target || anchor.hasAttribute("download")) return;
  if (event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  if (anchor.origin !== location.origin || anchor.pathname.startsWith("/assets/") || anchor.pathname.endsWith(".svg")) return;
  event.preventDefault();
  if (embedded) open_(anchor.href);
  else go(anchor.href);
});
/** @param {string} href */
const open_ = (href) => window.open(href, "_blank", "noopener");
addEventListener("keydown", (event) => {
  const target = /** @type {Element} */ (event.target);
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  if (target.closest("input, select, textarea, [contenteditable]")) return;
  if (view?.key?.(event)) return event.preventDefault();
  if (event.key === "?" && !embedded) go("/help");
});
for (const name of ["online", "offline", "pageshow", "focus"]) addEventListener(name, () => link.wake());
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible") link.wake();
  // What waited for a frame waits no more.
  asked = false;
  changed();
});
let state = link.status.state;
link.onstatus((status) => {
  if (broken && status.state === "online" && state !== "online") void open(route);
  state = status.state;
  changed();
});
addEventListener("online", () => broken && void open(route));
let player = app.me();
link.onarrival(() => {
  completeLanguage().then((found) => found && changed(), () => {});
  const you = app.me();
  if (player && you && you.id !== player.id) {
    toast({text: t(link.signedOut ? "identity.signedOut" : "identity.now", {name: you.name})});
    // What the view knows belongs to the player before.
    view?.close?.();
    view = null;
    void open(route);
  }
  player = you;
});
if (!embedded) followTabs(link);
link.listen((message) => {
  if (message.t === "notice") toast({text: message.text});
  if (message.t === "paired" && !embedded) {
    const event = message.tournament;
    if (event) toast({text: t("lobby.paired", {name: event.name || event.code}), kind: "good"});
    go(`/${message.code}`);
  }
  if (message.t === "seeks" && message.why === "playing") toast({text: t("lobby.seekPlaying")});
  if (message.t === "invited") {
    const text = t("lobby.invited", {name: message.by});
    toast({text, action: {label: t("lobby.see"), run: () => go(`/${message.row.code}`)}});
  }
});
// The seconds until the next attempt count down.
setInterval(() => link.status.retryAt !== null && changed(), 500);

await setLanguage(prefs.values.language || preferred());
link.start();
await open(route);
// Only where it is of use: in an installed page, and where alerts are on.
if (!embedded && (kept("kibitz.alerts") || matchMedia("(display-mode: standalone)").matches)) void import("./app/alerts/start.js").then(({start}) => start(app), () => {});
