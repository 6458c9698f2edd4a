// What is typed into the form of an event, as the terms of the protocol. Pure.

/** @import {CreateTournament, EngineEntrant, TournamentTerms} from "kibitz-protocol" */

export const FORMATS = /** @type {const} */ (["swiss", "round-robin", "arena", "knockout", "gauntlet", "match", "ladder"]);
export const KINDS = /** @type {const} */ (["person", "bot", "engine"]);

/** @typedef {typeof FORMATS[number]} Format */
/** @typedef {"games" | "seeds" | "cycles" | "rounds" | "most_pairs" | "minutes" | "reach"} NumberField */
/** @typedef {"pairs" | "openings" | "berserk" | "bye"} Switch */

/** Fields of each format: numbers with their usual values, and switches.
 * @type {{[format in Format]: {numbers: {[name in NumberField]?: number | ""}, switches: Switch[]}}} */
export const FIELDS = {
  match: {numbers: {games: 100}, switches: ["openings", "pairs"]},
  gauntlet: {numbers: {seeds: 1, cycles: 1}, switches: ["openings", "pairs"]},
  "round-robin": {numbers: {cycles: 1}, switches: ["openings", "pairs"]},
  swiss: {numbers: {rounds: ""}, switches: ["bye"]},
  knockout: {numbers: {most_pairs: 3}, switches: ["openings", "pairs"]},
  arena: {numbers: {minutes: 60}, switches: ["berserk"]},
  ladder: {numbers: {reach: 10}, switches: []},
};
/** Least and most of each number, as the protocol has them. @type {{[name in NumberField | "most" | "concurrency" | "break" | "first_move" | "start_when"]: [number, number]}} */
export const RANGES = {
  games: [1, 100_000], seeds: [1, 100], cycles: [1, 100], rounds: [1, 15], most_pairs: [1, 100], minutes: [1, 1440], reach: [1, 1000],
  most: [2, 1000], concurrency: [1, 1000], break: [0, 86_400], first_move: [1, 86_400], start_when: [2, 1000],
};
/** Entrants that a format can have at most, where that is less than any event can. @type {{[format in Format]?: number}} */
export const MOST_OF = {"round-robin": 64, swiss: 250};
/** Formats whose rounds begin together. @type {readonly Format[]} */
export const IN_ROUNDS = ["swiss", "round-robin", "knockout"];

/** Texts of the form by the names of their fields. @typedef {(name: string) => string} Typed */

/** Read engines, one a line or between semicolons: `level:7`, `alphabeta:nodes=5000`, `Strong=mcts:seconds=1`.
 * @param {string} typed @returns {{engines: EngineEntrant[], bad: string | null}} the first that cannot be read is `bad` */
export function readEngines(typed) {
  /** @type {EngineEntrant[]} */
  const engines = [];
  for (const line of typed.split(/[\n;]/).map((each) => each.trim()).filter(Boolean)) {
    const found = /^(?:([^=:]+)=)?\s*([A-Za-z_]\w*)(?::(.+))?$/.exec(line);
    const spec = found && specOf(found[2].toLowerCase(), (found[3] ?? "").trim());
    if (!found || !spec) return {engines, bad: line};
    engines.push(/** @type {EngineEntrant} */ ({engine: spec, ...(found[1]?.trim() ? {name: found[1].trim()} : {})}));
  }
  return {engines, bad: null};
}

/** Read the hypotheses of a sequential test: `0:10`, or `0:10:0.05:0.1:logistic` with its error rates and its model.
 * @param {string} typed @returns {TournamentTerms["sprt"]} null if it cannot be read */
export function readSprt(typed) {
  const found = /^([-\d.]+):([-\d.]+)(?::([\d.]+):([\d.]+))?(?::(normalized|logistic))?$/.exec(typed);
  if (!found) return null;
  const [elo0, elo1, alpha = 0.05, beta = 0.05] = found.slice(1, 5).map((text) => text && Number(text));
  return [elo0, elo1, alpha, beta].some(Number.isNaN) ? null : /** @type {any} */ ({elo0, elo1, alpha, beta, model: found[5] ?? "normalized"});
}

/** A rule by which games of engines end early. */
const RULE = /^(?:resign=([1-9]\d*):(\d+)(:one)?|draw=([1-9]\d*):(\d+):(\d+)|plies=([1-9]\d*)|proved)$/;

/** Read rules of adjudication: `resign=900:3 draw=40:10:8 plies=300 proved`.
 * @param {string} typed @returns {TournamentTerms["adjudication"]} null if one cannot be read */
export function readRules(typed) {
  const read = typed.split(/\s+/).map((text) => {
    const found = RULE.exec(text);
    if (!found) return null;
    const [score, moves, , from, most, run, plies] = found.slice(1).map(Number);
    return score ? {resign: {score, moves, both: !found[3]}} : from ? {draw: {from_move: from, score: most, moves: run}} : plies ? {most_plies: plies} : {proved: true};
  });
  return read.every(Boolean) ? Object.assign({}, ...read) : null;
}

/** @param {string} algorithm @param {string} rest */
function specOf(algorithm, rest) {
  if (algorithm === "level") {
    const level = Number(rest);
    return Number.isInteger(level) && level >= 1 && level <= 10 ? {algorithm, level} : null;
  }
  const parts = rest.split(",").filter((part) => part.trim()).map((part) => part.split("=").map((each) => each.trim()));
  if (parts.some(([name, value, more]) => !name || !value || more !== undefined || Number.isNaN(Number(value)))) return null;
  return {algorithm, limit: Object.fromEntries(parts.map(([name, value]) => [name, Number(value)]))};
}

/** Return the kinds of entrants that are chosen. @param {(name: string) => boolean} has whether a box is checked */
export const kindsOf = (has) => KINDS.filter((kind) => has(`kind-${kind}`));

/** Return the switches that can apply: games from openings are not rated, and berserk needs a clock whose increment in seconds is
 * at most twice its minutes. @param {Format} format @param {boolean} rated @param {TournamentTerms["clock"]} clock */
export const switchesOf = (format, rated, clock) =>
  FIELDS[format].switches.filter((name) => {
    if (name === "openings") return !rated;
    return name !== "berserk" || (clock?.kind === "fischer" && (clock.increment_s ?? 0) <= clock.base_s / 30);
  });

/** Return whether games of engines can have a number at the same time. @param {Format} format @param {readonly string[]} kinds */
export const hasConcurrency = (format, kinds) => kinds.includes("engine") && format !== "ladder";

/** Return a whole number, or null for an empty field. @param {string} typed */
const numberOf = (typed) => (typed === "" ? null : Number(typed));

/** Return the command that creates the event.
 * @param {{game: string, options: TournamentTerms["options"], clock: TournamentTerms["clock"], format: Format, text: Typed, has: (name: string) => boolean}} typed
 * @returns {Omit<CreateTournament, "kind">} */
export function creation({game, options, clock, format, text, has}) {
  const {numbers} = FIELDS[format];
  const switches = switchesOf(format, has("rated"), clock);
  /** @type {{[name: string]: unknown}} */
  const given = {};
  for (const name of Object.keys(numbers)) if (text(name) !== "") given[name] = Number(text(name));
  if (switches.includes("pairs") && has("pairs")) given.pairs = true;
  if (switches.includes("openings") && text("given"))
    given.openings = {source: "given", given: text("given").split("\n").map((line) => line.trim().split(/\s+/)).filter(([move]) => move).map((moves) => ({moves}))};
  else if (switches.includes("openings") && has("openings")) given.openings = {source: "bundled", order: "random"};
  if (switches.includes("berserk") && has("berserk")) given.berserk = true;
  if (switches.includes("bye") && has("bye")) given.bye = 0.5;
  const start = text("start");
  const kinds = kindsOf(has);
  const people = kinds.includes("person") || kinds.includes("bot");
  if (kinds.includes("engine") && text("rules")) given.adjudication = readRules(text("rules"));
  if (format === "match" && text("sprt")) given.sprt = readSprt(text("sprt"));
  if (text("most") && people && format !== "match") given.most_entrants = Number(text("most"));
  if (start === "at") given.start_at = Date.parse(text("start_at")) / 1000;
  if (start === "full") given.start_when = Number(text("start_when"));
  if (text("concurrency") && hasConcurrency(format, kinds)) given.concurrency = numberOf(text("concurrency"));
  if (text("break") && IN_ROUNDS.includes(format)) given.break_s = numberOf(text("break"));
  if (text("first_move") && people) given.first_move_s = numberOf(text("first_move"));
  return /** @type {any} */ ({
    name: text("name"),
    engines: kinds.includes("engine") ? readEngines(text("engines")).engines : [],
    start_now: start === "now",
    follow: false,
    terms: {game, options, clock, format, kinds, ...given, approve: people && has("approve"), rated: has("rated"), private: has("private")},
  });
}

/** Return which text says what is wrong with a step of the form, with its value; null if nothing is.
 * @param {number} step @param {{text: Typed, has: (name: string) => boolean, format: Format, clockFine: boolean, now: number}} typed
 * @returns {{key: "new.badClock" | "plan.noName" | "plan.noKind" | "plan.badEngine" | "plan.badText" | "plan.fewEngines" | "plan.badTime", text?: string} | null} */
export function fault(step, {text, has, clockFine, now}) {
  if (step === 0) {
    if (!text("name")) return {key: "plan.noName"};
    return clockFine ? null : {key: "new.badClock"};
  }
  if (step === 1) {
    const kinds = kindsOf(has);
    if (!kinds.length) return {key: "plan.noKind"};
    const {engines, bad} = readEngines(text("engines"));
    if (kinds.includes("engine") && bad) return {key: "plan.badEngine", text: bad};
    for (const [name, read] of /** @type {const} */ ([["sprt", readSprt], ["rules", readRules]]))
      if (text(name) && !read(text(name))) return {key: "plan.badText", text: text(name)};
    return kinds.length === 1 && kinds[0] === "engine" && engines.length < 2 ? {key: "plan.fewEngines"} : null;
  }
  if (text("start") === "at" && !(Date.parse(text("start_at")) > now)) return {key: "plan.badTime"};
  return null;
}
