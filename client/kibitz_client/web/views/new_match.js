// The form of a new match: game, opponent, clock, and what else its creator may decide.

import {html, nothing} from "lit-html";
import {clockName, parseClock} from "../app/format.js";
import {gameIcon} from "../app/game_icons.js";
import {icon} from "../app/icons.js";
import {grouped, recentGames} from "../app/forms/game_groups.js";
import {optionFields, optionsOf} from "../app/forms/option_fields.js";
import {create} from "../app/forms/begin.js";
import {clocksFor, presetWith, presetsOf} from "../app/forms/presets.js";
import {chip, firstChoice, levelChoice} from "../app/forms/terms.js";
import {contains, optionsOfName, searchText} from "../match/game_names.js";
import {splitMoves} from "../match/line.js";
import {goalOf} from "../panels/match/extras/goal.js";
import {ready as createReady} from "../words/create/index.js";
import {ready as goalsReady} from "../words/goals/index.js";
import {number, t} from "../words/index.js";
import {ready as optionsReady} from "../words/options/index.js";
import {ready} from "../words/pace/index.js";
import {ready as saidReady} from "../words/said/index.js";

/** @import {Create, GameInfo} from "kibitz-protocol" */
/** @import {Options} from "../app/forms/option_fields.js" */
/** @import {Preset} from "../app/forms/presets.js" */
/** @import {App, Route, View} from "../app/context.js" */

/** Who plays, as the form offers it. @typedef {typeof OPPONENTS[number]} Opponent */

const OPPONENT_ICONS = {level: "cpu", open: "share", invite: "user", bot: "bolt", together: "people", duel: "watch"};
const OPPONENTS = /** @type {const} */ (["level", "open", "invite", "bot", "together", "duel"]);
/** With these the host has no side to choose. @type {readonly Opponent[]} */
const WITHOUT_SIDES = ["duel", "together"];
/** With these another person plays. @type {readonly Opponent[]} */
const PEOPLE = ["open", "invite"];
const VISIBILITIES = /** @type {const} */ (["public", "unlisted", "private"]);

/** @param {string} typed */
const clockLabel = (typed) => {
  const clock = parseClock(typed);
  return clock ? clockName(clock) : t("new.noClock");
};

/** Shortest seconds of a move of two engines, as the form offers them. */
const PACES = [0, 0.5, 1, 2, 5, 10];

/** @param {App} app @param {Route} route @returns {Promise<View>} */
export async function open(app, route) {
  await Promise.all([ready, createReady, goalsReady, saidReady, optionsReady, app.style("create.css")]);
  return new NewMatchView(app, route);
}

class NewMatchView {
  /** @param {App} app @param {Route} route */
  constructor(app, route) {
    this._app = app;
    /** The chosen game. */
    this._game = route.query.get("game") ?? app.prefs.values.game;
    /** The name by which it was asked for. It may stand for options too. */
    this._asked = this._game;
    /** The form of the game that was chosen; null while none was. @type {Preset | null} */
    this._preset = null;
    /** Whether a name was asked for that stands for options, which are then in sight. */
    this._typed = false;
    /** What is typed to find a game. */
    this._filter = "";
    /** @type {Opponent} */
    this._opponent = /** @type {any} */ (route.query.get("opponent") ?? "open");
    /** The name of a player whom the address invites. */
    this._invited = route.query.get("name") ?? "";
    /** Why the form was not sent. */
    this._problem = "";
    this._stop = app.lobby.onchange(app.changed);
  }

  title() {
    return t("new.title");
  }

  template() {
    const app = this._app;
    const info = app.lobby.game(this._game) ?? app.lobby.games[0];
    if (!info) return html`<div class="skeleton" aria-busy="true"></div>`;
    if (this._game !== info.name) {
      // The address may have another name, such as that of a variant.
      this._asked = this._game;
      this._game = info.name;
    }
    const given = {...(this._preset ?? presetsOf(info)[0])?.options, ...optionsOfName(this._asked, info)};
    // One player with all seats would see what is hidden.
    if (info.hidden && this._opponent === "together") this._opponent = "open";
    return html`<form class="form stack" @submit=${(/** @type {SubmitEvent} */ event) => this._submit(event)}>
      <h1>${t("new.title")}</h1>
      ${this._games(info, given)} ${this._presets(info, given)} ${this._opponents(info)} ${opponentFields(app, info, this._opponent, this._invited)} ${clockFields(info.name)}
      ${this._problem ? html`<p class="error" role="alert">${this._problem}</p>` : nothing}
      ${WITHOUT_SIDES.includes(this._opponent) ? nothing : firstChoice(info)}
      ${WITHOUT_SIDES.includes(this._opponent) ? nothing : ratedField(Boolean(app.me()?.account))}
      ${moreFields(app.lobby.games, info, given, PEOPLE.includes(this._opponent), this._typed)}
      <div class="cluster"><button class="button primary">${icon("play")}${t("new.create")}</button><a class="button quiet" href="/">${t("dialog.cancel")}</a></div>
    </form>`;
  }

  close() {
    this._stop();
  }

  /** Create the match, unless the time control cannot be read. @param {SubmitEvent} event */
  _submit(event) {
    event.preventDefault();
    const {_app: app, _game: game, _opponent: opponent} = this;
    const form = new FormData(/** @type {HTMLFormElement} */ (event.target));
    const text = textsOf(form);
    const typed = text("clock") === OTHER ? text("clock-text") : text("clock");
    const clock = parseClock(typed);
    this._problem = typed && !clock ? t("new.badClock") : "";
    if (this._problem) return app.changed();
    app.prefs.set({game, level: Number(form.get("level") ?? app.prefs.values.level)});
    void create(app, {
      game,
      seats: seats(opponent, text, Number(form.get("level"))),
      options: optionsOf(app.lobby.game(game), text),
      first: WITHOUT_SIDES.includes(opponent) ? "first" : /** @type {Create["first"]} */ (text("first") || "first"),
      clock,
      ...termsOf(form),
      ...(form.has("pace") ? {engine_pace_s: Number(form.get("pace"))} : {}),
    });
  }

  /** Choose a game, or a variant by its name. @param {string} name @param {string} [asked] */
  _chooseGame(name, asked = name) {
    [this._game, this._asked, this._preset] = [name, asked, null];
    this._app.changed();
  }

  /** Show the games that fit, and choose one that is meant. @param {string} typed */
  _search(typed) {
    const {lobby} = this._app;
    this._filter = typed;
    const fits = lobby.games.filter((game) => contains(searchText(game), typed));
    const found = lobby.game(typed) ?? (fits.length === 1 ? fits[0] : null);
    if (found) {
      [this._game, this._asked, this._preset] = [found.name, typed, null];
      this._typed = Object.keys(optionsOfName(typed, found)).length > 0;
    }
    this._app.changed();
  }

  /** @param {Opponent} kind */
  _chooseOpponent(kind) {
    this._opponent = kind;
    this._app.changed();
  }

  /** @param {GameInfo} info @param {Options} given the options that are chosen */
  _games(info, given) {
    return html`<fieldset class="field">
      <legend>${t("new.game")}</legend>
      <input type="search" aria-label=${t("new.find")} placeholder=${t("new.find")} @input=${(/** @type {InputEvent} */ {target}) => this._search(/** @type {HTMLInputElement} */ (target).value)} @keydown=${keepForm} />
      <div class="game-groups">${grouped(this._app.lobby.games.filter((game) => contains(searchText(game), this._filter)), recentGames(this._app)).map(
        ([group, games]) => html`<div class="game-group"><span class="muted">${t(`group.${group}`)}</span><div class="games">
          ${games.map(({name, title, asked}) => html`<label class="game">
            <input type="radio" name="game" value=${asked} .checked=${this._isChosen(name, asked)} @change=${() => this._chooseGame(name, asked)} />${gameIcon(name)}<span>${title}</span>
          </label>`)}
        </div></div>`,
      )}</div>
      <small>${goalOf({game: info, options: {...Object.fromEntries(info.options.map((option) => [option.name, option.default])), ...given}, you: 0, position: {to_move: 0}})}</small>
    </fieldset>`;
  }

  /** Return whether a tile is that of the chosen game or variant. @param {string} name @param {string} asked */
  _isChosen(name, asked) {
    if (name !== this._game) return false;
    const info = this._app.lobby.game(name);
    const variant = Boolean(info && Object.keys(optionsOfName(this._asked, info)).length);
    return (asked !== name) === variant;
  }

  /** Return the usual sizes and forms of a game. @param {GameInfo} info @param {Options} given the options that are chosen */
  _presets(info, given) {
    const presets = presetsOf(info);
    if (!presets.length) return nothing;
    const at = presetWith(presets, given);
    return html`<fieldset class="field"><legend>${t(presets[0].size ? "create.form" : "create.kind")}</legend>
      <div class="segmented presets">${presets.map((preset, place) => html`<label class="chip">
        <input type="radio" name="preset" value=${place} .checked=${place === at} @change=${() => this._choosePreset(preset)} /><span>${presetText(preset)}</span></label>`)}</div>
    </fieldset>`;
  }

  /** @param {Preset} preset */
  _choosePreset(preset) {
    this._preset = preset;
    this._app.changed();
  }

  /** @param {GameInfo} info */
  _opponents(info) {
    return html`<fieldset class="field">
      <legend>${t("new.opponent")}</legend>
      <div class="opponents">
        ${OPPONENTS.filter((kind) => !info.hidden || kind !== "together").map(
          (kind) => html`<button type="button" class="button" aria-pressed=${kind === this._opponent} @click=${() => this._chooseOpponent(kind)}>${icon(OPPONENT_ICONS[kind])}${t(`new.opponent.${kind}`)}</button>`,
        )}
      </div>
    </fieldset>`;
  }
}

/** Let the Enter key of a search send no form. @param {KeyboardEvent} event */
const keepForm = (event) => void (event.key === "Enter" && event.preventDefault());

/** Return what reads a text field without blanks around it; one that is missing is empty. @param {FormData} form */
const textsOf = (form) => (/** @type {string} */ name) => String(form.get(name) ?? "").trim();

/** Return the terms of a match that are under "more" in the form. @param {FormData} form */
function termsOf(form) {
  const text = textsOf(form);
  const delay = Number(text("delay") || 0);
  return {
    rated: form.has("rated"),
    visibility: /** @type {Create["visibility"]} */ (text("visibility") || "public"),
    watchable: form.has("watchable"),
    chat: form.has("chat"),
    help: form.has("help"),
    series: Math.max(1, Number(text("series") || 1)),
    ...(delay ? {delay: {moves: delay, seconds: 0}} : {}),
    ...(text("position") ? {position: text("position")} : {}),
    ...(text("moves") ? {moves: splitMoves(text("moves"))} : {}),
  };
}

/** Return the name of a form of a game. @param {Preset} preset */
function presetText({size, connect, text, match, lastLoses}) {
  if (text) return t(`create.${text}`);
  if (match) return t("create.match", {count: match});
  if (size) return connect ? t("create.connect", {size, count: connect}) : size;
  return t(lastLoses ? "create.lastLoses" : "create.lastWins");
}

/** The choice of a clock that is typed. */
const OTHER = "other";

/** Return the time controls for a game, and the field for any other one. @param {string} game */
const clockFields = (game) => html`<fieldset class="field clocks">
  <legend>${t("new.clock")}</legend>
  <div class="segmented">
    ${clocksFor(game).map((clock) => chip("clock", clock, !clock, clockLabel(clock)))}
    ${chip("clock", OTHER, false, t("create.otherClock"))}
    <input name="clock-text" class="clock-text" autocomplete="off" aria-label=${t("new.clockText")} placeholder="20+10, 5d3, 3days" />
  </div>
  <small class="clock-help">${t("new.clockHint")}</small>
</fieldset>`;

/** Return the choice to play for a rating, where that is possible, and what it takes. @param {boolean} possible */
const ratedField = (possible) => (possible ? html`<label class="check"><input type="checkbox" name="rated" />${t("new.rated")}</label>` : html`<p class="muted">${t("create.accounts")}</p>`);

/** Return what few hosts change: the options of the game and further terms. @param {GameInfo[]} games @param {GameInfo} info
 * @param {Options} given the options that are chosen @param {boolean} people whether another person plays
 * @param {boolean} open whether they are in sight */
const moreFields = (games, info, given, people, open) => html`<details class="card" ?open=${open}>
  <summary>${t("new.more")}</summary>
  <div class="stack">
    ${games.map((each) => (each.name === info.name && info.options.length ? optionFields(info, given) : nothing))}
    <div class="form-grid">
      <label class="field"><span>${t("new.visibility")}</span>
        <select name="visibility">${VISIBILITIES.map((name) => html`<option value=${name}>${t(`new.${name}`)}</option>`)}</select></label>
      <label class="field"><span>${t("new.series")}</span><input name="series" type="number" min="1" max="100" value="1" /></label>
      <label class="field"><span>${t("new.delay")}</span><input name="delay" type="number" min="0" max="50" value="0" /></label>
      ${info.hidden ? nothing : startFields()}
    </div>
    <div class="cluster">
      <label class="check"><input type="checkbox" name="watchable" checked />${t("new.watchable")}</label>
      <label class="check"><input type="checkbox" name="chat" checked />${t("new.chat")}</label>
      ${people && !info.hidden ? html`<label class="check"><input type="checkbox" name="help" />${t("new.help")}</label>` : nothing}
    </div>
  </div>
</details>`;

/** A match with hidden cards starts at the beginning, because its host would know what is hidden. */
const startFields = () => html`<label class="field"><span>${t("new.position")}</span><input name="position" autocomplete="off" /></label>
  <label class="field"><span>${t("new.moves")}</span><input name="moves" autocomplete="off" /></label>`;

/** @param {App} app @param {GameInfo} game @param {Opponent} opponent @param {string} invited */
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
      <small class="help">${t("new.engineHint")}</small>
      <label class="field"><span>${t("pace.title")}</span>
        <select name="pace">${PACES.map((pace) => html`<option value=${pace} ?selected=${pace === 1}>${pace ? t("pace.seconds", {seconds: number(pace)}) : t("pace.none")}</option>`)}</select></label>`;
  return html`<p class="muted">${t(opponent === "together" ? "new.togetherHint" : "new.openHint")}</p>`;
}

/** @param {Opponent} opponent @param {(name: string) => string} text @param {number} level @returns {Create["seats"]} */
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
