// The dialogs of the first page: a match against an engine, and the search for any opponent.

import {html} from "lit-html";
import {CLOCKS, firstChoice, levelChoice} from "../../app/forms/terms.js";
import {icon} from "../../app/icons.js";
import {t} from "../../words/index.js";

/** @import {TemplateResult} from "lit-html" */
/** @import {Create} from "kibitz-protocol" */
/** @import {App} from "../../app/context.js" */

/** What the view has and lends, so that it stays in one file with it.
 * @typedef {{create: typeof import("../../app/forms/begin.js").create, proposed: typeof import("../../app/forms/options.js").PROPOSED,
 *   parseClock: typeof import("../../app/format.js").parseClock, clockName: typeof import("../../app/format.js").clockName}} Lent */

/** Return a choice of games. @param {App} app @param {(game: string) => void} chosen */
const gameChoice = (app, chosen) => html`<label class="field">
  <span>${t("new.game")}</span>
  <select name="game" @change=${(/** @type {Event} */ {target}) => chosen(/** @type {HTMLSelectElement} */ (target).value)}>
    ${app.lobby.games.map(({name, title}) => html`<option value=${name} ?selected=${name === app.prefs.values.game}>${title}</option>`)}
  </select>
</label>`;

/** Ask in a dialog what to play.
 * @param {App} app @param {string} title @param {(redraw: () => void) => TemplateResult} fields
 * @param {TemplateResult} yes what the button says @param {(form: FormData) => void} run */
function ask(app, title, fields, yes, run) {
  /** @param {() => void} close @param {() => void} redraw */
  const content = (close, redraw) => html`<form
    class="stack"
    @submit=${(/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      close();
      run(new FormData(/** @type {HTMLFormElement} */ (event.target)));
    }}
  >
    <h2>${title}</h2>
    ${fields(redraw)}
    <div class="dialog-actions">
      <button type="button" class="button" @click=${close}>${t("dialog.cancel")}</button>
      <button class="button primary">${yes}</button>
    </div>
  </form>`;
  app.style("create.css").then(() => app.dialog(content, title), app.refused);
}

/** Ask for a game and a level, and play. @param {App} app @param {Lent} lent */
export function playEngine(app, {create, proposed}) {
  let chosen = app.prefs.values.game;
  /** @param {() => void} redraw */
  const fields = (redraw) => html`${gameChoice(app, (game) => ((chosen = game), redraw()))}
    <fieldset class="field">
      <legend>${t("new.level")}</legend>
      ${levelChoice(app)}
      <small>${t("new.levelHint")}</small>
    </fieldset>
    ${firstChoice(app.lobby.game(chosen))}`;
  ask(app, t("lobby.playEngine"), fields, html`${icon("play")}${t("lobby.play")}`, (form) => {
    const [game, level] = [String(form.get("game")), Number(form.get("level"))];
    app.prefs.set({level});
    const first = /** @type {NonNullable<Create["first"]>} */ (form.get("first") ?? "first");
    void create(app, {game, options: proposed[game] ?? {}, seats: [{kind: "me"}, {kind: "engine", engine: {algorithm: "level", level}}], first});
  });
}

/** Ask for a game and a clock, and look for an opponent. @param {App} app @param {Lent} lent */
export function playAnyone(app, {parseClock, clockName}) {
  let chosen = "";
  const clockText = (/** @type {string} */ text) => {
    const clock = parseClock(text);
    return clock ? clockName(clock) : t("new.noClock");
  };
  // A search for any game has the clock and the rating of the search that it meets.
  const terms = () => html`<label class="field">
      <span>${t("new.clock")}</span>
      <select name="clock">
        ${CLOCKS.map((clock) => html`<option value=${clock} ?selected=${clock === "5+3"}>${clockText(clock)}</option>`)}
      </select>
    </label>
    ${app.me()?.account ? html`<label class="check"><input type="checkbox" name="rated" />${t("new.rated")}</label>` : ""}`;
  /** @param {() => void} redraw */
  const fields = (redraw) => html`<label class="field">
      <span>${t("new.game")}</span>
      <select name="game" @change=${(/** @type {Event} */ {target}) => ((chosen = /** @type {HTMLSelectElement} */ (target).value), redraw())}>
        <option value="">${t("lobby.anyGame")}</option>
        ${app.lobby.games.map(({name, title}) => html`<option value=${name}>${title}</option>`)}
      </select>
    </label>
    ${chosen ? terms() : ""}
    <p class="muted">${t("lobby.seekHint")}</p>`;
  ask(app, t("lobby.playAnyone"), fields, html`${icon("people")}${t("lobby.seek")}`, (form) => {
    const game = String(form.get("game"));
    const wanted = game ? {game, clock: parseClock(String(form.get("clock"))), rated: form.has("rated")} : {};
    app.lobby.seek(wanted).catch(app.refused);
  });
}
