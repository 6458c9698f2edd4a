// A match from its record, ply by ply: board, mistakes, evaluation and searches. It shows what the server recorded and,
// on request, an analysis; it never plays by itself.

import {html, nothing} from "lit-html";
import {clockName, resultText, versus} from "../app/format.js";
import {gameIcon} from "../app/game_icons.js";
import {icon} from "../app/icons.js";
import {boardView} from "../board/board.js";
import {describeBoard} from "../board/describe.js";
import {topSeat} from "../board/shapes/layout.js";
import {drawsBefore} from "../match/line.js";
import {drawsWords, sidesOf} from "../match/tables/hidden.js";
import {engineLine, percent} from "../match/engine_line.js";
import {branch, fetchRecord, plyStates} from "../match/record.js";
import {moveWords, over} from "../match/state.js";
import {Refusal} from "../network/link.js";
import {enginePanel, evaluationBar} from "../panels/engine.js";
import {matchInfo, refusedMatch} from "../panels/info.js";
import {scrubber} from "../panels/moves.js";
import {playerBar, runClocks} from "../panels/player_bar.js";
import {Analysis, analysedSearch} from "../records/analysis.js";
import {plyList, timeline} from "../records/plies.js";
import {seriesTable} from "../records/series.js";
import {ready} from "../words/cards.js";
import {day, t} from "../words/index.js";

/** @import {App, Route, View} from "../app/context.js" */
/** @import {Mistake} from "kibitz-protocol" */
/** @import {MatchState} from "../match/state.js" */
/** @import {Curve} from "../records/plies.js" */

const TABS = /** @type {const} */ (["moves", "engine", "info"]);
const TAB_ICONS = {moves: "list", engine: "cpu", info: "help"};
/** The marks of judgements, as in chess books. */
const MARKS = {good: "", inaccuracy: "?!", mistake: "?", blunder: "??"};
const SPEEDS = [0.5, 1, 2, 4, 8];
const STEP_MS = 800;
/** A change of the address costs a frame, and browsers refuse many of them. */
const ADDRESS_MS = 300;
/** A step that follows another one sooner than this is not animated. */
const CALM_MS = 180;

/** @param {App} app @param {Route} route @returns {Promise<View>} */
export async function open(app, route) {
  await Promise.all([app.style("match.css"), app.style("records.css"), ready]);
  const ref = route.parts[1] ?? "";
  const key = route.hash.get("key");
  // The key is kept in this page alone, so that nobody reads it from the address.
  if (key) history.replaceState(null, "", route.path + location.search);
  const began = performance.now();
  const asked = (/** @type {Route} */ {query}) => (query.has("ply") ? Number(query.get("ply")) || 0 : null);
  /** @type {Awaited<ReturnType<typeof fetchRecord>>} */
  let record = {messages: [], evaluation: null};
  /** @type {MatchState[]} */
  let states = [];
  /** @type {Pick<Refusal, "code" | "message" | "hint"> | null} */
  let error = null;
  /** @type {Analysis | null} */
  let analysis = null;
  /** @type {Mistake[]} */
  let found = [];
  /** @type {Map<number, string>} */
  let marks = new Map();
  /** @type {Curve} */
  let curve = {values: [], mistakes: [], first: 0, last: 0};
  let created = "";
  let at = 0;
  let first = 0;
  /** @type {typeof TABS[number]} */
  let tab = "moves";
  let flipped = false;
  let speed = 1;
  let running = 0;
  let stepped = 0;
  let calm = true;
  let addressing = 0;
  let closed = false;
  document.getElementById("app")?.classList.add("match-open");

  const last = () => states[states.length - 1];

  const judge = () => {
    const {game} = last();
    // No search tells how good a move is that depends on cards which its player did not see.
    if (game.hidden) return;
    const done = analysis?.found ?? null;
    const evaluation = (done ?? record).evaluation ?? {values: [], mistakes: []};
    found = evaluation.mistakes;
    marks = new Map(found.map(({ply, judgement}) => [ply, MARKS[judgement]]));
    const {phase, result} = last();
    // The result is what the last move led to.
    const end = phase === "finished" && result ? [result.winner === null ? 0.5 : 1 - result.winner] : [];
    curve = {values: [...evaluation.values, ...(done ? [done.final] : end)], mistakes: found, first, last: last().position.ply};
  };

  const load = async (/** @type {string | null} */ given) => {
    error = null;
    try {
      record = await fetchRecord(app.link, ref, given);
      states = plyStates(record.messages);
      if (!states.length) throw new Error(`the record of ${ref} has no match`);
      first = states[0].position.ply;
      const head = record.messages[0];
      created = head.t === "snapshot" ? day(head.created_at) : "";
      analysis = new Analysis(app, last().match, given, judge);
      if (closed) analysis.close();
      judge();
      const wanted = asked(route);
      at = Math.max(0, Math.min(states.length - 1, wanted === null ? 0 : wanted - first));
    } catch (reason) {
      if (!(reason instanceof Refusal)) console.error(reason);
      error = reason instanceof Refusal ? reason : {code: "internal", message: t("replay.broken"), hint: null};
    }
    app.changed();
  };
  void load(key);
  setTimeout(app.changed, 320);

  const address = () => {
    if (!app.embedded) history.replaceState(null, "", `${route.path}?ply=${first + at}`);
  };

  /** @param {number} ply */
  const go = (ply) => {
    if (!states.length) return;
    const wanted = Math.max(0, Math.min(states.length - 1, ply - first));
    if (wanted === at) return;
    const now = performance.now();
    calm = Math.abs(wanted - at) === 1 && now - stepped > CALM_MS;
    stepped = now;
    at = wanted;
    clearTimeout(addressing);
    addressing = window.setTimeout(address, ADDRESS_MS);
    app.changed();
  };
  const step = (/** @type {number} */ by) => go(first + at + by);
  const say = () => app.speak([titleOf(), summary()].filter(Boolean).join(". "));
  const walk = (/** @type {number} */ by) => (step(by), say());

  const play = (/** @type {boolean} */ on) => {
    clearInterval(running);
    running = 0;
    if (on) {
      if (at === states.length - 1) go(first);
      running = window.setInterval(() => {
        step(1);
        if (at === states.length - 1) play(false);
      }, STEP_MS / speed);
    }
    app.changed();
  };

  const seekMistake = (/** @type {number} */ direction) => {
    const plies = found.map(({ply}) => ply + 1).sort((a, b) => direction * (a - b));
    const next = plies.find((ply) => direction * (ply - first - at) > 0);
    if (next === undefined) app.toast({text: t(curve.values.some((value) => value !== null) ? "replay.noMistake" : "replay.noSearches")});
    else {
      go(next);
      say();
    }
  };

  const shownMistake = () => found.find(({ply}) => ply === first + at - 1);

  const titleOf = () => {
    const move = last().moves[at - 1];
    const title = move ? t("replay.after", {ply: first + at, move: `${moveWords(last(), move)}${marks.get(move.ply) ?? ""}`}) : t("replay.start");
    return [title, ...drawsWords(drawsBefore(last(), at))].join(", ");
  };

  const summary = () => {
    const mistake = shownMistake();
    if (!mistake) return at === states.length - 1 && last().result ? resultText(/** @type {any} */ (last().result), last().seats) : "";
    const {before, after, better, score, judgement} = mistake;
    return [
      t("replay.lost", {name: t(/** @type {"replay.mistake"} */ (`replay.${judgement}`)), before: percent(before), after: percent(after)}),
      better ? t("replay.better", {line: better, score}) : "",
    ].filter(Boolean).join(" ");
  };

  /** Return the state of the shown ply, with the search for the move that was played there. */
  const shown = () => {
    const state = states[at];
    const {position} = state;
    const move = last().moves[at];
    const done = analysis?.found;
    const search = move ? (done && at < done.moves.length ? analysedSearch(done, at) : move.search) : null;
    const searches = move && search ? {...state.searches, [move.seat]: {ply: move.ply, search, live: false}} : state.searches;
    return {search, state: {...state, searches, show_thinking: true, position: {...position, ticking: null, first_move_ms: null}}};
  };

  const template = () => {
    if (error)
      return refusedMatch(error, load, html`<a class="button" href="/archive">${t("replay.toArchive")}</a>
        ${error.code === "unknown_match" ? nothing : html`<a class="button" href="/${ref}">${t("replay.live")}</a>`}`);
    if (!states.length) return performance.now() - began > 300 ? html`<div class="skeleton" aria-busy="true"></div>` : html`<div></div>`;
    const {state, search} = shown();
    const end = last();
    const ply = first + at;
    const far = topSeat(state.board);
    const bottom = far === null ? (flipped ? 1 : 0) : flipped ? far : 1 - far;
    const line = app.prefs.values.line ? engineLine(state.board, state.position, search) : null;
    const share = curve.values.slice(0, at + 1).findLast((value) => value !== null) ?? null;
    const mistake = shownMistake();
    const atEnd = at === states.length - 1;
    queueMicrotask(() => {
      const root = document.querySelector(".replay");
      if (root) runClocks(root, state, 0);
    });
    return html`<div class="match replay in-match" data-shape=${state.board.shape}>
      <div class="match-head">
        <a class="button quiet icon small back" href="/archive" aria-label=${t("replay.toArchive")}>${icon("back")}</a>
        ${gameIcon(state.game.name)}
        <div class="what">
          <h1>${state.game.title} <span class="badge">${t("replay.title")}</span></h1>
          <p class="muted number">
            <span class="code">${state.code}</span>
            ${state.clock ? html`<span>${clockName(state.clock)}</span>` : nothing}
            ${state.rated ? html`<span>${t("match.rated")}</span>` : nothing}
            ${created ? html`<span>${created}</span>` : nothing}
          </p>
        </div>
        ${over(end) ? nothing : html`<a class="button small" href="/${state.code}">${icon("watch")}${t("replay.live")}</a>`}
      </div>
      <div class="table">
        ${playerBar(state, state.seats.length - 1 - bottom)}
        <div class="board-frame">
          ${evaluationBar(share, flipped, state.board)}
          ${boardView({
            board: state.board,
            sides: state.game.seats,
            position: state.position,
            flipped,
            labels: app.prefs.values.labels,
            motion: app.prefs.values.motion && calm,
            numbers: line?.numbers,
            notes: line?.notes,
            said: last().moves[at - 1]?.said,
            label: t("match.board", {game: state.game.title, ply}),
          })}
        </div>
        ${playerBar(state, bottom)}
      </div>
      <div class="controls">
        ${scrubber({moves: end.moves, at: ply, live: first + states.length - 1, first, go})}
        <div class="verdict ${mistake?.judgement ?? ""}">
          <span><b class="number">${titleOf()}</b> ${mistake || atEnd ? summary() : nothing}</span>
          ${mistake && at && !app.embedded ? html`<button class="button small" @click=${() => playFrom(states[at - 1], mistake.seat)}>${icon("again")}${t("replay.retry")}</button>` : nothing}
        </div>
        ${app.embedded ? html`<p class="cluster">${player()}<a class="button" href="/replay/${state.code}?ply=${ply}">${t("embed.open")}</a></p>` : controls(state)}
      </div>
      <div class="aside panel">
        <div class="tabs" role="tablist" @keydown=${tabKeys}>
          ${TABS.map(
            (name) => html`<button class="tab" role="tab" id="tab-${name}" aria-controls="tab-panel" aria-selected=${tab === name} tabindex=${tab === name ? 0 : -1} @click=${() => openTab(name)}>${icon(TAB_ICONS[name])}<span>${t(`tab.${name}`)}</span></button>`,
          )}
        </div>
        <div class="tab-panel" id="tab-panel" role="tabpanel" aria-labelledby="tab-${tab}">
          ${tab === "moves" ? plyList({moves: end.moves, draws: end.draws, sides: sidesOf(end), marks, at: ply, first, go}) : tab === "engine" ? enginePanel(state) : html`${seriesTable(app, end)}${matchInfo(app, end)}`}
        </div>
        ${tab === "info" ? nothing : html`${timeline(curve, ply, go)}${over(end) && analysis && !end.game.hidden ? analysis.template() : nothing}`}
      </div>
    </div>`;
  };

  /** @param {typeof TABS[number]} name */
  const openTab = (name) => {
    tab = name;
    app.changed();
    // On a phone the panel lies below the board, and the tabs at the bottom of the screen.
    if (matchMedia("(max-width: 760px)").matches) requestAnimationFrame(() => document.querySelector(".aside")?.scrollIntoView({block: "start", behavior: "smooth"}));
  };

  /** @param {KeyboardEvent} event */
  const tabKeys = (event) => {
    const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (!by) return;
    event.preventDefault();
    event.stopPropagation();
    openTab(TABS[(TABS.indexOf(tab) + by + TABS.length) % TABS.length]);
    requestAnimationFrame(() => document.getElementById(`tab-${tab}`)?.focus());
  };

  /** Ask for a level and the side, and play on from a position. @param {MatchState} state @param {number} side the proposed one */
  const playFrom = async (state, side) => {
    const {chip, levelChoice} = await import("./lobby.js");
    const submit = (/** @type {SubmitEvent} */ event, /** @type {() => void} */ close) => {
      event.preventDefault();
      const form = new FormData(/** @type {HTMLFormElement} */ (event.target));
      const level = Number(form.get("level"));
      app.prefs.set({level});
      close();
      app.link.command({t: "create", ...branch(state, Number(form.get("side")), level)}).then(({code}) => app.go(`/${code}`), app.refused);
    };
    app.dialog(
      (close) => html`<form class="stack" @submit=${(/** @type {SubmitEvent} */ event) => submit(event, close)}>
        <h2>${t("replay.playFrom")}</h2>
        <p class="muted">${t("replay.playFromHint", {ply: state.position.ply})}</p>
        <fieldset class="field"><legend>${t("replay.side")}</legend><div class="segmented">${state.game.seats.map((name, seat) => chip("side", seat, seat === side, name))}</div></fieldset>
        <fieldset class="field"><legend>${t("new.level")}</legend>${levelChoice(app)}</fieldset>
        <div class="dialog-actions">
          <button type="button" class="button" @click=${close}>${t("dialog.cancel")}</button>
          <button class="button primary">${icon("play")}${t("lobby.play")}</button>
        </div>
      </form>`,
      t("replay.playFrom"),
    );
  };

  const share = (/** @type {MatchState} */ state) =>
    import("../panels/share.js").then(
      ({shareDialog}) => shareDialog(app, {state: last(), position: state.position, ply: first + at, key, flipped, messages: () => Promise.resolve(record.messages)}),
      app.refused,
    );

  const player = () => html`<button class="button icon ${running ? "primary" : ""}" title=${t(running ? "replay.pause" : "replay.play")} aria-label=${t(running ? "replay.pause" : "replay.play")} @click=${() => play(!running)}>${icon(running ? "pause" : "play")}</button>
    <label><span class="visually-hidden">${t("replay.speed")}</span>
      <select @change=${(/** @type {Event} */ event) => {
        speed = Number(/** @type {HTMLSelectElement} */ (event.target).value);
        if (running) play(true);
      }}>${SPEEDS.map((each) => html`<option value=${each} ?selected=${each === speed}>${each}×</option>`)}</select></label>`;

  /** What needs the search of one position, or a match from there, does not fit games with hidden cards.
   * @param {MatchState} state */
  const controls = (state) => {
    const tool = (/** @type {string} */ name, /** @type {string} */ label, /** @type {() => void} */ run, off = false) =>
      html`<button class="button quiet" title=${label} ?disabled=${off} @click=${run}>${icon(name)}<span>${label}</span></button>`;
    const side = state.position.to_move;
    return html`<div class="replay-play">
        ${player()}
        ${state.game.hidden ? nothing : html`<span class="seek">
          <button class="button quiet icon" title="${t("replay.previous")} (M)" aria-label=${t("replay.previous")} @click=${() => seekMistake(-1)}>${icon("back")}</button>
          ${t("replay.mistakes")} <span class="badge number">${found.length}</span>
          <button class="button quiet icon" title="${t("replay.next")} (m)" aria-label=${t("replay.next")} @click=${() => seekMistake(1)}>${icon("next")}</button>
        </span>`}
      </div>
      <div class="actions" role="toolbar" aria-label=${t("match.actions")}>
        ${tool("flip", t("match.flip"), () => ((flipped = !flipped), app.changed()))}
        ${state.game.hidden
          ? nothing
          : html`${tool("cpu", t("replay.playFrom"), () => playFrom(state, side ?? 0), side === null)}
            <a class="button quiet" href="/learn?match=${state.code}&ply=${first + at}">${icon("learn")}<span>${t("replay.explain")}</span></a>`}
        ${tool("share", t("match.share"), () => share(state))}
      </div>`;
  };

  /** @param {KeyboardEvent} event */
  const onKey = (event) => {
    if (!states.length) return false;
    const held = /** @type {Element} */ (event.target).closest("button, a");
    /** @type {{[key: string]: () => void}} */
    const keys = {
      "[": () => walk(-1),
      "]": () => walk(1),
      ArrowLeft: () => walk(-1),
      ArrowRight: () => walk(1),
      PageUp: () => walk(-10),
      PageDown: () => walk(10),
      Home: () => walk(-Infinity),
      End: () => walk(Infinity),
      m: () => seekMistake(1),
      M: () => seekMistake(-1),
      f: () => ((flipped = !flipped), app.changed()),
      l: say,
      b: () => app.speak(describeBoard(states[at].board, states[at].position, flipped ? 1 : 0, states[at].game.seats)),
      ...(held ? {} : {" ": () => play(!running)}),
    };
    if (!Object.hasOwn(keys, event.key)) return false;
    keys[event.key]();
    return true;
  };

  return {
    title: () => (states.length ? `${t("replay.title")} ${last().game.title}: ${versus(last())}` : t("replay.title")),
    template,
    key: onKey,
    again: (next) => {
      const ply = asked(next);
      if (ply !== null) go(ply);
      return true;
    },
    close: () => {
      closed = true;
      clearInterval(running);
      clearTimeout(addressing);
      analysis?.close();
      document.getElementById("app")?.classList.remove("match-open");
    },
  };
}
