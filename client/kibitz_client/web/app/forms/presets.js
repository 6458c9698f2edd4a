// First choices of a new match: usual sizes and forms of a game by name, and time controls that suit it. Pure.

/** @import {GameInfo} from "kibitz-protocol" */
/** @import {Options} from "./option_fields.js" */

/** A form of a game: its options, and what names it: a size, how many in a row win, or a text of the page.
 * @typedef {{options: Options, size?: string, connect?: number, text?: "limit" | "noLimit" | "single", match?: number, lastLoses?: boolean}} Preset */

/** @param {number} size @returns {Preset} */
const square = (size) => ({options: {size}, size: `${size}×${size}`});

/** @param {number} columns @param {number} rows @param {number} [connect] @returns {Preset} */
const lines = (columns, rows, connect) => ({options: {columns, rows, ...(connect ? {connect} : {})}, size: `${columns}×${rows}`, connect});

/** @type {{[game: string]: Preset[]}} */
const PRESETS = {
  go: [square(9), square(13), square(19)],
  hex: [square(11), square(7), square(13)],
  gomoku: [square(15), square(19)],
  reversi: [square(8), square(6), square(10)],
  mnk: [lines(7, 7, 4), lines(9, 9, 5), lines(5, 5, 4)],
  connect4: [lines(7, 6, 4), lines(8, 7, 4), lines(9, 7, 5)],
  dots: [lines(5, 5), lines(3, 3), lines(7, 7)],
  holdem: [{options: {limit: true}, text: "limit"}, {options: {limit: false}, text: "noLimit"}],
  backgammon: [{options: {to: 0}, text: "single"}, {options: {to: 3, cube: true}, match: 3}, {options: {to: 5, cube: true}, match: 5}, {options: {to: 7, cube: true}, match: 7}],
  nim: [{options: {misere: true}, lastLoses: true}, {options: {misere: false}, lastLoses: false}],
};

/** Return the forms of a game that fit its options. @param {Pick<GameInfo, "name" | "options">} game @returns {Preset[]} */
export const presetsOf = ({name, options}) =>
  (PRESETS[name] ?? []).filter((preset) => Object.keys(preset.options).every((option) => options.some((each) => each.name === option)));

/** Return the number of the form that has these options, where they say anything of it; -1 if none has.
 * @param {Preset[]} presets @param {Options} options */
export const presetWith = (presets, options) =>
  presets.findIndex((preset) => Object.entries(preset.options).every(([name, value]) => name in options && String(options[name]) === String(value)));

/** Four time controls for each kind of game; the empty one is none. */
const CLOCKS = {
  usual: ["", "3+2", "5+3", "1day"],
  slow: ["", "5+3", "15+10", "3days"],
  go: ["", "10+5", "10b3x30", "3days"],
  cards: ["", "15s", "30s", "1day"],
  dice: ["", "3d10", "5d12", "1day"],
};

/** @type {{[game: string]: keyof typeof CLOCKS}} */
const KINDS = {chess: "slow", draughts: "slow", international: "slow", russian: "slow", hex: "slow", go: "go", backgammon: "dice", holdem: "cards", leduc: "cards", kuhn: "cards"};

/** Return the time controls that are offered for a game. @param {string} game */
export const clocksFor = (game) => CLOCKS[KINDS[game] ?? "usual"];
