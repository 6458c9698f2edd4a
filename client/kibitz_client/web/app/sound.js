// Sounds of a match, made by oscillators when they are wanted, so that the page needs no files for them.

import {yourTurn} from "../match/state.js";

/** @import {ToClient, State} from "kibitz-protocol" */
/** @import {MatchState} from "../match/state.js" */

/** A tone in hertz, or a noise around that pitch, and when it begins and how long it is in milliseconds.
 * @typedef {[number, number, number] | [number, number, number, "noise"]} Note */

/** Notes by sound. A piece that is put down has a low tone of wood below, and the knock of its foot. */
const SOUNDS = /** @type {const} @satisfies {{[sound: string]: readonly Readonly<Note>[]}} */ ({
  own: [[660, 0, 45], [220, 0, 90], [1500, 0, 30, "noise"]],
  other: [[520, 0, 45], [175, 0, 90], [1200, 0, 30, "noise"]],
  capture: [[300, 0, 60], [130, 0, 140], [450, 70, 60], [900, 0, 50, "noise"], [1400, 70, 40, "noise"]],
  check: [[587, 0, 70], [220, 0, 90], [880, 90, 160]],
  dice: [[2200, 0, 25, "noise"], [1800, 55, 25, "noise"], [2500, 100, 25, "noise"], [1600, 160, 30, "noise"], [330, 160, 50], [1900, 230, 35, "noise"]],
  card: [[3800, 0, 90, "noise"], [500, 60, 30]],
  chip: [[2637, 0, 40], [3136, 45, 40], [2349, 90, 50], [5000, 0, 20, "noise"]],
  turn: [[659, 0, 130], [880, 110, 220]],
  low: [[988, 0, 90], [988, 170, 90]],
  offer: [[587, 0, 120], [740, 130, 120], [587, 260, 160]],
  start: [[392, 0, 130], [523, 120, 130], [659, 240, 240]],
  won: [[523, 0, 150], [659, 140, 150], [784, 280, 150], [1047, 420, 380]],
  lost: [[440, 0, 200], [349, 190, 200], [262, 380, 420]],
  drawn: [[440, 0, 180], [523, 190, 180], [440, 380, 300]],
  end: [[494, 0, 200], [494, 240, 320]],
  chat: [[1175, 0, 70], [1397, 80, 110]],
});
/** Names of moves by which chips come into the pot. */
const CHIPS = /^(bet|raise|call|all)/;

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
  for (const [pitch, from, length, noise] of /** @type {readonly Readonly<Note>[]} */ (SOUNDS[sound])) sounded(context, noise ? noiseAt(context, pitch) : new OscillatorNode(context, {type: "triangle", frequency: pitch}), {at: begin + from / 1000, lasts: length / 1000, volume: volume * (noise ? 0.35 : 0.4)});
}

/** Let a source sound for a while: it begins softly, without a click, and fades.
 * @param {AudioContext} audio @param {AudioScheduledSourceNode | {first: AudioScheduledSourceNode, last: AudioNode}} source
 * @param {{at: number, lasts: number, volume: number}} how seconds, and from 0 to 1 */
function sounded(audio, source, {at, lasts, volume}) {
  const {first, last} = "first" in source ? source : {first: source, last: source};
  const gain = new GainNode(audio, {gain: 0});
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(volume, at + 0.004);
  gain.gain.exponentialRampToValueAtTime(0.001, at + lasts);
  last.connect(gain).connect(audio.destination);
  first.start(at);
  first.stop(at + lasts);
}

/** @type {AudioBuffer | null} */
let noises = null;

/** Return a noise around a pitch, as wood, dice and cards make. @param {AudioContext} audio @param {number} frequency */
function noiseAt(audio, frequency) {
  if (!noises) {
    noises = new AudioBuffer({length: audio.sampleRate / 5, sampleRate: audio.sampleRate});
    const samples = noises.getChannelData(0);
    for (let place = 0; place < samples.length; place++) samples[place] = 2 * Math.random() - 1;
  }
  const first = new AudioBufferSourceNode(audio, {buffer: noises});
  const last = new BiquadFilterNode(audio, {type: "bandpass", frequency, Q: 1.2});
  first.connect(last);
  return {first, last};
}

/** Return the sound of a message; null for those without one. @param {Happening} happening @returns {Sound | null} */
export function soundOf({state, before, message}) {
  if (message.t === "said") return "chat";
  if (message.t !== "event") return null;
  const fact = message.event;
  if (fact.kind === "started") return "start";
  if (fact.kind === "finished") return endOf(state.you, fact.result.winner);
  if (fact.kind === "offered") return (state.you ?? fact.seat) === fact.seat ? null : "offer";
  const turn = document.hidden && yourTurn(state);
  if (fact.kind === "chance_decided") return turn ? "turn" : state.board.shape === "table" ? "card" : "dice";
  if (fact.kind !== "moved") return null;
  if (before && captures(state, before)) return "capture";
  if (turn) return "turn";
  if (state.position.attacked?.length) return "check";
  if (state.board.shape === "table" && CHIPS.test(fact.move.move)) return "chip";
  return (state.you ?? 0) === fact.move.seat ? "own" : "other";
}

/** @param {number | null} you @param {number | null} winner @returns {Sound} */
const endOf = (you, winner) => (you === null ? "end" : winner === null ? "drawn" : winner === you ? "won" : "lost");

/** Return whether a move took pieces from a grid: it left fewer of them, or no more after a piece was put down.
 * @param {MatchState} state @param {State} before */
function captures({board, position}, before) {
  if (board.shape !== "grid") return false;
  const empty = Object.entries(board.symbols).flatMap(([symbol, name]) => (name === "empty" || name === "not in play" ? [symbol] : []));
  const count = (/** @type {State} */ {rows}) => [...rows.join("")].filter((symbol) => !empty.includes(symbol)).length;
  const placed = board.every_empty_cell && position.last.length > 0 ? 1 : 0;
  return count(position) < count(before) + placed;
}
