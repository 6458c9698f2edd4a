// What a pupil sees before a lesson or a class: its name and the field for the first name, or that there is none.

import {html, nothing} from "lit-html";
import {t} from "../words/index.js";

/** @import {LessonOpened} from "kibitz-protocol" */
/** @import {App} from "../app/context.js" */
/** @import {Refusal} from "../network/link.js" */

/** Return the form by which a pupil joins. @param {App} app @param {LessonOpened} lesson @param {(name: string) => Promise<void>} join */
export function joinCard(app, lesson, join) {
  /** @param {SubmitEvent} event */
  const submit = (event) => {
    event.preventDefault();
    const name = String(new FormData(/** @type {HTMLFormElement} */ (event.target)).get("pupil") ?? "").trim();
    if (name) void join(name);
  };
  const known = app.prefs.values.name || (app.me()?.account ? app.me()?.name : "") || "";
  return html`<form class="message card stack lesson-join" @submit=${submit}>
    <h1>${lesson.name}</h1>
    <p class="muted">${lesson.tasks ? t("lesson.invites", {teacher: lesson.teacher, count: lesson.tasks}) : t("class.invites", {teacher: lesson.teacher})}</p>
    <label class="field"><span>${t("lesson.firstName")}</span><input name="pupil" required maxlength="32" autocomplete="given-name" .defaultValue=${known} /><small>${t("lesson.firstNameHint")}</small></label>
    <button class="button primary">${t("lesson.begin")}</button>
  </form>`;
}

/** Return the page of a code without a lesson. @param {Refusal} refusal */
export const missing = ({message, hint}) => html`<div class="message card stack">
  <h1>${message}</h1>
  ${hint ? html`<p>${hint}</p>` : nothing}
  <p class="cluster"><a class="button primary" href="/lessons">${t("lesson.title")}</a><a class="button" href="/">${t("page.toLobby")}</a></p>
</div>`;
