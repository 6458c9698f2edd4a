// Sharing of a study: its link, files of it, whether the server lists it, a copy, and its end.

import {html, nothing} from "lit-html";
import {confirmed} from "../app/dialogs.js";
import {icon} from "../app/icons.js";
import {saveFile} from "../network/files.js";
import {copyField, home} from "../panels/links.js";
import {t} from "../words/index.js";
import {columnsOf} from "./tree.js";

/** @import {StudyShown} from "kibitz-protocol" */
/** @import {App} from "../app/context.js" */
/** @import {Saving} from "./saving.js" */
/** @import {StudyNode} from "./tree.js" */

/** Show the ways to share a study. @param {App} app @param {{shown: StudyShown, saving: Saving, explorer: {root: StudyNode}}} opened */
export function shareStudy(app, {shown, saving, explorer: {root}}) {
  const {study, game} = shown;
  const file = async (/** @type {"pgn" | "sgf" | "record"} */ form) => {
    await saving.flush();
    const {name, content} = await app.link.command({t: "export_study", study, form});
    saveFile(name, new Blob([content], {type: "text/plain"}));
  };
  const button = (/** @type {string} */ label, /** @type {"pgn" | "sgf" | "record"} */ form) => html`<button type="button" class="button" @click=${() => void file(form).catch(app.refused)}>${icon("download")}${label}</button>`;
  const remove = () => confirmed(app, t("study.deleteAsk"), t("study.delete"), () => {
    saving.hold(true);
    app.link.command({t: "delete_study", study}).then(() => {
      app.toast({text: t("study.deleted")});
      app.go("/studies", {replace: true});
    }, (error) => {
      saving.hold(false);
      app.refused(error);
    });
  });
  app.dialog(
    (close) => html`<div class="stack">
      <h2>${t("study.shareHint")}</h2>
      ${copyField(app, t("study.link"), `${home}/study/${study}`)}
      <div class="field"><span>${t("study.files")}</span>
        <div class="cluster">${button("PGN", "pgn")} ${game.name === "go" ? button("SGF", "sgf") : nothing} ${button("JSON", "record")}</div></div>
      ${shown.yours ? html`<label class="check"><input type="checkbox" .checked=${saving.listed} @change=${(/** @type {Event} */ {target}) => ((saving.listed = /** @type {HTMLInputElement} */ (target).checked), saving.note())} />${t("study.listIt")}</label>` : nothing}
      <div class="dialog-actions">
        ${shown.yours ? html`<button type="button" class="button danger" @click=${() => (close(), remove())}>${t("study.delete")}</button>` : nothing}
        <button type="button" class="button" @click=${() => (close(), void copyStudy(app, shown, root, saving.title))}>${t("study.copy")}</button>
        <button type="button" class="button primary" @click=${close}>${t("dialog.close")}</button>
      </div>
    </div>`,
    t("study.shareHint"),
  );
}

/** Make a study of the reader with the same content, and show it. @param {App} app @param {StudyShown} shown @param {StudyNode} root @param {string} title */
export async function copyStudy(app, shown, root, title) {
  try {
    const {game, options, start} = shown;
    const {study, version} = await app.link.command({t: "create_study", title, of: {kind: "game", game: game.name, options, position: start, moves: []}});
    await app.link.command({t: "save_study", study, version, title, tree: columnsOf(root)});
    app.go(`/study/${study}`);
  } catch (error) {
    app.refused(error);
  }
}
