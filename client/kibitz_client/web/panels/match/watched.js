// A small board between its two players, with their clocks: for views that show several matches at once.

import {html, nothing} from "lit-html";
import {clockName, gameTitle, nameOf, ratingOf, resultText} from "../../app/format.js";
import {miniBoard} from "../../board/mini.js";
import {sideOf, topSeat} from "../../board/shapes/index.js";
import {moveWords, over} from "../../match/state.js";
import {chance, evaluationBar} from "../engine.js";

/** @import {App} from "../../app/context.js" */
/** @import {MatchState} from "../../match/state.js" */

/** Return a small board between its two sides, which is a link to the match. @param {App} app @param {MatchState | null} state */
export function watchedBoard(app, state) {
  if (!state) return html`<div class="watched panel"></div>`;
  const {board, position, seats} = state;
  const far = topSeat(board);
  const bottom = far === null ? 0 : 1 - far;
  const move = state.moves.at(-1);
  return html`<a class="watched panel" href="/${state.code}" data-shape=${board.shape}>
    <span class="watched-head"><b>${gameTitle(app.lobby.game(state.game.name), state.game.title)}</b>${state.clock ? html`<span class="muted number">${clockName(state.clock)}</span>` : nothing}
      <span class="grow"></span><span class="muted number">${move ? `${state.position.ply}. ${moveWords(state, move)}` : ""}</span></span>
    ${bar(state, 1 - bottom)}
    <span class="watched-board">${evaluationBar(state.show_thinking || over(state) ? chance(state) : null, false, state.board)}
      ${miniBoard({board, position, key: `${state.match}${position.position}`, flipped: false})}</span>
    ${bar(state, bottom)}
    ${state.result ? html`<span class="watched-result">${resultText(state.result, seats, null, board)}</span>` : nothing}
  </a>`;
}

/** Return a side: its player, rating and clock. @param {MatchState} state @param {number} seat */
const bar = (state, seat) => html`<span class="watched-side ${state.phase === "running" && state.position.to_move === seat ? "turn" : ""}">
  <i class="side s${seat} ${sideOf(state.board, seat)}"></i><b>${nameOf(state.seats[seat])}</b><span class="muted number">${ratingOf(state.seats[seat])}</span>
  <span class="grow"></span>
  ${state.position.remaining_ms ? html`<span class="clock number" data-seat=${seat}></span>` : nothing}
</span>`;
