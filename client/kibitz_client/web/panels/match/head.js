// The title line of a match.

import {html, nothing} from "lit-html";
import {clockName, ratedText} from "../../app/format.js";
import {gameIcon} from "../../app/game_icons.js";
import {icon} from "../../app/icons.js";
import {connection} from "../../app/shell.js";
import {matchTitle} from "../../match/names.js";
import {number, t} from "../../words/index.js";

/** @import {App} from "../../app/context.js" */
/** @import {MatchState} from "../../match/state.js" */

/** Return the event of a match with its round. @param {NonNullable<MatchState["tournament"]>} place */
const eventText = ({name, code, round}) => [name || code, round ? t("match.round", {round}) : ""].filter(Boolean).join(", ");

/** Return the title line of a match. @param {App} app @param {MatchState} state @param {boolean} tv
 * @param {() => void} showSpectators @param {unknown} goal what the game is about, below the facts; null without it */
export function matchHead(app, state, tv, showSpectators, goal) {
  const watchers = app.lobby.row(state.match)?.watchers ?? state.watchers;
  return html`<div class="match-head" data-code=${state.code}>
    <a class="button quiet icon small back" href="/" aria-label=${t("page.toLobby")}>${icon("back")}</a>
    ${gameIcon(state.game.name)}
    <div class="what">
      <h1>${matchTitle(state)}${tv ? html` <span class="badge hot">TV</span>` : nothing}${state.help ? html` <small class="muted">${t("match.help")}</small>` : nothing}${["komi", "handicap"].map((name) => state.options[name] ? html` <small class="muted number">${name} ${number(Number(state.options[name]))}</small>` : nothing)}</h1>
      <p class="muted number">
        <span class="code">${state.code}</span>
        ${state.tournament ? html`<a href="/t/${state.tournament.code}">${eventText(state.tournament)}</a>` : nothing}
        ${state.clock ? html`<span>${clockName(state.clock)}</span>` : nothing}
        ${state.rated ? html`<span title=${state.uncounted ? t(`uncounted.${state.uncounted}`) : nothing}>${ratedText(state.uncounted)}</span>` : nothing}
        ${state.delay ? html`<span>${t("match.behind")}</span>` : nothing}
        ${watchers ? html`<button class="watching" @click=${showSpectators}>${t("lobby.watchers", {count: watchers})}</button>` : nothing}
      </p>
    </div>
    ${connection(app)}
    ${goal ?? nothing}
  </div>`;
}
