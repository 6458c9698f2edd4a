// The question about the level of the engine, before a match begins from a position of a replay.

import {html} from "lit-html";
import {icon} from "../app/icons.js";
import {branch} from "../match/record.js";
import {t} from "../words/index.js";

/** @import {App} from "../app/context.js" */
/** @import {MatchState} from "../match/state.js" */

/** Ask for a level and the side, and play on from a position. @param {App} app @param {MatchState} state @param {number} side the proposed side */
export function playFrom(app, state, side) {
  /** @param {SubmitEvent} event @param {() => void} close */
  const submit = (event, close) => {
    event.preventDefault();
    const form = new FormData(/** @type {HTMLFormElement} */ (event.target));
    const level = Number(form.get("level"));
    app.prefs.set({level});
    close();
    app.link.command({t: "create", ...branch(state, Number(form.get("side")), level)}).then(({code}) => app.go(`/${code}`), app.refused);
  };
  app.dialog(
    (close) => html`<form class="stack" @submit=${(/** @type {SubmitEvent} */ event) => submit(event, close)}>
      <h2>${t("replay.playFrom")}</h2>
      <p class="muted">${t("replay.playFromHint", {ply: state.position.ply})}</p>
      <fieldset class="field">
        <legend>${t("replay.side")}</legend>
        <div class="segmented">
          ${state.game.seats.map((name, seat) => html`<label class="check"><input type="radio" name="side" value=${seat} ?checked=${seat === side} />${name}</label>`)}
        </div>
      </fieldset>
      <fieldset class="field">
        <legend>${t("new.level")}</legend>
        <div class="levels">
          ${Array.from({length: 10}, (_, place) => place + 1).map(
            (level) => html`<label class="level"><input type="radio" name="level" value=${level} ?checked=${level === app.prefs.values.level} /><span>${level}</span></label>`,
          )}
        </div>
        <small>${t("new.levelHint")}</small>
      </fieldset>
      <div class="dialog-actions">
        <button type="button" class="button" @click=${close}>${t("dialog.cancel")}</button>
        <button class="button primary">${icon("play")}${t("lobby.play")}</button>
      </div>
    </form>`,
    t("replay.playFrom"),
  );
}
