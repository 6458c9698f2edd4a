// The ways to share a match: its addresses, pictures of its positions, its record, and the line that frames it.

import {html, nothing} from "lit-html";
import {t} from "../words/index.js";
import {copyField, linkOf} from "./links.js";

/** @import {Event as MatchEvent, Snapshot, State} from "kibitz-protocol" */
/** @import {App} from "../app/context.js" */
/** @import {MatchState} from "../match/state.js" */

/** What is shared. A view calls `(await import("../panels/share.js")).shareDialog(app, {state, position, ply})`.
 * @typedef {object} Shared
 * @property {MatchState} state the match as the view knows it: code, game, board, seats, moves, result
 * @property {State} [position] the position that the reader looks at; without it the one of `state`
 * @property {number | null} [ply] its ply, for an address of it; null where the reader follows the match
 * @property {string | null} [key] the key of a private match, which only the fragment of an address holds
 * @property {boolean} [flipped] whether the board is turned
 * @property {() => Promise<(Snapshot | MatchEvent)[]>} [messages] return the record of the match, from its first
 *   snapshot on, where the view has it; without it the server is asked
 * @property {boolean} [local] the record is a file of the reader, so that there is no address */

/** Show the ways to share a match. @param {App} app @param {Shared} shared */
export function shareDialog(app, shared) {
  const {state, ply = null, key = null, position = state.position} = shared;
  app.dialog(
    (close) => html`<div class="stack">
      <h2>${t("match.share")}</h2>
      ${copyField(app, t("share.link"), linkOf(state, key))}
      ${ply === null ? nothing : copyField(app, t("share.ply", {ply}), linkOf(state, key, ply))}
      ${copyField(app, t("share.embed"), `<iframe src="${location.origin}/embed/${state.code}" width="480" height="640" title="Kibitz"></iframe>`)}
      ${copyField(app, t("share.position"), position.text)}
      <img class="qr" src="/${state.code}/qr.svg" alt=${t("share.qr")} width="160" height="160" />
      <div class="dialog-actions"><button class="button" @click=${close}>${t("dialog.close")}</button></div>
    </div>`,
    t("match.share"),
  );
}
