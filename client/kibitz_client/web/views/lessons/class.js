// A class: the tree of `/learn`, whose step the teacher sets for all pupils that follow.

import {html, nothing} from "lit-html";
import {routeOf} from "../../app/router.js";
import {icon} from "../../app/icons.js";
import {invite} from "../../lessons/invite.js";
import {joinCard, missing} from "../../lessons/join.js";
import {withRow} from "../../lessons/results.js";
import {LessonSubscription} from "../../lessons/subscription.js";
import {codeOf} from "../../network/codes.js";
import {Refusal} from "../../network/link.js";
import {ready} from "../../words/lessons/index.js";
import {t} from "../../words/index.js";
import {openTree} from "../learn.js";

/** @import {LessonEvent, LessonOpened, LessonResults, PupilRow} from "kibitz-protocol" */
/** @import {App, Route, View} from "../../app/context.js" */

/** @typedef {LessonOpened & {pupils?: PupilRow[]}} OpenedClass */

/** @param {App} app @param {Route} route @returns {Promise<View>} */
export async function open(app, route) {
  await Promise.all([app.style("lessons.css"), app.style("learn.css"), ready]);
  const view = new ClassView(app, codeOf(route.parts[1] ?? ""));
  void view.begin();
  return view;
}

/** @implements {View} */
class ClassView {
  /** @param {App} app @param {string} code */
  constructor(app, code) {
    this._app = app;
    this._code = code;
    /** @type {OpenedClass | null} */
    this._class = null;
    /** @type {PupilRow[]} */
    this._pupils = [];
    /** @type {Refusal | null} */
    this._missing = null;
    /** @type {Awaited<ReturnType<typeof openTree>> | null} */
    this._tree = null;
    this._following = true;
    /** The address of the teacher's step. */
    this._step = "";
    /** Whether the tree takes a step of the teacher, so that it is none of the pupil. */
    this._driving = 0;
    /** The newest step that the tree takes. @type {Promise<void>} */
    this._taken = Promise.resolve();
    /** The step that the server is being told, and the one after it. @type {string | null} */
    this._sending = null;
    /** @type {string | null} */
    this._unsent = null;
    this._inviting = true;
    this._closed = false;
    /** Addresses of trees stay in the class. @type {App} */
    this._inner = Object.create(app, {go: {value: (/** @type {string} */ path, /** @type {{replace?: boolean}} */ options) => this._go(path, options)}});
    this._subscription = new LessonSubscription(app.link, code, {
      open: () => this._open(),
      take: (/** @type {OpenedClass} */ opened) => void this._take(opened).catch(app.refused),
      event: (event) => this._event(event),
      failed: (error) => {
        if (!(error instanceof Refusal)) return app.refused(error);
        this._missing = error;
        app.changed();
      },
    });
  }

  title() {
    return this._class?.name ?? t("class.title");
  }

  begin() {
    return this._subscription.open();
  }

  close() {
    this._closed = true;
    this._subscription.close();
    this._tree?.close();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    return this._tree?.key(event) ?? false;
  }

  /** @returns {Promise<OpenedClass>} */
  async _open() {
    const link = this._app.link;
    const opened = /** @type {LessonOpened} */ (await link.command({t: "open_lesson", lesson: this._code, following: this._following}));
    if (!opened.yours) return opened;
    const results = /** @type {LessonResults} */ (await link.command({t: "lesson_results", lesson: this._code}));
    return {...opened, pupils: results.pupils, step: results.step, seq: results.seq};
  }

  /** @param {OpenedClass} opened */
  async _take(opened) {
    // A lesson has a page of its own.
    if (opened.tasks) return this._app.go(`/lesson/${this._code}`, {replace: true});
    this._class = opened;
    this._missing = null;
    this._pupils = opened.pupils ?? [];
    this._app.changed();
    if (!opened.you && !opened.yours) return;
    const step = opened.step || "/learn";
    if (this._tree) {
      if (!opened.yours) this._drive(step);
      return;
    }
    this._step = step;
    const tree = await openTree(this._inner, this._routeOf(step), (address) => this._noted(address));
    // The class may have been left, or opened again after a lost connection.
    if (this._closed || this._tree) return tree.close();
    this._tree = tree;
    this._app.changed();
  }

  /** @param {LessonEvent} event */
  _event({step, pupil, ended}) {
    if (ended) this._missing = new Refusal({code: "unknown_lesson", message: t("class.ended"), hint: null, state: null, retry_after_s: null});
    if (pupil) this._pupils = withRow(this._pupils, pupil);
    if (step && !(this._class?.yours && this._sending !== null)) this._drive(step);
    this._app.changed();
  }

  /** Show a step of the teacher, if the pupil follows. @param {string} step */
  _drive(step) {
    this._step = step;
    if (!this._following) return;
    this._taken = this._taken.then(async () => {
      // A newer step has come meanwhile.
      if (step !== this._step || !this._tree || !this._following) return;
      this._driving++;
      try {
        await this._tree.drive(this._routeOf(step));
      } catch (error) {
        this._app.refused(error);
      } finally {
        this._driving--;
      }
    });
  }

  /** Take an address that the tree has reached: for the teacher the step of all. @param {string} address */
  _noted(address) {
    if (this._driving || address === this._step) return;
    if (this._class?.yours) {
      this._step = address;
      // The tree needs the room once the class has begun.
      if (this._pupils.length) this._inviting = false;
      void this._send(address);
    } else if (this._following && this._tree) void this._follow(false);
  }

  /** Tell the server a step. Of those that come meanwhile it gets the last. @param {string} step */
  async _send(step) {
    if (this._sending !== null) return void (this._unsent = step);
    this._sending = step;
    try {
      await this._app.link.command({t: "drive_lesson", lesson: this._code, step});
    } catch (error) {
      this._app.refused(error);
    }
    this._sending = null;
    const next = this._unsent;
    this._unsent = null;
    if (next !== null) await this._send(next);
  }

  /** Follow the teacher, or look around. @param {boolean} following */
  async _follow(following) {
    this._following = following;
    this._app.speak(t(following ? "class.follows" : "class.alone"));
    this._app.changed();
    await this._subscription.open();
  }

  /** @param {string} path @param {{replace?: boolean}} [options] */
  _go(path, options) {
    const route = this._routeOf(path);
    if (route.path !== "/learn" || !this._tree?.again(route)) this._app.go(path, options);
  }

  /** @param {string} path */
  _routeOf(path) {
    return routeOf(new URL(path, location.href));
  }

  /** Keep the links of the tree in the class. @param {MouseEvent} event */
  _click(event) {
    const anchor = /** @type {Element} */ (event.target).closest?.("a[href]");
    if (!(anchor instanceof HTMLAnchorElement) || anchor.pathname !== "/learn" || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const route = routeOf(new URL(anchor.href));
    if (!this._tree || route.query.has("exercise")) return;
    event.preventDefault();
    this._tree.again(route);
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

  template() {
    const opened = this._class;
    if (this._missing) return missing(this._missing);
    if (!opened) return html`<div class="skeleton" aria-busy="true"></div>`;
    if (!opened.you && !opened.yours) return joinCard(this._app, opened, (name) => this._join(name));
    return html`<div class="class stack tight" @click=${(/** @type {MouseEvent} */ event) => this._click(event)}>
      ${opened.yours ? this._teacher(opened) : this._pupil(opened)}
      ${this._tree ? this._tree.template() : html`<div class="skeleton" aria-busy="true"></div>`}
    </div>`;
  }

  /** @param {OpenedClass} opened */
  _teacher({name}) {
    const pupils = this._pupils;
    const here = pupils.filter((pupil) => pupil.here).length;
    const following = pupils.filter((pupil) => pupil.following).length;
    return html`<header class="class-bar card">
      <b>${name}</b>
      <span class="class-count number" role="status">${t("class.following", {following, here})}</span>
      <button class="button" aria-expanded=${this._inviting} @click=${() => ((this._inviting = !this._inviting), this._app.changed())}>${icon("share")}${t("class.invite")}</button>
      <a class="button quiet" href="/lessons">${icon("list")}${t("lesson.all")}</a>
    </header>
    ${this._inviting ? html`<div class="class-invite">${invite(this._app, "class", this._code)}
      ${pupils.length ? html`<ul class="card class-pupils" aria-label=${t("class.pupils")}>${pupils.map((pupil) => html`<li><span class="dot ${pupil.here ? "here" : ""}"></span>${pupil.name} <small class="muted">${t(pupil.following ? "class.state.following" : pupil.here ? "class.state.alone" : "class.state.away")}</small></li>`)}</ul>` : nothing}</div>` : nothing}`;
  }

  /** @param {OpenedClass} opened */
  _pupil({name, teacher}) {
    return html`<header class="class-bar card ${this._following ? "" : "alone"}">
      <b>${name}</b>
      <span role="status">${t(this._following ? "class.youFollow" : "class.youLook", {teacher})}</span>
      <button class="button ${this._following ? "" : "primary"}" aria-pressed=${this._following} @click=${() => void this._follow(!this._following)}>${icon("people")}${t(this._following ? "class.leave" : "class.follow")}</button>
    </header>`;
  }
}
