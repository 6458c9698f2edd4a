// The dialog that lets a reader play on from a position of a recorded match, against an engine.

import {html} from "lit-html";
import {icon} from "../app/icons.js";
import {sideName} from "../match/names.js";
import {branch} from "../match/record.js";
import {t} from "../words/index.js";

/** @import {TemplateResult} from "lit-html" */
/** @import {App} from "../app/context.js" */
/** @import {MatchState} from "../match/state.js" */

/** The choices of forms, which come with the view that has them.
 * @typedef {object} Choices
 * @property {(name: string, value: string | number, checked: boolean, label: unknown) => TemplateResult} chip
 * @property {(app: App) => TemplateResult} levelChoice */

/** Ask for a level and the side, and play on from a position.
 * @param {App} app @param {MatchState} state @param {number} side the proposed one @param {Choices} choices */
export async function branchDialog(app, state, side, {chip, levelChoice}) {
  const submit = (/** @type {SubmitEvent} */ event, /** @type {() => void} */ close) => {
    event.preventDefault();
    const form = new FormData(/** @type {HTMLFormElement} */ (event.target));
    const level = Number(form.get("level"));
    app.prefs.set({level});
    close();
    app.link.command({t: "create", ...branch(state, Number(form.get("side")), level)}).then(({code}) => app.go(`/${code}`), app.refused);
  };
  await app.style("create.css");
  app.dialog(
    (close) => html`<form class="stack" @submit=${(/** @type {SubmitEvent} */ event) => submit(event, close)}>
      <h2>${t("replay.playFrom")}</h2>
      <p class="muted">${t("replay.playFromHint", {ply: state.position.ply})}</p>
      <fieldset class="field"><legend>${t("replay.side")}</legend><div class="segmented">${state.game.seats.map((_, seat) => chip("side", seat, seat === side, sideName(state.game, seat)))}</div></fieldset>
      <fieldset class="field"><legend>${t("new.level")}</legend>${levelChoice(app)}</fieldset>
      <div class="dialog-actions">
        <button type="button" class="button" @click=${close}>${t("dialog.cancel")}</button>
        <button class="button primary">${icon("play")}${t("lobby.play")}</button>
      </div>
    </form>`,
    t("replay.playFrom"),
  );
}
