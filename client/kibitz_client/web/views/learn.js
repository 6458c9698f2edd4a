// Search trees to learn from: a student steps through minimax and alpha-beta, of leaf values, a game or a match.

import {html, nothing} from "lit-html";
import {landscape} from "../board/touch/landscape.js";
import {NAMES, SPEEDS, comparison, depthControl, legend, nodeCard, progress, refusalCard, sentence, stepControls, treeHead, zoomControls} from "../learn/controls.js";
import {moveOf, placeOf} from "../learn/nodes.js";
import {outlineCard, scrollOutline} from "../learn/outline.js";
import {Searches} from "../learn/searches.js";
import {DEEPEST, addressOf, readSubject} from "../learn/subject.js";
import {subjectForms} from "../learn/subject_form.js";
import {drawingSeen, planOf, treeDrawing} from "../learn/tree.js";
import {Refusal} from "../network/link.js";
import {copy, home} from "../panels/links.js";
import {t} from "../words/index.js";
import {ready} from "../words/learn/index.js";
import {ready as optionsReady} from "../words/options/index.js";

/** @import {Explained} from "kibitz-protocol" */
/** @import {App, Route, View} from "../app/context.js" */
/** @import {NodeEntry} from "../learn/nodes.js" */
/** @import {Algorithm, Searched} from "../learn/searches.js" */
/** @import {Subject} from "../learn/subject.js" */
/** @import {Form} from "../learn/subject_form.js" */
/** @import {Plan, Scene, Shared} from "../learn/tree.js" */

/** Browsers allow only some changes of the address in a time. */
const ADDRESS_PAUSE = 400;

/** @type {{[key: string]: (view: LearnView) => void}} */
const KEYS = {
  ArrowRight: (view) => view._go(view._now + 1),
  ArrowLeft: (view) => view._go(view._now - 1),
  n: (view) => view._go(view._now + 1),
  p: (view) => view._present(),
  Escape: (view) => void (view._presented && view._present()),
  Home: (view) => view._go(0),
  End: (view) => view._go(view._last),
  "]": (view) => view._goToCut(1),
  "[": (view) => view._goToCut(-1),
  "+": () => drawingSeen()?.zoom(1.4),
  "=": () => drawingSeen()?.zoom(1.4),
  "-": () => drawingSeen()?.zoom(1 / 1.4),
  0: () => drawingSeen()?.fit(),
  m: (view) => view._choose(view._subject.show === "minimax" ? "alphabeta" : "minimax"),
};

/** @param {App} app @param {Route} route @returns {Promise<View>} */
export async function open(app, route) {
  if (route.query.has("exercise")) return (await import("../learn/exercises/book.js")).open(app, route);
  return openTree(app, route);
}

/** Return the view of a tree. In a class, `noted` gets each address in place of the browser.
 * @param {App} app @param {Route} route @param {((address: string) => void) | null} [noted] */
export async function openTree(app, route, noted = null) {
  const view = new LearnView(app, subjectOf(route), noted);
  await Promise.all([app.style("learn.css"), ready, optionsReady, landscape(app.style)]);
  view.start();
  return view;
}

class LearnView {
  /** @param {App} app @param {Subject} subject @param {((address: string) => void) | null} noted */
  constructor(app, subject, noted) {
    this._app = app;
    this._noted = noted;
    this._searches = new Searches(app, subject);
    /** The step that is shown, of the leading search. */
    this._now = 0;
    /** The timer of the next step; 0 if the steps do not play. */
    this._playing = 0;
    /** Seconds for one step. */
    this._speed = SPEEDS[1];
    /** The timer of the next change of the address. */
    this._address = 0;
    /** @type {string | null} the key of the node that is looked at in place of the current one */
    this._picked = null;
    /** @type {Set<string>} the keys of folded nodes; changed as a whole */
    this._folded = new Set();
    /** @type {Shared} */
    this._camera = {at: null, moved: new Set()};
    /** @type {{of: unknown, folded: Set<string>, plan: Plan} | null} */
    this._planned = null;
    /** @type {Form} */
    this._form = {kind: null, game: ""};
    /** @type {Algorithm} the tree that a phone shows of both */
    this._front = "textbook";
    /** Whether the tree and its steps are shown alone, to a class. */
    this._presented = false;
    // The browser itself leaves the whole screen by Escape.
    this._left = () => void (this._presented && !document.fullscreenElement && this._present());
    document.addEventListener("fullscreenchange", this._left);
    this._stop = app.lobby.onchange(app.changed);
  }

  get _subject() {
    return this._searches.subject;
  }

  /** The last step. */
  get _last() {
    return this._searches.leading?.steps.last ?? 0;
  }

  title() {
    return t("learn.title");
  }

  /** Get the trees of the first subject. */
  start() {
    this._open(this._subject);
  }

  /** @param {KeyboardEvent} event */
  key({key}) {
    if (!Object.hasOwn(KEYS, key)) return false;
    KEYS[key](this);
    return true;
  }

  /** @param {Route} route */
  again(route) {
    if (route.query.has("exercise")) return false;
    this._form = {kind: null, game: ""};
    this._open(subjectOf(route), {replace: true});
    return true;
  }

  /** Show the tree and the step of a teacher. @param {Route} route */
  async drive(route) {
    const next = subjectOf(route);
    if (!this._searches.leading || addressOf({...next, step: 0}) !== addressOf({...this._subject, step: 0})) await this._load(next, {replace: true});
    if (this._now !== next.step) this._go(next.step);
  }

  close() {
    this._stop();
    this._searches.stop();
    this._pause();
    clearTimeout(this._address);
    document.removeEventListener("fullscreenchange", this._left);
    if (this._presented && document.fullscreenElement) void document.exitFullscreen();
  }

  /** Show a subject, or why it could not be asked for. @param {Subject} next @param {{replace?: boolean}} [options] */
  _open(next, options) {
    void this._load(next, options).catch(this._app.refused);
  }

  /** @param {Subject} next @param {{replace?: boolean}} [options] */
  async _load(next, {replace = false} = {}) {
    const searches = this._searches;
    this._pause();
    const before = searches.leading?.steps.steps.slice(0, this._now + 1).map(({key}) => key) ?? [];
    const other = searches.take(next);
    if (other) this._reset();
    this._app.changed();
    if (!(await searches.run())) return;
    this._picked = null;
    // The other algorithm goes on where this one was, or at the last step before that both have.
    const steps = searches.leading?.steps;
    this._now = Math.min(other || !steps ? this._subject.step : steps.resumed(before), this._last);
    this._note(replace);
    this._app.changed();
  }

  /** Forget what belongs to the trees before. */
  _reset() {
    this._now = 0;
    this._folded = new Set();
    this._camera = {at: null, moved: new Set()};
  }

  /** Write the state into the address, but not with every step of a quick series. */
  _note(atOnce = false) {
    clearTimeout(this._address);
    const write = () => {
      this._address = 0;
      this._searches.subject = {...this._subject, step: this._now};
      // The address never contains a private match's key.
      if (this._noted) this._noted(addressOf(this._subject));
      else history.replaceState(history.state, "", addressOf(this._subject));
    };
    if (atOnce || this._noted) write();
    else this._address = window.setTimeout(write, ADDRESS_PAUSE);
  }

  /** @param {number} step */
  _show(step) {
    const {leading, shown} = this._searches;
    if (!leading) return;
    this._now = Math.max(0, Math.min(leading.steps.last, step));
    this._picked = null;
    this._note();
    const texts = shown.map((pane) => sentence(pane, this._stepOf(pane)).join(" "));
    this._app.speak([...new Set(texts)].join(". "));
    this._app.changed();
    requestAnimationFrame(scrollOutline);
  }

  /** Show a step that the student chose. @param {number} step */
  _go(step) {
    this._pause();
    this._show(step);
  }

  /** @param {number} by */
  _goToCut(by) {
    const cut = this._searches.nextCut(this._now, by);
    if (cut !== null) this._go(cut);
    else this._app.speak(t("learn.noCut"));
  }

  _pause() {
    clearTimeout(this._playing);
    this._playing = 0;
  }

  /** Play the steps, or stop. */
  _play() {
    if (this._playing) this._pause();
    else {
      const last = this._last;
      if (this._now === last) this._show(0);
      const next = () => {
        this._show(this._now + 1);
        this._playing = this._now < last ? window.setTimeout(next, 1000 * this._speed) : 0;
      };
      this._playing = window.setTimeout(next, 1000 * Math.min(this._speed, 0.5));
    }
    this._app.changed();
  }

  /** @param {NodeEntry} entry */
  _fold(entry) {
    this._folded = new Set(this._folded);
    if (!this._folded.delete(entry.key)) this._folded.add(entry.key);
    this._app.changed();
  }

  /** Fold all nodes below the root, or unfold all. */
  _foldAll() {
    const entries = this._searches.leading?.steps.entries ?? [];
    const inner = entries.filter(({children, parent}) => children.length && parent);
    this._folded = new Set(this._folded.size ? [] : inner.map(({key}) => key));
    this._app.changed();
  }

  /** @param {NodeEntry} entry */
  _pick(entry) {
    this._picked = entry.key;
    this._app.changed();
  }

  /** @param {number} by */
  _deepen(by) {
    const depth = Math.max(0, Math.min(DEEPEST, (this._subject.depth ?? 0) + by));
    this._app.go(addressOf({...this._subject, depth, step: 0}), {replace: true});
  }

  /** Show one algorithm or both. @param {Subject["show"]} show */
  _choose(show) {
    this._open({...this._subject, show});
  }

  /** Show the tree and its steps alone on the whole screen, or everything again. */
  _present() {
    this._presented = !this._presented;
    // A browser that refuses the whole screen still shows the tree alone.
    if (this._presented) void document.documentElement.requestFullscreen?.().catch(() => {});
    else if (document.fullscreenElement) void document.exitFullscreen();
    this._app.speak(t(this._presented ? "learn.presented" : "learn.presentedNoMore"));
    this._app.changed();
  }

  /** @param {Searched} pane */
  _stepOf(pane) {
    return this._searches.stepOf(pane, this._now);
  }

  template() {
    return html`<div class="learn stack ${this._presented ? "presented" : ""}">
      ${treeHead({...this._subject, step: this._now}, {choose: (show) => this._choose(show), present: () => this._present(), taught: !this._noted})}
      ${subjectForms(this._app, this._subject, this._form, (change) => ((this._form = {...this._form, ...change}), this._app.changed()))}
      <div class="learn-main">${this._stage()}${this._aside()}</div>
    </div>`;
  }

  /** Return the trees with their controls. */
  _stage() {
    const {leading, loading, wanted} = this._searches;
    // What no algorithm can search is refused once.
    const all = wanted.every((algorithm) => this._searches.result(algorithm) instanceof Refusal);
    const shown = all ? wanted.slice(-1) : wanted;
    return html`<section class="card stage ${loading ? "loading" : ""}" aria-busy=${loading}>
      <div class="panes of${shown.length}">${shown.map((algorithm) => this._result(algorithm))}</div>
      ${leading
        ? html`${this._subject.kind === "leaves" ? nothing : depthControl(this._subject.depth ?? 0, (by) => this._deepen(by))}${zoomControls()}
            ${this._controls(leading)}`
        : nothing}
    </section>`;
  }

  /** @param {Algorithm} algorithm */
  _result(algorithm) {
    const result = this._searches.result(algorithm);
    if (result instanceof Refusal) return this._refusal(result, algorithm);
    return result ? this._pane(result) : html`<div class="pane skeleton" aria-busy="true"></div>`;
  }

  /** Return a tree with its sentences. @param {Searched} pane */
  _pane(pane) {
    const {steps, explained} = pane;
    const step = this._stepOf(pane);
    const {at, waits} = step;
    const [what, why] = sentence(pane, step);
    const algorithm = /** @type {Algorithm} */ (explained.algorithm);
    const behind = this._subject.show === "both" && algorithm !== this._front;
    // A sentence that begins with a move keeps its letters.
    const begins = steps.steps[at].from || !at || waits ? "begins" : "";
    return html`<figure class="pane ${behind ? "behind" : ""}">
      <figcaption><h2>${t(NAMES[algorithm])}</h2>${behind ? html`<button class="button small to-front" @click=${() => ((this._front = algorithm), this._app.changed())}>${t("learn.toFront")}</button>` : nothing}${progress(explained, steps.entered(at), at === steps.last)}</figcaption>
      ${treeDrawing(this._scene(pane))}
      <div class="say ${waits ? "waits" : steps.steps[at].cut ? "cut" : ""}"><p class=${begins}>${what}</p>${why ? html`<p class="because">${why}</p>` : nothing}</div>
    </figure>`;
  }

  /** Return what is drawn of a tree. @param {Searched} pane @returns {Scene} */
  _scene(pane) {
    const {steps, explained} = pane;
    const {entries} = steps;
    const {at, waits} = this._stepOf(pane);
    return {
      plan: this._plan(explained),
      entries,
      // What alpha-beta never searches is drawn as in the other tree, without values.
      ghosts: this._searches.ghosts(pane),
      steps,
      now: at,
      current: entries[steps.steps[at].at],
      waits,
      picked: entries.find(({key}) => key === this._picked) ?? null,
      folded: this._folded,
      typed: (entry) => this._searches.typed(entry),
      board: explained.board,
      camera: this._camera,
      motion: this._app.prefs.values.motion,
      label: t("learn.drawing", {count: entries.length}),
      pick: (entry) => this._pick(entry),
      fold: (entry) => this._fold(entry),
    };
  }

  /** Return the places of the nodes, which all trees side by side have. @param {Explained} explained */
  _plan({board}) {
    const {leading} = this._searches;
    const folded = this._folded;
    if (this._planned?.of !== leading || this._planned?.folded !== folded) {
      const root = /** @type {Searched} */ (leading).steps.entries[0];
      this._planned = {of: leading, folded, plan: planOf(root, folded, board)};
    }
    return /** @type {{plan: Plan}} */ (this._planned).plan;
  }

  /** Return why there is no tree, with ways out. @param {Refusal} refusal @param {Algorithm} algorithm */
  _refusal(refusal, algorithm) {
    return refusalCard(refusal, algorithm, this._subject, {
      shallower: () => void this._load({...this._subject, depth: null}),
      alone: () => this._choose("alphabeta"),
      again: () => void this._load(this._subject),
    });
  }

  /** Return the controls of the steps. @param {Searched} leading */
  _controls(leading) {
    return stepControls({
      now: this._now,
      last: leading.steps.last,
      playing: this._playing > 0,
      speed: this._speed,
      cuts: this._subject.show !== "minimax",
      nextCut: this._searches.nextCut(this._now, 1),
      go: (step) => this._go(step),
      play: () => this._play(),
      setSpeed: (seconds) => (this._speed = seconds),
    });
  }

  /** Return what is beside the trees. It is about the last one. */
  _aside() {
    const pane = this._searches.shown.at(-1);
    if (!pane) return nothing;
    const {steps, explained} = pane;
    const {at} = this._stepOf(pane);
    const current = steps.entries[steps.steps[at].at];
    const picked = steps.entries.find(({key}) => key === this._picked) ?? null;
    const seen = picked ?? current;
    return html`<aside class="stack">
      ${comparison(explained, at === steps.last, () => void copy(this._app, home + addressOf({...this._subject, step: this._now})))}
      ${nodeCard(seen, steps, at, explained, explained.board ? moveOf(seen) : placeOf(seen))}
      ${outlineCard({
        steps,
        now: at,
        current,
        picked,
        folded: () => this._folded,
        pick: (entry) => this._pick(entry),
        fold: (entry) => this._fold(entry),
        foldAll: () => this._foldAll(),
      })}
      ${legend()}
    </aside>`;
  }
}

/** Return what an address asks for. @param {Route} route */
const subjectOf = ({query, hash}) => readSubject(query, hash.get("key"));
