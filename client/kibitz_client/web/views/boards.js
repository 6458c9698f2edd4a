// Several live matches at once. A match that ends stays for some seconds, and then another one takes its place.

import {html, nothing} from "lit-html";
import {clockName, gameTitle, nameOf, ratingOf, resultText} from "../app/format.js";
import {miniBoard} from "../board/mini.js";
import {topSeat} from "../board/shapes/layout.js";
import {sideOf} from "../board/shapes/pieces.js";
import {moveWords, over} from "../match/state.js";
import {LiveMatch} from "../network/live_match.js";
import {chance, evaluationBar} from "../panels/engine.js";
import {runClocks} from "../panels/player_bar.js";
import {t} from "../words/index.js";

/** @import {App, Route, View} from "../app/context.js" */
/** @import {MatchState} from "../match/state.js" */

/** How long the end of a match is shown, in milliseconds. */
const END_MS = 6000;
const TICK_MS = 200;

/** A board: the match on it, when its last message came, and when it ended.
 * @typedef {{id: string, live: LiveMatch, told: number, ended: number}} Place */

/** @param {App} app @param {Route} route @returns {Promise<View>} */
export async function open(app, route) {
  await Promise.all([app.style("match.css"), app.style("records.css")]);
  const screens = ["(min-width: 1200px)", "(min-width: 1200px) and (min-height: 1050px)"].map((query) => matchMedia(query));
  let game = route.query.get("game") ?? "";
  /** @type {Place[]} */
  let places = [];
  /** Matches that were shown to their end, or may not be watched. @type {Set<string>} */
  const done = new Set();

  /** @param {string} id */
  const follow = (id) => {
    /** @type {Place} */
    const place = {id, live: new LiveMatch(app.link, id, {preview: true}), told: performance.now(), ended: 0};
    place.live.onchange((message) => {
      const {state, error, redirected} = place.live;
      if (message?.t === "event") place.told = performance.now();
      if (error) drop(place);
      else if (redirected?.next && places.includes(place) && !places.some(({id: other}) => other === redirected.next)) {
        place.live.close();
        places[places.indexOf(place)] = follow(redirected.next);
      } else if (state && over(state) && !place.ended) place.ended = performance.now();
      app.changed();
    });
    return place;
  };

  /** @param {Place} place */
  const drop = (place) => {
    done.add(place.id);
    place.live.close();
    places = places.filter((other) => other !== place);
    fill();
  };

  const fill = () => {
    const most = [4, 6, 9][screens.filter(({matches}) => matches).length];
    for (const place of places.slice(most)) place.live.close();
    places = places.slice(0, most);
    const shown = new Set(places.map(({id}) => id));
    // The rows that changed last come last.
    const free = app.lobby.live.filter((row) => row.watchable && row.phase === "running" && !shown.has(row.match) && !done.has(row.match) && (!game || row.game === game)).reverse();
    for (const row of free.slice(0, most - places.length)) places.push(follow(row.match));
    app.changed();
  };
  const refill = () => {
    for (const place of places) place.live.close();
    places = [];
    fill();
  };
  const stop = app.lobby.onchange(fill);
  for (const screen of screens) screen.addEventListener("change", fill);
  fill();

  const ticking = setInterval(() => {
    const now = performance.now();
    for (const place of places.filter(({ended}) => ended && now - ended > END_MS)) drop(place);
    document.querySelectorAll(".watched").forEach((tile, at) => {
      const live = places[at]?.live;
      if (live?.state) runClocks(tile, live.state, now - live.arrived);
    });
  }, TICK_MS);

  const template = () => html`<div class="stack records wide">
    <div class="section-head">
      <h1>${t("boards.title")}</h1><span class="grow"></span>
      <label><span class="visually-hidden">${t("new.game")}</span>
        <select @change=${(/** @type {Event} */ event) => {
          game = /** @type {HTMLSelectElement} */ (event.target).value;
          history.replaceState(null, "", game ? `/boards?game=${game}` : "/boards");
          refill();
        }}>
          <option value="">${t("archive.anyGame")}</option>
          ${app.lobby.games.map(({name, title}) => html`<option value=${name} ?selected=${name === game}>${title}</option>`)}
        </select></label>
    </div>
    ${places.length
      ? html`<div class="boards" data-count=${places.length}>${places.map(({live}) => tile(live.state))}</div>`
      : app.lobby.loaded
        ? html`<div class="card empty"><p>${t(game ? "boards.noneOfGame" : "lobby.noneLive")}</p><a class="button" href="/new">${t("new.title")}</a></div>`
        : html`<div class="skeleton" aria-busy="true"></div>`}
  </div>`;

  /** @param {MatchState | null} state */
  const tile = (state) => {
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
      ${state.result ? html`<span class="watched-result">${resultText(state.result, seats)}</span>` : nothing}
    </a>`;
  };

  /** @param {MatchState} state @param {number} seat */
  const bar = (state, seat) => html`<span class="watched-side ${state.phase === "running" && state.position.to_move === seat ? "turn" : ""}">
    <i class="side s${seat} ${sideOf(state.board, seat)}"></i><b>${nameOf(state.seats[seat])}</b><span class="muted number">${ratingOf(state.seats[seat])}</span>
    <span class="grow"></span>
    ${state.position.remaining_ms ? html`<span class="clock number" data-seat=${seat}></span>` : nothing}
  </span>`;

  return {
    title: () => t("boards.title"),
    template,
    again: (next) => {
      game = next.query.get("game") ?? "";
      refill();
      return true;
    },
    close: () => {
      clearInterval(ticking);
      stop();
      for (const screen of screens) screen.removeEventListener("change", fill);
      for (const place of places) place.live.close();
    },
  };
}
