// The puzzle of the day for the first view: a small board that leads to it.

import {html} from "lit-html";
import {miniBoard} from "../board/mini.js";
import {sideName} from "../match/names.js";
import {translatedGame} from "../words/games.js";
import {t} from "../words/index.js";

/** @import {App} from "../app/context.js" */

/** Return what shows the puzzle of the day. @param {App} app */
export async function daily({link}) {
  const {puzzle, game, board, state, seat, rating} = await link.command({t: "daily_puzzle"});
  return () => html`<a class="panel tile daily" href="/puzzles/${game.name}/daily">
    ${miniBoard({board, position: state, key: puzzle, flipped: false})}
    <div class="names"><b>${t("nav.daily")}</b></div>
    <footer><span>${translatedGame(game).title} · ${sideName(game, seat)}</span><span class="number">${rating}</span></footer>
  </a>`;
}
