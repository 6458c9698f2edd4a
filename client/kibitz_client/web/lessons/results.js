// The results of a lesson for its teacher: pupils and tasks in a table, which follows each answer.

import {html, nothing} from "lit-html";
import {icon} from "../app/icons.js";
import {Refusal} from "../network/link.js";
import {t} from "../words/index.js";
import {invite} from "./invite.js";
import {missing} from "./join.js";
import {LessonSubscription} from "./subscription.js";

/** @import {LessonEvent, LessonResults, PupilRow, TaskMark} from "kibitz-protocol" */
/** @import {App, View} from "../app/context.js" */

/** @param {App} app @param {string} code @returns {View} */
export function openResults(app, code) {
  const view = new ResultsView(app, code);
  void view.begin();
  return view;
}

/** Return the rows after one of them has changed. @param {PupilRow[]} rows @param {PupilRow} row */
export const withRow = (rows, row) => [...rows.filter(({pupil}) => pupil !== row.pupil), row].sort((one, other) => one.pupil - other.pupil);

/** @implements {View} */
class ResultsView {
  /** @param {App} app @param {string} code */
  constructor(app, code) {
    this._app = app;
    this._code = code;
    /** @type {LessonResults | null} */
    this._results = null;
    /** @type {Refusal | null} */
    this._missing = null;
    this._subscription = new LessonSubscription(app.link, code, {
      open: () => app.link.command({t: "lesson_results", lesson: code}),
      take: (/** @type {LessonResults} */ results) => {
        this._results = results;
        app.changed();
      },
      event: (event) => this._event(event),
      failed: (error) => {
        if (!(error instanceof Refusal)) return app.refused(error);
        this._missing = error;
        app.changed();
      },
    });
  }

  title() {
    return t("lesson.resultsOf", {name: this._results?.lesson.name ?? ""});
  }

  begin() {
    return this._subscription.open();
  }

  close() {
    this._subscription.close();
  }

  /** @param {LessonEvent} event */
  _event({step, pupil, ended}) {
    const results = this._results;
    if (!results) return;
    if (ended) this._app.go("/lessons", {replace: true});
    if (typeof step === "string") this._results = {...results, step};
    if (pupil) this._results = {...results, pupils: withRow(results.pupils, pupil)};
    this._app.changed();
  }

  /** Lead all pupils to a task, or let each choose. @param {string} step */
  _drive(step) {
    this._app.link.command({t: "drive_lesson", lesson: this._code, step}).catch(this._app.refused);
  }

  template() {
    if (this._missing) return missing(this._missing);
    const results = this._results;
    if (!results) return html`<div class="skeleton" aria-busy="true"></div>`;
    const {lesson, pupils, questions, step} = results;
    const here = pupils.filter((pupil) => pupil.here).length;
    return html`<div class="lesson stack">
      <header class="lesson-head"><h1>${lesson.name}</h1>
        <p class="muted number" role="status">${t("lesson.pupils", {count: pupils.length})}, ${t("lesson.here", {count: here})}</p>
        <p class="cluster"><a class="button" href="/lesson/${this._code}">${icon("play")}${t("lesson.look")}</a><a class="button" href="/lessons">${icon("list")}${t("lesson.all")}</a>
          ${step ? html`<button class="button" @click=${() => this._drive("")}>${icon("close")}${t("lesson.free")}</button>` : nothing}</p>
      </header>
      ${invite(this._app, "lesson", this._code)}
      ${pupils.length ? this._table(results) : html`<p class="card message">${t("lesson.nobody")}</p>`}
      <section class="card stack tight"><h2>${t("lesson.tasks")}</h2><ol class="lesson-questions">${questions.map((question, place) => html`<li>
        <span>${question || t("lesson.exercise")}</span>
        <button class="button small" aria-pressed=${step === String(place + 1)} @click=${() => this._drive(String(place + 1))}>${icon("people")}${t("lesson.toAll")}</button></li>`)}</ol></section>
    </div>`;
  }

  /** @param {LessonResults} results */
  _table({pupils, questions, step}) {
    const right = (/** @type {number} */ place) => pupils.filter(({marks}) => marks[place]?.right).length;
    return html`<div class="card lesson-table" tabindex="0" role="region" aria-label=${t("lesson.results")}><table>
      <thead><tr><th scope="col">${t("lesson.pupil")}</th>
        ${questions.map((question, place) => html`<th scope="col" class=${step === String(place + 1) ? "now" : ""} title=${question}>${place + 1}</th>`)}
        <th scope="col">${t("lesson.sum")}</th></tr></thead>
      <tbody>${pupils.map((pupil) => html`<tr>
        <th scope="row"><span class="dot ${pupil.here ? "here" : ""}" title=${t(pupil.here ? "lesson.isHere" : "lesson.isAway")}></span>${pupil.name}<span class="visually-hidden">, ${t(pupil.here ? "lesson.isHere" : "lesson.isAway")}</span></th>
        ${pupil.marks.map((mark) => markCell(mark))}
        <td class="number"><b>${pupil.marks.filter((mark) => mark.right).length}</b></td></tr>`)}</tbody>
      <tfoot><tr><th scope="row">${t("lesson.solvedBy")}</th>${questions.map((_, place) => html`<td class="number">${right(place)}</td>`)}<td></td></tr></tfoot>
    </table></div>`;
  }
}

/** @param {TaskMark} mark */
function markCell({right, tries}) {
  if (right === null) return html`<td><span aria-hidden="true">·</span><span class="visually-hidden">${t("lesson.open")}</span></td>`;
  const label = `${t(right ? "lesson.markRight" : "lesson.markWrong")}, ${t("lesson.tries", {count: tries})}`;
  return html`<td class=${right ? "good" : "bad"} title=${label}><span aria-hidden="true">${right ? "✓" : "✗"}${tries > 1 ? html` <small class="number">${tries}</small>` : nothing}</span><span class="visually-hidden">${label}</span></td>`;
}
