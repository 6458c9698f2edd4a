// The dialog that makes a study of a match, of a file, or of the first position of a game.

import {html} from "lit-html";
import {t} from "../words/index.js";
import {ready} from "../words/studies/index.js";

/** @import {CreateStudy} from "kibitz-protocol" */
/** @import {App} from "../app/context.js" */
/** @import {MatchState} from "../match/state.js" */

/** Return what a study of a recorded match is of. @param {MatchState} end @param {string | null} key @param {boolean} file
 * @returns {CreateStudy["of"]} */
export const subjectOf = ({match, game, options, start, opening, moves}, key, file) =>
  file
    ? {kind: "game", game: game.name, options, position: start ?? null, moves: [...opening, ...moves.map(({move}) => move)]}
    : {kind: "match", match, ...(key ? {key} : {})};

/** Ask for a name, and make a study. @param {App} app @param {CreateStudy["of"]} of @param {string} name the proposed one */
export async function saveAsStudy(app, of, name) {
  await ready;
  const submit = (/** @type {SubmitEvent} */ event, /** @type {() => void} */ close) => {
    event.preventDefault();
    const title = String(new FormData(/** @type {HTMLFormElement} */ (event.target)).get("title") ?? "").trim();
    if (!title) return;
    close();
    app.link.command({t: "create_study", title, of}).then(({study}) => app.go(`/study/${study}`), app.refused);
  };
  app.dialog(
    (close) => html`<form class="stack" @submit=${(/** @type {SubmitEvent} */ event) => submit(event, close)}>
      <h2>${t("study.make")}</h2>
      <p class="muted">${t("study.makeHint")}</p>
      <label class="field"><span>${t("study.name")}</span><input name="title" required maxlength="120" autocomplete="off" .value=${name} /></label>
      <div class="dialog-actions">
        <button type="button" class="button" @click=${close}>${t("dialog.cancel")}</button>
        <button class="button primary">${t("study.make")}</button>
      </div>
    </form>`,
    t("study.make"),
  );
}
