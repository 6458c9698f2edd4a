// How the page looks, speaks and behaves for this reader.

import {html, nothing} from "lit-html";
import {identified} from "../app/identity.js";
import {icon} from "../app/icons.js";
import {ready as alertWords} from "../words/alerts/index.js";
import {LANGUAGES, setLanguage, t} from "../words/index.js";
import {ready} from "../words/looks/index.js";

/** @import {App, View} from "../app/context.js" */
/** @import {Key} from "../words/index.js" */

const THEMES = /** @type {const} */ (["", "light", "dark", "contrast", "safe"]);
const BOARDS = /** @type {const} */ (["", "slate", "green", "paper"]);
const SWITCHES = /** @type {const} */ (["labels", "motion", "confirm", "done", "line", "notices", "sound"]);

/** @param {App} app @returns {Promise<View>} */
export async function open(app) {
  const [{looksCard}] = await Promise.all([import("../panels/looks/choice.js"), app.style("large.css"), app.style("looks.css"), ready, alertWords]);
  const {prefs} = app;
  const set = (/** @type {Parameters<typeof prefs.set>[0]} */ change) => {
    prefs.set(change);
    app.changed();
  };
  const choice = (/** @type {"theme" | "board"} */ name, /** @type {readonly (typeof THEMES[number] | typeof BOARDS[number])[]} */ values) =>
    html`<fieldset class="field"><legend>${t(`settings.${name}`)}</legend><div class="segmented">
      ${values.map((value) => html`<button type="button" class="button" aria-pressed=${prefs.values[name] === value} @click=${() => set({[name]: value})}>${name === "board" ? html`<i class="swatch checks" data-board=${value || "wood"}></i>` : value ? html`<i class="swatch" data-theme=${value}></i>` : nothing}${t(/** @type {Key} */ (`settings.${name}.${value || "usual"}`))}</button>`)}
    </div></fieldset>`;
  const toggle = (/** @type {typeof SWITCHES[number] | "inside"} */ name) => html`<label class="check">
    <input
      type="checkbox"
      .checked=${prefs.values[name]}
      @change=${async (/** @type {Event} */ event) => {
        const on = /** @type {HTMLInputElement} */ (event.target).checked;
        if (name === "notices" && on && "Notification" in window) await Notification.requestPermission();
        set({[name]: on});
        if (name === "sound") app.sound("turn");
      }}
    />${t(name === "inside" ? "looks.inside" : `settings.${name}`)}</label>`;
  const language = async (/** @type {Event} */ event) => {
    const code = /** @type {HTMLSelectElement} */ (event.target).value;
    set({language: code});
    await setLanguage(code);
    app.changed();
  };
  const louder = (/** @type {Event} */ event) => {
    set({volume: Number(/** @type {HTMLInputElement} */ (event.target).value)});
    app.sound("turn");
  };
  const rename = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const name = String(new FormData(/** @type {HTMLFormElement} */ (event.target)).get("name") ?? "").trim();
    app.link.command({t: "rename", name}).then(({you}) => {
      identified(app.link, you);
      set({name});
      app.toast({text: t("settings.renamed", {name}), kind: "good"});
    }, app.refused);
  };
  const template = () => html`<div class="form stack">
    <div class="spread"><h1>${t("nav.settings")}</h1><a class="button quiet" href="/help">${icon("help")}${t("nav.help")}</a></div>
    <form class="card cluster" @submit=${rename}>
      <label class="field"><span>${t("settings.name")}</span><input name="name" required maxlength="24" autocomplete="nickname" .value=${app.me()?.name ?? ""} /></label>
      <button class="button">${t("settings.save")}</button>
      <a class="button quiet" href="/account">${icon("user")}${t("account.settings")}</a>
    </form>
    <div class="card stack">
      ${choice("theme", THEMES)} ${choice("board", BOARDS)}
      <label class="field"><span>${t("settings.language")}</span>
        <select @change=${language}>${Object.entries(LANGUAGES).map(([code, name]) => html`<option value=${code} ?selected=${document.documentElement.lang === code}>${name}</option>`)}</select></label>
    </div>
    ${looksCard(app, set)}
    <div class="card stack tight">
      ${SWITCHES.map((name) => [toggle(name), name === "labels" && prefs.values.labels ? toggle("inside") : nothing])}
      <p><a class="button quiet" href="/alerts">${icon("bolt")}${t("alerts.title")}</a></p>
      <label class="field"><span>${t("settings.volume")}</span>
        <input type="range" min="5" max="100" step="5" .value=${String(prefs.values.volume)} ?disabled=${!prefs.values.sound} @change=${louder} /></label>
    </div>
    ${app.me() ? nothing : html`<p class="muted">${t("link.connecting")}</p>`}
  </div>`;
  return {title: () => t("nav.settings"), template};
}
