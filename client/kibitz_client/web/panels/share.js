// The ways to share a match: its addresses, pictures of its positions, its record, and the line that frames it.

import {html, nothing, render} from "lit-html";
import {nameOf, ratingOf, reasonText} from "../app/format.js";
import {icon} from "../app/icons.js";
import {topSeat} from "../board/shapes/index.js";
import {fetchRecord, positionsOf} from "../match/record.js";
import {advance, moveWords} from "../match/state.js";
import {fetchFile, saveFile} from "../network/files.js";
import {Painter, png} from "../share/picture.js";
import {t} from "../words/index.js";
import {ready} from "../words/share/index.js";
import {copyField, home, linkOf} from "./links.js";

/** @import {Event as MatchEvent, Export, Snapshot, State} from "kibitz-protocol" */
/** @import {App} from "../app/context.js" */
/** @import {BoardView} from "../board/board.js" */
/** @import {MatchState} from "../match/state.js" */
/** @import {Frame} from "../share/gif.js" */
/** @import {Caption} from "../share/picture.js" */

/** What is shared. A view calls `(await import("../panels/share.js")).shareDialog(app, {state, position, ply})`.
 * @typedef {object} Shared
 * @property {MatchState} state the match as the view knows it: code, game, board, seats, moves, result
 * @property {State} [position] the position that the reader looks at; without it the one of `state`
 * @property {number | null} [ply] its ply, for an address of it; null where the reader follows the match
 * @property {string | null} [key] the key of a private match, which only the fragment of an address holds
 * @property {boolean} [flipped] whether the board is turned
 * @property {() => Promise<(Snapshot | MatchEvent)[]>} [messages] return the record of the match, from its first
 *   snapshot on, where the view has it; without it the server is asked */

/** Milliseconds that a picture of the animation is shown: in short and in long matches, and the last one. */
const DELAYS = {few: 800, many: 400, last: 3500};
const MANY = 80;

/** Show the ways to share a match. @param {App} app @param {Shared} shared */
export async function shareDialog(app, shared) {
  const {state, ply = null, key = null, position = state.position, flipped = false} = shared;
  await Promise.all([app.style("share.css"), ready]);
  const messages = shared.messages ?? (async () => (await fetchRecord(app.link, state.match, key)).messages);
  const name = `${state.game.name}-${state.code}`;
  const link = linkOf(state, key);
  const view = viewOf(app, state, position, flipped);
  const painter = new Painter();
  const picture = painter.draw(view);
  painter.close();
  const preview = URL.createObjectURL(new Blob([picture.svg], {type: "image/svg+xml"}));
  const at = `${name}-ply${position.ply}`;
  const making = document.createElement("div");
  // Programs for Go read SGF, and all others PGN.
  const form = state.game.name === "go" ? "sgf" : "pgn";

  const button = (/** @type {string} */ label, /** @type {() => void} */ run) => html`<button type="button" class="button" @click=${run}>${icon("download")}${label}</button>`;
  const file = (/** @type {Export["form"]} */ form, /** @type {string} */ type) =>
    fetchFile((since) => app.link.command({t: "export", match: state.match, form, since, ...(key ? {key} : {})})).then(({name, text}) => saveFile(name, new Blob([text], {type})), app.refused);
  const idle = () => void render(button(t("share.gif"), () => void animate(app, {making, name, messages, flipped}).then(idle)), making);
  idle();

  app.dialog(
    (close) => html`<div class="share">
      <div class="share-head">
        <h2>${t("match.share")}</h2>
        <button class="button quiet icon" aria-label=${t("dialog.close")} @click=${close}>${icon("close")}</button>
      </div>
      <figure class="share-picture">
        <img src=${preview} alt=${view.label} />
        <figcaption class="stack tight">
          <div class="cluster">
            ${button("SVG", () => saveFile(`${at}.svg`, new Blob([picture.svg], {type: "image/svg+xml"})))}
            ${button("PNG", () => void png(picture).then((blob) => saveFile(`${at}.png`, blob), app.refused))}
          </div>
          ${making}
        </figcaption>
      </figure>
      <div class="stack">
        ${copyField(app, t("share.link"), link)}
        ${ply === null ? nothing : copyField(app, t("share.ply", {ply}), linkOf(state, key, ply))}
        <div class="share-code">
          ${key ? nothing : html`<img class="qr" src="/${state.code}/qr.svg" alt=${t("share.qr")} width="112" height="112" @error=${hide} />`}
          <div class="stack tight">
            <span class="muted">${t("info.code")}</span>
            <span class="big-code number">${state.code}</span>
            ${"share" in navigator ? html`<button class="button" @click=${() => navigator.share({url: link, title: state.game.title}).catch(() => {})}>${icon("share")}${t("share.send")}</button>` : nothing}
          </div>
        </div>
        <div class="field">
          <span>${t("share.files")}</span>
          <div class="cluster">
            ${button(t("share.record"), () => void file("record", "application/x-ndjson"))}
            ${button(form.toUpperCase(), () => void file(form, "text/plain"))}
          </div>
        </div>
        ${copyField(app, t("share.position"), position.text)}
        ${state.visibility === "private" || !state.watchable ? nothing : copyField(app, t("share.embed"), frameOf(state, ply))}
      </div>
    </div>`,
    t("match.share"),
    true,
  );
  making.closest("dialog")?.addEventListener("close", () => URL.revokeObjectURL(preview));
}

/** Return the line that frames a match in another page. @param {MatchState} state @param {number | null} ply */
const frameOf = ({code, game}, ply) =>
  `<iframe src="${home}/embed/${code}${ply === null ? "" : `?ply=${ply}`}" width="480" height="600" title="${game.title}"></iframe>`;

/** @param {Event} event */
const hide = (event) => void (/** @type {HTMLElement} */ (event.target).hidden = true);

/** @param {App} app @param {MatchState} state @param {State} position @param {boolean} flipped @returns {BoardView} */
const viewOf = (app, {board, game}, position, flipped) => ({board, sides: game.seats, position, flipped, labels: app.prefs.labels, label: t("match.board", {game: game.title, ply: position.ply})});

/** Make an animation of a match, show how far it is, and save it.
 * @param {App} app @param {{making: HTMLElement, name: string, messages: NonNullable<Shared["messages"]>, flipped: boolean}} what */
async function animate(app, {making, name, messages, flipped}) {
  const stop = new AbortController();
  const show = (/** @type {number} */ share) =>
    render(
      html`<div class="share-making">
        <progress max="1" .value=${share} aria-label=${t("share.making")}></progress>
        <button type="button" class="button small" @click=${() => stop.abort()}>${t("dialog.cancel")}</button>
      </div>`,
      making,
    );
  show(0);
  making.closest("dialog")?.addEventListener("close", () => stop.abort());
  const painter = new Painter();
  try {
    const [found, {gif}] = await Promise.all([messages(), import("../share/gif.js")]);
    saveFile(`${name}.gif`, await gif(framesOf(app, painter, found, flipped), {progress: show, signal: stop.signal}));
  } catch (error) {
    if (!stop.signal.aborted) app.refused(error);
  } finally {
    painter.close();
  }
}

/** Return the pictures of a match, which are drawn when their turn comes.
 * @param {App} app @param {Painter} painter @param {(Snapshot | MatchEvent)[]} messages @param {boolean} flipped @returns {Frame[]} */
function framesOf(app, painter, messages, flipped) {
  const state = messages.reduce((/** @type {MatchState | null} */ before, message) => advance(before, message), null);
  if (!state) return [];
  const {board, seats, moves, result, game} = state;
  const positions = positionsOf(messages);
  const far = topSeat(board) ?? 1;
  const below = flipped ? far : 1 - far;
  const caption = (/** @type {number} */ seat, /** @type {string} */ usual, /** @type {boolean} */ last) => {
    const won = last && result && (result.winner === seat || (result.winner === null && seat === below));
    const note = won ? t(result.winner === null ? "share.drawn" : "share.won", {reason: reasonText(result.reason)}) : usual;
    return {seat, name: `${nameOf(seats[seat])} ${ratingOf(seats[seat])}`.trim(), note};
  };
  return positions.map((position, place) => {
    const last = place === positions.length - 1;
    const played = moves.find(({ply}) => ply === position.ply - 1);
    const move = played ? moveWords(state, played) : "";
    const captions = /** @type {[Caption, Caption]} */ ([
      caption(1 - below, `${game.title} ${state.code}`, last),
      caption(below, move && t("share.moved", {ply: position.ply, move}), last),
    ]);
    return {
      picture: () => painter.draw(viewOf(app, state, position, flipped), captions),
      delay: last ? DELAYS.last : positions.length > MANY ? DELAYS.many : DELAYS.few,
    };
  });
}
