// How the player chooses moves: on the board, by buttons, by text, ahead of their turn, or as the server proposes.

import {html, nothing} from "lit-html";
import {chooser} from "../../board/chooser.js";
import {saidOf} from "../../board/contents/pieces.js";
import {premoveCells} from "../../match/choosing.js";
import {numbered} from "../../match/numbering.js";
import {Picking, pathOf} from "../../match/picking.js";
import {alternatives, cellsAhead, numbersAhead} from "../../match/premoves.js";
import {over, plays, yourTurn} from "../../match/state.js";
import {ready as texts} from "../../words/play/index.js";
import {t} from "../../words/index.js";
import {choicePanel, movesWithoutCells, typedMove} from "../move_entry.js";

/** @import {State} from "kibitz-protocol" */
/** @import {App} from "../../app/context.js" */
/** @import {BoardView} from "../../board/board.js" */
/** @import {MatchState} from "../../match/state.js" */
/** @import {LiveMatch} from "../../network/live_match.js" */
/** @import {Answers, Place} from "../notices/answers.js" */
/** @import {Sure} from "../notices/sure.js" */
/** @import {SpecialParts} from "./extras/special.js" */

/** Settled once the texts for players are there. */
export const ready = texts;

export class PlayerMoves {
  /** @param {App} app @param {LiveMatch} live @param {{answers: Answers, sure: Sure, special: SpecialParts}} parts the view's */
  constructor(app, live, {answers, sure, special}) {
    this._app = app;
    this._live = live;
    this._answers = answers;
    this._sure = sure;
    this._picking = new Picking();
    this._special = special;
  }

  /** Forget what was picked: the visitor looks at another ply. */
  clear() {
    this._picking.clear();
  }

  /** Forget the hint too: the match has gone on. */
  reset() {
    this._picking.reset();
  }

  /** Pick a cell of the board, and play or keep the move that it completes. `amount` is the number of the move, if there are
   * several. @param {MatchState} state @param {Parameters<NonNullable<BoardView["onPick"]>>} picked */
  pick(state, ...[cell, amount, carried]) {
    if (this._hasButtonsAlone(state)) return;
    this._picking.ahead = this._live.premoves;
    const moves = this._picking.add(state, this._again(state, cell, carried), carried);
    if (!moves) return;
    if (amount && moves.length >= amount) this._choose([moves[amount - 1]]);
    else if (moves.length) this._choose(moves);
    this._app.changed();
  }

  /** Return whether moves are chosen by buttons alone, such as a roll or a double: no tap on the board asks which one is meant.
   * @param {MatchState} state */
  _hasButtonsAlone({board, position: {legal, paths}}) {
    return board.shape === "points" && legal.length > 1 && paths.every((path) => !path.length);
  }

  /** Return the cell that a pick means: a second tap on a checker moves it by the first die.
   * @param {MatchState} state @param {number} cell @param {string} [carried] */
  _again(state, cell, carried) {
    const {kept} = this._special;
    const {board, position} = state;
    const {cells} = this._picking;
    if (carried || board.shape !== "points" || !kept?.target || cells.length % 2 === 0 || cells.at(-1) !== cell) return cell;
    return kept.target(this._picking.targetsFrom(state, position, cell), cell, position.to_move ?? 0) ?? cell;
  }

  /** Bet or raise: go to the field for its number, or play it. @param {MatchState} state */
  raise(state) {
    const field = /** @type {HTMLElement | null} */ (document.querySelector(".amount [name=amount]"));
    if (field) return field.focus();
    const move = state.position.legal.find((each) => ["bet", "raise"].includes(each));
    if (move && yourTurn(state)) this._choose([move]);
  }

  /** Ask the server for a move, and show it. @param {MatchState} state */
  async hint(state) {
    const {_app: app} = this;
    try {
      const {move, ply, said} = await app.link.command({t: "hint", match: state.match});
      // The match has gone on, and the hint is for a position of the past.
      if (this._live.state?.position.ply !== state.position.ply) return;
      this._picking.hint(state, move);
      this._answers.show("line", t("match.hinted", {move: numbered(state, [said ?? move], ply).join(" ")}));
    } catch (error) {
      this._answers.refused("line")(error);
    }
  }

  /** Return what a board shows of the moves. @param {MatchState} state @param {State} position the one that is shown
   * @param {boolean} current whether that is the latest one @param {boolean} playing whether the player may move on it
   * @returns {Partial<BoardView> & {position: State}} */
  onBoard(state, position, current, playing) {
    const {_live: {pending, premoves}, _picking: picking} = this;
    const {board} = state;
    const sent = pending ? pathOf(state.position, pending.move) : [];
    picking.ahead = premoves;
    const numbers = current ? numbersAhead(board, premoves) : undefined;
    const shown = !current ? position : premoves.length && !yourTurn(state) ? picking.after(state, position) : picking.preview(board, position, sent);
    return {
      ...this._special.onBoard(state, shown),
      ...(numbers ? {numbers} : {}),
      picked: picking.shown(board),
      pending: sent.slice(-1),
      premoves: [...new Set([...premoveCells(state.position, premoves), ...cellsAhead(board, premoves)])],
      hint: picking.hinted,
      marks: playing && yourTurn(state) && !pending ? picking.marks(board, position) : new Set(),
      choice: this._choice(state),
      onCancel: this._cancel,
      onDice: playing ? () => this._special.kept?.swap?.() : undefined,
      targetsFrom: (cell) => picking.targetsFrom(state, position, cell),
    };
  }

  /** Return the choice among moves, and those that need no board. @param {MatchState} state @param {boolean} current
   * whether the latest position is shown @param {boolean} playing whether the player may move on it */
  choices(state, current, playing) {
    const {choices} = this._picking;
    return html`${choices.length && !this._choice(state) ? choicePanel(choices, this._play, this._cancel) : nothing}
      ${yourTurn(state) && current ? this._buttons(state, playing) : nothing}`;
  }

  /** Return the buttons of moves without cells, and those that end a turn. @param {MatchState} state @param {boolean} playing */
  _buttons(state, playing) {
    const buttons = this._special.of(state)?.choices;
    if (!buttons) return movesWithoutCells(state, this._play, this._sure);
    const {kept} = this._special;
    const position = kept?.swap ? kept.shown(state.position, state.game.seats) : state.position;
    return buttons({state: {...state, position}, play: this._play, sure: this._sure, picked: playing ? this._picking.cells : [], keep: this._keep, swap: kept?.swap?.bind(kept), confirm: this._app.prefs.values.done});
  }

  /** Return the field for a move as text. @param {MatchState} state */
  typed(state) {
    const {_live: live} = this;
    return typedMove({state, premoves: live.premoves, play: (move) => this._play(move, "typed"), premove: (text) => live.premove(text)});
  }

  /** Play the only one of some moves, or ask which one or whether. @param {string[]} moves */
  _choose(moves) {
    // The checkers stay as they were moved, until the player is done.
    if (moves.length === 1 && this._asksDone()) return;
    if (moves.length === 1 && !this._app.prefs.values.confirm) return this._play(moves[0]);
    this._picking.choices = moves;
    this._app.changed();
  }

  /** Return whether a turn is confirmed below the board: one in which there was a choice. */
  _asksDone() {
    const {state} = this._live;
    return state?.board.shape === "points" && state.position.legal.length > 1 && this._app.prefs.values.done && this._special.of(state) !== null;
  }

  /** Play a move, or keep it for its turn. @param {string} move @param {Place} [from] where its answer stands
   * @returns {Promise<void> | undefined} rejects where it is refused */
  _play = (move, from = "line") => {
    const {_live: live} = this;
    this._picking.clear();
    this._special.skip();
    this._answers.clear();
    if (!live.state) return;
    if (yourTurn(live.state)) {
      const played = live.play(move);
      played.catch(this._answers.refused(from));
      return played;
    }
    if (plays(live.state) && !over(live.state)) live.premove(move);
  };

  /** Keep only some of the picked cells. @param {number[]} cells */
  _keep = (cells) => {
    this._picking.clear(cells);
    this._app.changed();
  };

  /** Forget what was picked or chosen ahead, and the hint. */
  _cancel = () => {
    this._picking.reset();
    if (this._live.premoves.length) this._live.clearPremoves();
    this._app.changed();
  };

  /** Return the pieces among which the picked moves let the player choose; null if they differ in something else.
   * @param {MatchState} state @returns {BoardView["choice"]} */
  _choice({board, position}) {
    const {choices: moves} = this._picking;
    const found = alternatives(board, position, moves);
    if (!found || board.shape !== "grid") return null;
    const options = found.map(({move, symbol}) => ({move, symbol, name: saidOf(board, symbol)}));
    return {cell: pathOf(position, moves[0]).at(-1) ?? 0, label: t("match.choosePiece"), options, choose: this._play, draw: chooser};
  }
}
