// A study on a board: the shown position, positions that the server has told, and moves that are tried out. For the parts of a
// match that choose moves it looks like a running match in which the reader has the side to move.

import {movesTo, reach, treeOf} from "./tree.js";

/** @import {Explored, State, StudyShown} from "kibitz-protocol" */
/** @import {MatchState} from "../match/state.js" */
/** @import {Link} from "../network/link.js" */
/** @import {StudyNode} from "./tree.js" */

export class Explorer {
  /** @param {Link} link @param {StudyShown} shown @param {() => void} changed a position has come @param {(node: StudyNode) => void} played a move was played */
  constructor(link, shown, changed, played) {
    this._link = link;
    this._changed = changed;
    this._played = played;
    this.shown = shown;
    this.root = treeOf(shown.nodes);
    /** The position that the list of moves is at. */
    this.at = this.root;
    /** The position that the board shows, until the other one has come. */
    this._drawn = this.root;
    /** @type {Map<StudyNode, {state: State, over: boolean}>} */
    this._states = new Map([[this.root, {state: shown.state, over: shown.state.to_move === null}]]);
    /** @type {Set<StudyNode>} */
    this._asked = new Set();
    /** The move that the server looks at. @type {{move: string} | null} */
    this.pending = null;
    /** No moves are chosen ahead. @type {string[]} */
    this.premoves = [];
  }

  /** The position that the board shows. */
  get drawn() {
    return this._drawn;
  }

  /** Whether the board shows the position that the list is at. */
  get settled() {
    return this._drawn === this.at;
  }

  /** The shown position as a match. @returns {MatchState} */
  get state() {
    const {game, board, options, study} = this.shown;
    const {state, over} = /** @type {{state: State, over: boolean}} */ (this._states.get(this._drawn));
    return /** @type {MatchState} */ (
      /** @type {unknown} */ ({match: study, code: "", game, board, options, position: state, you: state.to_move, local: false, phase: over ? "finished" : "running", moves: [], chance_events: [], opening: [], start: this.shown.start, seats: game.seats.map((name, place) => ({seat: place, kind: "human", name})), searches: {}, offers: [], away: [], notes: []})
    );
  }

  /** Show a position. @param {StudyNode} node */
  async go(node) {
    this.at = node;
    this._settle();
    if (!this._states.has(node)) await this._fetch(node);
    // The next one is often wanted soon.
    const [next] = node.children;
    if (next && this.at === node && !this._states.has(next)) await this._fetch(next);
  }

  /** Play a move in the shown position. @param {string} move */
  async play(move) {
    if (this.pending || !this.settled) return;
    this.pending = {move};
    const from = this.at;
    try {
      const explored = await this._explore([...movesTo(from), move], movesTo(from).length);
      const [, ...reached] = explored.line;
      let node = from;
      for (const each of reached) node = reach(node, each);
      this._take(node, explored);
      // The reader may have gone on to another position meanwhile, which stays.
      if (this.at === from) this.at = node;
      this._settle();
      this._played(node);
    } finally {
      this.pending = null;
    }
  }

  premove() {}

  clearPremoves() {}

  /** @param {StudyNode} node */
  async _fetch(node) {
    if (this._asked.has(node)) return;
    this._asked.add(node);
    try {
      const moves = movesTo(node);
      this._take(node, await this._explore(moves, moves.length));
    } finally {
      this._asked.delete(node);
    }
    this._settle();
    this._changed();
  }

  /** @param {StudyNode} node @param {Explored} explored */
  _take(node, {state, result}) {
    this._states.set(node, {state, over: Boolean(result)});
  }

  _settle() {
    if (this._states.has(this.at)) this._drawn = this.at;
  }

  /** @param {string[]} moves @param {number} since @returns {Promise<Explored>} */
  _explore(moves, since) {
    const {game, options, start} = this.shown;
    return this._link.command({t: "explore", of: {kind: "game", game: game.name, options, position: start, moves}, since});
  }
}
