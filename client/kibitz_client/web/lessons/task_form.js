// One task in the form of a lesson: its question, and its board, choices or tree.

import {html, nothing} from "lit-html";
import {icon} from "../app/icons.js";
import {boardView} from "../board/board.js";
import {roomOf, topSeat} from "../board/shapes/index.js";
import {yourTurn} from "../match/state.js";
import {Refusal} from "../network/link.js";
import {SpecialParts} from "../panels/match/extras/special.js";
import {PlayerMoves} from "../panels/match/player_moves.js";
import {Answers} from "../panels/notices/answers.js";
import {Sure} from "../panels/notices/sure.js";
import {t} from "../words/index.js";
import {TaskAttempt} from "./attempt.js";

/** @import {Explored, TaskShown} from "kibitz-protocol" */
/** @import {App} from "../app/context.js" */
/** @import {LiveMatch} from "../network/live_match.js" */
/** @import {Draft} from "./draft.js" */

const EXERCISES = /** @type {const} */ (["value", "cut", "order"]);
const CHOICES = 6;

/** A task that is being written. Its board shows the position after the moves so far. */
export class TaskForm {
  /** @param {App} app @param {Draft} draft */
  constructor(app, draft) {
    this._app = app;
    this.draft = draft;
    /** What a move on the board does. @type {"place" | "answer"} */
    this._mode = draft.kind === "move" && draft.answers.length ? "answer" : "place";
    /** @type {TaskAttempt | null} */
    this._attempt = null;
    /** @type {PlayerMoves | null} */
    this._moves = null;
    /** @type {Refusal | null} */
    this._refused = null;
    this._answers = new Answers(app);
    this._sure = new Sure(app);
    this._special = new SpecialParts(app);
    this._asked = 0;
    if (draft.game) void this._explore();
  }

  /** @param {Partial<Draft>} change */
  _set(change) {
    Object.assign(this.draft, change);
    this._app.changed();
  }

  /** Get the position of the task. */
  async _explore() {
    const {game, options, position, moves} = this.draft;
    const asked = ++this._asked;
    if (!game) {
      this._attempt = this._moves = this._refused = null;
      return this._app.changed();
    }
    try {
      const found = /** @type {Explored} */ (await this._app.link.command({t: "explore", of: {kind: "game", game, options, position: position.trim() || null, moves}}));
      if (asked !== this._asked) return;
      this._refused = null;
      const shown = /** @type {TaskShown} */ (/** @type {unknown} */ ({...found, what: "move"}));
      this._attempt = new TaskAttempt(shown, (move) => this._played(move));
      this._moves = new PlayerMoves(this._app, /** @type {LiveMatch} */ (/** @type {unknown} */ (this._attempt)), {answers: this._answers, sure: this._sure, special: this._special});
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (asked === this._asked) this._refused = error;
    }
    this._app.changed();
  }

  /** Take a move on the board: one that leads to the position, or a right answer. @param {string} move */
  async _played(move) {
    const {answers, moves} = this.draft;
    if (this._mode === "place") {
      this._set({moves: [...moves, move], answers: []});
      await this._explore();
    } else this._set({answers: answers.includes(move) ? answers.filter((each) => each !== move) : [...answers, move].slice(-8)});
    requestAnimationFrame(() => (this._moves?.reset(), this._app.changed()));
    return null;
  }

  template() {
    const {kind, question, explanation} = this.draft;
    return html`<div class="task-form stack tight">
      <label class="field"><span>${t("make.question")}</span><input .value=${question} maxlength="400" @input=${(/** @type {Event} */ event) => this._set({question: valueOf(event)})} /></label>
      ${kind === "exercise" ? this._tree() : html`${this._place()}${kind === "choice" ? this._choices() : nothing}`}
      <label class="field"><span>${t("make.explanation")}</span><textarea rows="2" maxlength="400" .value=${explanation} @input=${(/** @type {Event} */ event) => this._set({explanation: valueOf(event).replace(/\s*\n\s*/g, " ")})}></textarea><small>${t("make.explanationHint")}</small></label>
    </div>`;
  }

  /** Return the choice of the position, and its board. */
  _place() {
    const {kind, game, position, moves, answers} = this.draft;
    const games = this._app.lobby.games.filter(({hidden}) => !hidden);
    const attempt = this._attempt;
    return html`<div class="task-place">
      <div class="stack tight">
        <label class="field"><span>${t("make.game")}</span><select @change=${(/** @type {Event} */ event) => (this._set({game: valueOf(event), options: {}, position: "", moves: [], answers: []}), void this._explore())}>
          ${kind === "choice" ? html`<option value="" .selected=${!game}>${t("make.noGame")}</option>` : nothing}
          ${games.map(({name, title}) => html`<option value=${name} .selected=${name === game}>${title}</option>`)}</select></label>
        ${game ? html`<label class="field"><span>${t("make.position")}</span><input .value=${position} maxlength="1000" spellcheck="false" autocomplete="off" @change=${(/** @type {Event} */ event) => (this._set({position: valueOf(event), moves: [], answers: []}), void this._explore())} /><small>${t("make.positionHint")}</small></label>` : nothing}
        ${game && kind === "move" ? html`<div class="segmented" role="group" aria-label=${t("make.mode")}>${/** @type {const} */ (["place", "answer"]).map((mode) => html`<button type="button" class="button" aria-pressed=${mode === this._mode} @click=${() => ((this._mode = mode), this._app.changed())}>${t(`make.mode.${mode}`)}</button>`)}</div>` : nothing}
        ${game ? html`<p class="muted">${t(this._mode === "place" ? "make.placeHint" : "make.answerHint")}</p>` : nothing}
        ${moves.length ? html`<p><b>${t("make.setup")}:</b> ${moves.join(" ")} <button type="button" class="button small" @click=${() => (this._set({moves: moves.slice(0, -1), answers: []}), void this._explore())}>${icon("undo")}${t("make.undo")}</button></p>` : nothing}
        ${game && kind === "move" ? html`<p class="task-answers ${answers.length ? "good" : ""}"><b>${t("make.answers")}:</b> ${answers.length ? answers.join(", ") : t("make.noAnswers")}</p>` : nothing}
        ${this._refused ? html`<p class="error" role="alert">${this._refused.message}</p>` : nothing}
        ${attempt && this._moves ? html`${this._answers.at("line", attempt.state)} ${this._special.pause(attempt.state)} ${this._moves.choices(attempt.state, true, yourTurn(attempt.state))} ${this._moves.typed(attempt.state)}` : nothing}
      </div>
      ${attempt ? this._board(attempt) : nothing}
    </div>`;
  }

  /** @param {TaskAttempt} attempt */
  _board({state}) {
    const {labels, values: {motion}} = this._app.prefs;
    const playing = yourTurn(state);
    const moves = /** @type {PlayerMoves} */ (this._moves);
    return html`<div class="task-board" data-shape=${state.board.shape} data-ground=${state.board.shape === "grid" ? state.board.ground : nothing} .style=${roomOf(state.board)}><div class="board-frame">${boardView({
      board: state.board,
      sides: state.game.seats,
      flipped: topSeat(state.board) === state.you,
      labels,
      motion,
      interactive: playing,
      label: t("lesson.board", {game: state.game.title}),
      onPick: playing ? (/** @type {[cell: number, amount?: number, carried?: "lifted" | "dropped"]} */ ...picked) => moves.pick(state, ...picked) : undefined,
      ...moves.onBoard(state, state.position, true, playing),
    })}</div></div>`;
  }

  _choices() {
    const {choices, right} = this.draft;
    const set = (/** @type {number} */ place, /** @type {string} */ text) => {
      const next = choices.map((choice, each) => (each === place ? text : choice));
      // A further field is there once the last one has text.
      this._set({choices: next.length < CHOICES && next.at(-1)?.trim() ? [...next, ""] : next});
    };
    const group = `right-${this._id}`;
    return html`<fieldset class="field task-choices"><legend>${t("make.choices")}</legend>
      ${choices.map((choice, place) => html`<div class="cluster"><input type="radio" name=${group} .checked=${place === right} aria-label=${t("make.rightChoice", {number: place + 1})} @change=${() => this._set({right: place})} />
        <input class="grow" .value=${choice} maxlength="120" aria-label=${t("make.choiceNumber", {number: place + 1})} placeholder=${t("make.choiceNumber", {number: place + 1})} @input=${(/** @type {Event} */ event) => set(place, valueOf(event))} /></div>`)}
    </fieldset>`;
  }

  /** Tells the groups of radio buttons apart. */
  _id = Math.random().toString(36).slice(2, 8);

  _tree() {
    const {exercise, leaves, first, at} = this.draft;
    return html`<div class="task-tree">
      <label class="field"><span>${t("make.kind")}</span><select @change=${(/** @type {Event} */ event) => this._set({exercise: /** @type {Draft["exercise"]} */ (valueOf(event))})}>${EXERCISES.map((kind) => html`<option value=${kind} .selected=${kind === exercise}>${t(`make.kind.${kind}`)}</option>`)}</select></label>
      <label class="field wide"><span>${t("make.leaves")}</span><input .value=${leaves} maxlength="400" required spellcheck="false" autocomplete="off" @input=${(/** @type {Event} */ event) => this._set({leaves: valueOf(event)})} /><small>${t("make.leavesHint")}</small></label>
      <label class="field"><span>${t("make.first")}</span><select @change=${(/** @type {Event} */ event) => this._set({first: valueOf(event) === "min" ? "min" : "max"})}>${/** @type {const} */ (["max", "min"]).map((player) => html`<option value=${player} .selected=${player === first}>${player.toUpperCase()}</option>`)}</select></label>
      ${exercise === "value" ? html`<label class="field"><span>${t("make.at")}</span><input .value=${at} maxlength="20" pattern="\\d{1,2}(\\.\\d{1,2})*" @input=${(/** @type {Event} */ event) => this._set({at: valueOf(event)})} /><small>${t("make.atHint")}</small></label>` : nothing}
    </div>`;
  }
}

/** @param {Event} event */
const valueOf = ({target}) => /** @type {HTMLInputElement} */ (target).value;
