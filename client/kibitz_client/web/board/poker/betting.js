// The buttons of a bet, with what each costs. Without limits, a size is chosen by a slider, a number field, or the usual parts
// of the pot. The legal moves and all chips are those of the server.

import {html, nothing, render} from "lit-html";
import {t} from "../../words/index.js";
import {numberMoves, plainMoves} from "../../match/tables/number_moves.js";
import {quickSizes, toCall} from "../../match/tables/bet_sizes.js";

/** @import {State} from "kibitz-protocol" */
/** @import {ChoicesAsked} from "../contents/index.js" */
/** @import {NumberMoves} from "../../match/tables/number_moves.js" */

/** The element of the latest turn. The next turn gets another one, in which no size is chosen yet.
 * @type {{turn: string, box: HTMLElement | null}} */
const latest = {turn: "", box: null};

/** Return the buttons of a player whose turn it is. @param {ChoicesAsked} asked */
export function betting(asked) {
  const {match, position} = asked.state;
  const turn = `${match} ${position.ply}`;
  if (!latest.box || latest.turn !== turn) {
    const box = document.createElement("div");
    box.className = "bets";
    Object.assign(latest, {turn, box});
  }
  const {box} = latest;
  render(buttons(asked), /** @type {HTMLElement} */ (box));
  return html`${box}`;
}

/** @param {ChoicesAsked} asked */
function buttons({state: {position, game}, play}) {
  const [group] = numberMoves(position);
  const plain = plainMoves(position);
  const fold = plain.includes("fold") ? html`<button class="button fold" data-move="fold" @click=${() => play("fold")}>${t("poker.act.fold")}</button>` : nothing;
  const others = plain.filter((move) => move !== "fold");
  return html`${group ? sizing(group, position, game.seats, play) : nothing}
    <div class="bet-row">
      ${fold}
      ${others.map((move, place) => html`<button class="button ${place || group ? "" : "primary"} ${isPassive(move) ? "primary" : ""}" data-move=${move} @click=${() => play(move)}>${moveText(move, position, game.seats)}</button>`)}
      ${group ? html`<button class="button strong" form="bet-size" data-move=${group.word} .textContent=${sizedText(group.word, startOf(group), group)}></button>` : nothing}
    </div>`;
}

/** @param {string} move */
const isPassive = (move) => move === "check" || move === "call";

/** Return what a button says: the move with its chips. @param {string} move @param {State} position @param {string[]} sides */
function moveText(move, position, sides) {
  const [word, size] = move.split(" ");
  if (word === "check") return t("poker.act.check");
  if (word === "call") {
    const {count, all} = toCall(position, sides);
    return t(all ? "poker.act.callAll" : "poker.act.call", {count});
  }
  if (word !== "bet" && word !== "raise") return move;
  // Of a bet of fixed size, a counter tells the chips.
  return t(`poker.act.${word}`, {count: Number(size ?? position.counters["next bet"] ?? 0)});
}

/** @param {string} word @param {number} number @param {NumberMoves} group */
function sizedText(word, number, {numbers}) {
  if (number === numbers[numbers.length - 1]) return t("poker.act.betAll", {count: number});
  return t(word === "raise" ? "poker.act.raise" : "poker.act.bet", {count: number});
}

/** @param {NumberMoves} group */
const startOf = ({numbers}) => numbers[0];

/** Return slider, field and quick sizes. What is chosen stands on the button below. @param {NumberMoves} group
 * @param {State} position @param {string[]} sides @param {(move: string) => void} play */
function sizing(group, position, sides, play) {
  const {word, numbers} = group;
  const [least, most] = [numbers[0], numbers[numbers.length - 1]];
  const hint = t("poker.sizeHint", {least, most});
  /** @param {Event} event @param {number} number @param {boolean} [typed] */
  const put = (event, number, typed = false) => {
    const form = formOf(event);
    const [slider, field] = [fieldOf(form, "slider"), fieldOf(form, "amount")];
    field.setCustomValidity("");
    slider.value = String(number);
    if (!typed) field.value = String(number);
    const button = form.closest(".bets")?.querySelector("[form]");
    if (button && numbers.includes(number)) button.textContent = sizedText(word, number, group);
  };
  /** @param {SubmitEvent} event */
  const submit = (event) => {
    event.preventDefault();
    const field = fieldOf(formOf(event), "amount");
    if (numbers.includes(field.valueAsNumber)) return play(`${word} ${field.valueAsNumber}`);
    field.setCustomValidity(hint);
    field.reportValidity();
  };
  const sizes = quickSizes(group, position, sides);
  return html`<form class="amount bet-sizes" id="bet-size" @submit=${submit} novalidate>
    <div class="bet-quick" role="group" aria-label=${t("poker.sizes")}>
      ${sizes.map(({name, number}) => html`<button type="button" class="button small" data-size=${name} @click=${(/** @type {Event} */ event) => put(event, number)}>${t(`poker.${name}`)} <small class="number">${number}</small></button>`)}
    </div>
    <div class="bet-size">
      <input type="range" name="slider" min=${least} max=${most} .value=${String(least)} aria-label=${t("poker.size")} @input=${(/** @type {Event} */ event) => put(event, nearest(numbers, Number(/** @type {HTMLInputElement} */ (event.target).value)))} />
      <input type="number" name="amount" inputmode="numeric" min=${least} max=${most} .value=${String(least)} aria-label=${t("table.amount", {word})} title=${hint}
        @input=${(/** @type {Event} */ event) => put(event, /** @type {HTMLInputElement} */ (event.target).valueAsNumber, true)} />
    </div>
  </form>`;
}

/** @param {Event} event @returns {HTMLFormElement} */
const formOf = ({target}) => /** @type {HTMLFormElement} */ (/** @type {Element} */ (target).closest("form"));

/** @param {HTMLFormElement} form @param {string} name */
const fieldOf = (form, name) => /** @type {HTMLInputElement} */ (form.elements.namedItem(name));

/** @param {number[]} numbers @param {number} wanted */
const nearest = (numbers, wanted) => numbers.reduce((best, each) => (Math.abs(each - wanted) < Math.abs(best - wanted) ? each : best), numbers[0]);
