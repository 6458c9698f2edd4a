// The buttons of a turn of backgammon: roll or double, take or drop, and undo and done of the checkers that were moved. A
// double never lies where the roll is.

import {html, nothing} from "lit-html";
import {cellName} from "../cells.js";
import {completed, wholePairs} from "../../match/choosing.js";
import {plainMoves} from "../../match/tables/number_moves.js";
import {t} from "../../words/index.js";

/** @import {State} from "kibitz-protocol" */
/** @import {ChoicesAsked} from "../contents/index.js" */

/** @param {ChoicesAsked} asked */
export function buttons(asked) {
  const {state: {position}, play, sure} = asked;
  const plain = plainMoves(position);
  if (!plain.length) return checkers(asked);
  const button = (/** @type {string} */ move, /** @type {string} */ kind, /** @type {string} */ text) =>
    plain.includes(move) ? html`<button class="button ${kind}" data-move=${move} @click=${() => play(move)}>${text}</button>` : nothing;
  // What cannot be taken back asks first.
  const grave = (/** @type {"double" | "drop"} */ move, /** @type {string} */ text) => {
    if (!plain.includes(move)) return nothing;
    const [armed, question] = [sure.armed(move), t(`sure.${move}`)];
    return html`<button class="button large apart ${armed ? "danger sure" : ""}" data-move=${move} @click=${() => sure.tap(move, question, () => play(move))}>${armed ? question : text}</button>`;
  };
  const cube = cubeOf(position);
  const others = plain.filter((move) => !["roll", "double", "take", "drop"].includes(move));
  return html`<div class="cube-row">
    ${plain.includes("take") ? html`<p>${t("gammon.doubled", {count: cube})}</p>` : nothing}
    ${button("roll", "primary large", t("gammon.roll"))}
    ${grave("double", t("gammon.double", {count: 2 * cube}))}
    ${button("take", "primary large", t("gammon.take", {count: cube}))}
    ${grave("drop", t("gammon.drop", {count: cube / 2}))}
    ${others.map((move) => button(move, "", move))}
  </div>`;
}

/** Return what the cube shows. @param {State} position */
function cubeOf({trays = []}) {
  const [key = "x1"] = trays.find(({name}) => name === "cube")?.faces ?? [];
  return Number(key.replace(/\D/g, "")) || 1;
}

/** Return the checkers that were moved, with undo and done; or the only move, which need not be picked.
 * @param {ChoicesAsked} asked */
function checkers({state: {board, position}, play, picked, keep, swap, confirm}) {
  const seat = position.to_move ?? 0;
  const whole = wholePairs(picked);
  const [done] = completed(position, whole);
  if (position.legal.length === 1 && !whole.length) {
    return html`<div class="checker-row"><span>${t("gammon.forced", {move: position.legal[0]})}</span>
      <button class="button primary large" data-move=${position.legal[0]} @click=${() => play(position.legal[0])}>${t("gammon.play")}</button></div>`;
  }
  const names = whole.map((cell) => cellName(board, cell, seat));
  const pairs = names.flatMap((name, place) => (place % 2 ? [`${names[place - 1]}/${name}`] : []));
  const first = diceOf(position);
  return html`<div class="checker-row">
    ${whole.length
      ? html`<b class="number">${pairs.join(" ")}</b>
        <button class="button large" data-undo @click=${() => keep(wholePairs(whole.slice(0, -1)))}>${t("gammon.undo")}</button>
        ${confirm ? html`<button class="button primary large" data-done ?disabled=${!done} @click=${() => play(done)}>${t("gammon.done")}</button>` : nothing}`
      : swap && first ? html`<span class="muted">${t("gammon.firstDie", {die: first.used})}</span><button class="button" data-swap @click=${swap}>⇄ ${t("gammon.swap", {die: first.other})}</button>` : nothing}
  </div>`;
}

/** Return the numbers of two different dice in their order; null for others. @param {State} position */
function diceOf({trays = []}) {
  const [used, other] = (trays.find(({name}) => name === "dice")?.faces ?? []).map((key) => Number(key.replace(/\D/g, "")));
  return other === undefined || used === other ? null : {used, other};
}
