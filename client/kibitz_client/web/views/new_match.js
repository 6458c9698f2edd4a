// The form of a new match: game, opponent, clock, and what else its creator may decide.

import {html, nothing} from "lit-html";
import {clockName, parseClock} from "../app/format.js";
import {gameIcon} from "../app/game_icons.js";
import {icon} from "../app/icons.js";
import {defaultOf, follow} from "../app/forms/options.js";
import {splitMoves} from "../match/line.js";
import {t} from "../words/index.js";
import {CLOCKS, chip, create, firstChoice, levelChoice, secrets} from "./lobby.js";

/** @import {Create, GameInfo, OptionInfo} from "kibitz-protocol" */
/** @import {App, Route, View} from "../app/context.js" */

const OPPONENT_ICONS = {level: "cpu", open: "share", invite: "user", bot: "bolt", together: "people", duel: "watch"};
const OPPONENTS = /** @type {const} */ (["level", "open", "invite", "bot", "together", "duel"]);
const VISIBILITIES = /** @type {const} */ (["public", "unlisted", "private"]);

/** The value of an option that the server draws. */
const ANY = "any";

/** @param {string} typed */
const clockLabel = (typed) => {
  const clock = parseClock(typed);
  return clock ? clockName(clock) : t("new.noClock");
};

/** @param {App} app @param {Route} route @returns {View} */
export function open(app, route) {
  const stop = app.lobby.onchange(app.changed);
  let game = route.query.get("game") ?? app.prefs.values.game;
  /** @type {typeof OPPONENTS[number]} */
  let opponent = /** @type {any} */ (route.query.get("opponent") ?? "open");
  let problem = "";

  /** @param {SubmitEvent} event */
  const submit = (event) => {
    event.preventDefault();
    const form = new FormData(/** @type {HTMLFormElement} */ (event.target));
    const text = (/** @type {string} */ name) => String(form.get(name) ?? "").trim();
    const typed = text("clock-text") || text("clock");
    const clock = parseClock(typed);
    problem = typed && !clock ? t("new.badClock") : "";
    if (problem) return app.changed();
    const info = app.lobby.game(game);
    app.prefs.set({game, level: Number(form.get("level") ?? app.prefs.values.level)});
    const delay = Number(text("delay") || 0);
    void create(app, {
      game,
      seats: seats(opponent, text, Number(form.get("level"))),
      options: optionsOf(info, text),
      first: opponent === "duel" || opponent === "together" ? "first" : /** @type {Create["first"]} */ (text("first") || "first"),
      clock,
      rated: form.has("rated"),
      visibility: /** @type {Create["visibility"]} */ (text("visibility") || "public"),
      watchable: form.has("watchable"),
      chat: form.has("chat"),
      series: Math.max(1, Number(text("series") || 1)),
      ...(delay ? {delay: {moves: delay, seconds: 0}} : {}),
      ...(text("position") ? {position: text("position")} : {}),
      ...(text("moves") ? {moves: splitMoves(text("moves"))} : {}),
    });
  };

  const template = () => {
    const {games} = app.lobby;
    const info = app.lobby.game(game) ?? games[0];
    if (!info) return html`<div class="skeleton" aria-busy="true"></div>`;
    game = info.name;
    // One player with all seats would see what is hidden.
    if (info.hidden && opponent === "together") opponent = "open";
    return html`<form class="form stack" @submit=${submit}>
      <h1>${t("new.title")}</h1>
      <fieldset class="field">
        <legend>${t("new.game")}</legend>
        <div class="games">
          ${games.map(
            ({name, title}) => html`<label class="game">
              <input type="radio" name="game" value=${name} .checked=${name === game} @change=${() => ((game = name), app.changed())} />${gameIcon(name)}<span>${title}</span>
            </label>`,
          )}
        </div>
        <small>${info.summary}</small>
        ${secrets([info])}
      </fieldset>
      <fieldset class="field">
        <legend>${t("new.opponent")}</legend>
        <div class="opponents">
          ${OPPONENTS.filter((kind) => !info.hidden || kind !== "together").map(
            (kind) => html`<button type="button" class="button" aria-pressed=${kind === opponent} @click=${() => ((opponent = kind), app.changed())}>${icon(OPPONENT_ICONS[kind])}${t(`new.opponent.${kind}`)}</button>`,
          )}
        </div>
      </fieldset>
      ${opponentFields(app, info, opponent, route.query.get("name") ?? "")}
      <fieldset class="field">
        <legend>${t("new.clock")}</legend>
        <div class="segmented">
          ${CLOCKS.map((clock) => chip("clock", clock, !clock, clockLabel(clock)))}
          <input name="clock-text" class="clock-text" autocomplete="off" aria-label=${t("new.clockText")} placeholder="20+10, 5d3, 3days" />
        </div>
        <small>${t("new.clockHint")}</small>
      </fieldset>
      ${problem ? html`<p class="error" role="alert">${problem}</p>` : nothing}
      ${opponent === "duel" || opponent === "together" ? nothing : firstChoice(info)}
      <details class="card">
        <summary>${t("new.more")}</summary>
        <div class="stack">
          ${games.map((each) => (each === info && info.options.length ? optionFields(info) : nothing))}
          <div class="form-grid">
            <label class="field"><span>${t("new.visibility")}</span>
              <select name="visibility">${VISIBILITIES.map((name) => html`<option value=${name}>${t(`new.${name}`)}</option>`)}</select></label>
            <label class="field"><span>${t("new.series")}</span><input name="series" type="number" min="1" max="100" value="1" /></label>
            <label class="field"><span>${t("new.delay")}</span><input name="delay" type="number" min="0" max="50" value="0" /></label>
            ${info.hidden ? nothing : startFields()}
          </div>
          <div class="cluster">
            <label class="check"><input type="checkbox" name="rated" />${t("new.rated")}</label>
            <label class="check"><input type="checkbox" name="watchable" checked />${t("new.watchable")}</label>
            <label class="check"><input type="checkbox" name="chat" checked />${t("new.chat")}</label>
          </div>
        </div>
      </details>
      <div class="cluster"><button class="button primary">${icon("play")}${t("new.create")}</button><a class="button quiet" href="/">${t("dialog.cancel")}</a></div>
    </form>`;
  };
  return {title: () => t("new.title"), template, close: stop};
}

/** A match with hidden cards starts at the beginning, because its host would know what is hidden. */
const startFields = () => html`<label class="field"><span>${t("new.position")}</span><input name="position" autocomplete="off" /></label>
  <label class="field"><span>${t("new.moves")}</span><input name="moves" autocomplete="off" /></label>`;

/** @param {App} app @param {GameInfo} game @param {typeof OPPONENTS[number]} opponent @param {string} invited */
function opponentFields(app, game, opponent, invited) {
  const input = (/** @type {string} */ name, /** @type {string} */ label, value = "") =>
    html`<label class="field"><span>${label}</span><input name=${name} required .defaultValue=${value} autocomplete="off" /></label>`;
  if (opponent === "level")
    return html`<fieldset class="field"><legend>${t("new.level")}</legend>${levelChoice(app)}<small>${t("new.levelHint")}</small></fieldset>`;
  if (opponent === "invite" || opponent === "bot") return input("name", t("new.name"), invited);
  // Searches that see the whole position cannot play where something is hidden; a level plays every game.
  const engines = game.hidden ? ["level:9", "level:5"] : [game.notation === "gtp" ? "mcts:seconds=1" : "alphabeta:seconds=1", "mcts:seconds=1"];
  if (opponent === "duel")
    return html`<div class="form-grid">${engines.map((usual, place) => input(`engine-${place + 1}`, t("new.engine", {number: place + 1}), usual))}</div>
      <small class="help">${t("new.engineHint")}</small>`;
  return html`<p class="muted">${t(opponent === "together" ? "new.togetherHint" : "new.openHint")}</p>`;
}

/** @param {typeof OPPONENTS[number]} opponent @param {(name: string) => string} text @param {number} level @returns {Create["seats"]} */
function seats(opponent, text, level) {
  switch (opponent) {
    case "level":
      return [{kind: "me"}, {kind: "engine", engine: {algorithm: "level", level}}];
    case "invite":
    case "bot":
      return [{kind: "me"}, {kind: opponent, name: text("name")}];
    case "together":
      return [{kind: "me"}, {kind: "me"}];
    case "duel":
      return [engine(text("engine-1")), engine(text("engine-2"))];
    default:
      return [{kind: "me"}, {kind: "open"}];
  }
}

/** Read an engine such as `alphabeta:seconds=1` or `level:7`. @param {string} typed @returns {Create["seats"][number]} */
function engine(typed) {
  const [algorithm, rest = ""] = typed.toLowerCase().split(":");
  if (algorithm === "level") return {kind: "engine", engine: {algorithm, level: Number(rest)}};
  const limit = Object.fromEntries(rest.split(",").filter(Boolean).map((part) => part.split("=")).map(([name, value]) => [name.trim(), Number(value)]));
  return {kind: "engine", engine: {algorithm, limit}};
}

/** Each game has a place for its fields, so that none has a value of another game. @param {GameInfo} game */
const optionFields = ({options}) => html`<div class="form-grid" @input=${follow(options, "option-")}>${options.map(optionField)}</div>`;

/** @param {OptionInfo} option */
const optionField = (option) =>
  typeof option.default === "boolean"
    ? html`<label class="check"><input type="checkbox" name="option-${option.name}" ?checked=${option.default} />${option.meaning || option.name}</label>`
    : html`<div class="field">
        <label for="option-${option.name}">${option.name}</label>
        <input id="option-${option.name}" name="option-${option.name}" .defaultValue=${String(option.default)} />
        ${option.any ? html`<label class="check"><input type="checkbox" @change=${drawn} />${t("new.random")}</label>` : nothing}
        <small>${option.meaning} (${option.range})</small></div>`;

/** Leave the value of an option to the server, or to the player again. @param {Event} event */
function drawn({target}) {
  const box = /** @type {HTMLInputElement} */ (target);
  const field = /** @type {HTMLInputElement} */ (box.closest(".field")?.querySelector("input"));
  field.value = box.checked ? ANY : field.defaultValue;
  field.readOnly = box.checked;
}

/** Return the options that differ from their defaults. @param {GameInfo | undefined} info @param {(name: string) => string} text */
function optionsOf(info, text) {
  /** @type {{[name: string]: string | number | boolean}} */
  const found = {};
  for (const option of info?.options ?? []) {
    const {name} = option;
    const typed = text(`option-${name}`);
    const usual = defaultOf(option, info?.options ?? [], (other) => text(`option-${other}`));
    const number = Number(typed.replace(",", "."));
    const value = typeof usual === "boolean" ? typed === "on" : typeof usual === "number" && !Number.isNaN(number) ? number : typed;
    if (value !== usual && typed !== "") found[name] = value;
    else if (typeof usual === "boolean" && value !== usual) found[name] = value;
  }
  return found;
}
