// A match, for its players and its spectators.

import {html, nothing} from "lit-html";
import {nameOf, resultText} from "../app/format.js";
import {icon, sign} from "../app/icons.js";
import {boardView} from "../board/board.js";
import {describeBoard} from "../board/describe.js";
import {topSeat} from "../board/shapes/layout.js";
import {canCarryAhead, marked, pick, pickAhead, premoveCells, previewed, targets, wholePairs} from "../match/choosing.js";
import {Stopwatch, clockText, seatClock} from "../match/clock.js";
import {sidesOf} from "../match/tables/hidden.js";
import {engineLine} from "../match/engine_line.js";
import {History} from "../match/history.js";
import {listed} from "../match/line.js";
import {alternatives, cellsAhead} from "../match/premoves.js";
import {emptySeats, over, plays, yourTurn} from "../match/state.js";
import {LiveMatch} from "../network/live_match.js";
import {actions, banners} from "../panels/actions.js";
import {chatPanel} from "../panels/chat.js";
import {chance, engineLines, enginePanel, evaluationBar, graph} from "../panels/engine.js";
import {announce, lastMove, turnText} from "../panels/match/announcements.js";
import {matchHead} from "../panels/match/head.js";
import {showPanel, tabbed} from "../panels/match/tabs.js";
import {choicePanel, movesInWords, movesWithoutCells, pairsPanel, typedMove} from "../panels/move_entry.js";
import {moveList, scrubber} from "../panels/moves.js";
import {playerBar, runClocks} from "../panels/player_bar.js";
import {invitation, matchInfo, refusedMatch} from "../panels/info.js";
import {rail} from "../panels/rail.js";
import {seriesTable} from "../records/series.js";
import {ready} from "../words/cards.js";
import {t} from "../words/index.js";

/** @import {State} from "kibitz-protocol" */
/** @import {App, Route, View} from "../app/context.js" */
/** @import {BoardView} from "../board/board.js" */
/** @import {MatchState} from "../match/state.js" */
/** @import {Tab} from "../panels/match/tabs.js" */

const TABS = /** @type {const} */ (["moves", "engine", "chat", "info"]);
/** Time left at which a screen reader warns a player, in milliseconds. */
const WARN_MS = 10_000;

/** @param {App} app @param {Route} route @returns {Promise<View>} */
export async function open(app, route) {
  await Promise.all([app.style("match.css"), ready, app.embedded && app.style("embed.css")]);
  const ref = route.parts[0] === "tv" ? "tv" : (route.parts[0] === "embed" ? route.parts[1] : route.parts[0]).toUpperCase();
  const key = route.hash.get("key");
  // The key is kept in this page alone, so that nobody reads it from the address.
  if (key) history.replaceState(null, "", route.path);
  const live = new LiveMatch(app.link, ref, {key});
  const past = new History(app.link, () => key);
  const watch = new Stopwatch(performance.now());
  /** @type {Tab} */
  let tab = "moves";
  /** @type {number | null} the ply that is looked at; null follows the match */
  let shown = route.query.has("ply") ? Number(route.query.get("ply")) : null;
  /** @type {number[]} */
  let picked = [];
  /** @type {string[]} moves among which the player chooses */
  let choices = [];
  let flipped = /** @type {boolean | null} */ (null);
  /** @type {number[]} */
  let hinted = [];
  let warned = false;
  let zen = false;
  const began = performance.now();

  const go = (/** @type {number} */ ply) => {
    const state = live.state;
    if (!state) return;
    const last = state.position.ply;
    shown = ply >= last ? null : Math.max(0, ply);
    picked = [];
    choices = [];
    if (shown !== null && !past.at(shown)) past.load().then(app.changed, app.refused);
    app.changed();
  };

  /** Before the latest message. @type {State | null} */
  let before = null;
  const stops = [
    app.lobby.onchange(app.changed),
    live.onchange((message) => {
      const state = live.state;
      if (state) {
        past.note(state);
        if (message?.t === "event" || message?.t === "snapshot") {
          if (message.t === "snapshot" || message.state) watch.begin(live.arrived);
          picked = [];
          choices = [];
          hinted = [];
          warned = false;
          if (shown !== null && !past.at(shown)) past.load().then(app.changed, app.refused);
        }
        if (message?.t === "notice") watch.halt(performance.now(), live.halted);
        if (message && before) {
          announce(app, state, message, before);
          app.sound({state, before, message});
        }
        before = state.position;
      }
      if (live.dropped) {
        app.toast({text: t("match.premoveDropped", {move: live.dropped})});
        live.dropped = null;
      }
      if (message?.t === "next" && message.next && ref !== "tv") {
        const code = message.code;
        if (code && live.state && plays(live.state)) app.go(`/${code}`);
        else if (code) app.toast({text: t("match.nextIs"), action: {label: t("lobby.see"), run: () => app.go(`/${code}`)}});
      }
      app.changed();
    }),
  ];
  const ticking = setInterval(() => {
    const root = document.querySelector(".match");
    const state = live.state;
    if (!root || !state) return;
    const elapsed = watch.elapsed(performance.now());
    runClocks(root, state, elapsed);
    const own = state.you === null ? null : seatClock(state, state.you, elapsed);
    if (own?.running && own.ms < WARN_MS && !warned) {
      warned = true;
      app.sound("low");
      app.speak(t("match.lowTime", {time: clockText(own.ms)}), "assertive");
    }
  }, 100);

  /** @param {string} move */
  const play = (move) => {
    const state = live.state;
    picked = [];
    choices = [];
    if (!state) return;
    if (!yourTurn(state)) {
      if (plays(state) && !over(state)) live.premove(move);
      return;
    }
    live.play(move).catch(app.refused);
  };

  /** @param {string[]} moves */
  const choose = (moves) => {
    if (moves.length === 1 && !app.prefs.values.confirm) return play(moves[0]);
    choices = moves;
    app.changed();
  };

  /** @type {NonNullable<BoardView["onPick"]>} */
  const onPick = (cell, amount, carried) => {
    const state = live.state;
    if (!state || shown !== null) return void go(Infinity);
    const {board, position, you} = state;
    // What can be played depends on the dice.
    if (board.shape === "points" && !yourTurn(state)) return;
    const before = board.shape === "points" && carried === "lifted" ? wholePairs(picked) : picked;
    const found = you === null || yourTurn(state) ? pick(board, position, before, cell) : pickAhead(board, position, you, picked, cell, carried === "dropped");
    picked = found.picked;
    choices = [];
    if (amount && found.moves.length >= amount) choose([found.moves[amount - 1]]);
    else if (found.moves.length) choose(found.moves);
    app.changed();
  };

  const hint = () => {
    const state = live.state;
    if (!state) return;
    app.link.command({t: "hint", match: state.match}).then((found) => {
      const path = state.position.paths[state.position.legal.indexOf(found.move)] ?? [];
      hinted = path.length > 1 && state.board.shape !== "points" ? [path[0], path[path.length - 1]] : path;
      app.toast({text: t("match.hinted", {move: found.move})});
      app.changed();
    }, app.refused);
  };

  const isFlipped = (/** @type {MatchState} */ state) => flipped ?? (state.you !== null && topSeat(state.board) === state.you);

  const template = () => {
    const {state, error} = live;
    if (error && !state) return refusedMatch(error, (typed) => live.unlock(typed), html`
      ${error.code === "no_watchers" ? html`<button class="button primary" @click=${join}>${t("match.join")}</button>` : nothing}
      <a class="button" href="/">${t("page.toLobby")}</a><a class="button" href="/tv">${t("nav.watch")}</a>`);
    if (!state) return performance.now() - began > 300 ? html`<div class="skeleton" aria-busy="true"></div>` : html`<div class="skeleton"></div>`;
    if (tab === "chat" && !state.chat_on) tab = "info";
    const turned = isFlipped(state);
    const last = state.position.ply;
    const at = shown ?? last;
    const position = shown === null ? state.position : (past.at(shown) ?? state.position);
    const ofPairs = state.board.shape === "points";
    const sent = live.pending ? (state.position.paths[state.position.legal.indexOf(live.pending.move)] ?? []) : [];
    const far = topSeat(state.board);
    const bottom = far === null ? (turned ? 1 - (state.you ?? 0) : (state.you ?? 0)) : turned ? far : 1 - far;
    const top = state.seats.length - 1 - bottom;
    const engine = shown === null ? (state.searches[position.to_move ?? -1]?.live ? state.searches[position.to_move ?? -1].search : null) : null;
    const line = app.prefs.values.line ? engineLine(state.board, position, engine) : null;
    const playing = plays(state) && shown === null && !over(state) && state.phase === "running";
    /** @type {BoardView} */
    const view = {
      board: state.board,
      sides: state.game.seats,
      position: ofPairs && shown === null ? previewed(position, sent.length ? sent : picked) : position,
      flipped: turned,
      labels: app.prefs.values.labels,
      motion: app.prefs.values.motion,
      interactive: playing,
      picked: ofPairs ? picked.slice(wholePairs(picked).length) : picked,
      pending: sent.slice(-1),
      premoves: [...new Set([...premoveCells(state.position, live.premoves), ...cellsAhead(state.board, live.premoves)])],
      hint: hinted,
      marks: playing && yourTurn(state) && !live.pending ? marked(state.board, position, picked) : new Set(),
      numbers: line?.numbers,
      notes: line?.notes,
      label: t("match.board", {game: state.game.title, ply: at}),
      onPick: playing ? onPick : undefined,
      onCancel: () => {
        picked = [];
        choices = [];
        hinted = [];
        if (live.premoves.length) live.clearPremoves();
        app.changed();
      },
      said: state.moves.find(({ply}) => ply === position.ply - 1)?.said,
      choice: choiceOf(state, choices, play),
      targetsFrom: (cell) =>
        yourTurn(state) ? targets(state.board, position, ofPairs ? [...wholePairs(picked), cell] : [cell]) : new Set(state.you !== null && canCarryAhead(state.board, position, state.you, cell) ? [cell] : []),
    };
    const waiting = state.phase === "open" && emptySeats(state) > 0;
    return html`<div class="match in-match ${zen ? "zen" : ""}" data-shape=${state.board.shape} data-ground=${state.board.shape === "grid" ? state.board.ground : nothing}>
      ${matchHead(app, state, ref === "tv", () => spectators(state))}
      <div class="table">
        ${playerBar(state, top)}
        <div class="board-frame">
          ${state.show_thinking || over(state) ? evaluationBar(chance(state), turned, state.board) : nothing}
          ${boardView(view)}
        </div>
        ${playerBar(state, bottom)}
      </div>
      <div class="controls">
        <p class="turn-line ${yourTurn(state) && shown === null ? "yours" : ""}" aria-hidden="true">${turnText(state, shown)}</p>
        ${choices.length && !view.choice ? choicePanel(choices, play, view.onCancel) : nothing}
        ${ofPairs && picked.length > 1 && playing ? pairsPanel(state.board, picked, state.position.to_move ?? 0, (left) => ((picked = left), (choices = []), app.changed())) : nothing}
        ${yourTurn(state) && shown === null ? movesWithoutCells(state, play) : nothing}
        ${state.result && shown === null ? html`<p class="result">${resultText(state.result, state.seats, state.you)}</p>` : nothing}
        ${app.embedded ? nothing : html`${banners(app, state)}${over(state) ? html`<a class="button" href="/replay/${state.code}">${icon("play")}${t("replay.title")}</a>` : nothing}`}
        ${waiting && !app.embedded ? invitation(app, state, key, join) : nothing}
        ${app.embedded ? embeddedFoot(state, at, go) : actions(app, state, {flip: () => ((flipped = !turned), app.changed()), hint, share: () => share(state, position)})}
        ${playing && !app.embedded ? typedMove({state, premoves: live.premoves, play, premove: (text) => live.premove(text)}) : nothing}
      </div>
      <div class="aside panel">
        ${tabbed(
          TABS.filter((name) => name !== "chat" || state.chat_on),
          tab,
          openTab,
          tab === "moves"
            ? moveList({moves: state.moves, draws: state.draws, sides: sidesOf(state), at, live: last, go})
            : tab === "engine"
              ? enginePanel(state)
              : tab === "chat"
                ? chatPanel(app, {said: state.chat, hint: t("chat.hint"), person, send: (text) => void app.link.command({t: "chat", match: state.match, text}).catch(app.refused)})
                : html`${seriesTable(app, state)}${matchInfo(app, state)}`,
        )}
        ${tab === "moves" ? engineLines(state) : nothing}
        ${(tab === "moves" || tab === "engine") && !state.game.hidden ? graph(state.moves, at, go) : nothing}
        ${scrubber({moves: state.moves, at, live: last, first: last - state.moves.length, go})}
        ${!app.embedded && !state.game.hidden && (!state.rated || over(state))
          ? html`<a class="button small quiet" href="/learn?match=${state.code}&ply=${at}${key ? `#key=${key}` : ""}">${icon("learn")}${t("match.learn")}</a>`
          : nothing}
        ${shown !== null ? html`<button class="button small" @click=${() => go(Infinity)}>${t("moves.toLive")}</button>` : nothing}
      </div>
      ${app.embedded ? nothing : rail(app, state.match)}
    </div>`;
  };

  /** @param {Tab} name */
  const openTab = (name) => {
    tab = name;
    app.changed();
    showPanel();
  };

  /** @param {MatchState} state @param {MatchState["position"]} position */
  const share = (state, position) =>
    import("../panels/share.js").then(({shareDialog}) => shareDialog(app, {state, position, ply: shown, key, flipped: isFlipped(state)}), app.refused);

  /** @param {string} name */
  const person = async (name) => (await import("../people/person.js")).personDialog(app, name);

  /** @param {MatchState} state */
  const spectators = async (state) => (await import("../people/person.js")).spectatorsDialog(app, state.match, key);

  const join = () => void live.join().catch(app.refused);

  /** Bet or raise: go to the field for its number, or play it. @param {MatchState} state */
  const raise = (state) => {
    const field = /** @type {HTMLElement | null} */ (document.querySelector(".amount input"));
    if (field) return field.focus();
    const move = state.position.legal.find((each) => ["bet", "raise"].includes(each));
    if (move && yourTurn(state)) choose([move]);
  };

  /** @param {KeyboardEvent} event */
  const onKey = (event) => {
    const state = live.state;
    if (!state) return false;
    const at = shown ?? state.position.ply;
    const elapsed = watch.elapsed(performance.now());
    /** @type {{[key: string]: () => void}} */
    const keys = {
      "[": () => go(at - 1),
      "]": () => go(at + 1),
      ArrowLeft: () => go(at - 1),
      ArrowRight: () => go(at + 1),
      Home: () => go(state.position.ply - state.moves.length),
      End: () => go(Infinity),
      z: () => ((zen = !zen), document.documentElement.toggleAttribute("data-zen", zen), app.changed()),
      f: () => ((flipped = !isFlipped(state)), app.changed()),
      m: () => app.speak(t("speech.moves", {moves: listed(movesInWords(state.position).slice(0, 60))})),
      l: () => (shown === null ? app.speak(lastMove(state)) : go(Infinity)),
      r: () => raise(state),
      c: () => app.speak(state.seats.map((seat) => `${nameOf(seat)} ${clockText(seatClock(state, seat.seat, elapsed)?.ms ?? 0)}`).join(", ")),
      b: () => app.speak(describeBoard(state.board, state.position, isFlipped(state) ? 1 : 0, state.game.seats)),
    };
    if (!Object.hasOwn(keys, event.key)) return false;
    keys[event.key]();
    return true;
  };

  return {
    title: () => {
      const state = live.state;
      if (!state) return ref;
      return `${yourTurn(state) ? `${t("match.yourMove")} - ` : ""}${state.game.title} ${state.code}`;
    },
    template,
    key: onKey,
    close: () => {
      clearInterval(ticking);
      document.documentElement.removeAttribute("data-zen");
      for (const stop of stops) stop();
      live.close();
    },
  };
}

/** Return what a page in a frame has in place of the actions. @param {MatchState} state @param {number} at @param {(ply: number) => void} go */
const embeddedFoot = (state, at, go) => html`<div class="embed-foot">
  ${scrubber({moves: state.moves, at, live: state.position.ply, first: state.position.ply - state.moves.length, go})}
  <a class="button small" href=${`/${state.code}${at < state.position.ply ? `?ply=${at}` : ""}`} target="_blank" rel="noopener" title=${t("embed.open")}>${sign()}<span>${t("embed.open")}</span></a>
</div>`;

/** Return the choice among pieces that moves leave to the player; null if they differ in something else.
 * @param {MatchState} state @param {string[]} moves @param {(move: string) => void} choose @returns {BoardView["choice"]} */
function choiceOf({board, position}, moves, choose) {
  const found = alternatives(board, position, moves);
  if (!found || board.shape !== "grid") return null;
  const options = found.map(({move, symbol}) => ({move, symbol, name: board.symbols[symbol]}));
  return {cell: position.paths[position.legal.indexOf(moves[0])].at(-1) ?? 0, label: t("match.choosePiece"), options, choose};
}
