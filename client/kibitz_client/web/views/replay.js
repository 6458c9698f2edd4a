// A match from its record, ply by ply: board, mistakes, evaluation and searches. It shows what the server recorded and,
// on request, an analysis; it never plays by itself.

import {html, nothing} from "lit-html";
import {clockName, ratedText, versus} from "../app/format.js";
import {gameIcon} from "../app/game_icons.js";
import {icon} from "../app/icons.js";
import {boardView} from "../board/board.js";
import {describeBoard} from "../board/describe.js";
import {roomOf, topSeat} from "../board/shapes/index.js";
import {landscape} from "../board/touch/landscape.js";
import {numberingOf} from "../match/numbering.js";
import {sidesOf} from "../match/tables/hidden.js";
import {engineLine} from "../match/engine_line.js";
import {matchTitle} from "../match/names.js";
import {fetchOpened, fetchRecord} from "../match/record.js";
import {over} from "../match/state.js";
import {later} from "../network/later.js";
import {Refusal} from "../network/link.js";
import {enginePanel, evaluationBar, ready as engineReady} from "../panels/engine.js";
import {ready as playReady, refusedMatch} from "../panels/match/invitation.js";
import {Extras, isLine} from "../panels/match/extras/extras.js";
import {showPanel, tabbed} from "../panels/match/tabs.js";
import {moveList, scrubber} from "../panels/moves.js";
import {playerBar, runClocks} from "../panels/player_bar.js";
import {Analysis} from "../records/analysis.js";
import {Autoplay} from "../records/autoplay.js";
import {branchDialog} from "../records/branch_dialog.js";
import {SpecialParts, playersOf} from "../panels/match/extras/special.js";
import {Cursor} from "../records/cursor.js";
import {timeline} from "../records/timeline.js";
import {ready as matchReady} from "../words/match/index.js";
import {ready} from "../words/replay/index.js";
import {day, t} from "../words/index.js";

/** @import {App, Route, View} from "../app/context.js" */
/** @import {MatchState} from "../match/state.js" */

/** @typedef {typeof TABS[number]} Tab */
/** Why a record is not shown. @typedef {Pick<Refusal, "code" | "message" | "hint">} Failure */

/** The address of a file that was opened here has this in place of a code. */
const FILE = "file";
const TABS = /** @type {const} */ (["moves", "engine", "info"]);
/** A change of the address costs a frame, and browsers refuse many of them. */
const ADDRESS_MS = 300;
/** A step that follows another one sooner than this is not animated. */
const CALM_MS = 180;
/** An empty place stands for a record that takes longer than this to come. */
const PATIENCE_MS = 300;

/** @type {{[key: string]: (view: ReplayView) => void}} */
const KEYS = {
  "[": (view) => view._walk(-1),
  "]": (view) => view._walk(1),
  ArrowLeft: (view) => view._walk(-1),
  ArrowRight: (view) => view._walk(1),
  PageUp: (view) => view._walk(-10),
  PageDown: (view) => view._walk(10),
  Home: (view) => view._walk(-Infinity),
  End: (view) => view._walk(Infinity),
  m: (view) => view._seekMistake(1),
  M: (view) => view._seekMistake(-1),
  f: (view) => view._flip(),
  l: (view) => view._say(),
  b: (view) => view._describe(),
  " ": (view) => view._autoplay.toggle(),
};

/** @param {App} app @param {Route} route @returns {Promise<View>} */
export async function open(app, route) {
  await Promise.all([app.style("large.css"), app.style("match.css"), app.style("records.css"), matchReady, engineReady, playReady, ready, app.embedded && app.style("embed.css"), landscape(app.style)]);
  const key = route.hash.get("key");
  // The key is kept in this page alone, so that nobody reads it from the address.
  if (key) history.replaceState(null, "", route.path + location.search);
  document.getElementById("app")?.classList.add("match-open");
  const view = new ReplayView(app, route, key);
  void view.load(key);
  setTimeout(app.changed, PATIENCE_MS + 20);
  return view;
}

class ReplayView {
  /** @param {App} app @param {Route} route @param {string | null} key that of a private match */
  constructor(app, route, key) {
    this._app = app;
    this._route = route;
    this._ref = route.parts[1] ?? "";
    /** Whether the match is that of a file, which the server does not know. */
    this._file = this._ref === FILE;
    this._key = key;
    this._facts = later(() => import("../records/facts.js"), app.changed);
    this._began = performance.now();
    /** Without a match until the record has come. */
    this._cursor = new Cursor({messages: [], evaluation: null});
    /** @type {Failure | null} */
    this._error = null;
    this._extras = new Extras(app);
    /** @type {Analysis | null} */
    this._analysis = null;
    this._created = "";
    /** @type {Tab} */
    this._tab = "moves";
    this._flipped = false;
    this._autoplay = new Autoplay({
      step: () => this._go(this._cursor.ply + 1),
      ended: () => this._cursor.atEnd,
      rewind: () => this._go(this._cursor.first),
      changed: app.changed,
    });
    /** When the shown ply was last changed, and whether that may be animated. */
    this._stepped = 0;
    this._calm = true;
    /** The timer of the address. */
    this._addressing = 0;
    this._closed = false;
    this._special = new SpecialParts(app);
  }

  title() {
    const {end} = this._cursor;
    return end ? `${t("replay.title")} ${matchTitle(end)}: ${versus(end)}` : t("replay.title");
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (!this._cursor.end || !Object.hasOwn(KEYS, event.key)) return false;
    // The space bar presses what has the focus.
    if (event.key === " " && /** @type {Element} */ (event.target).closest("button, a")) return false;
    KEYS[event.key](this);
    return true;
  }

  /** @param {Route} route */
  again(route) {
    const ply = plyOf(route);
    if (ply !== null) this._go(ply);
    return true;
  }

  close() {
    this._closed = true;
    this._autoplay.close();
    clearTimeout(this._addressing);
    this._analysis?.close();
    document.getElementById("app")?.classList.remove("match-open");
  }

  /** Get the record and show it. @param {string | null} key */
  async load(key) {
    this._error = null;
    try {
      const {link, opened} = this._app;
      const record = this._file ? opened && (await fetchOpened(link, opened)) : await fetchRecord(link, this._ref, key);
      if (!record) {
        this._app.go("/archive");
        return;
      }
      const cursor = new Cursor(record);
      if (!cursor.end) throw new Error(`the record of ${this._ref} has no match`);
      this._begin(cursor, key);
    } catch (reason) {
      if (!(reason instanceof Refusal)) console.error(reason);
      this._error = reason instanceof Refusal ? reason : {code: "internal", message: t("replay.broken"), hint: null};
    }
    this._app.changed();
  }

  /** @param {Cursor} cursor @param {string | null} key */
  _begin(cursor, key) {
    this._key = key;
    const [head] = cursor.record.messages;
    this._created = head.t === "snapshot" ? day(head.created_at) : "";
    const analysis = new Analysis(this._app, cursor.end.match, key, () => cursor.judge(analysis.found));
    if (this._closed) analysis.close();
    this._analysis = analysis;
    cursor.judge(null);
    cursor.go(plyOf(this._route) ?? cursor.first);
    this._cursor = cursor;
  }

  /** Show a ply. @param {number} ply */
  _go = (ply) => {
    const steps = this._cursor.go(ply);
    if (!steps) return;
    const now = performance.now();
    this._calm = steps === 1 && now - this._stepped > CALM_MS;
    this._stepped = now;
    clearTimeout(this._addressing);
    this._addressing = window.setTimeout(() => this._address(), ADDRESS_MS);
    this._app.changed();
  };

  _address() {
    if (!this._app.embedded) history.replaceState(null, "", `${this._route.path}?ply=${this._cursor.ply}`);
  }

  /** Step and say where that leads. @param {number} by */
  _walk(by) {
    this._go(this._cursor.ply + by);
    this._say();
  }

  /** @param {number} direction 1 for the next mistake, -1 for the one before */
  _seekMistake(direction) {
    const next = this._cursor.nextMistake(direction);
    if (next === undefined) {
      const searched = this._cursor.judgements.curve.values.some((value) => value !== null);
      this._app.toast({text: t(searched ? "replay.noMistake" : "replay.noSearches")});
      return;
    }
    this._go(next);
    this._say();
  }

  _flip() {
    this._flipped = !this._flipped;
    this._app.changed();
  }

  _say() {
    this._app.speak([this._cursor.heading(), this._cursor.summary()].filter(Boolean).join(". "));
  }

  _describe() {
    const {board, position, game} = this._cursor.states[this._cursor.at];
    this._app.speak(describeBoard(board, position, this._flipped ? 1 : 0, game.seats));
  }

  /** Ask how to play on from a position. @param {MatchState} state @param {number} side the proposed one */
  _playFrom(state, side) {
    return import("../app/forms/terms.js").then((terms) => branchDialog(this._app, state, side, terms)).catch(this._app.refused);
  }

  /** @param {MatchState} state */
  _share(state) {
    const {_app: app, _key: key, _flipped: flipped} = this;
    const {end, ply, record} = this._cursor;
    return import("../panels/share.js").then(
      ({shareDialog}) => shareDialog(app, {state: end, position: state.position, ply, key, flipped, messages: () => Promise.resolve(record.messages)}),
      app.refused,
    );
  }

  /** Open the check of the chance events. */
  _check = () => {
    const {_app: app, _cursor: cursor} = this;
    import("../records/fairness_dialog.js").then(
      ({fairnessDialog}) => fairnessDialog(app, () => Promise.resolve(cursor.record.messages)), app.refused);
  };

  template() {
    if (this._error) return this._failure(this._error);
    if (!this._cursor.end) return performance.now() - this._began > PATIENCE_MS ? html`<div class="skeleton" aria-busy="true"></div>` : html`<div></div>`;
    const state = this._cursor.shown();
    queueMicrotask(() => {
      const root = document.querySelector(".replay");
      if (root) runClocks(root, state, 0);
    });
    return html`<div class="match replay in-match" data-shape=${state.board.shape} .style=${roomOf(state.board)}>
      ${this._head(state)}
      ${this._table(state)}
      ${this._controls(state)}
      ${this._aside(state)}
    </div>`;
  }

  /** @param {Failure} error */
  _failure(error) {
    return refusedMatch(error, (key) => this.load(key), html`<a class="button" href="/archive">${t("replay.toArchive")}</a>
        ${error.code === "unknown_match" ? nothing : html`<a class="button" href="/${this._ref}">${t("replay.live")}</a>`}`);
  }

  /** @param {MatchState} state */
  _head({game, options, code, clock, rated}) {
    const uncounted = this._cursor.end.uncounted;
    return html`<div class="match-head">
      <a class="button quiet icon small back" href="/archive" aria-label=${t("replay.toArchive")}>${icon("back")}</a>
      ${gameIcon(game.name)}
      <div class="what">
        <h1>${matchTitle({game, options})} <span class="badge">${t("replay.title")}</span></h1>
        <p class="muted number">
          <span class="code">${code}</span>
          ${clock ? html`<span>${clockName(clock)}</span>` : nothing}
          ${rated ? html`<span>${ratedText(uncounted)}</span>` : nothing}
          ${this._created ? html`<span>${this._created}</span>` : nothing}
        </p>
      </div>
      ${over(this._cursor.end) ? nothing : html`<a class="button small" href="/${code}">${icon("watch")}${t("replay.live")}</a>`}
    </div>`;
  }

  /** Return the board between its players. @param {MatchState} state */
  _table(state) {
    const far = topSeat(state.board);
    const bottom = far === null ? (this._flipped ? 1 : 0) : this._flipped ? far : 1 - far;
    const bar = (/** @type {number} */ seat) => playerBar(state, seat, this._extras.captured(state, state.position, seat));
    return html`<div class="table">
      ${bar(state.seats.length - 1 - bottom)}
      <div class="board-frame">
        ${evaluationBar(this._cursor.chance(), this._flipped, state.board, {position: state.position, labels: this._app.prefs.values.labels})}
        ${this._board(state)}
      </div>
      ${bar(bottom)}
    </div>`;
  }

  /** @param {MatchState} state */
  _board(state) {
    const {board, game, position} = state;
    const {labels, values: {motion, line: wanted}} = this._app.prefs;
    const found = wanted ? this._cursor.search() : null;
    const line = engineLine(board, position, found);
    const {ply} = this._cursor;
    return boardView({
      board,
      sides: game.seats,
      ...this._special.onBoard(state, position),
      flipped: this._flipped,
      labels,
      motion: motion && this._calm,
      numbers: isLine(board, position) ? undefined : line.numbers,
      notes: line.notes,
      layers: this._extras.layers(state, position, found),
      drawing: this._extras.drawing,
      match: state.match,
      label: t("match.board", {game: game.title, ply}),
    });
  }

  /** @param {MatchState} state */
  _controls(state) {
    const {first, ply, states} = this._cursor;
    return html`<div class="controls">
      ${scrubber({at: ply, live: first + states.length - 1, first, go: this._go})}
      ${this._verdict()}
      ${this._app.embedded
        ? html`<p class="cluster">${this._autoplay.template()}<a class="button" href="/replay/${state.code}?ply=${ply}">${t("embed.open")}</a></p>`
        : html`${this._player(state)} ${this._actions(state)}`}
    </div>`;
  }

  /** Return what there is to say of the shown ply, with a way to play on before a mistake. */
  _verdict() {
    const {at, atEnd, mistake, states} = this._cursor;
    return html`<div class="verdict ${mistake?.judgement ?? ""}">
      <span><b class="number">${this._cursor.heading()}</b> ${mistake || atEnd ? this._cursor.summary() : nothing}</span>
      ${mistake && at && !this._app.embedded ? html`<button class="button small" @click=${() => this._playFrom(states[at - 1], mistake.seat)}>${icon("again")}${t("replay.retry")}</button>` : nothing}
    </div>`;
  }

  /** @param {MatchState} state */
  _player(state) {
    const seek = (/** @type {string} */ name, /** @type {string} */ label, /** @type {string} */ key, /** @type {number} */ direction) =>
      html`<button class="button quiet icon" title="${label} (${key})" aria-label=${label} @click=${() => this._seekMistake(direction)}>${icon(name)}</button>`;
    return html`${this._special.of(state)?.steps?.(this._asked()) ?? nothing}<div class="replay-play">
      ${this._autoplay.template()}
      ${state.game.hidden ? nothing : html`<span class="seek">
        ${seek("back", t("replay.previous"), "M", -1)}
        ${t("replay.mistakes")} <span class="badge number">${this._cursor.judgements.mistakes.length}</span>
        ${seek("next", t("replay.next"), "m", 1)}
      </span>`}
    </div>`;
  }

  /** What needs the search of one position, or a match from there, does not fit games with hidden cards.
   * @param {MatchState} state */
  _actions(state) {
    const tool = (/** @type {string} */ name, /** @type {string} */ label, /** @type {() => void} */ run, off = false) =>
      html`<button class="button quiet" title=${label} ?disabled=${off} @click=${run}>${icon(name)}<span>${label}</span></button>`;
    const side = state.position.to_move;
    return html`<div class="actions" role="toolbar" aria-label=${t("match.actions")}>
      ${tool("flip", t("match.flip"), () => this._flip())} ${this._extras.pen(state)}
      ${state.game.hidden
        ? nothing
        : html`${tool("cpu", t("replay.playFrom"), () => this._playFrom(state, side ?? 0), side === null)}
          ${this._file ? nothing : html`<a class="button quiet" href="/learn?match=${state.code}&ply=${this._cursor.ply}">${icon("learn")}<span>${t("replay.explain")}</span></a>`}`}
      ${state.game.hidden || !over(this._cursor.end) ? nothing : tool("chat", t("replay.study"), () => void import("../studies/make.js").then(({saveAsStudy, subjectOf}) => saveAsStudy(this._app, subjectOf(this._cursor.end, this._key, this._file), versus(this._cursor.end)), this._app.refused))}
      ${state.server_seed_hash && over(this._cursor.end) ? tool("shield", t("fair.short"), this._check) : nothing}
      ${this._file ? nothing : tool("share", t("match.share"), () => this._share(state))}
    </div>
    ${state.notes.length ? html`<details class="file-notes"><summary>${t("replay.notes", {count: state.notes.length})}</summary><ul>${state.notes.map((note) => html`<li>${note}</li>`)}</ul></details>` : nothing}`;
  }

  /** @param {MatchState} state */
  _aside(state) {
    const {_app: app, _tab: tab, _analysis: analysis} = this;
    const {end, judgements, ply} = this._cursor;
    const content = tab === "moves" ? this._moves() : tab === "engine" ? enginePanel(state) : this._facts()?.matchInfo(app, end, this._check);
    return html`<div class="aside panel">
      ${tabbed(TABS, tab, (name) => this._openTab(/** @type {Tab} */ (name)), content)}
      ${tab === "info" ? nothing : html`${timeline(judgements.curve, ply, this._go)}${over(end) && analysis && !end.game.hidden && !this._file ? analysis.template() : nothing}`}
    </div>`;
  }

  /** Return what is asked of the parts of a game. */
  _asked() {
    const {end, first, ply, states} = this._cursor;
    return {state: end, at: ply, go: this._go, names: playersOf(end), position: (/** @type {number} */ at) => states[at - first]?.position ?? null};
  }

  _moves() {
    const {end, first, judgements, ply} = this._cursor;
    const own = this._special.of(end)?.list;
    if (own) return own(this._asked());
    return moveList({moves: end.moves, numbering: numberingOf(end), chances: end.chance_events, sides: sidesOf(end), marks: judgements.marks, timed: Boolean(end.clock), at: ply, first, go: this._go});
  }

  /** @param {Tab} name */
  _openTab(name) {
    this._tab = name;
    this._app.changed();
    showPanel();
  }
}

/** Return the ply that an address asks for, or null. @param {Route} route */
function plyOf({query}) {
  return query.has("ply") ? Number(query.get("ply")) || 0 : null;
}
