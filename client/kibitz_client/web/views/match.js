// A match, for its players and its spectators.

import {html, nothing} from "lit-html";
import {endText, uncountedText} from "../app/format.js";
import {icon, sign} from "../app/icons.js";
import {boardView} from "../board/board.js";
import {describeBoard} from "../board/describe.js";
import {roomOf, topSeat} from "../board/shapes/index.js";
import {landscape} from "../board/touch/landscape.js";
import {engineLine} from "../match/engine_line.js";
import {History} from "../match/history.js";
import {listed} from "../match/line.js";
import {matchTitle} from "../match/names.js";
import {emptySeats, over, paced, plays, searchesAt, settling, yourTurn} from "../match/state.js";
import {codeOf} from "../network/codes.js";
import {later, laterMade} from "../network/later.js";
import {LiveMatch} from "../network/live_match.js";
import {actions, banners} from "../panels/actions.js";
import {announce, lastMove, turnText} from "../panels/match/announcements.js";
import {alertOffer} from "../panels/match/alert_offer.js";
import {Aside, scrubberOf, searched} from "../panels/match/aside.js";
import {Clocks} from "../panels/match/clocks.js";
import {matchHead} from "../panels/match/head.js";
import {Extras, isLine} from "../panels/match/extras/extras.js";
import {SpecialParts, playersOf} from "../panels/match/extras/special.js";
import {Answers} from "../panels/notices/answers.js";
import {Sure} from "../panels/notices/sure.js";
import {playerBar} from "../panels/player_bar.js";
import {rail} from "../panels/rail.js";
import {remember} from "../records/received.js";
import {ready} from "../words/match/index.js";
import {t} from "../words/index.js";

/** @import {State, ToClient} from "kibitz-protocol" */
/** @import {App, Route, View} from "../app/context.js" */
/** @import {BoardView} from "../board/board.js" */
/** @import {MatchState} from "../match/state.js" */
/** @import {Refusal} from "../network/link.js" */

/** What one drawing shows: the match, the ply that is looked at with its position, whether the board is turned, and whether
 * this client may move on it.
 * @typedef {{state: MatchState, at: number, position: State, turned: boolean, playing: boolean}} Scene */

/** How long the page waits for a match before it says that it is busy. */
const PATIENCE_MS = 300;

/** @param {App} app @param {Route} route @returns {Promise<View>} */
export async function open(app, route) {
  await Promise.all([app.style("large.css"), app.style("match.css"), ready, app.embedded && app.style("embed.css"), landscape(app.style)]);
  if (!app.embedded) import("../panels/notices/tabs.js").then(({answerTabs}) => answerTabs(), () => {});
  return new MatchView(app, route);
}

/** @implements {View} */
class MatchView {
  /** @param {App} app @param {Route} route */
  constructor(app, {parts, hash, path, query}) {
    this._app = app;
    /** Code of the match, or `tv`. */
    this._ref = parts[0] === "tv" ? "tv" : codeOf(parts[0] === "embed" ? parts[1] : parts[0]);
    this._key = hash.get("key");
    // The key is kept in this page alone, so that nobody reads it from the address.
    if (this._key) history.replaceState(null, "", path);
    this._live = new LiveMatch(app.link, this._ref, {key: this._key, onreceived: remember});
    this._past = new History(app.link, () => this._key);
    this._answers = new Answers(app);
    this._sure = new Sure(app);
    this._special = new SpecialParts(app);
    const tools = {answers: this._answers, sure: this._sure, special: this._special};
    this._moves = laterMade(() => import("../panels/match/player_moves.js"), ({PlayerMoves}) => new PlayerMoves(app, this._live, tools), app.changed);
    this._settling = laterMade(() => import("../panels/match/settling.js"), ({Settling}) => new Settling(), app.changed);
    this._invitation = later(() => import("../panels/match/invitation.js"), app.changed);
    this._extras = new Extras(app);
    this._clocks = new Clocks(app, this._live);
    this._facts = later(() => import("../records/facts.js"), app.changed);
    this._sound = later(() => import("../panels/looks/sound_question.js"), app.changed);
    this._pace = later(() => import("../panels/match/pace.js"), app.changed);
    this._engine = later(() => import("../panels/engine.js"), app.changed);
    this._aside = new Aside(app, this._key, {
      engine: this._engine,
      list: (state, at) => this._special.of(state)?.list?.({state, at, go: this._go, names: playersOf(state), position: (ply) => this._past.at(ply)}) ?? null,
      go: this._go,
      person: (name) => import("../people/person.js").then(({personDialog}) => personDialog(app, name), app.refused),
      facts: (state) => this._facts()?.matchInfo(app, state, () => this._check(state)),
    });
    /** The ply that is looked at; null follows the match. @type {number | null} */
    this._shown = query.has("ply") ? Math.max(0, Number(query.get("ply"))) || 0 : null;
    /** Null turns the board to the player. @type {boolean | null} */
    this._flipped = null;
    /** Whether the match was drawn before. */
    this._drawn = false;
    /** Whether the board is shown alone. */
    this._zen = false;
    this._began = performance.now();
    /** The position before the latest message. @type {State | null} */
    this._before = null;
    /** The match that is shown, which changes on TV. @type {string | null} */
    this._match = null;
    this._stops = [app.lobby.onchange(app.changed), this._live.onchange((message) => this._receive(message))];
  }

  title() {
    const {state} = this._live;
    if (!state) return this._ref;
    return this._aside.titled(`${yourTurn(state) ? `${t("match.yourMove")} - ` : ""}${matchTitle(state)} ${state.code}`);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const {state} = this._live;
    if (this._extras.closes(event.key)) return true;
    if (state && paced(state) && this._pace()?.paceKey(this._app, state, event.key)) return true;
    if (!state || !Object.hasOwn(this._keys, event.key)) return false;
    this._keys[event.key](state);
    return true;
  }

  close() {
    this._clocks.close();
    document.documentElement.removeAttribute("data-zen");
    for (const stop of this._stops) stop();
    this._live.close();
  }

  /** What each key does. @type {{[key: string]: (state: MatchState) => void}} */
  _keys = {
    "[": (state) => this._go(this._at(state) - 1),
    "]": (state) => this._go(this._at(state) + 1),
    ArrowLeft: (state) => this._go(this._at(state) - 1),
    ArrowRight: (state) => this._go(this._at(state) + 1),
    Home: ({position, moves}) => this._go(position.ply - moves.length),
    End: () => this._go(Infinity),
    z: () => this._toggleZen(),
    f: (state) => this._flip(state),
    m: (state) => void this._sayMoves(state).catch(this._app.refused),
    l: (state) => (this._shown === null ? this._app.speak(lastMove(state)) : this._go(Infinity)),
    r: (state) => this._mover(state)?.raise(state),
    c: (state) => this._app.speak(this._clocks.said(state)),
    b: (state) => this._app.speak(describeBoard(state.board, state.position, this._turned(state) ? 1 : 0, state.game.seats)),
  };

  // What the server sends.

  /** @param {ToClient | null} message the cause of a change; null if the server did not cause it */
  _receive(message) {
    const {_app: app, _live: live} = this;
    if (live.state && live.state.match !== this._match) this._begin(live.state);
    if (live.state) this._take(live.state, message);
    if (live.dropped) {
      this._answers.show("line", t("match.premoveDropped", {move: live.dropped.join(", "), count: live.dropped.length}), {bad: true});
      live.dropped = null;
    }
    if (message?.t === "next" && message.next && this._ref !== "tv") this._lead(message.code);
    app.changed();
  }

  /** Show another match, as TV does, with nothing of the one before.
   * @param {MatchState} state */
  _begin(state) {
    // An address may ask for a ply that is not before the latest one.
    if ((this._shown ?? 0) >= state.position.ply) this._shown = null;
    if (this._match !== null) {
      this._before = this._shown = this._flipped = null;
      for (const part of [this._mover(state), this._special, this._aside]) part?.reset();
    }
    this._match = state.match;
  }

  /** Follow a match to its state after a message. @param {MatchState} state @param {ToClient | null} message */
  _take(state, message) {
    this._past.note(state);
    if (message) this._aside.take(state, message);
    if (message) this._clocks.take(message);
    this._extras.take(state, message);
    if (message) this._answers.take(state, message);
    if (message?.t === "event" || message?.t === "snapshot") {
      this._mover(state)?.reset();
      this._fetchShown();
    }
    const before = this._before;
    if (message && before) {
      announce(this._app, state, message, before);
      this._app.sound({state, before, message});
    }
    this._before = state.position;
  }

  /** Go to the next match of a series, or say where it is. @param {string | null | undefined} code */
  _lead(code) {
    const {_app: app, _live: live} = this;
    if (code && live.state && plays(live.state)) app.go(`/${code}`);
    else if (code) app.toast({text: t("match.nextIs"), action: {label: t("lobby.see"), run: () => app.go(`/${code}`)}});
  }

  // What the visitor looks at.

  /** Return the ply that is looked at. @param {MatchState} state */
  _at(state) {
    return this._shown ?? state.position.ply;
  }

  /** Return whether the board is turned. @param {MatchState} state */
  _turned({you, board}) {
    return this._flipped ?? (you !== null && topSeat(board) === you);
  }

  /** Look at a ply; from the last one on, the match is followed. @param {number} ply */
  _go = (ply) => {
    const {state} = this._live;
    if (!state) return;
    this._shown = ply >= state.position.ply ? null : Math.max(0, ply);
    this._mover(state)?.clear();
    this._fetchShown();
    this._app.changed();
  };

  /** Get the position that is looked at, if it was before this page was opened. */
  _fetchShown() {
    if (this._shown !== null && !this._past.at(this._shown)) this._past.load().then(this._app.changed, this._app.refused);
  }

  /** @param {MatchState} state */
  _flip(state) {
    this._flipped = !this._turned(state);
    this._app.changed();
  }

  _toggleZen() {
    this._zen = !this._zen;
    document.documentElement.toggleAttribute("data-zen", this._zen);
    this._app.changed();
  }

  // What the player does.

  /** @type {NonNullable<BoardView["onPick"]>} */
  _pick = (...picked) => {
    const {state} = this._live;
    if (!state || this._shown !== null) return this._go(Infinity);
    this._mover(state)?.pick(state, ...picked);
  };

  _join = () => {
    this._moves();
    this._live.join().catch(this._app.refused);
  };

  /** Return what chooses the moves of a player; null for a spectator, who does not load it, and until it has come.
   * @param {MatchState} state */
  _mover(state) {
    return plays(state) ? this._moves() : null;
  }

  /** Return what settles which pieces are dead; null at other times, and until it has come. @param {MatchState} state */
  _settler(state) {
    return settling(state) ? this._settling() : null;
  }

  /** @param {MatchState} state */
  _showSpectators(state) {
    import("../people/person.js").then(({spectatorsDialog}) => spectatorsDialog(this._app, state.match, this._key), this._app.refused);
  }

  /** @param {Scene} scene */
  _share({state, position}) {
    const {_app: app, _key: key, _shown: ply} = this;
    import("../panels/share.js").then(({shareDialog}) => shareDialog(app, {state, position, ply, key, flipped: this._turned(state)}), app.refused);
  }

  /** Open the check of the chance events. @param {MatchState} state */
  _check({match}) {
    const {_app: app, _key: key} = this;
    import("../records/fairness_dialog.js").then(({checkMatch}) => checkMatch(app, match, key), app.refused);
  }

  /** Say the legal moves as the list of moves writes them. @param {MatchState} state */
  async _sayMoves({board, game, position}) {
    const [{movesInWords}] = await Promise.all([import("../panels/move_entry.js"), import("../words/play/index.js").then((words) => words.ready)]);
    const written = game.notation === "uci" && board.shape === "grid" ? await import("../panels/written.js").then(({writtenMoves}) => writtenMoves(board, position), () => undefined) : undefined;
    this._app.speak(t("speech.moves", {moves: listed(movesInWords(position, written).slice(0, 60))}));
  }

  // What is drawn.

  template() {
    const {state, error} = this._live;
    if (error && !state) return this._refusal(error);
    // Nothing invites a player to move before that is possible.
    if (!state || (plays(state) && !this._drawn && !this._mover(state)))
      return performance.now() - this._began > PATIENCE_MS ? html`<div class="skeleton" aria-busy="true"></div>` : html`<div class="skeleton"></div>`;
    const {board} = state;
    const scene = this._scene(state);
    this._drawn ||= !this._app.embedded && (setTimeout(() => focusNew(state)), this._extras.ahead(state), true);
    return html`<div class="match in-match ${plays(state) ? "own" : ""} ${this._zen ? "zen" : ""}" data-shape=${board.shape} data-ground=${board.shape === "grid" ? board.ground : nothing} .style=${roomOf(board)}>
      ${matchHead(this._app, state, this._ref === "tv", () => this._showSpectators(state), this._extras.goal(state))}
      ${this._table(scene)}
      ${this._controls(scene)}
      ${this._aside.template(state, scene.at, this._shown !== null)}
      ${this._app.embedded ? nothing : rail(this._app, state.match, plays(state))}
    </div>`;
  }

  /** @param {Refusal} error */
  _refusal(error) {
    return this._invitation()?.refusedMatch(error, (typed) => this._live.unlock(typed), html`
      ${error.code === "no_watchers" ? html`<button class="button primary" @click=${this._join}>${t("match.join")}</button>` : nothing}
      <a class="button" href="/">${t("page.toLobby")}</a><a class="button" href="/tv">${t("nav.watch")}</a>`) ?? html`<div class="skeleton"></div>`;
  }

  /** @param {MatchState} state @returns {Scene} */
  _scene(state) {
    const {_shown: shown} = this;
    return {
      state,
      at: this._at(state),
      position: shown === null ? state.position : (this._past.at(shown) ?? state.position),
      turned: this._turned(state),
      playing: plays(state) && shown === null && state.phase === "running",
    };
  }

  /** Return the board between its players. @param {Scene} scene */
  _table(scene) {
    const {state, position, turned, at} = scene;
    const bottom = bottomSeat(state, turned);
    const engine = searched(state) && (state.show_thinking || over(state)) ? this._engine() : null;
    const bar = (/** @type {number} */ seat) => playerBar(state, seat, this._extras.captured(state, position, seat));
    return html`<div class="table">
      ${bar(state.seats.length - 1 - bottom)}
      <div class="board-frame">
        ${engine?.evaluationBar(engine.chance({...state, searches: searchesAt(state, at)}, at), turned, state.board, {position, labels: this._app.prefs.values.labels}) ?? nothing}
        ${boardView(this._board(scene))}
        ${this._extras.stamp(state, turned)}
      </div>
      ${bar(bottom)}
    </div>`;
  }

  /** Return what the board shows. @param {Scene} scene @returns {BoardView} */
  _board({state, at, position, turned, playing}) {
    const {board} = state;
    const {labels, values: {motion, line: wanted}} = this._app.prefs;
    const current = this._shown === null;
    const marking = current && plays(state) && settling(state);
    const search = current ? state.searches[position.to_move ?? -1] : null;
    const found = wanted && search?.live ? search.search : null;
    const line = engineLine(board, position, found);
    return {
      board,
      sides: state.game.seats,
      flipped: turned,
      labels,
      motion,
      interactive: playing || marking,
      dead: (current && this._settler(state)?.dead(state)) || [],
      numbers: isLine(board, position) ? undefined : line.numbers,
      notes: line.notes,
      layers: this._extras.layers(state, position, found),
      drawing: this._extras.drawing,
      match: state.match,
      label: t("match.board", {game: state.game.title, ply: at}),
      onPick: marking ? (cell) => this._settler(state)?.mark(this._app, state, cell) : playing ? this._pick : undefined,
      ...(this._mover(state)?.onBoard(state, position, current, playing) ?? this._special.onBoard(state, position)),
    };
  }

  /** Return what is below the board: whose turn it is, and what the visitor may do. @param {Scene} scene */
  _controls(scene) {
    const {_app: app} = this;
    const {state, playing} = scene;
    const current = this._shown === null;
    const answer = this._answers.at("line", state);
    return html`<div class="controls">
      ${answer === nothing ? html`<p class="turn-line ${yourTurn(state) && current ? "yours" : ""}" aria-hidden="true">${turnText(state, this._shown, this._live.stuck)}</p>` : answer}
      ${this._special.pause(state)}
      ${this._mover(state)?.choices(state, current, playing)}
      ${(current && !app.embedded && this._settler(state)?.panel(app, state)) || nothing}
      ${state.result && current ? (this._extras.ended(state) ?? html`<p class="result">${endText({...state, result: state.result}, state.you)}</p>`) : nothing}
      ${state.seed_kept && current ? html`<p class="muted">${t("fair.kept")}</p>` : nothing}
      ${state.uncounted && current && (state.result || !state.moves.length) ? html`<p class="muted uncounted">${uncountedText(state)}</p>` : nothing}
      ${app.embedded ? this._embeddedFoot(scene) : this._deeds(scene)}
      ${playing && !app.embedded ? html`${this._mover(state)?.typed(state)}${this._answers.at("typed", state)}` : nothing}
      ${playing && state.moves.length > 1 && !app.embedded && app.prefs.asksForSound ? this._sound()?.soundQuestion(app) : nothing}
    </div>`;
  }

  /** Return what can be done besides moving. @param {Scene} scene */
  _deeds(scene) {
    const {_app: app} = this;
    const {state} = scene;
    const waiting = state.phase === "open" && emptySeats(state) > 0;
    return html`${paced(state) && !over(state) ? this._pace()?.paceBar(app, state) : nothing}${banners(app, state, this._answers)}${over(state) && state.server_seed_hash ? html`<button class="button" @click=${() => this._check(state)}>${icon("shield")}<span>${t("fair.check")}</span></button>` : nothing}
      ${(waiting && this._invitation()?.invitation(app, state, this._key, this._join, this._sure)) || nothing} ${alertOffer(app, state)}
      ${actions(app, state, {flip: () => this._flip(state), hint: () => void this._mover(state)?.hint(state), share: () => this._share(scene), pen: this._extras.pen(state), answers: this._answers, sure: this._sure})}`;
  }

  /** Return what a page in a frame has in place of the deeds. @param {Scene} scene */
  _embeddedFoot({state, at}) {
    return html`<div class="embed-foot">
      ${scrubberOf(state, at, this._go)}
      <a class="button small" href=${`/${state.code}${at < state.position.ply ? `?ply=${at}` : ""}`} target="_blank" rel="noopener" title=${t("embed.open")}>${sign()}<span>${t("embed.open")}</span></a>
    </div>`;
  }

}

/** Put the focus on the board of an own new match, if it is nowhere. @param {MatchState} state */
function focusNew(state) {
  if (!plays(state) || state.position.ply || document.activeElement !== document.body) return;
  /** @type {SVGElement | null} */ (document.querySelector('.in-match kibitz-board [data-cell][tabindex="0"]'))?.focus({preventScroll: true});
}

/** Return the seat below the board. @param {MatchState} state @param {boolean} turned */
function bottomSeat({board, you}, turned) {
  const far = topSeat(board);
  if (far !== null) return turned ? far : 1 - far;
  return turned ? 1 - (you ?? 0) : (you ?? 0);
}
