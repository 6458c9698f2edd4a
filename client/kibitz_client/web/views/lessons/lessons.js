// The lessons and classes of a teacher, the field for a pupil's code, and the forms of a new lesson or class.

import {html, nothing} from "lit-html";
import {icon} from "../../app/icons.js";
import {typedCode} from "../../network/codes.js";
import {saveFile} from "../../network/files.js";
import {Sure} from "../../panels/notices/sure.js";
import {ready} from "../../words/lessons/index.js";
import {t} from "../../words/index.js";

/** @import {LessonMade, LessonRow, Lessons, LessonSource} from "kibitz-protocol" */
/** @import {App, Route, View} from "../../app/context.js" */

/** @param {App} app @param {Route} route @returns {Promise<View>} */
export async function open(app, {parts, query}) {
  await Promise.all([app.style("lessons.css"), ready]);
  if (parts[1] !== "new") {
    const view = new LessonsView(app);
    void view.begin();
    return view;
  }
  const step = query.get("class");
  if (step !== null) return newClass(app, step);
  const [{MakerView}] = await Promise.all([import("../../lessons/maker.js"), import("../../words/match/index.js").then(({ready}) => ready), import("../../words/play/index.js").then(({ready}) => ready), app.style("large.css"), app.style("match.css")]);
  const view = new MakerView(app);
  void view.begin(query.get("from"));
  return view;
}

/** Return the form of a new class. @param {App} app @param {string} step the address of the first tree @returns {View} */
function newClass(app, step) {
  /** @param {SubmitEvent} event */
  const submit = async (event) => {
    event.preventDefault();
    const name = String(new FormData(/** @type {HTMLFormElement} */ (event.target)).get("class") ?? "").trim();
    try {
      const made = /** @type {LessonMade} */ (await app.link.command({t: "make_lesson", name, step: step || "/learn"}));
      app.go(`/class/${made.lesson.lesson}`, {replace: true});
    } catch (error) {
      app.refused(error);
    }
  };
  return {
    title: () => t("make.class"),
    template: () => html`<form class="message card stack lesson-join" @submit=${submit}>
      <h1>${t("make.class")}</h1><p class="muted">${t("make.classHint")}</p>
      <label class="field"><span>${t("make.name")}</span><input name="class" required maxlength="32" autocomplete="off" placeholder=${t("make.classPlaceholder")} /></label>
      <p class="cluster"><button class="button primary">${t("make.beginClass")}</button><a class="button quiet" href="/lessons">${t("lesson.all")}</a></p>
    </form>`,
  };
}

/** @implements {View} */
class LessonsView {
  /** @param {App} app */
  constructor(app) {
    this._app = app;
    /** @type {LessonRow[] | null} */
    this._lessons = null;
    this._noCode = false;
    this._sure = new Sure(app);
  }

  title() {
    return t("lesson.title");
  }

  async begin() {
    try {
      this._lessons = /** @type {Lessons} */ (await this._app.link.command({t: "list_lessons"})).lessons;
    } catch (error) {
      this._app.refused(error);
      this._lessons ??= [];
    }
    this._app.changed();
  }

  /** @param {SubmitEvent} event */
  _join(event) {
    event.preventDefault();
    const code = typedCode(String(new FormData(/** @type {HTMLFormElement} */ (event.target)).get("code") ?? ""));
    this._noCode = !code;
    if (code) this._app.go(`/lesson/${code}`);
    else this._app.changed();
  }

  /** @param {LessonRow} lesson */
  async _delete({lesson}) {
    await this._app.link.command({t: "delete_lesson", lesson}).catch(this._app.refused);
    await this.begin();
  }

  /** @param {LessonRow} lesson */
  async _download({lesson, name}) {
    try {
      const {text} = /** @type {LessonSource} */ (await this._app.link.command({t: "show_lesson", lesson}));
      saveFile(`${name.replace(/[^\p{L}\p{N}]+/gu, "-") || "lesson"}.json`, new Blob([JSON.stringify(JSON.parse(text), null, 2)], {type: "application/json"}));
    } catch (error) {
      this._app.refused(error);
    }
  }

  template() {
    const lessons = this._lessons;
    return html`<div class="lesson stack">
      <header class="lesson-head"><h1>${t("lesson.title")}</h1><p class="muted">${t("lesson.intro")}</p></header>
      <form class="card lesson-code" @submit=${(/** @type {SubmitEvent} */ event) => this._join(event)}>
        <label class="field grow"><span>${t("lesson.code")}</span><input name="code" maxlength="200" autocomplete="off" autocapitalize="characters" spellcheck="false" />${this._noCode ? html`<small class="error" role="alert">${t("lesson.noCode")}</small>` : nothing}</label>
        <button class="button primary">${t("lesson.join")}</button>
      </form>
      <section class="stack tight"><h2>${t("lesson.own")}</h2>
        <p class="cluster"><a class="button primary" href="/lessons/new">${icon("plus")}${t("lesson.new")}</a><a class="button" href="/lessons/new?class=">${icon("people")}${t("lesson.newClass")}</a></p>
        ${lessons === null ? html`<div class="skeleton" aria-busy="true"></div>` : lessons.length ? html`<ul class="lesson-list">${lessons.map((lesson) => this._row(lesson))}</ul>` : html`<p class="muted">${t("lesson.none")}</p>`}
      </section>
    </div>`;
  }

  /** @param {LessonRow} lesson */
  _row(lesson) {
    const {lesson: code, name, tasks, pupils} = lesson;
    return html`<li class="card">
      <div><a class="lesson-name" href=${tasks ? `/lesson/${code}/results` : `/class/${code}`}>${name}</a>
        <p class="muted number">${tasks ? t("lesson.count", {count: tasks}) : t("lesson.kindClass")} · ${t("lesson.pupils", {count: pupils})} · ${code}</p></div>
      <div class="cluster">
        ${tasks
          ? html`<a class="button" href="/lesson/${code}/results">${icon("list")}${t("lesson.results")}</a>
            <a class="button" href="/lessons/new?from=${code}">${icon("copy")}${t("lesson.draft")}</a>
            <button class="button" @click=${() => void this._download(lesson)}>${icon("download")}${t("lesson.download")}</button>`
          : html`<a class="button" href="/class/${code}">${icon("play")}${t("lesson.openClass")}</a>`}
        <button class="button ${this._sure.armed(code) ? "danger" : "quiet"}" @click=${() => this._sure.tap(code, t("lesson.deleteSure"), () => void this._delete(lesson))}>${icon("close")}${t(this._sure.armed(code) ? "lesson.deleteSure" : "lesson.delete")}</button>
      </div></li>`;
  }
}
