// The form of a new lesson.

import {html, nothing} from "lit-html";
import {icon} from "../app/icons.js";
import {Refusal} from "../network/link.js";
import {t} from "../words/index.js";
import {KINDS, MOST, lacks, newDraft, readFile, taskOf} from "./draft.js";
import {TaskForm} from "./task_form.js";

/** @import {LessonMade, LessonSource} from "kibitz-protocol" */
/** @import {App, View} from "../app/context.js" */
/** @import {Draft} from "./draft.js" */

/** The name of the draft that the browser keeps until the lesson is made. */
const KEPT = "kibitz.lesson";

/** @implements {View} */
export class MakerView {
  /** @param {App} app */
  constructor(app) {
    this._app = app;
    this._name = "";
    /** @type {TaskForm[]} */
    this._tasks = [];
    this._open = 0;
    /** @type {string[]} */
    this._faults = [];
    this._saving = false;
    this._stop = app.lobby.onchange(app.changed);
    addEventListener("pagehide", this._left);
  }

  title() {
    return t("make.title");
  }

  close() {
    this._left();
    this._stop();
    removeEventListener("pagehide", this._left);
  }

  /** Keep what was written. Without tasks there is nothing, or a lesson that has not come: the draft of before stays. */
  _left = () => void (this._tasks.length && this._keep());

  /** Begin with a lesson that is there, with the draft of before, or anew. @param {string | null} from */
  async begin(from) {
    if (from) {
      try {
        const {text} = /** @type {LessonSource} */ (await this._app.link.command({t: "show_lesson", lesson: from}));
        this._read(text);
      } catch (error) {
        this._app.refused(error);
      }
    } else {
      try {
        this._read(localStorage.getItem(KEPT) ?? "");
      } catch {
        // The browser keeps no draft.
      }
    }
    this._app.changed();
  }

  /** @param {string} text */
  _read(text) {
    const found = readFile(text);
    if (!found) return false;
    this._name = found.name;
    this._tasks = found.drafts.map((draft) => new TaskForm(this._app, draft));
    this._open = 0;
    return true;
  }

  /** Keep the draft, so that a reload loses nothing. */
  _keep() {
    try {
      if (this._tasks.length) localStorage.setItem(KEPT, JSON.stringify({name: this._name, tasks: this._tasks.map(({draft}) => taskOf(draft))}));
      else localStorage.removeItem(KEPT);
    } catch {
      // The draft lasts until the page is closed.
    }
  }

  /** @param {Draft["kind"]} kind */
  _add(kind) {
    const last = this._tasks.findLast(({draft}) => draft.game)?.draft.game;
    const game = last ?? this._app.lobby.game("chess")?.name ?? this._app.lobby.games[0]?.name ?? "";
    this._tasks = [...this._tasks, new TaskForm(this._app, newDraft(kind, game, kind === "move" ? t("make.moveQuestion") : ""))];
    this._open = this._tasks.length - 1;
    this._keep();
    this._app.changed();
    requestAnimationFrame(() => requestAnimationFrame(() => /** @type {HTMLElement | null} */ (document.querySelector(".task-form input"))?.focus()));
  }

  /** @param {number} place @param {number} by */
  _move(place, by) {
    const tasks = [...this._tasks];
    [tasks[place], tasks[place + by]] = [tasks[place + by], tasks[place]];
    this._tasks = tasks;
    this._open = place + by;
    this._app.changed();
  }

  /** @param {number} place */
  _remove(place) {
    this._tasks = this._tasks.filter((_, each) => each !== place);
    this._open = Math.max(0, place - 1);
    this._keep();
    this._app.changed();
  }

  /** @param {Event} event */
  async _file(event) {
    const field = /** @type {HTMLInputElement} */ (event.target);
    const file = field.files?.[0];
    const text = file && file.size < 500_000 ? await file.text() : "";
    field.value = "";
    if (!this._read(text)) this._app.toast({text: t("make.badFile"), kind: "bad"});
    this._app.changed();
  }

  /** @param {SubmitEvent} event */
  async _save(event) {
    event.preventDefault();
    this._faults = [
      ...(this._name.trim() ? [] : [t("make.missingName")]),
      ...(this._tasks.length ? [] : [t("make.missingTasks")]),
      ...this._tasks.flatMap(({draft}, place) => {
        const missing = lacks(draft);
        return missing ? [t(`make.missing${missing}`, {number: place + 1})] : [];
      }),
    ];
    if (this._faults.length || this._saving) return this._app.changed();
    this._saving = true;
    this._app.changed();
    try {
      const tasks = /** @type {any} */ (this._tasks.map(({draft}) => taskOf(draft)));
      const made = /** @type {LessonMade} */ (await this._app.link.command({t: "make_lesson", name: this._name.trim(), tasks}));
      this._tasks = [];
      this._keep();
      this._app.go(`/lesson/${made.lesson.lesson}/results`);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this._faults = [[error.message, error.hint].filter(Boolean).join("; ")];
    } finally {
      this._saving = false;
      this._app.changed();
    }
  }

  template() {
    return html`<form class="lesson lesson-maker stack" novalidate @submit=${(/** @type {SubmitEvent} */ event) => void this._save(event)} @change=${() => this._keep()}>
      <header class="lesson-head"><h1>${t("make.title")}</h1><p class="muted">${t("lesson.intro")}</p></header>
      <div class="card maker-name"><label class="field grow"><span>${t("make.name")}</span><input name="lesson-name" .value=${this._name} maxlength="32" required placeholder=${t("make.namePlaceholder")} @input=${(/** @type {Event} */ event) => (this._name = /** @type {HTMLInputElement} */ (event.target).value)} /></label>
        <label class="button file">${icon("download")}${t("make.file")}<input class="visually-hidden" type="file" accept=".json,application/json" @change=${(/** @type {Event} */ event) => void this._file(event)} /></label></div>
      <ol class="maker-tasks">${this._tasks.map((task, place) => this._task(task, place))}</ol>
      ${this._tasks.length < MOST ? html`<div class="card maker-add" role="group" aria-label=${t("make.add")}><b>${t("make.add")}</b>${KINDS.map((kind) => html`<button type="button" class="button" @click=${() => this._add(kind)}>${icon("plus")}${t(`make.${kind}`)}</button>`)}</div>` : nothing}
      ${this._faults.length ? html`<div class="told bad" role="alert"><b>${t("make.missing")}</b>${this._faults.map((fault) => html`<p>${fault}</p>`)}</div>` : nothing}
      <p class="cluster"><button class="button primary large" ?disabled=${this._saving}>${t("make.save")}</button><a class="button quiet" href="/lessons">${t("lesson.all")}</a></p>
    </form>`;
  }

  /** @param {TaskForm} task @param {number} place */
  _task(task, place) {
    const open = place === this._open;
    const {kind, question} = task.draft;
    const name = `${place + 1}. ${t(`make.${kind}`)}`;
    return html`<li class="card">
      <div class="maker-head"><button type="button" class="button quiet grow" aria-expanded=${open} @click=${() => ((this._open = open ? -1 : place), this._app.changed())}><b>${name}</b><span class="muted">${question}</span></button>
        <button type="button" class="button quiet icon" ?disabled=${!place} aria-label="${t("make.up")}: ${name}" title=${t("make.up")} @click=${() => this._move(place, -1)}><span aria-hidden="true">↑</span></button>
        <button type="button" class="button quiet icon" ?disabled=${place === this._tasks.length - 1} aria-label="${t("make.down")}: ${name}" title=${t("make.down")} @click=${() => this._move(place, 1)}><span aria-hidden="true">↓</span></button>
        <button type="button" class="button quiet icon" aria-label="${t("make.remove")}: ${name}" title=${t("make.remove")} @click=${() => this._remove(place)}>${icon("close")}</button></div>
      ${open ? task.template() : nothing}
    </li>`;
  }
}

