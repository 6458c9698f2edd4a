// Moves by typing, and by choosing among the moves that a pick stands for.

import {html, nothing} from "lit-html";
import {couldBeMove} from "../match/choosing.js";
import {passEnds, yourTurn} from "../match/state.js";
import {isGrave} from "./notices/sure.js";
import {numberMoves, plainMoves, typedNumber} from "../match/tables/number_moves.js";
import {t} from "../words/index.js";

/** @import {State} from "kibitz-protocol" */
/** @import {MatchState} from "../match/state.js" */
/** @import {Sure} from "./notices/sure.js" */
/** @import {NumberMoves} from "../match/tables/number_moves.js" */

/** Return the field for typed moves.
 * @param {{state: MatchState, premoves: string[], play: (move: string) => Promise<void> | undefined, premove: (move: string) => void}} options */
export function typedMove({state, premoves, play, premove}) {
  /** @param {SubmitEvent} event */
  const submit = (event) => {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    const text = String(new FormData(form).get("move") ?? "").trim();
    if (!text) return;
    form.reset();
    // In chess the case of a letter may matter: the server reads B1c3 as a move of a bishop.
    const cased = state.game.notation === "uci";
    const plain = (/** @type {string} */ move) => (cased ? move : move.toLowerCase()).replace(/\s/g, "");
    const legal = state.position.legal.find((move) => plain(move) === plain(text)) ?? state.position.legal.find((move) => move === typedNumber(state.position, text));
    if (legal) play(legal);
    else if (!yourTurn(state) && couldBeMove(state.board, state.position, text)) premove(text);
    // The server says what is wrong, and the text can be corrected.
    else play(text)?.catch(() => {
      const field = /** @type {HTMLInputElement} */ (form.elements.namedItem("move"));
      if (field.isConnected && !field.value) field.value = text;
    });
  };
  return html`<form class="typed cluster" @submit=${submit}>
    <label class="visually-hidden" for="typed-move">${t("match.typed")}</label>
    <input id="typed-move" name="move" list="legal-moves" autocomplete="off" spellcheck="false" placeholder=${t(yourTurn(state) ? "match.typed" : "match.typedPremove")} />
    <datalist id="legal-moves">${state.position.legal.slice(0, 200).map((move) => html`<option value=${move}></option>`)}</datalist>
    <button class="button">${t("match.play")}</button>
    ${premoves.length ? html`<span class="muted">${t("match.premoves", {moves: premoves.join(" ")})}</span>` : nothing}
  </form>`;
}

/** Return the moves without cells, a button for each.
 * @param {MatchState} state @param {(move: string) => void} play @param {Sure} sure */
export function movesWithoutCells(state, play, sure) {
  const {position} = state;
  const plain = plainMoves(position);
  const button = (/** @type {string} */ name) => plain.map((move) => {
    if (!isGrave(state, move)) return html`<button class="button ${name}" @click=${() => play(move)}>${move}</button>`;
    const question = t(move === "pass" && passEnds(state) ? "sure.last" : /** @type {"sure.pass"} */ (`sure.${move}`));
    const armed = sure.armed(move);
    return html`<button class="button ${armed ? "danger sure" : name}" @click=${() => sure.tap(move, question, () => play(move))}>${armed ? question : move}</button>`;
  });
  // A pass is always there, and seldom wanted.
  if (String(plain) === "pass" && position.legal.length > 1 && !passEnds(state)) return html`${button("pass")}`;
  const buttons = button("primary");
  return buttons.length ? html`<div class="banner hot">${buttons}</div>` : html``;
}

/** Return the legal moves in words, with one text for those that differ only in a number.
 * @param {State} position @param {string[]} [written] the moves as players write them */
export const movesInWords = (position, written = position.legal) => [
  ...written.filter((_, place) => position.paths[place].length),
  ...plainMoves(position),
  ...numberMoves(position).map((group) => `${group.word} ${boundsOf(group)}`),
];

/** @param {NumberMoves} group */
function boundsOf({numbers}) {
  const [least, most] = [numbers[0], numbers[numbers.length - 1]];
  return t(most - least < numbers.length ? "table.bounds" : "table.boundsGaps", {least, most});
}

/** Return the choice among moves, or the question before a single one.
 * @param {string[]} moves @param {(move: string) => void} play @param {(() => void) | undefined} cancel */
export const choicePanel = (moves, play, cancel) => html`<div class="banner hot" role="group" aria-label=${t("match.choose")}>
  <span>${t(moves.length > 1 ? "match.choose" : "match.confirm")}</span>
  ${moves.map((move) => html`<button class="button small primary" @click=${() => play(move)}>${move}</button>`)}
  <button class="button small" @click=${cancel}>${t("dialog.cancel")}</button>
</div>`;
