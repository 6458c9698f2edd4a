// Names, points and times of events as text.

import {html, nothing} from "lit-html";
import {gameTitle, rowClock, shownName, signed} from "../app/format.js";
import {playerLink} from "../panels/links.js";
import {ago, day, number, t} from "../words/index.js";

/** @import {EntrantView, GameRow, TournamentRow, TournamentView} from "kibitz-protocol" */
/** @import {App} from "../app/context.js" */

/** Return the name of an entrant as lists show it. @param {EntrantView} entrant */
export const entrantName = ({name, kind, account}) => shownName(name, false, kind === "engine" ? null : account);

/** Return the name of an entrant as a link to its page. @param {EntrantView} entrant */
export const linkedEntrant = (entrant) =>
  html`<a class="name" href=${playerLink(entrant.engine ?? entrant.name, entrant.kind === "engine")}>${entrantName(entrant)}</a>`;

/** Return what an entrant is besides a person: a badge. @param {EntrantView} entrant */
export const kindBadge = ({kind, engine}) =>
  kind === "person" ? nothing : html`<span class="badge" title=${engine ?? nothing}>${t(`event.kind.${kind}`)}</span>`;

/** Return points with their half: `5½`. @param {number} points */
export const pointsText = (points) => {
  const whole = Math.floor(points);
  return points - whole === 0.5 ? `${whole || ""}½` : number(points);
};

/** Return a figure with few digits, or that it is not known. @param {number | null | undefined} value @param {number} [digits] */
export const figure = (value, digits = 2) =>
  value === null || value === undefined ? t("event.stats.unknown") : number(value, {maximumFractionDigits: digits, minimumFractionDigits: digits});

/** Return an Elo with its sign. @param {number | null | undefined} value */
export const eloText = (value) => (value === null || value === undefined ? t("event.stats.unknown") : signed(value));

/** Return game and clock in one line. @param {App} app @param {{game: string, clock: string | null}} row */
export const playedText = (app, {game, clock}) => [gameTitle(app.lobby.game(game), game), rowClock(clock)].filter(Boolean).join(" · ");

/** Return which round is played; empty where a format has none. @param {{format: string, round: number, rounds: number | null}} row */
export const roundText = ({format, round, rounds}) =>
  !round || format === "arena" || format === "match" || format === "ladder" ? "" : rounds ? t("events.roundOf", {round, rounds}) : t("events.round", {round});

/** Return when an event starts or ends. @param {(TournamentRow | TournamentView) & {terms?: TournamentView["terms"]}} row */
export function whenText({state, starts_at: starts, ends_at: ends, created_at: created, terms}) {
  if (state === "announced") {
    if (starts) return t("events.startsAt", {when: whenOf(starts)});
    return terms?.start_when ? t("events.startsWhen", {count: terms.start_when}) : t("events.startsByHand");
  }
  if (state === "finished" || state === "cancelled") return ends ? t("events.endedAt", {when: ago(ends)}) : "";
  return ends ? t("events.endsAt", {when: whenOf(ends)}) : t("events.begunAt", {when: whenOf(starts ?? created)});
}

/** Return a time as day and time; today the time alone would do, but lists are read later too. @param {number} at */
const whenOf = (at) => (Math.abs(at - Date.now() / 1000) < 3600 ? ago(at) : day(at));

/** Return a duration as a clock: `1:02:07`, or `3 d`. @param {number} seconds */
export function countdownText(seconds) {
  const left = Math.max(0, Math.ceil(seconds));
  if (left > 2 * 86_400) return `${Math.floor(left / 86_400)} d`;
  const [hours, minutes, rest] = [Math.floor(left / 3600), Math.floor(left / 60) % 60, left % 60];
  const two = (/** @type {number} */ value) => String(value).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** Return what an event waits for, as its name and its time; null while nothing is known. @param {TournamentView} view
 * @returns {{label: string, at: number} | null} */
export function awaited({state, starts_at: starts, next_at: next, ends_at: ends, terms}) {
  if (state === "announced" && starts) return {label: t("event.starts"), at: starts};
  if (state !== "running") return null;
  if (next && terms.format !== "arena") return {label: t("event.nextRound"), at: next};
  return ends ? {label: t("event.ends"), at: ends} : null;
}

/** Return a countdown, whose text `runCountdowns` writes. @param {TournamentView} view */
export function countdown(view) {
  const found = awaited(view);
  return found ? html`<p class="countdown"><span>${found.label}</span> <b class="number" role="timer" data-until=${found.at}></b></p>` : nothing;
}

/** Write the running countdowns. @param {number} [now] in seconds since 1970 */
export function runCountdowns(now = Date.now() / 1000) {
  for (const element of document.querySelectorAll("[data-until]")) {
    const left = Number(element.getAttribute("data-until")) - now;
    const text = left > 0 ? countdownText(left) : t("event.now");
    if (element.textContent !== text) element.textContent = text;
  }
}

/** Return the result of a game, or that it is live. @param {GameRow} game */
export function gameResult({result, phase, ply}) {
  if (phase === "void") return t("event.void");
  if (result) return result.replace("1/2-1/2", "½-½").replace(/^([+-])-([+-])$/, "$1 : $2");
  return phase === "running" || phase === "paused" || phase === "open" ? t("event.liveGame") : ply ? "" : "-";
}

/** Return the link of a game. @param {GameRow} game */
export const gameLink = ({phase, code}) => (phase === "finished" || phase === "aborted" || phase === "void" ? `/replay/${code}` : `/${code}`);
