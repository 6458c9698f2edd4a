// What the organiser of an event may do. The dialog is loaded when it is opened.

import {html, nothing} from "lit-html";
import {confirmed} from "../app/dialogs.js";
import {icon} from "../app/icons.js";
import {t} from "../words/index.js";
import {readEngines} from "./form/terms.js";
import {entrantName} from "./texts.js";

/** @import {SetResult, TournamentView} from "kibitz-protocol" */
/** @import {App} from "../app/context.js" */
/** @import {Deed, LiveTournament} from "./live.js" */

/** What the menu needs of the view of the event, which has loaded it: `act` carries out an action, and says so or why not.
 * @typedef {{app: App, live: LiveTournament, act: (deed: Deed, done?: string) => Promise<void>, isOver: (view: TournamentView) => boolean}} Menu */

const RESULTS = /** @type {const} */ (["1-0", "0-1", "draw", "void", "forfeit-first", "forfeit-second", "restore"]);
/** Formats whose pairings the organiser may make. */
const PAIRED = ["swiss", "round-robin", "knockout", "arena"];

/** Open the menu of the organiser. @param {Menu} menu */
export function organise(menu) {
  const {app, live} = menu;
  let draw = () => {};
  const stop = live.onchange(() => (document.querySelector("dialog .organise") ? draw() : stop()));
  app.dialog((close, redraw) => {
    draw = redraw;
    const view = live.state?.view;
    return html`<div class="organise stack">
      <div class="spread"><h2>${t("event.organise")}</h2><button class="button quiet icon" aria-label=${t("dialog.close")} @click=${close}>${icon("close")}</button></div>
      ${view ? content(menu, view, close) : nothing}
    </div>`;
  }, t("event.organise"), true);
}

/** @param {Menu} menu @param {TournamentView} view @param {() => void} close */
function content(menu, view, close) {
  const {state} = view;
  const button = (/** @type {Deed} */ deed, /** @type {string} */ label, kind = "") =>
    html`<button class="button ${kind}" @click=${() => void menu.act(deed, t("event.done"))}>${label}</button>`;
  return html`<div class="cluster">
      ${state === "announced" ? button({kind: "start"}, t("event.start"), "primary") : nothing}
      ${state === "running" ? button({kind: "pause"}, t("event.pause")) : nothing}
      ${state === "paused" ? button({kind: "resume"}, t("event.resume"), "primary") : nothing}
      ${menu.isOver(view) ? nothing : html`<button class="button danger" @click=${() => (close(), confirmed(menu.app, t("event.cancelSure"), t("event.cancel"), () => void menu.act({kind: "cancel"})))}>${t("event.cancel")}</button>`}
    </div>
    ${waiting(menu, view)}
    ${menu.isOver(view) ? nothing : html`${extension(menu, view)} ${addition(menu)} ${removal(menu, view)} ${pairing(menu, view)}`}
    ${state === "announced" ? nothing : resultForm(menu)}`;
}

/** Return a part that is a form. @param {string} title @param {string} yes @param {unknown} fields @param {(text: (name: string) => string) => void} run */
const part = (title, yes, fields, run) => html`<details class="card"><summary>${title}</summary>
  <form class="stack tight" @submit=${(/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    const data = new FormData(form);
    run((name) => String(data.get(name) ?? "").trim());
  }}>${fields}<p><button class="button">${yes}</button></p></form></details>`;

/** @param {string} label @param {string} name @param {{list?: boolean, required?: boolean, type?: string}} [options] */
const field = (label, name, {list = false, required = true, type = "text"} = {}) =>
  html`<label class="field"><span>${label}</span><input name=${name} type=${type} ?required=${required} min=${type === "number" ? 1 : nothing} maxlength="200" autocomplete="off" list=${list ? "entrants" : nothing} /></label>`;

/** @param {Menu} menu @param {TournamentView} view */
const waiting = (menu, view) =>
  view.waiting.length
    ? html`<section class="stack tight" aria-label=${t("event.waiting")}><h3>${t("event.waiting")}</h3>
        ${view.waiting.map((entrant) => {
          const name = entrantName(entrant);
          return html`<div class="spread"><b>${name}</b><span class="cluster">
            <button class="button small primary" aria-label=${t("event.approveOf", {name})} @click=${() => void menu.act({kind: "approve", entrant: entrant.name})}>${t("event.approve")}</button>
            <button class="button small" aria-label=${t("event.removeOf", {name})} @click=${() => void menu.act({kind: "remove", entrant: entrant.name})}>${t("event.removeDo")}</button></span></div>`;
        })}</section>`
    : nothing;

/** @param {Menu} menu @param {TournamentView} view */
function extension(menu, {terms: {format}, state}) {
  const arena = format === "arena";
  if (state === "announced" || (!arena && format !== "swiss")) return nothing;
  return part(t("event.extend"), t("event.extend"), field(t(arena ? "event.extendMinutes" : "event.extendRounds"), "more", {type: "number"}), (text) =>
    void menu.act({kind: "extend", [arena ? "minutes" : "rounds"]: Number(text("more"))}, t("event.done")));
}

/** @param {Menu} menu */
const addition = (menu) =>
  part(t("event.add"), t("event.addDo"), html`${field(t("event.addPlayer"), "player", {required: false})}${field(t("event.addEngine"), "engine", {required: false})}`, (text) => {
    const {engines, bad} = readEngines(text("engine"));
    if (bad) return menu.app.toast({text: t("plan.badEngine", {text: bad}), kind: "bad"});
    void menu.act({kind: "add", ...(engines.length ? {engine: engines[0]} : {player: text("player")})}, t("event.done"));
  });

/** Names of entrants for fields. @param {TournamentView} view */
const names = ({rows}) => html`<datalist id="entrants">${rows.map(({entrant}) => html`<option value=${entrant.name}></option>`)}</datalist>`;

/** @param {Menu} menu @param {TournamentView} view */
const removal = (menu, view) =>
  part(t("event.remove"), t("event.removeDo"), html`${names(view)}${field(t("event.entrant"), "entrant", {list: true})}${field(t("event.reason"), "reason", {required: false})}`, (text) =>
    void menu.act({kind: "remove", entrant: text("entrant"), reason: text("reason")}, t("event.done")));

/** @param {Menu} menu @param {TournamentView} view */
function pairing(menu, {state, round, terms: {format}}) {
  if (state === "announced" || !PAIRED.includes(format)) return nothing;
  return part(t("event.pairTitle"), t("event.pairDo"), html`
    <label class="field"><span>${t("events.round", {round: ""})}</span><input name="round" type="number" min="1" required .defaultValue=${String(format === "swiss" ? round + 1 : Math.max(1, round))} /></label>
    ${field(t("event.pairFirst"), "first", {list: true})}${field(t("event.pairSecond"), "second", {list: true, required: false})}`, (text) =>
    void menu.act({kind: "pair", round: Number(text("round")), first: text("first"), second: text("second") || null}, t("event.done")));
}

/** @param {Menu} menu */
const resultForm = (menu) =>
  part(t("event.resultTitle"), t("event.resultDo"), html`
    <label class="field"><span>${t("event.gameNumber", {game: ""})}</span><input name="game" type="number" min="1" required /></label>
    <label class="field"><span>${t("archive.result")}</span><select name="result">${RESULTS.map((name) => html`<option value=${name}>${t(`event.result.${name}`)}</option>`)}</select></label>
    ${field(t("event.reason"), "reason")}`, (text) =>
    void menu.act({kind: "result", game: Number(text("game")), result: /** @type {SetResult["result"]} */ (text("result")), reason: text("reason")}, t("event.done")));
