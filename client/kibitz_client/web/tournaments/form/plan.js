// The plan of an event in a sentence: "8 engines, all against all twice, 112 games, about 40 min on 3 slots".

import {number, t} from "../../words/index.js";

/** @import {CreateTournament, TournamentTerms} from "kibitz-protocol" */

/** Plies of a game, where nothing is known. */
const PLIES = 60;
/** Share of its time that a player uses. */
const USED = 0.7;
/** Speed of a slot, and time of a level for a move, roughly. */
const [NODES_PER_S, LEVEL_S] = [50_000, 0.3];
const USUAL_MOST = 64;
const [FEWEST_ROUNDS, MOST_ROUNDS] = [3, 15];

/** What is expected of an event.
 * @typedef {object} Plan
 * @property {number} entrants @property {boolean} exact whether these are all, and no more can enter
 * @property {number | null} rounds @property {number | null} games @property {boolean} least whether there may be more games
 * @property {number | null} seconds @property {number} slots games at the same time; 0 where all of a round are played at once */

/** Return the usual number of rounds of a Swiss. @param {number} entrants */
export const usualRounds = (entrants) => Math.min(MOST_ROUNDS, Math.max(FEWEST_ROUNDS, Math.ceil(Math.log2(Math.max(2, entrants))) + 1));

/** Return what is expected of an event. @param {Omit<CreateTournament, "kind">} creation @returns {Plan} */
export function planOf({terms, engines = []}) {
  const exact = (terms.kinds ?? []).every((kind) => kind === "engine");
  const entrants = terms.format === "match" ? 2 : exact ? engines.length : Math.max(engines.length, terms.most_entrants ?? USUAL_MOST);
  const each = terms.pairs || terms.openings ? 2 : 1;
  const {games, rounds, least} = counted(terms, entrants, each);
  const slots = exact ? (terms.concurrency ?? 1) : 0;
  // Engines that are named say nothing of the games of others that may enter.
  const game = gameSeconds(terms, exact ? engines : []);
  let seconds = null;
  if (terms.format === "arena") seconds = 60 * (terms.minutes ?? 0);
  else if (game !== null && games !== null) seconds = slots ? (games * game) / slots : (rounds ?? games) * game + ((rounds ?? 1) - 1) * (terms.break_s ?? 10);
  return {entrants, exact, rounds, games, least, seconds, slots};
}

/** @param {TournamentTerms} terms @param {number} entrants @param {number} each games of a pairing
 * @returns {Pick<Plan, "games" | "rounds" | "least">} */
function counted(terms, entrants, each) {
  const cycles = terms.cycles ?? 1;
  switch (terms.format) {
    case "match":
      return {games: terms.games ?? null, rounds: null, least: false};
    case "gauntlet": {
      const seeds = Math.min(terms.seeds ?? 1, entrants);
      return {games: seeds * (entrants - seeds) * cycles * each, rounds: null, least: false};
    }
    case "round-robin":
      return {games: ((entrants * (entrants - 1)) / 2) * cycles * each, rounds: (entrants - 1 + (entrants % 2)) * cycles, least: false};
    case "swiss": {
      const rounds = terms.rounds ?? usualRounds(entrants);
      return {games: Math.floor(entrants / 2) * rounds, rounds, least: false};
    }
    case "knockout":
      return {games: (entrants - 1) * each, rounds: Math.ceil(Math.log2(Math.max(2, entrants))), least: true};
    default:
      return {games: null, rounds: null, least: false};
  }
}

/** Return about how long an engine takes for a move; null where its limit does not say so.
 * @param {{algorithm: string, limit?: {seconds?: number | null, nodes?: number | null} | null}} engine @returns {number | null} */
function moveSeconds({algorithm, limit}) {
  if (algorithm === "level") return LEVEL_S;
  return limit?.seconds ?? (limit?.nodes ? limit.nodes / NODES_PER_S : null);
}

/** Return about how long a game takes; null where nothing says so. @param {TournamentTerms} terms @param {NonNullable<CreateTournament["engines"]>} engines */
function gameSeconds({clock}, engines) {
  const times = engines.map(({engine}) => moveSeconds(/** @type {any} */ (engine))).filter((time) => time !== null);
  if (engines.length && times.length === engines.length) return (PLIES * times.reduce((sum, time) => sum + time, 0)) / times.length;
  if (!clock) return null;
  switch (clock.kind) {
    case "fischer":
      return 2 * USED * (clock.base_s + (PLIES / 2) * (clock.increment_s ?? 0));
    case "delay":
      return 2 * USED * (clock.base_s + (PLIES / 2) * clock.delay_s);
    case "byoyomi":
      return 2 * USED * (clock.base_s + (PLIES / 4) * clock.period_s);
    case "move":
      return USED * PLIES * clock.move_s;
    default:
      return null;
  }
}

/** Return the plan in a sentence. @param {Omit<CreateTournament, "kind">} creation */
export function planText(creation) {
  const {terms} = creation;
  const plan = planOf(creation);
  const {entrants, exact, games, least, rounds, seconds, slots} = plan;
  const field = terms.format === "match" ? t("events.entrants", {count: 2}) : exact ? t("plan.entrants.engine", {count: entrants}) : t("plan.entrants.most", {count: entrants});
  const parts = [field, formatText(terms)];
  if (terms.format === "swiss" && rounds) parts.push(t("plan.inRounds", {count: rounds}));
  if (terms.format === "arena") parts.push(t("plan.forMinutes", {count: terms.minutes ?? 0}));
  else if (terms.format === "ladder") parts.push(t("plan.forever"));
  else if (games === null) parts.push(t("plan.untilDecided"));
  else parts.push(t(least ? "plan.leastGames" : exact || terms.format === "match" ? "event.gamesPlayed" : "plan.mostGames", {count: games}));
  if (seconds && terms.format !== "arena") parts.push(durationText(seconds) + (slots ? ` ${t("plan.onSlots", {count: slots})}` : ""));
  return parts.join(", ");
}

/** @param {TournamentTerms} terms */
function formatText({format, cycles, seeds}) {
  const text = t(`plan.as.${format}`, {count: seeds ?? 1});
  if (format !== "round-robin" && format !== "gauntlet") return text;
  return `${text} ${cycles === 2 ? t("plan.twice") : (cycles ?? 1) > 1 ? t("plan.times", {count: cycles ?? 1}) : t("plan.once")}`;
}

/** @param {number} seconds */
function durationText(seconds) {
  const minutes = Math.max(1, Math.round(seconds / 60));
  return minutes < 100 ? t("plan.aboutMinutes", {count: minutes < 20 ? minutes : 5 * Math.round(minutes / 5)}) : t("plan.aboutHours", {count: number(minutes / 60, {maximumFractionDigits: minutes < 600 ? 1 : 0})});
}
