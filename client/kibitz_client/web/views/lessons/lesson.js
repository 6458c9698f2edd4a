// A lesson: for pupils the tasks one by one, for its teacher the results.

import {html, nothing} from "lit-html";
import {icon} from "../../app/icons.js";
import {boardView} from "../../board/board.js";
import {describeBoard} from "../../board/describe.js";
import {roomOf, topSeat} from "../../board/shapes/index.js";
import {landscape} from "../../board/touch/landscape.js";
import {TaskAttempt} from "../../lessons/attempt.js";
import {joinCard, missing} from "../../lessons/join.js";
import {LessonSubscription} from "../../lessons/subscription.js";
import {sideName} from "../../match/names.js";
import {yourTurn} from "../../match/state.js";
import {codeOf} from "../../network/codes.js";
import {Refusal} from "../../network/link.js";
import {SpecialParts} from "../../panels/match/extras/special.js";
import {PlayerMoves, ready as playReady} from "../../panels/match/player_moves.js";
import {Answers} from "../../panels/notices/answers.js";
import {Sure} from "../../panels/notices/sure.js";
import {ready as matchReady} from "../../words/match/index.js";
import {ready} from "../../words/lessons/index.js";
import {t} from "../../words/index.js";

/** @import {LessonOpened, TaskAnswered, TaskMark, TaskShown} from "kibitz-protocol" */
/** @import {App, Route, View} from "../../app/context.js" */
/** @import {LiveMatch} from "../../network/live_match.js" */

/** @typedef {{stage: () => unknown, card: () => unknown, close: () => void}} Exercise */

/** @param {App} app @param {Route} route @returns {Promise<View>} */
export async function open(app, route) {
  const code = codeOf(route.parts[1] ?? "");
  await Promise.all([app.style("large.css"), app.style("match.css"), app.style("lessons.css"), matchReady, playReady, ready, landscape(app.style)]);
  if (route.parts[2] === "results") return (await import("../../lessons/results.js")).openResults(app, code);
  const view = new LessonView(app, code);
  void view.begin(Number(route.query.get("task")) || 1);
  return view;
}

/** @implements {View} */
class LessonView {
  /** @param {App} app @param {string} code */
  constructor(app, code) {
    this._app = app;
    this._code = code;
    /** @type {LessonOpened | null} */
    this._lesson = null;
    /** @type {Refusal | null} */
    this._missing = null;
    this._number = 1;
    /** @type {TaskShown | null} */
    this._task = null;
    /** The answer to the task since it is on the screen. @type {TaskAnswered | null} */
    this._answered = null;
    /** @type {TaskAttempt | null} */
    this._attempt = null;
    /** @type {PlayerMoves | null} */
    this._moves = null;
    /** @type {Exercise | null} */
    this._exercise = null;
    this._answers = new Answers(app);
    this._special = new SpecialParts(app);
    this._sure = new Sure(app);
    /** The task that is asked for last, so that an earlier answer is not shown. */
    this._asked = 0;
    /** Whether an answer is on its way: a second tap is no second try. */
    this._sending = false;
    this._subscription = new LessonSubscription(app.link, code, {
      open: () => app.link.command({t: "open_lesson", lesson: code}),
      take: (/** @type {LessonOpened} */ opened) => this._take(opened),
      event: (event) => this._event(event),
      failed: (error) => {
        if (!(error instanceof Refusal)) return app.refused(error);
        this._missing = error;
        app.changed();
      },
    });
  }

  title() {
    return this._lesson?.name ?? t("lesson.title");
  }

  close() {
    this._subscription.close();
    this._exercise?.close();
    // A late task or answer is not shown, said, or written into the address of another view.
    this._asked++;
    this._task = null;
  }

  /** @param {KeyboardEvent} event */
  key({key}) {
    const lesson = this._lesson;
    if (!lesson || !this._task) return false;
    if (key === "n" || key === "p") void this._show(this._number + (key === "n" ? 1 : -1));
    else if (key === "l") this._app.speak(this._told().filter(Boolean).join(" "));
    else if (key === "b" && this._attempt) this._app.speak(describeBoard(this._attempt.state.board, this._attempt.state.position, 0, this._attempt.state.game.seats));
    else if (this._task.what === "choice" && !this._right() && Number(key) >= 1 && Number(key) <= (this._task.choices?.length ?? 0)) void this._answer([key]);
    else return false;
    return true;
  }

  /** @param {number} number */
  async begin(number) {
    this._number = number;
    await this._subscription.open();
  }

  /** @param {LessonOpened} opened */
  _take(opened) {
    // A class has a page of its own.
    if (!opened.tasks) return this._app.go(`/class/${this._code}`, {replace: true});
    // The teacher may have gone on before the pupil joined, or while its connection was lost.
    const driven = Boolean(opened.step) && opened.step !== this._lesson?.step && !opened.yours;
    const number = driven ? Number(opened.step) : this._number;
    this._lesson = opened;
    this._missing = null;
    if (opened.you || opened.yours) void this._show(number);
    else this._number = number;
    this._app.changed();
  }

  /** @param {import("kibitz-protocol").LessonEvent} event */
  _event({step, ended}) {
    if (typeof step === "string" && this._lesson?.you) this._lesson = {...this._lesson, step};
    if (ended) {
      this._task = null;
      this._missing = new Refusal({code: "unknown_lesson", message: t("lesson.ended"), hint: null, state: null, retry_after_s: null});
    } else if (step && this._lesson?.you && Number(step) !== this._number) {
      this._app.speak(t("lesson.driven", {number: step}));
      void this._show(Number(step));
    }
    this._app.changed();
  }

  /** @param {string} name */
  async _join(name) {
    try {
      await this._app.link.command({t: "join_lesson", lesson: this._code, name});
      await this._subscription.open();
    } catch (error) {
      this._app.refused(error);
    }
  }

  /** Show a task. @param {number} number */
  async _show(number) {
    const count = this._lesson?.tasks ?? 0;
    const wanted = Math.min(count, Math.max(1, number));
    if (this._task && wanted === this._number) return;
    this._number = wanted;
    const asked = ++this._asked;
    try {
      const task = /** @type {TaskShown} */ (await this._app.link.command({t: "show_task", lesson: this._code, task: wanted}));
      if (asked === this._asked) await this._set(task);
    } catch (error) {
      // The task that is on the screen stays, and the other one can be asked for again.
      if (asked === this._asked && this._task) this._number = this._task.task;
      this._app.refused(error);
    }
  }

  /** @param {TaskShown} task */
  async _set(task) {
    this._exercise?.close();
    this._exercise = this._attempt = this._moves = null;
    this._answered = null;
    this._task = task;
    if (task.board && task.state) {
      this._attempt = new TaskAttempt(task, (move) => this._answer([move]));
      this._moves = new PlayerMoves(this._app, /** @type {LiveMatch} */ (/** @type {unknown} */ (this._attempt)), {answers: this._answers, sure: this._sure, special: this._special});
    } else if (task.what === "exercise" && task.exercise && task.leaves) {
      const {openExercise} = await import("../../learn/exercises/book.js");
      const question = {kind: task.exercise, leaves: task.leaves, first: task.first ?? "max", at: task.at ?? ""};
      const exercise = await openExercise(this._app, question, task.question, (answer) => void this._answer(answer));
      if (this._task !== task) return exercise.close();
      this._exercise = exercise;
    }
    history.replaceState(history.state, "", `/lesson/${this._code}?task=${task.task}`);
    this._app.speak(this._told().filter(Boolean).join(" "));
    this._app.changed();
    requestAnimationFrame(() => requestAnimationFrame(() => /** @type {HTMLElement | null} */ (document.querySelector(".lesson .told"))?.focus({preventScroll: true})));
  }

  /** Send an answer, and return what the server says of it; null if it refuses the answer. @param {string[]} answer */
  async _answer(answer) {
    const task = this._task;
    if (!task || this._sending) return null;
    this._sending = true;
    this._app.changed();
    try {
      const answered = /** @type {TaskAnswered} */ (await this._app.link.command({t: "answer_task", lesson: this._code, task: task.task, answer}));
      const you = this._lesson?.you;
      if (you) this._lesson = {.../** @type {LessonOpened} */ (this._lesson), you: {...you, marks: you.marks.map((mark, place) => (place + 1 === task.task ? answered.mark : mark))}};
      if (task === this._task) {
        this._answered = answered;
        this._app.speak(this._told().filter(Boolean).join(" "));
        requestAnimationFrame(() => (this._moves?.reset(), this._app.changed()));
      }
      this._app.changed();
      return answered;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this._app.toast({text: error.message, hint: error.hint, kind: "bad"});
      this._app.changed();
      return null;
    } finally {
      this._sending = false;
    }
  }

  /** Whether the task was answered right, now or before. */
  _right() {
    return this._answered?.right ?? this._task?.mark.right ?? false;
  }

  /** Return the sentences about the task: the question, the verdict, and what explains it. */
  _told() {
    const task = this._task;
    if (!task) return [];
    const answered = this._answered;
    const solution = (answered?.solution ?? task.solution ?? []).join(", ");
    const verdict = answered ? task.what === "choice" ? t(answered.right ? "lesson.rightChoice" : "lesson.wrongChoice") : t(answered.right ? "lesson.right" : "lesson.wrong", {answer: answered.said}) : task.mark.right !== null ? t(task.mark.right ? "lesson.wasRight" : "lesson.wasWrong") : "";
    return [task.question, verdict, answered?.explanation || task.explanation || "", this._right() && solution && !answered ? t("lesson.solution", {solution}) : ""];
  }

  template() {
    const lesson = this._lesson;
    if (this._missing) return missing(this._missing);
    if (!lesson) return html`<div class="skeleton" aria-busy="true"></div>`;
    if (!lesson.you && !lesson.yours) return joinCard(this._app, lesson, (name) => this._join(name));
    const task = this._task;
    const tree = task?.what === "exercise";
    const {board} = this._attempt?.state ?? {};
    const shape = board ? {"data-shape": board.shape} : null;
    return html`<div class="lesson stack tight">
      ${this._head(lesson)}
      ${!task
        ? html`<div class="skeleton" aria-busy="true"></div>`
        : tree
          ? html`<div class="learn exercises lesson-tree">${this._exercise ? html`<div class="learn-main">${this._exercise.stage()}<div class="stack tight">${this._exercise.card()}${this._verdict(task)}${this._steps(lesson)}</div></div>` : nothing}</div>`
          : board && shape && this._attempt
            ? html`<div class="match in-match lesson-board" data-shape=${board.shape} data-ground=${board.shape === "grid" ? board.ground : nothing} .style=${roomOf(board)}>
                <div class="table"><div class="board-frame">${boardView(this._board(this._attempt))}</div></div>
                <div class="controls">${this._question(task)}${this._steps(lesson)}</div>
              </div>`
            : html`<div class="card stack lesson-plain">${this._question(task)}${this._steps(lesson)}</div>`}
    </div>`;
  }

  /** Return the name of the lesson, and its tasks with their marks. @param {LessonOpened} lesson */
  _head(lesson) {
    const marks = lesson.you?.marks ?? [];
    const done = marks.filter(({right}) => right).length;
    return html`<header class="lesson-head">
      <a class="button quiet icon small back" href="/lessons" aria-label=${t("lesson.all")} title=${t("lesson.all")}>${icon("back")}</a>
      <h1>${lesson.name}</h1>
      <p class="muted number">${t("lesson.progress", {number: this._number, count: lesson.tasks})}${lesson.you ? html` · ${t("lesson.done", {count: done})}` : nothing}</p>
      <nav class="lesson-places" aria-label=${t("lesson.tasks")}>${Array.from({length: lesson.tasks}, (_, place) => {
        const mark = marks[place];
        const state = markClass(mark);
        const label = [t("lesson.task", {number: place + 1}), ...(state ? [t(state === "good" ? "lesson.markRight" : "lesson.markWrong")] : [])].join(", ");
        return html`<button class="button ${state}" aria-label=${label} aria-current=${place + 1 === this._number ? "step" : nothing} @click=${() => void this._show(place + 1)}>${place + 1}${state ? html`<span aria-hidden="true">${state === "good" ? "✓" : "✗"}</span>` : nothing}</button>`;
      })}</nav>
      ${lesson.yours ? html`<p class="notice-line">${t("lesson.yours")} <a class="button small" href="/lesson/${this._code}/results">${icon("list")}${t("lesson.results")}</a></p>` : nothing}
    </header>`;
  }

  /** @param {TaskAttempt} attempt */
  _board(attempt) {
    const {state} = attempt;
    const {labels, values: {motion}} = this._app.prefs;
    const playing = yourTurn(state) && !this._right();
    const moves = /** @type {PlayerMoves} */ (this._moves);
    return {
      board: state.board,
      sides: state.game.seats,
      flipped: topSeat(state.board) === state.you,
      labels,
      motion,
      interactive: playing,
      label: t("lesson.board", {game: state.game.title}),
      onPick: playing ? (/** @type {[cell: number, amount?: number, carried?: "lifted" | "dropped"]} */ ...picked) => moves.pick(state, ...picked) : undefined,
      ...moves.onBoard(state, state.position, true, playing),
    };
  }

  /** Return the question with its verdict, and the ways to answer. @param {TaskShown} task */
  _question(task) {
    const attempt = this._attempt;
    const playing = attempt && task.what === "move" && !this._right();
    return html`${this._verdict(task, task.question)}
      ${task.what === "choice" ? html`<div class="lesson-choices" role="group" aria-label=${t("lesson.choices")}>${(task.choices ?? []).map((choice, place) => {
        const state = this._answered?.said === choice || (this._right() && this._solution(task).includes(choice)) ? (this._right() ? "good" : "bad") : "";
        return html`<button class="button ${state}" ?disabled=${this._right()} @click=${() => void this._answer([String(place + 1)])}><span class="number">${place + 1}</span>${choice}</button>`;
      })}</div>` : nothing}
      ${playing && this._moves ? html`${this._answers.at("line", attempt.state)} ${this._special.pause(attempt.state)} ${this._moves.choices(attempt.state, true, yourTurn(attempt.state))} ${this._answers.at("typed", attempt.state)} ${this._moves.typed(attempt.state)}` : nothing}`;
  }

  /** @param {TaskShown} task */
  _solution(task) {
    return this._answered?.solution ?? task.solution ?? [];
  }

  /** Return what is told of the task. @param {TaskShown} task @param {string} [question] */
  _verdict(task, question = "") {
    const [, verdict, explanation, solution] = this._told();
    if (!question && !explanation && !solution) return nothing;
    const state = !verdict ? "" : this._right() ? "good" : "bad";
    const {attempt, what} = {attempt: this._attempt, what: task.what};
    return html`<div class="told ${state}" tabindex="-1">
      ${question ? html`<h2>${question}</h2>` : nothing}
      ${question && what === "move" && attempt && !verdict ? html`<p class="muted">${t("lesson.toMove", {side: sideName(attempt.state.game, attempt.state.you ?? 0)})}</p>` : nothing}
      ${verdict && question ? html`<p><b>${verdict}</b></p>` : nothing}
      ${explanation ? html`<p>${explanation}</p>` : nothing}
      ${solution ? html`<p class="muted">${solution}</p>` : nothing}
    </div>`;
  }

  /** Return the buttons to the tasks before and after. @param {LessonOpened} lesson */
  _steps(lesson) {
    const last = this._number === lesson.tasks;
    const all = lesson.you?.marks.every(({right}) => right) ?? false;
    return html`<div class="lesson-steps">
      <button class="button" ?disabled=${this._number === 1} @click=${() => void this._show(this._number - 1)}>${icon("back")}${t("lesson.before")}</button>
      <button class="button ${this._right() && !last ? "primary" : ""}" ?disabled=${last} @click=${() => void this._show(this._number + 1)}>${t("lesson.next")}${icon("next")}</button>
      ${all ? html`<p class="told good" role="status"><b>${t("lesson.allDone")}</b></p>` : nothing}
    </div>`;
  }
}

/** Return the class of a mark. @param {TaskMark | undefined} mark */
const markClass = (mark) => (!mark || mark.right === null ? "" : mark.right ? "good" : "bad");
