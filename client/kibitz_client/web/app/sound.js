// Sounds of a match, made by oscillators when they are wanted, so that the page needs no files for them.

import {yourTurn} from "../match/state.js";

/** @import {ToClient, State} from "kibitz-protocol" */
/** @import {MatchState} from "../match/state.js" */

/** Notes by sound: hertz, begin and length in milliseconds. A piece that is put down has a low tone of wood below. */
const SOUNDS = {
  own: [[660, 0, 45], [220, 0, 90]],
  other: [[520, 0, 45], [175, 0, 90]],
  capture: [[300, 0, 60], [130, 0, 140], [450, 70, 60]],
  chance: [[330, 0, 40], [247, 70, 40], [294, 150, 60]],
  turn: [[659, 0, 130], [880, 110, 220]],
  low: [[988, 0, 90], [988, 170, 90]],
  start: [[392, 0, 130], [523, 120, 130], [659, 240, 240]],
  won: [[523, 0, 150], [659, 140, 150], [784, 280, 150], [1047, 420, 380]],
  lost: [[440, 0, 200], [349, 190, 200], [262, 380, 420]],
  end: [[494, 0, 200], [494, 240, 320]],
  chat: [[1175, 0, 70], [1397, 80, 110]],
};

/** @typedef {keyof typeof SOUNDS} Sound */

/** Something that happened in a match, and the position before it, where that is known.
 * @typedef {{state: MatchState, before: State | null, message: ToClient}} Happening */

/** @type {AudioContext | null} */
let context = null;

/** Play a sound, or what a message sounds like. Browsers let a page sound once the reader has touched it.
 * @param {Sound | Happening} what @param {number} volume from 0 to 1 */
export function play(what, volume) {
  const sound = typeof what === "string" ? what : soundOf(what);
  if (!sound || !volume || !navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  void context.resume();
  const begin = context.currentTime + 0.01;
  for (const [pitch, from, length] of SOUNDS[sound]) {
    const tone = new OscillatorNode(context, {type: "triangle", frequency: pitch});
    const gain = new GainNode(context, {gain: 0});
    const at = begin + from / 1000;
    gain.gain.setValueAtTime(volume * 0.5, at);
    gain.gain.exponentialRampToValueAtTime(0.001, at + length / 1000);
    tone.connect(gain).connect(context.destination);
    tone.start(at);
    tone.stop(at + length / 1000);
  }
}

/** Return the sound of a message; null for those without one. @param {Happening} happening @returns {Sound | null} */
export function soundOf({state, before, message}) {
  if (message.t === "said") return "chat";
  if (message.t !== "event") return null;
  const fact = message.event;
  if (fact.kind === "started") return "start";
  if (fact.kind === "finished") return state.you === null || fact.result.winner === null ? "end" : fact.result.winner === state.you ? "won" : "lost";
  if (fact.kind === "chance_decided") return document.hidden && yourTurn(state) ? "turn" : "chance";
  if (fact.kind !== "moved") return null;
  if (before && captures(state, before)) return "capture";
  if (document.hidden && yourTurn(state)) return "turn";
  return (state.you ?? 0) === fact.move.seat ? "own" : "other";
}

/** Return whether a move took pieces from a grid: it left fewer of them, or no more after a piece was put down.
 * @param {MatchState} state @param {State} before */
function captures({board, position}, before) {
  if (board.shape !== "grid") return false;
  const empty = Object.entries(board.symbols).flatMap(([symbol, name]) => (name === "empty" || name === "not in play" ? [symbol] : []));
  const count = (/** @type {State} */ {rows}) => [...rows.join("")].filter((symbol) => !empty.includes(symbol)).length;
  const placed = board.every_empty_cell && position.last.length > 0 ? 1 : 0;
  return count(position) < count(before) + placed;
}
