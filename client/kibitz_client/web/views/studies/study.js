// A study: a board on which its owner tries moves, with variations, notes, signs and arrows that the server keeps.

import {html, nothing} from "lit-html";
import {confirmed} from "../../app/dialogs.js";
import {gameIcon} from "../../app/game_icons.js";
import {icon} from "../../app/icons.js";
import {shapeNode} from "../../board/annotations/arrows.js";
import {toggled} from "../../board/annotations/shapes.js";
import {boardView} from "../../board/board.js";
import {describeBoard} from "../../board/describe.js";
import {roomOf, topSeat} from "../../board/shapes/index.js";
import {landscape} from "../../board/touch/landscape.js";
import {numberingOf} from "../../match/numbering.js";
import {yourTurn} from "../../match/state.js";
import {Refusal} from "../../network/link.js";
import {SpecialParts} from "../../panels/match/extras/special.js";
import {PlayerMoves, ready as playReady} from "../../panels/match/player_moves.js";
import {Answers} from "../../panels/notices/answers.js";
import {Sure} from "../../panels/notices/sure.js";
import {noteEditor, noteReader, pencil} from "../../studies/editor.js";
import {Explorer} from "../../studies/explorer.js";
import {keepInSight, studyMoves} from "../../studies/moves.js";
import {numbersOf, signsText, toggledSign} from "../../studies/notation.js";
import {Saving} from "../../studies/saving.js";
import {copyStudy, shareStudy} from "../../studies/share.js";
import {MOST_NODES, isMain, lastOf, nodesOf, promote, prune, shapeOf, shapeText, sibling} from "../../studies/tree.js";
import {ready as matchReady} from "../../words/match/index.js";
import {ready} from "../../words/studies/index.js";
import {t} from "../../words/index.js";

/** @import {TemplateResult} from "lit-html" */
/** @import {StudyShown} from "kibitz-protocol" */
/** @import {App, Route, View} from "../../app/context.js" */
/** @import {BoardView} from "../../board/board.js" */
/** @import {LiveMatch} from "../../network/live_match.js" */
/** @import {StudyNode} from "../../studies/tree.js" */

/** What a study consists of on the page, once it has come.
 * @typedef {{shown: StudyShown, explorer: Explorer, saving: Saving, moves: PlayerMoves}} Opened */

/** @type {{[key: string]: (view: StudyView, opened: Opened) => void}} */
const KEYS = {
  ArrowLeft: (view, {explorer: {at}}) => view._walk(at.parent ?? at),
  ArrowRight: (view, {explorer: {at}}) => view._walk(at.children[0] ?? at),
  ArrowUp: (view, {explorer: {at}}) => view._walk(sibling(at, -1)),
  ArrowDown: (view, {explorer: {at}}) => view._walk(sibling(at, 1)),
  Home: (view, {explorer: {root}}) => view._walk(root),
  End: (view, {explorer: {at}}) => view._walk(lastOf(at)),
  f: (view) => view._flip(),
  l: (view) => view._say(),
  b: (view, {explorer: {state}}) => view._app.speak(describeBoard(state.board, state.position, view._flipped ? 1 : 0, state.game.seats)),
};

/** @param {App} app @param {Route} route @returns {Promise<View>} */
export async function open(app, route) {
  await Promise.all([app.style("large.css"), app.style("match.css"), app.style("studies.css"), app.style("drawings.css"), matchReady, playReady, ready, landscape(app.style)]);
  const view = new StudyView(app, route.parts[1] ?? "");
  void view.load();
  return view;
}

/** @implements {View} */
class StudyView {
  /** @param {App} app @param {string} code */
  constructor(app, code) {
    this._app = app;
    this._code = code;
    /** @type {Opened | null} */
    this._opened = null;
    /** @type {Refusal | null} */
    this._none = null;
    this._flipped = false;
    /** Whether one finger draws. */
    this._drawing = false;
    this._answers = new Answers(app);
    this._sure = new Sure(app);
    this._special = new SpecialParts(app);
    this._closed = false;
    addEventListener("pagehide", this._flush);
  }

  title() {
    return this._opened?.saving.title ?? t("study.title");
  }

  close() {
    this._closed = true;
    removeEventListener("pagehide", this._flush);
    this._flush();
  }

  _flush = () => void this._opened?.saving.flush();

  /** @param {KeyboardEvent} event */
  key(event) {
    if (!this._opened || !Object.hasOwn(KEYS, event.key)) return false;
    KEYS[event.key](this, this._opened);
    return true;
  }

  /** Get the study and show it. */
  async load() {
    const {_app: app} = this;
    try {
      const shown = await app.link.command({t: "show_study", study: this._code});
      if (this._closed) return;
      const explorer = new Explorer(app.link, shown, app.changed, (node) => this._played(node));
      const live = /** @type {LiveMatch} */ (/** @type {unknown} */ (this._redrawing(explorer)));
      this._opened = {
        shown,
        explorer,
        saving: new Saving(app.link, shown, explorer.root, () => this._saved()),
        moves: new PlayerMoves(app, live, {answers: this._answers, sure: this._sure, special: this._special}),
      };
      history.replaceState(null, "", `/study/${shown.study}`);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this._none = error;
    }
    app.changed();
  }

  /** Return an explorer that draws the page again after each move. @param {Explorer} explorer */
  _redrawing(explorer) {
    const play = async (/** @type {string} */ move) => {
      const known = explorer.at.children.some((child) => child.move === move);
      if (!known && nodesOf(explorer.root).length >= MOST_NODES) return this._app.toast({text: t("study.full", {most: MOST_NODES})});
      const played = explorer.play(move);
      this._app.changed();
      await played.finally(() => this._opened?.moves.reset());
      this._app.changed();
      return undefined;
    };
    return new Proxy(explorer, {get: (at, name) => (name === "play" ? play : Reflect.get(at, name, at))});
  }

  /** Show how far the study is saved. Elsewhere a notice tells what was not. */
  _saved() {
    const refusal = this._closed ? this._opened?.saving.refusal : null;
    if (refusal) this._app.refused(refusal);
    this._app.changed();
  }

  /** @param {StudyNode} node */
  _played(node) {
    this._opened?.saving.note();
    if (this._closed) return;
    this._app.speak(t("study.after", {move: node.said}));
    requestAnimationFrame(keepInSight);
  }

  /** Show a position. @param {StudyNode} node */
  _go = (node) => {
    const opened = this._opened;
    if (!opened) return;
    opened.moves.reset();
    opened.explorer.go(node).catch(this._app.refused);
    this._app.changed();
    requestAnimationFrame(keepInSight);
  };

  /** Step and say where that leads. @param {StudyNode} node */
  _walk(node) {
    this._go(node);
    this._say();
  }

  _flip() {
    this._flipped = !this._flipped;
    this._app.changed();
  }

  _say() {
    const at = this._opened?.explorer.at;
    if (at) this._app.speak([`${at.said}${signsText(at.nags)}` || t("study.start"), at.text].filter(Boolean).join(". "));
  }

  /** Change the shown position, and save that. @param {(node: StudyNode) => void} change */
  _change(change) {
    const opened = this._opened;
    if (!opened) return;
    change(opened.explorer.at);
    opened.saving.note();
    this._app.changed();
  }

  /** Ask whether to take the shown position and all that follows it out of the study. */
  _prune() {
    const at = this._opened?.explorer.at;
    if (!at?.parent) return;
    confirmed(this._app, t("study.pruneAsk", {move: at.said}), t("study.pruneHint"), () => {
      const parent = prune(at);
      this._opened?.saving.note();
      this._go(parent);
    });
  }

  template() {
    const opened = this._opened;
    if (!opened) return this._none ? this._missing(this._none) : html`<div class="skeleton" aria-busy="true"></div>`;
    const {explorer, shown} = opened;
    return html`<div class="match in-match study ${shown.yours ? "own" : ""}" data-shape=${shown.board.shape} data-ground=${shown.board.shape === "grid" ? shown.board.ground : nothing} .style=${roomOf(shown.board)}>
      ${this._head(opened)}
      <div class="table"><div class="board-frame">${boardView(this._board(opened))}</div></div>
      ${this._controls(opened)}
      <aside class="panel aside">
        <div class="study-list" tabindex="0" role="region" aria-label=${t("tab.moves")}>${studyMoves({root: explorer.root, at: explorer.at, numbers: this._numbers(opened), go: this._go})}</div>
        ${shown.yours ? noteEditor(explorer.at, {
          text: (text) => this._change((node) => (node.text = text)),
          sign: (nag) => this._change((node) => (node.nags = toggledSign(node.nags, nag))),
        }) : noteReader(explorer.at)}
      </aside>
    </div>`;
  }

  /** @param {Refusal} error */
  _missing(error) {
    return html`<div class="message card stack"><h1>${t("study.none")}</h1><p>${error.message}</p><p class="cluster"><a class="button" href="/studies">${t("study.toList")}</a></p></div>`;
  }

  /** @param {Opened} opened */
  _numbers({explorer: {root, shown}}) {
    const first = root.children.find((child) => !child.chance);
    const match = /** @type {any} */ ({game: shown.game, start: shown.start, opening: [], moves: first ? [{seat: first.seat}] : [], position: shown.state});
    const {pairs, first: number} = numberingOf(match);
    return numbersOf(root, pairs, number);
  }

  /** @param {Opened} opened */
  _head({shown, saving}) {
    const title = shown.yours
      ? html`<h1 class="visually-hidden">${saving.title}</h1><input class="study-title" aria-label=${t("study.name")} maxlength="120" .value=${saving.title} @change=${(/** @type {Event} */ event) => this._rename(/** @type {HTMLInputElement} */ (event.target))} />`
      : html`<h1>${saving.title}</h1>`;
    return html`<div class="match-head">
      <a class="button quiet icon small back" href="/studies" aria-label=${t("study.toList")}>${icon("back")}</a>
      ${gameIcon(shown.game.name)}
      <div class="what">
        ${title}
        <p class="muted"><span>${t("study.title")}</span><span>${shown.game.title}</span><span>${t("study.of", {owner: shown.owner})}</span>${shown.yours ? html`<span class="save-state ${saving.status}" role="status">${t(saving.status === "changed" ? "study.failed" : `study.${saving.status}`)}</span>` : nothing}</p>
      </div>
    </div>`;
  }

  /** @param {HTMLInputElement} field */
  _rename(field) {
    const saving = this._opened?.saving;
    const title = field.value.trim();
    if (!saving) return;
    if (title) saving.title = title;
    field.value = saving.title;
    saving.note();
    void saving.flush();
  }

  /** @param {Opened} opened @returns {BoardView} */
  _board({shown, explorer, moves}) {
    const {state} = explorer;
    const {labels, values: {motion}} = this._app.prefs;
    const playing = shown.yours && explorer.settled && yourTurn(state);
    const far = topSeat(state.board);
    const drawn = explorer.drawn;
    return {
      board: state.board,
      sides: state.game.seats,
      flipped: far === null ? this._flipped : (far === 0) !== this._flipped,
      labels,
      motion,
      interactive: playing,
      match: `study ${shown.study} ${drawn.id}`,
      drawing: this._drawing,
      label: t("study.board", {game: state.game.title}),
      onPick: playing && !this._drawing ? (/** @type {[cell: number, amount?: number, carried?: "lifted" | "dropped"]} */ ...picked) => moves.pick(state, ...picked) : undefined,
      ...moves.onBoard(state, state.position, true, playing),
      layers: [{
        key: `${drawn.id} ${drawn.shapes.join(" ")}`,
        draw: (layout) => drawn.shapes.map(shapeOf).filter(({from, to}) => layout.boxes[from] && layout.boxes[to]).map(({from, to, colour}) => shapeNode(layout, {from, to, name: colour})),
      }],
      ...(shown.yours ? {onDraw: (/** @type {{from: number, to: number, colour: string}} */ shape) => this._draw(drawn, shape)} : {}),
    };
  }

  /** Draw a shape in a position, or take it away. @param {StudyNode} node @param {{from: number, to: number, colour: string}} shape */
  _draw(node, shape) {
    node.shapes = toggled(node.shapes.map(shapeOf), shape).map(shapeText);
    this._opened?.saving.note();
    this._app.changed();
  }

  /** @param {Opened} opened */
  _controls(opened) {
    const {shown, explorer: {at, root, state, settled}, moves} = opened;
    const playing = shown.yours && settled && yourTurn(state);
    const step = (/** @type {string} */ name, /** @type {string} */ label, /** @type {StudyNode} */ to) =>
      html`<button class="button quiet icon" aria-label=${label} title=${label} ?disabled=${to === at} @click=${() => this._go(to)}>${icon(name)}</button>`;
    const tool = (/** @type {string | TemplateResult} */ name, /** @type {string} */ label, /** @type {() => void} */ run, /** @type {{off?: boolean, pressed?: boolean, hint?: string}} */ {off = false, pressed, hint = label} = {}) =>
      html`<button class="button quiet" title=${hint} ?disabled=${off} aria-pressed=${pressed ?? nothing} @click=${run}>${typeof name === "string" ? icon(name) : name}<span>${label}</span></button>`;
    return html`<div class="controls">
      ${this._trouble(opened)}
      ${playing ? html`${this._answers.at("line", state)} ${this._special.pause(state)} ${moves.choices(state, true, true)}` : nothing}
      <div class="steps" role="group" aria-label=${t("tab.moves")}>
        ${step("first", t("moves.first"), root)} ${step("back", t("moves.back"), at.parent ?? at)} ${step("next", t("moves.next"), at.children[0] ?? at)} ${step("last", t("moves.last"), lastOf(at))}
      </div>
      <div class="actions" role="toolbar" aria-label=${t("match.actions")}>
        ${tool("flip", t("match.flip"), () => this._flip())}
        ${shown.yours ? html`
          ${tool(pencil, t("study.draw"), () => ((this._drawing = !this._drawing), this._app.changed()), {pressed: this._drawing, hint: t("study.drawHint")})}
          ${tool("first", t("study.promote"), () => this._change(promote), {off: isMain(at), hint: t("study.promoteHint")})}
          ${tool("cut", t("study.prune"), () => this._prune(), {off: !at.parent, hint: t("study.pruneHint")})}` : tool("copy", t("study.copy"), () => void copyStudy(this._app, shown, root, shown.title))}
        ${tool("share", t("study.share"), () => shareStudy(this._app, opened), {hint: t("study.shareHint")})}
      </div>
      ${playing ? html`${this._answers.at("typed", state)} ${moves.typed(state)}` : shown.yours ? nothing : html`<p class="muted reading">${t("study.reading")}</p>`}
    </div>`;
  }

  /** Return what stands in the way of saving. @param {Opened} opened @returns {TemplateResult | typeof nothing} */
  _trouble({shown, explorer: {root}, saving}) {
    if (saving.status === "changed")
      return html`<div class="banner hot" role="alert"><span>${t("study.changed")}</span>
        <button class="button primary" @click=${() => this._reload()}>${t("study.reload")}</button>
        <button class="button" @click=${() => void copyStudy(this._app, shown, root, saving.title)}>${t("study.copy")}</button></div>`;
    if (saving.status === "failed")
      return html`<div class="banner hot" role="alert"><span>${saving.refusal?.message ?? t("study.failed")}</span><button class="button" @click=${() => void saving.flush()}>${t("study.again")}</button></div>`;
    return nothing;
  }

  _reload() {
    this._opened = null;
    this._app.changed();
    void this.load();
  }
}
