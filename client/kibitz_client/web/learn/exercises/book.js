// The exercises about search trees as a view: a question, its tree, an answer by mouse, finger or keys, and what explains it.

import {html, nothing} from "lit-html";
import {icon} from "../../app/icons.js";
import {landscape} from "../../board/touch/landscape.js";
import {copy, home} from "../../panels/links.js";
import {ready as exerciseReady} from "../../words/exercises/index.js";
import {ready} from "../../words/learn/index.js";
import {t} from "../../words/index.js";
import {refusalCard, sentence, zoomControls} from "../controls.js";
import {placeOf, valueText} from "../nodes.js";
import {Refusal} from "../../network/link.js";
import {inTurn} from "../searches.js";
import {SearchSteps} from "../steps.js";
import {commandOf, nested, readSubject} from "../subject.js";
import {planOf, treeDrawing} from "../tree.js";
import {BOOK, KINDS, Marks, addressOfPlace, addressOfQuestion, markCuts, markOrder, markValue, readQuestion} from "./questions.js";

/** @import {Explained} from "kibitz-protocol" */
/** @import {App, Route, View} from "../../app/context.js" */
/** @import {NodeEntry} from "../nodes.js" */
/** @import {Searched} from "../searches.js" */
/** @import {Plan, Shared} from "../tree.js" */
/** @import {Kind, Question, Tree} from "./questions.js" */

/** What is said of an answer. @typedef {{right: boolean, lines: string[]}} Verdict */
/** The trees of a question: that of minimax, which has all nodes, and that of alpha-beta.
 * @typedef {{minimax: Searched, textbook: Searched, plan: Plan}} Trees */

const KEPT = "kibitz.exercises";
const NAMES = "ABCDEFGHIJ";

/** @param {App} app @param {Route} route @returns {Promise<View>} */
export async function open(app, route) {
  await Promise.all([app.style("learn.css"), app.style("exercises.css"), ready, exerciseReady, landscape(app.style)]);
  const view = new BookView(app);
  view.go(route);
  return view;
}

/** Return a question by itself, as a task of a lesson: its tree, and the card with the answer.
 * @param {App} app @param {Question} question @param {string} ask the question in words; empty for the usual ones
 * @param {(answer: string[]) => void} answered gets each answer */
export async function openExercise(app, question, ask, answered) {
  await Promise.all([app.style("learn.css"), app.style("exercises.css"), ready, exerciseReady]);
  const view = new BookView(app, ask, answered);
  view.begin(question, null);
  return {stage: () => view._stage(), card: () => view._card(), close: () => view.close()};
}

/** Return the text that the browser keeps, or null where it keeps none. */
function kept() {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null;
  }
}

/** @implements {View} */
class BookView {
  /** @type {Question} */
  _question = BOOK.value[0];
  /** Its place in the book; null for a question that the book does not have. @type {number | null} */
  _place = null;
  /** @type {Trees | Refusal | null} */
  _trees = null;
  /** @type {Tree[]} */
  _tree = [];
  /** The branches of the root in the order of the answer. @type {number[]} */
  _order = [];
  /** The keys of the branches that were chosen. @type {Set<string>} */
  _chosen = new Set();
  /** The step that is shown of the search. */
  _now = 0;
  /** @type {Verdict | null} */
  _verdict = null;
  /** @type {Shared} */
  _camera = {at: null, moved: new Set()};
  _marks = new Marks(kept());

  /** @param {App} app @param {string} [ask] @param {(answer: string[]) => void} [answered] */
  constructor(app, ask = "", answered = () => {}) {
    this._app = app;
    this._wording = ask;
    this._answered = answered;
    this._stop = app.lobby.onchange(app.changed);
  }

  title() {
    return t("exercise.title");
  }

  /** @param {Route} route */
  again(route) {
    if (!readQuestion(route.query)) return false;
    this.go(route);
    return true;
  }

  close() {
    this._stop();
  }

  /** @param {KeyboardEvent} event */
  key({key}) {
    if (key !== "n" || this._place === null) return false;
    this._next();
    return true;
  }

  /** Show the question of an address. @param {Route} route */
  go(route) {
    const {question, place} = readQuestion(route.query) ?? {question: BOOK.value[0], place: 0};
    this.begin(question, place);
  }

  /** Show a question. @param {Question} question @param {number | null} place */
  begin(question, place) {
    Object.assign(this, {_question: question, _place: place, _trees: null, _tree: [], _chosen: new Set(), _now: 0, _verdict: null, _camera: {at: null, moved: new Set()}});
    try {
      const tree = JSON.parse(nested(question.leaves));
      if (Array.isArray(tree)) this._tree = tree;
    } catch {
      // The server says what is wrong with values that are no lists.
    }
    this._order = [...this._tree.keys()];
    void this._load();
  }

  /** Get both trees of the answer's order. */
  async _load() {
    const [question, order] = [this._question, this._order];
    const isLate = () => question !== this._question || order !== this._order;
    const leaves = question.kind === "order" ? JSON.stringify(this._order.map((branch) => this._tree[branch])) : question.leaves;
    const subject = {...readSubject(new URLSearchParams()), leaves, first: question.first};
    try {
      const [minimax, textbook] = [await this._ask(subject, "minimax"), await this._ask(subject, "textbook")];
      if (isLate()) return;
      this._trees = {minimax, textbook, plan: planOf(minimax.steps.entries[0], new Set(), null)};
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (isLate()) return;
      this._trees = error;
    }
    this._app.changed();
    // On a phone the focus would open the keyboard over the question.
    if (matchMedia("(pointer: fine)").matches && !document.activeElement?.closest(".exercise-order")) this._focus(".exercise-answer input, .exercise-answer button");
  }

  /** @param {import("../subject.js").Subject} subject @param {"minimax" | "textbook"} algorithm @returns {Promise<Searched>} */
  async _ask(subject, algorithm) {
    const found = await inTurn(() => this._app.link.command(commandOf(subject, algorithm, undefined)));
    if (found instanceof Error) throw found;
    const explained = /** @type {Explained} */ (found);
    return {explained, steps: new SearchSteps(explained, {name: placeOf, value: valueText})};
  }

  // Answers.

  /** @param {Verdict} verdict @param {number} now the step that shows why @param {string[]} answer */
  _judge(verdict, now, answer) {
    this._answered(answer);
    this._verdict = verdict;
    this._now = now;
    const {kind} = this._question;
    if (this._place !== null) {
      this._marks.note(kind, this._place, verdict.right);
      try {
        localStorage.setItem(KEPT, this._marks.text());
      } catch {
        // The answers are counted until the page is closed.
      }
    }
    this._app.speak([t(verdict.right ? "exercise.yes" : "exercise.no"), ...verdict.lines].join(" "));
    this._app.changed();
    this._focus(".exercise-verdict .primary");
  }

  /** Put the focus on something after the next drawing. @param {string} selector */
  _focus(selector) {
    requestAnimationFrame(() => requestAnimationFrame(() => /** @type {HTMLElement | null} */ (document.querySelector(selector))?.focus({preventScroll: true})));
  }

  /** @param {Trees} trees @param {NodeEntry} entry @param {number} answer */
  _checkValue({minimax}, entry, answer) {
    const {node} = entry;
    const mark = markValue(node, answer);
    const said = {values: node.children.map((child) => valueText(child.value ?? 0)).join(", "), value: valueText(node.value ?? 0)};
    const line = !node.children.length ? t("exercise.whyLeaf", said) : t(`exercise.${mark === "opposite" ? "opposite" : "why"}.${node.player === "max" ? "max" : "min"}`, said);
    const {steps} = minimax;
    let now = 0;
    while (now < steps.last && !steps.done(entry, now)) now++;
    this._judge({right: mark === "right", lines: [line]}, now, [String(answer)]);
  }

  /** @param {Trees} trees */
  _checkCuts({textbook}) {
    const {steps} = textbook;
    const {missed, searched} = markCuts(cutsOf(textbook), this._chosen);
    const names = (/** @type {string[]} */ keys) => keys.map(nameOf).join(", ");
    const first = steps.nextCut(-1, 1);
    const lines = [
      ...(missed.length ? [t("exercise.missed", {count: missed.length, names: names(missed)})] : []),
      ...(searched.length ? [t("exercise.searched", {count: searched.length, names: names(searched)})] : []),
      ...(first === null ? [t("exercise.noCut")] : sentence(textbook, {at: first, waits: false})),
    ];
    this._judge({right: !missed.length && !searched.length, lines}, steps.last, this._chosen.size ? [...this._chosen].map(nameOf) : ["-"]);
  }

  /** @param {Trees} trees */
  _checkOrder({textbook}) {
    const {first} = this._question;
    const {count, best, all, example} = markOrder(this._tree, first, this._order);
    const right = count === best;
    const order = example.map((branch) => NAMES[branch]).join(", ");
    this._judge({right, lines: [right ? t("exercise.orderBest", {count, all}) : t("exercise.orderMore", {count, all, best, example: order}), t(`exercise.why.order.${first}`)]}, textbook.steps.last, this._order.map((branch) => String(branch + 1)));
  }

  /** Answer the same question again. */
  _retry() {
    this._verdict = null;
    this._now = 0;
    this._app.changed();
  }

  /** Go to the next question, of the next kind after the last. */
  _next() {
    const {kind} = this._question;
    const place = (this._place ?? -1) + 1;
    const after = KINDS[(KINDS.indexOf(kind) + 1) % KINDS.length];
    this._app.go(place < BOOK[kind].length ? addressOfPlace(kind, place) : addressOfPlace(after, 0));
  }

  /** @param {NodeEntry} entry */
  _pick(entry) {
    if (this._question.kind !== "cut" || this._verdict || !entry.parent) return;
    this._toggle(entry.key);
  }

  /** @param {string} key */
  _toggle(key) {
    this._chosen = new Set(this._chosen);
    if (!this._chosen.delete(key)) this._chosen.add(key);
    this._app.changed();
  }

  /** @param {number} place @param {number} by */
  _move(place, by) {
    const order = [...this._order];
    [order[place], order[place + by]] = [order[place + by], order[place]];
    this._order = order;
    void this._load();
  }

  // What is drawn.

  template() {
    const {kind} = this._question;
    return html`<div class="learn exercises stack">
      <header class="learn-head">
        <h1>${t("exercise.title")}</h1>
        <nav class="segmented" aria-label=${t("exercise.kinds")}>${KINDS.map((each) => html`<a class="button" href=${addressOfPlace(each, 0)} aria-current=${each === kind ? "true" : nothing}>${t(`exercise.kind.${each}`)} ${this._score(each)}</a>`)}
          <a class="button quiet" href="/learn">${icon("learn")}${t("exercise.toLesson")}</a></nav>
      </header>
      ${this._places()}
      <div class="learn-main">${this._stage()}${this._card()}</div>
    </div>`;
  }

  /** @param {Kind} kind */
  _score(kind) {
    const {right, answered, of} = this._marks.count(kind);
    return answered ? html`<span class="badge number">${right}/${of}</span>` : nothing;
  }

  /** Return the questions of this kind with their marks, and how many are right. */
  _places() {
    const {kind} = this._question;
    const {right, of} = this._marks.count(kind);
    return html`<nav class="exercise-places" aria-label=${t("exercise.questions")}>
      ${BOOK[kind].map((_, place) => {
        const mark = this._marks.of(kind, place);
        const label = [t("exercise.question", {number: place + 1}), ...(mark === undefined ? [] : [t(mark ? "exercise.right" : "exercise.wrong")])].join(", ");
        return html`<a class="button ${mark === undefined ? "" : mark ? "good" : "bad"}" href=${addressOfPlace(kind, place)} aria-current=${place === this._place ? "page" : nothing} aria-label=${label}>${place + 1}${mark === undefined ? nothing : sign(mark)}</a>`;
      })}
      <span class="muted number">${t("exercise.score", {right, of})}</span>
      <button class="button quiet small" @click=${() => (this._marks.clear(kind), this._app.go(addressOfPlace(kind, 0)))}>${t("exercise.again")}</button>
    </nav>`;
  }

  _stage() {
    const trees = this._trees;
    if (trees instanceof Refusal) return html`<section class="card stage">${refusalCard(trees, "minimax", readSubject(new URLSearchParams()), {shallower: () => {}, alone: () => {}, again: () => void this._load()})}</section>`;
    if (!trees) return html`<section class="card stage"><div class="pane skeleton" aria-busy="true"></div></section>`;
    return html`<section class="card stage"><figure class="pane">${treeDrawing(this._scene(trees))}</figure>${zoomControls()}</section>`;
  }

  /** Return what is drawn: the whole tree before the answer, and the search after it. @param {Trees} trees
   * @returns {import("../tree.js").Scene} */
  _scene({minimax, textbook, plan}) {
    const {kind} = this._question;
    const searched = this._verdict && kind !== "value" ? textbook : minimax;
    const {entries, steps} = /** @type {{entries: NodeEntry[], steps: import("../steps.js").Step[]}} */ (searched.steps);
    const known = new Set(entries.map(({key}) => key));
    // Leaf values are seen from the start.
    const leaves = new Map(minimax.steps.entries.filter(({children}) => !children.length).map(({key, node}) => [key, node.value]));
    const asked = kind === "value" ? this._asked(minimax) : undefined;
    return {
      plan,
      entries,
      ghosts: minimax.steps.entries.filter(({key}) => !known.has(key)),
      steps: searched.steps,
      now: this._now,
      current: asked ?? entries[steps[this._now].at],
      waits: false,
      picked: asked ?? null,
      folded: NONE,
      typed: ({key}) => leaves.get(key) ?? null,
      chosen: this._chosen,
      board: null,
      camera: this._camera,
      motion: this._app.prefs.values.motion,
      label: t("learn.drawing", {count: entries.length}),
      pick: (entry) => this._pick(entry),
      fold: () => {},
    };
  }

  /** Return the node that the question asks for. @param {Searched} searched */
  _asked(searched) {
    const {at} = this._question;
    return searched.steps.entries.find((entry) => (entry.path.join(".") || "") === at);
  }

  _card() {
    const trees = this._trees;
    const {kind, at} = this._question;
    const ask = kind === "value" ? (at ? t("exercise.ask.value", {node: at}) : t("exercise.ask.root")) : t(`exercise.ask.${kind}`);
    return html`<aside class="stack"><section class="card exercise-card">
      <header class="spread"><h2>${this._wording || ask}</h2>
        <button class="button icon small quiet" aria-label=${t("exercise.copy")} title=${t("exercise.copy")} @click=${() => void copy(this._app, home + addressOfQuestion(this._question))}>${icon("copy")}</button></header>
      ${kind === "value" ? html`<p class="muted">${t("exercise.valueHint")}</p>` : nothing}
      ${!trees || trees instanceof Refusal ? nothing : this._verdict ? this._said(this._verdict) : this._answer(trees)}
    </section></aside>`;
  }

  /** Return how the question is answered. @param {Trees} trees */
  _answer(trees) {
    const {kind} = this._question;
    if (kind === "value") return this._valueForm(trees);
    const check = (/** @type {() => void} */ run) => html`<button class="button primary" @click=${run}>${t("exercise.check")}</button>`;
    if (kind === "cut")
      return html`<div class="exercise-answer">
        <ul class="exercise-branches" aria-label=${t("exercise.branches")}>
          ${trees.minimax.steps.entries.filter(({parent}) => parent).map(({key, node, path}) => html`<li class="depth${path.length - 1}"><label class="check">
            <input type="checkbox" .checked=${this._chosen.has(key)} @change=${() => this._toggle(key)} /><span class="number">${nameOf(key)}</span>
            ${node.children.length ? nothing : html`<span class="muted number">${t("exercise.leaf", {value: valueText(node.value ?? 0)})}</span>`}</label></li>`)}
        </ul>
        ${this._chosen.size ? check(() => this._checkCuts(trees)) : html`<button class="button" @click=${() => this._checkCuts(trees)}>${t("exercise.none")}</button>`}
      </div>`;
    const last = this._order.length - 1;
    return html`<div class="exercise-answer"><ol class="exercise-order">${this._order.map((branch, place) => {
      const name = NAMES[branch];
      return html`<li><b>${name}</b><span class="number">${valuesOf(this._tree[branch])}</span>
        <button class="button icon" ?disabled=${!place} aria-label=${t("exercise.earlier", {branch: name})} @click=${() => this._move(place, -1)}>${icon("back")}</button>
        <button class="button icon" ?disabled=${place === last} aria-label=${t("exercise.later", {branch: name})} @click=${() => this._move(place, 1)}>${icon("next")}</button></li>`;
    })}</ol>${check(() => this._checkOrder(trees))}</div>`;
  }

  /** @param {Trees} trees */
  _valueForm(trees) {
    const asked = this._asked(trees.minimax);
    if (!asked) return html`<p class="error">${t("exercise.broken")}</p>`;
    const submit = (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      const field = /** @type {HTMLInputElement} */ (/** @type {HTMLFormElement} */ (event.target).elements.namedItem("answer"));
      if (!Number.isNaN(field.valueAsNumber)) this._checkValue(trees, asked, field.valueAsNumber);
    };
    return html`<form class="exercise-answer cluster" @submit=${submit}>
      <label class="visually-hidden" for="exercise-value">${t("exercise.answer")}</label>
      <input id="exercise-value" name="answer" type="number" step="any" inputmode="text" required autocomplete="off" placeholder=${t("exercise.answer")} />
      <button class="button primary">${t("exercise.check")}</button>
    </form>`;
  }

  /** @param {Verdict} verdict */
  _said({right, lines}) {
    const {answered, of, right: rights} = this._marks.count(this._question.kind);
    return html`<div class="exercise-verdict ${right ? "good" : "bad"}">
      <p><b>${sign(right)}${t(right ? "exercise.yes" : "exercise.no")}</b></p>
      ${lines.map((line) => html`<p>${line}</p>`)}
      ${this._place !== null && answered === of ? html`<p><b>${t("exercise.done", {right: rights, count: of})}</b></p>` : nothing}
      <p class="cluster">${this._place === null ? nothing : html`<button class="button primary" @click=${() => this._next()}>${t("exercise.next")}${icon("next")}</button>`}
        ${right ? nothing : html`<button class="button ${this._place === null ? "primary" : ""}" @click=${() => this._retry()}>${icon("again")}${t("exercise.retry")}</button>`}</p>
      ${this._place === null ? nothing : html`<small class="muted exercise-keys">${t("exercise.keys")}</small>`}
    </div>`;
  }
}

/** @type {Set<string>} */
const NONE = new Set();

/** Return the sign of a right or a wrong answer. @param {boolean} right */
const sign = (right) => (right ? html`<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2.5" aria-hidden="true"><path d="M5 12l5 6 9-12" /></svg>` : icon("close"));

/** Return the keys of the branches that a search left out. @param {Searched} textbook */
const cutsOf = ({steps}) => steps.entries.filter(({node}) => node.pruned).map(({key}) => key);

/** Return the name of a branch, counted from 1: `0.1.0` is 2.1. @param {string} key */
const nameOf = (key) => key.split(".").slice(1).map((branch) => Number(branch) + 1).join(".");

/** Return the leaves of a branch as text. @param {Tree} tree @returns {string} */
const valuesOf = (tree) => (typeof tree === "number" ? valueText(tree) : tree.map((child) => (typeof child === "number" ? valuesOf(child) : `(${valuesOf(child)})`)).join(" "));
