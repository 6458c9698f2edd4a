// Puzzles: a position with one good move, the answer to each move at the board, and the solver's rating and streak.

import {html, nothing} from "lit-html";
import {gameIcon} from "../../app/game_icons.js";
import {icon} from "../../app/icons.js";
import {boardView} from "../../board/board.js";
import {cellName} from "../../board/cells.js";
import {describeBoard} from "../../board/describe.js";
import {roomOf, topSeat} from "../../board/shapes/index.js";
import {landscape} from "../../board/touch/landscape.js";
import {addressOf} from "../../learn/subject.js";
import {listed} from "../../match/line.js";
import {sideName} from "../../match/names.js";
import {yourTurn} from "../../match/state.js";
import {Refusal} from "../../network/link.js";
import {SpecialParts} from "../../panels/match/extras/special.js";
import {PlayerMoves, ready as playReady} from "../../panels/match/player_moves.js";
import {movesInWords} from "../../panels/move_entry.js";
import {Answers} from "../../panels/notices/answers.js";
import {Sure} from "../../panels/notices/sure.js";
import {Attempt} from "../../puzzles/attempt.js";
import {ready as matchReady} from "../../words/match/index.js";
import {ready} from "../../words/puzzles/index.js";
import {has, number, t} from "../../words/index.js";

/** @import {NextPuzzle, PuzzleAttempts, PuzzleShown, SolverRating} from "kibitz-protocol" */
/** @import {App, Route, View} from "../../app/context.js" */
/** @import {LiveMatch} from "../../network/live_match.js" */

const LEVELS = /** @type {const} */ (["easier", "equal", "harder"]);
const THEMES = /** @type {const} */ (["win", "save", "advantage", "short", "long"]);
/** Results of the last attempts that are shown. */
const LAST = 16;
/** In an address it stands for the puzzle of the day. */
const DAILY = "daily";

/** @param {App} app @param {Route} route @returns {Promise<View>} */
export async function open(app, route) {
  await Promise.all([app.style("large.css"), app.style("match.css"), app.style("puzzles.css"), matchReady, playReady, ready, landscape(app.style)]);
  const view = new PuzzlesView(app, route);
  void view.begin();
  return view;
}

/** @implements {View} */
class PuzzlesView {
  /** @param {App} app @param {Route} route */
  constructor(app, {parts, query}) {
    this._app = app;
    /** The only game; empty for any. */
    this._game = parts[1] ?? "";
    /** The puzzle of the address: its id, or that of the day. */
    this._wanted = parts[2] ?? "";
    this._level = LEVELS.find((level) => level === query.get("level")) ?? "equal";
    this._theme = THEMES.find((theme) => theme === query.get("theme")) ?? null;
    /** @type {Attempt | null} */
    this._attempt = null;
    /** Chooses the moves of the attempt. @type {PlayerMoves | null} */
    this._moves = null;
    /** @type {PuzzleAttempts | null} */
    this._history = null;
    /** Why there is no puzzle. @type {{title: string, hint: string | null} | null} */
    this._none = null;
    this._flipped = false;
    /** What the server refuses, such as an illegal move, is shown at the field. */
    this._answers = new Answers(app);
    this._sure = new Sure(app);
    this._special = new SpecialParts(app);
    /** The puzzle that is asked for last, so that an earlier answer is not shown. */
    this._asked = 0;
  }

  title() {
    return this._attempt ? `${t("puzzle.title")} ${this._attempt.shown.game.title}` : t("puzzle.title");
  }

  close() {
    // A late answer is not shown, said, or written into the address of another view.
    this._asked++;
    this._attempt = null;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (!this._attempt || !Object.hasOwn(this._keys, event.key)) return false;
    this._keys[event.key](this._attempt);
    return true;
  }

  /** What each key does. @type {{[key: string]: (attempt: Attempt) => void}} */
  _keys = {
    n: () => void this._next(),
    h: (attempt) => void this._help(attempt, "hint"),
    s: (attempt) => void this._help(attempt, "solution"),
    f: () => {
      this._flipped = !this._flipped;
      this._app.changed();
    },
    m: ({state}) => this._app.speak(t("speech.moves", {moves: listed(movesInWords(state.position).slice(0, 60))})),
    b: ({state}) => this._app.speak(describeBoard(state.board, state.position, this._turned(state) ? 1 : 0, state.game.seats)),
    l: (attempt) => this._app.speak(this._told(attempt).join(" ")),
  };

  /** Show the puzzle of the address, or the next one. */
  async begin() {
    void this._fetchHistory();
    const game = this._game || null;
    if (this._wanted === DAILY) await this._show({t: "daily_puzzle", game});
    else if (this._wanted) await this._show({t: "show_puzzle", puzzle: this._wanted});
    else await this._next();
  }

  async _next() {
    const skip = this._attempt?.shown.puzzle ?? null;
    const shown = await this._show({t: "next_puzzle", game: this._game || null, level: this._level, theme: this._theme, skip});
    if (shown) history.replaceState(null, "", `/puzzles/${shown.game.name}/${shown.puzzle}`);
  }

  /** Get a puzzle, and begin with it. Return it if it is shown.
   * @param {Omit<NextPuzzle, "id"> | {t: "daily_puzzle", game: string | null} | {t: "show_puzzle", puzzle: string}} command */
  async _show(command) {
    const asked = ++this._asked;
    try {
      const shown = /** @type {PuzzleShown} */ (await this._app.link.command(command));
      if (asked !== this._asked) return null;
      this._none = null;
      this._flipped = false;
      this._attempt = new Attempt(this._app.link, shown);
      const live = /** @type {LiveMatch} */ (/** @type {unknown} */ (this._answering(this._attempt)));
      this._moves = new PlayerMoves(this._app, live, {answers: this._answers, sure: this._sure, special: this._special});
      this._say();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (asked !== this._asked) return null;
      const none = error.code === "unknown_puzzle";
      // For a while the server cannot answer: the puzzle before stays.
      if (this._attempt && !none) this._app.refused(error);
      else {
        this._attempt = null;
        this._none = none && command.t !== "show_puzzle" ? {title: t("puzzle.none"), hint: t("puzzle.noneHint")} : {title: error.message, hint: error.hint};
      }
    }
    this._app.changed();
    return this._none ? null : (this._attempt?.shown ?? null);
  }

  /** Return an attempt that draws the page again after each answer. @param {Attempt} attempt */
  _answering(attempt) {
    return new Proxy(attempt, {
      get: (at, name) => (name === "play" ? (/** @type {string} */ move) => this._play(at, move) : Reflect.get(at, name, at)),
    });
  }

  /** @param {Attempt} attempt @param {string} move */
  async _play(attempt, move) {
    const answered = attempt.play(move);
    this._app.changed();
    await answered.finally(() => attempt === this._attempt && this._moves?.reset());
    this._after(attempt);
  }

  /** @param {Attempt} attempt @param {"hint" | "solution"} what */
  async _help(attempt, what) {
    // A hint after a move is for the position that its answer brings.
    if (attempt.over || attempt.pending) return;
    await attempt.help(what).then(() => this._after(attempt), this._app.refused);
  }

  /** Show what the server has answered. @param {Attempt} attempt */
  _after(attempt) {
    if (attempt !== this._attempt) return;
    this._say();
    if (attempt.over || attempt.judged?.counted) void this._fetchHistory();
    this._app.changed();
  }

  /** Say what stands at the board: the region there is read only if its text has changed. */
  _say() {
    if (this._attempt) this._app.speak(this._told(this._attempt).join(" "));
  }

  async _fetchHistory() {
    try {
      this._history = await this._app.link.command({t: "puzzle_attempts", limit: LAST});
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
    this._app.changed();
  }

  /** @param {Attempt["state"]} state */
  _turned({board, you}) {
    return (topSeat(board) === you) !== this._flipped;
  }

  template() {
    const attempt = this._attempt;
    if (!attempt) return this._none ? this._empty(this._none) : html`<div class="skeleton" aria-busy="true"></div>`;
    const {board} = attempt.state;
    return html`<div class="match in-match puzzle" data-shape=${board.shape} data-ground=${board.shape === "grid" ? board.ground : nothing} .style=${roomOf(board)}>
      ${this._head(attempt)}
      <div class="table"><div class="board-frame">${boardView(this._board(attempt))}</div></div>
      ${this._controls(attempt)}
      ${this._aside(attempt)}
    </div>`;
  }

  /** Return the page without a puzzle. @param {{title: string, hint: string | null}} why */
  _empty({title, hint}) {
    return html`<div class="message card stack puzzle">
      <h1>${title}</h1>${hint ? html`<p>${hint}</p>` : nothing}
      ${this._choices()}
      <p><button class="button primary" @click=${() => void this._next()}>${icon("next")}${t("puzzle.next")}</button></p>
    </div>`;
  }

  /** @param {Attempt} attempt */
  _head({shown}) {
    return html`<div class="match-head">
      <a class="button quiet icon small back" href="/" aria-label=${t("page.toLobby")}>${icon("back")}</a>
      ${gameIcon(shown.game.name)}
      <div class="what">
        <h1>${t("puzzle.title")} <small class="muted">${shown.game.title}</small></h1>
        <p class="muted number"><span>${t("puzzle.of", {rating: shown.rating})}</span>${shown.day ? html`<span>${t("puzzle.day")}</span>` : nothing}</p>
      </div>
    </div>`;
  }

  /** @param {Attempt} attempt */
  _board(attempt) {
    const {state, hint} = attempt;
    const {labels, values: {motion}} = this._app.prefs;
    const playing = yourTurn(state);
    const moves = /** @type {PlayerMoves} */ (this._moves);
    return {
      board: state.board,
      sides: state.game.seats,
      flipped: this._turned(state),
      labels,
      motion,
      interactive: playing,
      label: t("puzzle.board", {game: state.game.title}),
      onPick: playing ? (/** @type {[cell: number, amount?: number, carried?: "lifted" | "dropped"]} */ ...picked) => moves.pick(state, ...picked) : undefined,
      ...moves.onBoard(state, state.position, true, playing),
      hint: typeof hint?.cell === "number" ? [hint.cell] : [],
    };
  }

  /** Return the sentences that tell how the attempt stands, the first one as a heading. @param {Attempt} attempt */
  _told(attempt) {
    const {shown, judged, state, hint, phase} = attempt;
    const side = sideName(state.game, shown.seat);
    const hinted = hint ? t("puzzle.hinted", {at: (typeof hint.cell === "number" && cellName(state.board, hint.cell)) || hint.start}) : "";
    if (attempt.pending) return [t("puzzle.waiting")];
    if (phase === "toMove") {
      const other = sideName(state.game, 1 - shown.seat);
      return [t("puzzle.toMove", {side}), shown.lead ? t("puzzle.led", {side: other, move: shown.lead}) : "", shown.counts ? "" : t("puzzle.practice"), hinted];
    }
    if (phase === "goOn") return [t("puzzle.goOn"), hinted];
    if (phase === "wrong" && judged) {
      const move = judged.line.at(-1) ?? "";
      const left = typeof judged.win === "number" ? t("puzzle.left", {percent: number(judged.win, {style: "percent"})}) : "";
      return [judged.reply ? t("puzzle.refuted", {move, reply: judged.reply}) : t("puzzle.wrong", {move}), left, hinted || t("puzzle.again")];
    }
    return [t(phase === "solved" ? "puzzle.solved" : "puzzle.found"), t("puzzle.solutionIs", {moves: judged?.solution?.join(" ") ?? ""})];
  }

  /** @param {Attempt} attempt */
  _controls(attempt) {
    const {state, over, phase} = attempt;
    const moves = /** @type {PlayerMoves} */ (this._moves);
    const [first, ...more] = this._told(attempt).filter(Boolean);
    const deed = (/** @type {string} */ name, /** @type {string} */ label, /** @type {string} */ key, /** @type {() => void} */ run, main = false) =>
      html`<button class="button ${main ? "primary" : ""}" title="${label} (${key})" @click=${run}>${icon(name)}${label}</button>`;
    return html`<div class="controls">
      <div class="told ${phase}"><b>${first}</b>${more.map((sentence) => html`<p>${sentence}</p>`)}</div>
      ${this._answers.at("line", state)} ${this._special.pause(state)} ${moves.choices(state, true, yourTurn(state))}
      <div class="deeds" role="group" aria-label=${t("match.actions")}>
        ${over ? nothing : html`${deed("bulb", t("puzzle.hint"), "h", () => void this._help(attempt, "hint"))}
          ${deed("flag", t("puzzle.solution"), "s", () => void this._help(attempt, "solution"))}`}
        ${deed("next", t("puzzle.next"), "n", () => void this._next(), over)}
      </div>
      ${over ? nothing : html`${this._answers.at("typed", state)} ${moves.typed(state)}`}
    </div>`;
  }

  /** @param {Attempt} attempt */
  _aside(attempt) {
    return html`<aside class="panel aside">
      ${solverPanel(attempt.you, attempt.change)}
      ${this._choices()}
      ${this._source(attempt)}
      ${this._last()}
    </aside>`;
  }

  /** Return the choice of the next puzzles. */
  _choices() {
    const games = this._history?.games ?? [];
    const names = [...new Set([...games, ...(this._game ? [this._game] : [])])];
    const go = (/** @type {() => void} */ change) => {
      change();
      void this._next();
    };
    const select = (/** @type {string} */ label, /** @type {[string, string][]} */ options, /** @type {string} */ chosen, /** @type {(value: string) => void} */ run) =>
      html`<label class="field"><span>${label}</span><select @change=${(/** @type {Event} */ {target}) => go(() => run(/** @type {HTMLSelectElement} */ (target).value))}>
        ${options.map(([value, text]) => html`<option value=${value} .selected=${value === chosen}>${text}</option>`)}
      </select></label>`;
    return html`<div class="choices">
      ${select(t("puzzle.game"), [["", t("puzzle.any")], ...names.map((name) => /** @type {[string, string]} */ ([name, this._app.lobby.game(name)?.title ?? name]))], this._game, (value) => (this._game = value))}
      ${select(t("puzzle.level"), LEVELS.map((level) => [level, t(`puzzle.level.${level}`)]), this._level, (value) => (this._level = LEVELS.find((level) => level === value) ?? "equal"))}
      ${select(t("puzzle.theme"), [["", t("puzzle.theme.all")], ...THEMES.map((theme) => /** @type {[string, string]} */ ([theme, t(`puzzle.theme.${theme}`)]))], this._theme ?? "", (value) => (this._theme = THEMES.find((theme) => theme === value) ?? null))}
    </div>`;
  }

  /** Return where the puzzle is from, which is told after the attempt. @param {Attempt} attempt */
  _source({shown, judged}) {
    const source = judged?.source;
    if (!judged || !source) return nothing;
    const themes = judged.themes?.flatMap((theme) => (has(`puzzle.theme.${theme}`) ? [t(/** @type {"puzzle.theme.win"} */ (`puzzle.theme.${theme}`))] : [])) ?? [];
    const options = Object.fromEntries(Object.entries(shown.options).map(([name, value]) => [name, String(value)]));
    const explained = addressOf({kind: "game", game: shown.game.name, options, position: judged.start ?? "", moves: judged.moves?.slice(0, shown.lead ? 1 : 0).join(" ")});
    const players = source.players.join(" v ");
    return html`<div class="source">
      <p>${source.code ? t("puzzle.fromMatch", {players, code: source.code}) : t("puzzle.fromEngines", {players})}</p>
      <p class="muted">${t("puzzle.about")}: ${themes.join(", ")}</p>
      <p class="cluster">
        ${source.code ? html`<a class="button small" href="/replay/${source.code}?ply=${source.ply}">${icon("play")}${t("puzzle.replay")}</a>` : nothing}
        ${judged.over ? html`<a class="button small" href=${explained}>${icon("learn")}${t("puzzle.analyse")}</a>` : nothing}
        <a class="button small" href="/new?game=${shown.game.name}&opponent=level">${icon("plus")}${t("puzzle.playOn")}</a>
      </p>
    </div>`;
  }

  /** Return the results of the last attempts. */
  _last() {
    const attempts = this._history?.attempts ?? [];
    return html`<section class="last"><h2>${t("puzzle.last")}</h2>
      ${attempts.length
        ? html`<ol>${attempts.map(({puzzle, game, result, before, after}) => {
            const label = `${this._app.lobby.game(game)?.title ?? game}, ${t(`puzzle.result.${result}`)}, ${before} > ${after}`;
            return html`<li><a class=${result} href="/puzzles/${game}/${puzzle}" title=${label} aria-label=${label}>${{solved: "✓", failed: "✗", helped: "?"}[result]}</a></li>`;
          })}</ol>`
        : html`<p class="muted">${t("puzzle.noLast")}</p>`}
    </section>`;
  }
}

/** Return the rating of a solver with its change, and the streak. @param {SolverRating} you @param {number} change */
const solverPanel = (you, change) => html`<dl class="solver number">
  <div><dt>${t("puzzle.you")}</dt><dd>${you.rating}${you.deviation > 110 ? "?" : ""}
    ${change ? html`<span class="change ${change < 0 ? "down" : ""}">${change > 0 ? "+" : ""}${change}</span>` : nothing}</dd></div>
  <div><dt>${t("puzzle.streak")}</dt><dd>${you.streak} <small>${t("puzzle.best", {count: you.best})}</small></dd></div>
  <div><dt>${t("puzzle.solvedOf")}</dt><dd>${you.solved} <small>/ ${you.attempts}</small></dd></div>
</dl>`;
