// What happens in a match, in sentences: whose turn it is, the last move, and what a screen reader says of a message.

import {endText, nameOf, playerAt, uncountedText} from "../../app/format.js";
import {chancesBefore} from "../../match/line.js";
import {sideName} from "../../match/names.js";
import {passEnds, settling, written, yourTurn} from "../../match/state.js";
import {chancesWords} from "../../match/tables/hidden.js";
import {endedHand} from "../../match/tables/parts.js";
import {named} from "./extras/special.js";
import {t} from "../../words/index.js";

/** @import {State, ToClient} from "kibitz-protocol" */
/** @import {App} from "../../app/context.js" */
/** @import {MatchState} from "../../match/state.js" */

/** Return the last move with the name of its player. @param {MatchState} state */
export function lastMove(state) {
  const move = state.moves.at(-1);
  if (!move) return t("moves.none");
  const name = playerAt(state, move.seat);
  // What is said of cards has a verb of its own.
  return state.game.hidden && move.said ? `${name} ${named(move.said, state)}` : t("speech.moved", {name, move: written(move)});
}

/** Return whose turn it is, or which ply is looked at, as a sentence. @param {MatchState} state @param {number | null} shown
 * @param {boolean} [stuck] whether the player's move waits for the network
 * @param {boolean} [spoken] whether that is all that the reader gets: a table shows its cards, and only listeners need the count of moves */
export function turnText(state, shown, stuck = false, spoken = false) {
  if (stuck) return t("match.stuck");
  if (shown !== null) return t("moves.viewing", {ply: shown, of: state.position.ply});
  const {to_move: seat, legal} = state.position;
  if (state.phase !== "running" || seat === null) return "";
  if (state.board.shape === "table") {
    const whose = yourTurn(state) && !state.local ? t("match.yourMove") : t("match.waitingFor", {name: nameOf(state.seats[seat])});
    return [...(spoken ? chancesWords(chancesBefore(state, state.moves.length)).map((text) => named(text, state)) : []), whose].join(". ");
  }
  const side = t(state.local ? "match.sideToMove" : "match.yourTurn", {side: sideName(state.game, seat)});
  const turn = yourTurn(state) ? (spoken ? `${side}, ${t("speech.count", {count: legal.length})}` : side) : t("match.waitingFor", {name: nameOf(state.seats[seat])});
  // A draw may have taken the turn of a side.
  return [...chancesWords(chancesBefore(state, state.moves.length)), turn, ...(passEnds(state) ? [t("match.passEnds")] : [])].join(". ");
}

/** Say what a message means for the match.
 * @param {App} app @param {MatchState} state @param {ToClient} message @param {State} before the position before it */
export function announce(app, state, message, before) {
  if (message.t === "said") return app.speak(`${message.name}: ${message.text}`);
  if (message.t !== "event") return;
  const fact = message.event;
  if (fact.kind === "chance_decided" || fact.kind === "moved")
    app.speak([fact.kind === "moved" && lastMove(state), named(endedHand(before, state.position, state.game.seats), state), turnText(state, null, false, true)].filter(Boolean).join(". "));
  else if ((fact.kind === "finished" || fact.kind === "aborted") && state.result)
    app.speak([endText({...state, result: state.result}, state.you), uncountedText(state)].filter(Boolean).join(" "));
  else if (fact.kind === "started" && state.uncounted) app.speak(uncountedText(state));
  else if (fact.kind === "went_berserk") app.speak(`${nameOf(state.seats[fact.seat])}: ${t("match.berserk")}`);
  else if (fact.kind === "seed_kept") app.speak(t("fair.kept"));
  else if (fact.kind === "paused" && settling(state)) app.speak(t("settle.which"));
  else if (fact.kind === "offered" && fact.offer === "settle")
    import("./settling.js").then(({proposalText, ready}) => ready.then(() => app.speak(proposalText(state)))).catch(() => {});
  else if (fact.kind === "offered" && fact.seat !== state.you) app.speak(t("offer.theirs", {offer: t(`offer.${fact.offer}`)}));
}
