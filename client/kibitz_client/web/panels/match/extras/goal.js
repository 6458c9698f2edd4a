// What a game is about, in one line at the first moves, and its rules a tap away.

import {html} from "lit-html";
import {icon} from "../../../app/icons.js";
import {ready} from "../../../words/goals/index.js";
import {has, t} from "../../../words/index.js";

/** @import {App} from "../../../app/context.js" */
/** @import {MatchState} from "../../../match/state.js" */

/** Load the words and the stylesheet. @param {App} app */
export const prepare = (app) => Promise.all([ready, app.style("drawings.css")]);

/** Return the line. @param {App} app @param {MatchState} state */
export const goalLine = (app, state) => html`<p class="goal">
  <span>${goalOf(state)}</span>
  <button class="button small" @click=${() => void rulesDialog(app, state).catch(app.refused)}>${icon("help")}${t("goal.rules")}</button>
</p>`;

/** Return what a player has to do, to the side where the sides differ, in a variant as it is.
 * @param {{game: Pick<MatchState["game"], "name" | "summary">, options: MatchState["options"], you: number | null, position: {to_move: number | null}}} state */
export function goalOf({game, options, you, position}) {
  const special = game.name === "nim" && options["misere"] === false ? "goal.nim.normal" : `goal.${game.name}.${you ?? position.to_move ?? 0}`;
  const key = has(special) ? special : `goal.${game.name}`;
  const count = Number(options["connect"] ?? 0);
  return has(key) ? t(/** @type {"goal.chess"} */ (key), {count}) : game.summary;
}

/** Show the rules. @param {App} app @param {Pick<MatchState, "game">} state */
export async function rulesDialog(app, {game}) {
  // The rules in the language of the reader come with them.
  await (await import("../../../words/guides/index.js")).ready.catch(() => {});
  const info = app.lobby.game(game.name) ?? game;
  app.dialog(
    (close) => html`<h2>${game.title}</h2>
      <div class="prose">
        <p>${info.summary}</p>
        ${info.guide.split("\n").filter(Boolean).map((line) => html`<p>${line}</p>`)}
        <p class="muted">${info.move_help}</p>
      </div>
      <div class="dialog-actions"><button class="button primary" autofocus @click=${close}>${t("dialog.close")}</button></div>`,
    game.title,
  );
}
