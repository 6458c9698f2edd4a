// What a student may explain: examples, own leaf values, a position of a game, or one of a match.

import {html, nothing} from "lit-html";
import {defaultOf, follow, titleOf} from "../app/forms/options.js";
import {typedCode} from "../network/codes.js";
import {t} from "../words/index.js";
import {meaningOf} from "../words/options/index.js";
import {addressOf} from "./subject.js";

/** @import {App} from "../app/context.js" */
/** @import {Subject} from "./subject.js" */

/** @type {[import("../words/index.js").Key, Partial<Subject>][]} */
const EXAMPLES = [
  ["learn.example.textbook", {kind: "leaves", leaves: "3 12 8 / 2 4 6 / 14 5 2"}],
  ["learn.example.order", {kind: "leaves", leaves: "3 12 8 / 2 4 6 / 2 5 14"}],
  ["learn.example.levels", {kind: "leaves", leaves: "8 5 / 6 -4 // 3 8 / 4 -6 /// 1 9 / 5 2 // 5 3 / 7 2"}],
  ["learn.example.tictactoe", {kind: "game", game: "tictactoe", moves: "b2 a1 c1 a3 a2", depth: 4}],
  ["learn.example.nim", {kind: "game", game: "nim", options: {heaps: "1,2,2"}, depth: 5}],
  ["learn.example.connect4", {kind: "game", game: "connect4", moves: "4 4 3", depth: 2}],
  // White bears off its last checkers, from the points 6 and 2, before any roll of Black wins.
  ["learn.example.backgammon", {kind: "game", game: "backgammon", position: "AQAACAEAAAAAAA:MAEAAAAAAAAE", depth: 2}],
];
/** The form that is open, and the game that was chosen in it. @typedef {{kind: Subject["kind"] | null, game: string}} Form */

const KINDS = /** @type {const} */ (["leaves", "game", "match"]);

/** Return the examples, and the form of the kind that is open. @param {App} app @param {Subject} subject
 * @param {Form} state @param {(change: Partial<Form>) => void} change */
export function subjectForms(app, subject, state, change) {
  const form = state.kind;
  const here = addressOf({...subject, show: "alphabeta", step: 0});
  /** @param {SubmitEvent} event */
  const submit = (event) => {
    event.preventDefault();
    const data = new FormData(/** @type {HTMLFormElement} */ (event.target));
    const text = (/** @type {string} */ name) => String(data.get(name) ?? "").trim();
    const {show} = subject;
    if (form === "leaves") app.go(addressOf({kind: form, show, leaves: text("leaves"), first: text("first") === "min" ? "min" : "max"}));
    else if (form === "match") {
      app.go(addressOf({kind: form, show, match: typedCode(text("match")) ?? text("match"), ply: text("ply") ? Number(text("ply")) : null}));
    } else {
      const known = app.lobby.game(text("game"))?.options ?? [];
      const typed = (/** @type {string} */ name) => text(`o.${name}`);
      const options = Object.fromEntries(known.filter((option) => !["", String(defaultOf(option, known, typed))].includes(typed(option.name))).map(({name}) => [name, typed(name)]));
      app.go(addressOf({kind: "game", show, game: text("game"), options, moves: text("moves"), position: text("position"), depth: text("depth") ? Number(text("depth")) : null}));
    }
  };
  return html`<section class="subjects stack tight">
    <div class="choices">
      <nav class="cluster" aria-label=${t("learn.examples")}><span class="muted">${t("learn.examples")}</span>
        ${EXAMPLES.map(([key, example]) => {
          const same = addressOf(example) === here;
          return html`<a class="button small" href=${addressOf({...example, show: subject.show})} aria-current=${same ? "true" : nothing}>${t(key)}</a>`;
        })}</nav>
      <div class="cluster" role="group" aria-label=${t("learn.own")}><span class="muted">${t("learn.own")}</span>
        ${KINDS.map((kind) => html`<button class="button small" aria-expanded=${kind === form} @click=${() => change({kind: kind === form ? null : kind})}>${t(`learn.own.${kind}`)}</button>`)}</div>
    </div>
    ${form ? html`<form class="card subject-form" @submit=${submit} @input=${follow((form === "game" && app.lobby.game(state.game || subject.game)?.options) || [], "o.")}>${fields(app, subject, {...state, kind: form}, change)}<button class="button primary">${t("learn.draw")}</button></form>` : nothing}
  </section>`;
}

/** @param {App} app @param {Subject} subject @param {Form} form @param {(change: Partial<Form>) => void} change */
function fields(app, subject, form, change) {
  if (form.kind === "leaves")
    return html`<label class="field wide"><span>${t("learn.leaves")}</span><input name="leaves" required maxlength="2000" autocomplete="off" spellcheck="false" .defaultValue=${subject.leaves} /><small>${t("learn.leavesHint")}</small></label>
      <label class="field"><span>${t("learn.mover")}</span><select name="first">${/** @type {const} */ (["max", "min"]).map((player) => html`<option value=${player} ?selected=${player === subject.first}>${t(`learn.${player}`)}</option>`)}</select></label>`;
  if (form.kind === "match")
    return html`<label class="field"><span>${t("learn.match")}</span><input name="match" required autocomplete="off" spellcheck="false" .defaultValue=${subject.match} /></label>
      <label class="field"><span>${t("learn.ply")}</span><input name="ply" type="number" min="0" .defaultValue=${String(subject.ply ?? "")} /><small>${t("learn.plyHint")}</small></label>`;
  const games = app.lobby.games.filter(({hidden}) => !hidden);
  const game = app.lobby.game(form.game || subject.game) ?? games[0];
  // Moves and options fit their game only.
  const same = game?.name === subject.game;
  const given = (/** @type {string} */ name) => String((same && subject.options[name]) ?? "");
  return html`<label class="field"><span>${t("learn.game")}</span><select name="game" @change=${(/** @type {Event} */ event) => change({game: /** @type {HTMLSelectElement} */ (event.target).value})}>${games.map(({name, title}) => html`<option value=${name} ?selected=${name === game?.name}>${title}</option>`)}</select></label>
    ${games.map((each) => (each.name === game?.name ? game.options.map((option) => html`<label class="field"><span>${titleOf(option)}</span><input name="o.${option.name}" autocomplete="off" .defaultValue=${given(option.name) || String(defaultOf(option, game.options, given))} /><small>${meaningOf(option)}</small></label>`) : nothing))}
    <label class="field wide"><span>${t("learn.moves")}</span><input name="moves" autocomplete="off" spellcheck="false" .defaultValue=${same ? subject.moves : ""} /><small>${t("learn.movesHint")}</small></label>
    <label class="field wide"><span>${t("learn.position")}</span><input name="position" autocomplete="off" spellcheck="false" .defaultValue=${same ? subject.position : ""} /></label>
    <label class="field"><span>${t("learn.depth")}</span><input name="depth" type="number" min="0" max="12" .defaultValue=${String(subject.depth ?? "")} /></label>`;
}
