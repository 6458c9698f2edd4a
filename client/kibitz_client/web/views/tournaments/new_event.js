// The form of a new event, in three steps: game and clock; format and entrants; when. It states the plan in a sentence.

import {html, nothing} from "lit-html";
import {clockName, parseClock} from "../../app/format.js";
import {optionFields, optionsOf} from "../../app/forms/option_fields.js";
import {icon} from "../../app/icons.js";
import {FIELDS, FORMATS, IN_ROUNDS, KINDS, MOST_OF, RANGES, creation, fault, hasConcurrency, kindsOf, switchesOf} from "../../tournaments/form/terms.js";
import {planText} from "../../tournaments/form/plan.js";
import {ready as createReady} from "../../words/create/index.js";
import {ready} from "../../words/events/index.js";
import {t} from "../../words/index.js";
import {ready as optionsReady} from "../../words/options/index.js";
import {CLOCKS, chip} from "../../app/forms/terms.js";

/** @import {GameInfo, TournamentDone} from "kibitz-protocol" */
/** @import {App, View} from "../../app/context.js" */
/** @import {Format, NumberField} from "../../tournaments/form/terms.js" */

const STEPS = /** @type {const} */ (["what", "how", "when"]);
const STARTS = /** @type {const} */ (["hand", "now", "at", "full"]);
/** The clock that is offered first. */
const USUAL_CLOCK = "5+3";
const SWITCHES_ON = ["openings"];

/** @param {App} app @returns {Promise<View>} */
export async function open(app) {
  await Promise.all([app.style("events.css"), app.style("create.css"), ready, createReady, optionsReady]);
  return new NewEventView(app);
}

class NewEventView {
  /** @param {App} app */
  constructor(app) {
    this._app = app;
    this._step = 0;
    /** What is typed so far. */
    this._form = new FormData();
    /** @type {Format} */
    this._format = "swiss";
    this._game = app.prefs.values.game;
    /** When the event starts; null as is usual for its entrants. @type {typeof STARTS[number] | null} */
    this._start = null;
    this._problem = "";
    this._sending = false;
    this._stop = app.lobby.onchange(app.changed);
  }

  title() {
    return t("events.new");
  }

  close() {
    this._stop();
  }

  /** Return the text of a field without blanks around it. @param {string} name */
  _text = (name) => String(this._form.get(name) ?? "").trim();

  /** Return whether a box is checked. @param {string} name */
  _has = (name) => this._form.has(name);

  /** Return the kinds of entrants that are chosen, or those that are usual. */
  _kinds() {
    return this._form.has("format") ? kindsOf(this._has) : ["person"];
  }

  /** Take in what is typed. @param {Event} event */
  _typed(event) {
    const {name, value} = /** @type {HTMLInputElement} */ (event.target);
    if (name === "start") this._start = /** @type {typeof STARTS[number]} */ (value);
    this._read(/** @type {HTMLFormElement} */ (/** @type {HTMLElement} */ (event.target).closest("form")));
    this._problem = "";
    this._app.changed();
    // Another choice may have brought other fields.
    if (event.type === "change") requestAnimationFrame(() => this._drawn());
  }

  /** Take in the usual values of the fields that were just drawn. */
  _drawn() {
    const form = /** @type {HTMLFormElement | null} */ (document.querySelector(".plan-form"));
    if (!form) return;
    this._read(form);
    this._app.changed();
  }

  /** @param {HTMLFormElement} form */
  _read(form) {
    this._form = new FormData(form);
    this._format = /** @type {Format} */ (this._text("format") || this._format);
    this._game = this._text("game") || this._game;
  }

  /** Return the time control that is chosen or typed, and whether it could be read. */
  _clock() {
    const typed = this._text("clock-text") || this._text("clock");
    const clock = parseClock(typed);
    return {clock, fine: !typed || clock !== null};
  }

  /** @param {GameInfo} info */
  _creation(info) {
    return creation({game: info.name, options: optionsOf(info, this._text), clock: this._clock().clock, format: this._format, text: this._text, has: this._has});
  }

  /** Go to another step, unless something before it is wrong. @param {number} to @returns {boolean} */
  _go(to) {
    for (let step = 0; step < to; step++) {
      const found = fault(step, {text: this._text, has: this._has, format: this._format, clockFine: this._clock().fine, now: Date.now()});
      if (!found) continue;
      this._problem = t(found.key, {text: found.text ?? ""});
      this._show(step);
      return false;
    }
    this._problem = "";
    if (to < STEPS.length) this._show(to);
    return true;
  }

  /** @param {number} step */
  _show(step) {
    const other = step !== this._step;
    this._step = step;
    this._app.changed();
    // The keyboard goes on at the new step.
    if (other) requestAnimationFrame(() => requestAnimationFrame(() => /** @type {HTMLElement | null} */ (document.querySelector(".plan-step:not([hidden]) h2"))?.focus()));
  }

  /** @param {SubmitEvent} event @param {GameInfo} info */
  async _submit(event, info) {
    event.preventDefault();
    this._read(/** @type {HTMLFormElement} */ (event.target));
    if (this._step < STEPS.length - 1) return void this._go(this._step + 1);
    if (!this._go(STEPS.length) || this._sending) return;
    this._sending = true;
    try {
      /** @type {TournamentDone} */
      const {code, key} = await this._app.link.command({t: "tournament", do: {kind: "create", ...this._creation(info)}});
      this._app.go(`/t/${code}${key ? `#key=${key}` : ""}`);
    } catch (error) {
      const {message, hint} = /** @type {{message: string, hint?: string | null}} */ (error);
      this._problem = [message, hint].filter(Boolean).join("; ");
    }
    this._sending = false;
    this._app.changed();
  }

  template() {
    const app = this._app;
    const info = app.lobby.game(this._game) ?? app.lobby.games[0];
    if (!info) return html`<div class="skeleton" aria-busy="true"></div>`;
    const step = this._step;
    if (!this._form.has("format")) requestAnimationFrame(() => this._drawn());
    return html`<form class="form stack plan-form" novalidate @submit=${(/** @type {SubmitEvent} */ event) => void this._submit(event, info)} @input=${(/** @type {Event} */ event) => this._typed(event)} @change=${(/** @type {Event} */ event) => this._typed(event)}>
      <h1>${t("events.new")}</h1>
      <ol class="plan-steps">${STEPS.map((name, place) => html`<li><button type="button" class="button quiet" aria-current=${place === step ? "step" : nothing} @click=${() => this._go(place)}><b class="number">${place + 1}</b>${t(`plan.${name}`)}</button></li>`)}</ol>
      ${this._part(0, this._what(info))} ${this._part(1, this._how())} ${this._part(2, this._when())}
      <p class="plan-text" role="status">${this._form.has("format") ? planText(this._creation(info)) : nothing}</p>
      ${this._problem ? html`<p class="error" role="alert">${this._problem}</p>` : nothing}
      <div class="cluster">
        ${step ? html`<button type="button" class="button" @click=${() => this._go(step - 1)}>${t("plan.back")}</button>` : html`<a class="button quiet" href="/events">${t("dialog.cancel")}</a>`}
        <button class="button primary" aria-busy=${this._sending}>${step < STEPS.length - 1 ? t("plan.next") : html`${icon("play")}${t("plan.create")}`}</button>
      </div>
    </form>`;
  }

  /** @param {number} place @param {unknown} content */
  _part(place, content) {
    return html`<section class="plan-step card stack" ?hidden=${this._step !== place} aria-label=${t(`plan.${STEPS[place]}`)}>
      <h2 tabindex="-1"><span class="muted">${t("plan.step", {step: place + 1})}</span> ${t(`plan.${STEPS[place]}`)}</h2>${content}</section>`;
  }

  /** Return the fields of the first step. @param {GameInfo} info */
  _what(info) {
    const {games} = this._app.lobby;
    return html`<label class="field"><span>${t("plan.name")}</span><input name="name" required maxlength="80" autocomplete="off" .defaultValue=${t("plan.usualName", {game: info.title})} /></label>
      <label class="field"><span>${t("new.game")}</span><select name="game">${games.map(({name, title}) => html`<option value=${name} ?selected=${name === info.name}>${title}</option>`)}</select><small>${info.summary}</small></label>
      ${info.options.length ? html`<details><summary>${t("new.more")}</summary>${games.map((each) => (each.name === info.name ? optionFields(info, {}) : nothing))}</details>` : nothing}
      <fieldset class="field"><legend>${t("new.clock")}</legend>
        <div class="segmented">${CLOCKS.map((clock) => chip("clock", clock, clock === USUAL_CLOCK, shortClock(clock)))}
          <input name="clock-text" class="clock-text" autocomplete="off" aria-label=${t("new.clockText")} placeholder="20+10, 5d3, 3days" /></div>
        <small>${t("new.clockHint")}</small></fieldset>
      <label class="check"><input type="checkbox" name="rated" />${t("new.rated")}</label>`;
  }

  /** Return the fields of the second step, as far as they fit the format. */
  _how() {
    const format = this._format;
    const {numbers} = FIELDS[format];
    const switches = switchesOf(format, this._has("rated"), this._clock().clock);
    const kinds = this._kinds();
    const people = kinds.includes("person") || kinds.includes("bot");
    return html`<fieldset class="field"><legend>${t("plan.format")}</legend>
        <div class="plan-formats">${FORMATS.map((name) => html`<label class="game"><input type="radio" name="format" value=${name} ?checked=${name === "swiss"} /><b>${t(`events.format.${name}`)}</b><small>${t(`plan.about.${name}`)}</small></label>`)}</div></fieldset>
      <fieldset class="field"><legend>${t("plan.kinds")}</legend><div class="cluster">${KINDS.map((kind) => html`<label class="check"><input type="checkbox" name="kind-${kind}" ?checked=${kind === "person"} />${t(`plan.kind.${kind}`)}</label>`)}</div></fieldset>
      ${kinds.includes("engine") ? html`<label class="field"><span>${t("plan.engines")}</span><textarea name="engines" rows="4" spellcheck="false" placeholder="level:5&#10;alphabeta:nodes=5000"></textarea><small>${t("plan.enginesHint")}</small></label>` : nothing}
      <div class="form-grid">
        ${people && format !== "match" ? numberField("most", 64, t("plan.most"), "", MOST_OF[format]) : nothing}
        ${NUMBERS.map((name) => (name in numbers ? numberField(name, name === "games" && this._text("sprt") ? "" : (numbers[name] ?? ""), t(`plan.${LABELS[name]}`), name === "rounds" ? t("plan.roundsHint") : "") : nothing))}
        ${hasConcurrency(format, kinds) ? numberField("concurrency", "", t("plan.concurrency"), t("plan.concurrencyHint")) : nothing}
      </div>
      <div class="stack tight">${SWITCHES.map((name) => (switches.includes(name) ? html`<label class="check"><input type="checkbox" name=${name} ?checked=${SWITCHES_ON.includes(name) && kinds.includes("engine")} />${t(`plan.${name}`)}</label>` : nothing))}
        ${people ? html`<label class="check"><input type="checkbox" name="approve" />${t("plan.approve")}</label>` : nothing}</div>
      ${kinds.includes("engine")
        ? html`<details><summary>${t("new.more")}</summary>
            ${format === "match" ? typedField("sprt", t("event.stats.sprt"), "0:10") : nothing}
            ${typedField("rules", t("plan.rules"), "resign=900:3 draw=40:10:8 plies=300 proved")}
            ${switches.includes("openings") ? html`<label class="field"><span>${t("plan.given")}</span><textarea name="given" rows="3" spellcheck="false"></textarea></label>` : nothing}
          </details>`
        : nothing}`;
  }

  /** Return the fields of the third step. */
  _when() {
    const kinds = this._kinds();
    const people = kinds.includes("person") || kinds.includes("bot");
    const starts = STARTS.filter((name) => name !== "full" || people);
    const usual = people ? "hand" : "now";
    const chosen = this._start && starts.includes(this._start) ? this._start : usual;
    return html`<fieldset class="field"><legend>${t("plan.start")}</legend>
        <div class="segmented">${starts.map((name) => html`<label class="chip"><input type="radio" name="start" value=${name} .checked=${name === chosen} /><span>${t(`plan.start.${name}`)}</span></label>`)}</div></fieldset>
      <div class="form-grid">
        ${chosen === "at" ? html`<label class="field"><span>${t("plan.startAt")}</span><input type="datetime-local" name="start_at" /></label>` : nothing}
        ${chosen === "full" ? numberField("start_when", 8, t("plan.startWhen")) : nothing}
        ${IN_ROUNDS.includes(this._format) ? numberField("break", 10, t("plan.break")) : nothing}
        ${people ? numberField("first_move", 60, t("plan.firstMove")) : nothing}
      </div>
      <label class="check"><input type="checkbox" name="private" />${t("plan.private")}</label>`;
  }
}

/** Texts of the number fields. */
const LABELS = /** @type {const} */ ({games: "games", seeds: "seeds", cycles: "cycles", rounds: "rounds", most_pairs: "mostPairs", minutes: "minutes", reach: "reach"});
/** Each field has a place of its own, so that none has a value that was typed for another one. */
const NUMBERS = /** @type {NumberField[]} */ (Object.keys(LABELS));
const SWITCHES = /** @type {const} */ (["openings", "pairs", "bye", "berserk"]);

/** @param {keyof typeof RANGES} name @param {number | ""} usual @param {string} label @param {string} [hint] @param {number} [most] */
const numberField = (name, usual, label, hint = "", most = RANGES[name][1]) => html`<label class="field"><span>${label}</span>
  <input type="number" name=${name} min=${RANGES[name][0]} max=${most} .defaultValue=${String(usual)} />${hint ? html`<small>${hint}</small>` : nothing}</label>`;

/** @param {string} name @param {string} label @param {string} example */
const typedField = (name, label, example) => html`<label class="field"><span>${label}</span><input name=${name} autocomplete="off" placeholder=${example} /></label>`;

/** @param {string} typed */
const shortClock = (typed) => {
  const clock = parseClock(typed);
  return clock ? clockName(clock) : t("new.noClock");
};
