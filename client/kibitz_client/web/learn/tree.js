// A searched tree as a drawing: `<kibitz-tree .scene=${scene}>`. It is panned and zoomed by pointers, wheel and keys.
// Trees that are shown side by side have the same places and the same camera.

import {html} from "lit-html";
import {drawMini} from "../board/mini.js";
import {layoutOf, shapeOf} from "../board/shapes/index.js";
import {make, makeText} from "../board/svg.js";
import {t} from "../words/index.js";
import {fit, showing, zoomed} from "./camera.js";
import {attachGestures} from "./gestures.js";
import {tidy} from "./layout.js";
import {chosen, shareOf, short} from "./nodes.js";
import {FACE, curve, faceOf, limitShort, snip, windowText} from "./shapes.js";

/** @import {Board} from "kibitz-protocol" */
/** @import {Camera} from "./camera.js" */
/** @import {NodeEntry} from "./nodes.js" */
/** @import {SearchSteps} from "./steps.js" */

/** How large nodes are, and the boards on them.
 * @typedef {{width: (entry: NodeEntry) => number, height: number, ply: number, gap: number, board: {w: number, h: number} | null}} Measures */

/** The places of the nodes by their key, as all trees side by side have them.
 * @typedef {{places: Map<string, {x: number, y: number}>, box: import("./camera.js").Box, measures: Measures, id: number}} Plan */

/** One camera for all trees side by side. @typedef {{at: Camera | null, moved: Set<() => void>}} Shared */

/** @typedef {object} Scene
 * @property {Plan} plan @property {NodeEntry[]} entries @property {NodeEntry[]} ghosts nodes of the other tree alone @property {SearchSteps} steps @property {number} now
 * @property {NodeEntry} current @property {boolean} waits @property {NodeEntry | null} picked @property {Set<string>} folded
 * @property {(entry: NodeEntry) => number | null} typed the value of a leaf that a student typed
 * @property {Set<string>} [chosen] keys of nodes that an answer consists of
 * @property {Board | null} board @property {Shared} camera @property {boolean} motion @property {string} label
 * @property {(entry: NodeEntry) => void} pick @property {(entry: NodeEntry) => void} fold */

/** Boards are drawn from this scale on. */
const NEAR = 0.5;
/** The scale at which a large tree opens, so that its first nodes can be read. */
const READABLE = 0.75;
/** The scale at which its letters have at least 14 pixels, where a window has the room. */
const LEGIBLE = 0.88;
const ROOMY = 600;
/** The largest scale that a small tree opens with. */
const LARGEST = 2.6;
let plans = 0;

/** Return whether a node is seen: none of its ancestors is folded. @param {NodeEntry} entry @param {Set<string>} folded */
export function visible({parent}, folded) {
  for (let above = parent; above; above = above.parent) if (folded.has(above.key)) return false;
  return true;
}

/** Return the places of the nodes of a tree. @param {NodeEntry} root @param {Set<string>} folded @param {Board | null} board @returns {Plan} */
export function planOf(root, folded, board) {
  const size = board && sizeOf(board);
  /** @type {Measures} */
  const measures = size
    ? {width: () => Math.max(92, size.w + 12), height: FACE.h + size.h + 42, ply: FACE.h + size.h + 118, gap: 14, board: size}
    : {width: ({node}) => (node.children.length ? 92 : 47), height: FACE.h + 26, ply: 138, gap: 8, board: null};
  const {places, left, right, plies} = tidy(root, (entry) => (folded.has(entry.key) ? [] : entry.children), measures.width, measures.gap);
  const box = {x: left - 16, y: -30, w: right - left + 32, h: (plies - 1) * measures.ply + measures.height + 40};
  return {places: new Map([...places].map(([entry, {x, ply}]) => [entry.key, {x, y: ply * measures.ply}])), box, measures, id: ++plans};
}

/** Return the size of the boards of a game. @param {Board} board */
function sizeOf(board) {
  const {treeSize} = shapeOf(board);
  if (treeSize) return treeSize;
  const {w, h} = layoutOf(board, {rows: [], counts: [], blocks: "", last: []}, {labels: false}).area;
  const unit = 76 / Math.max(w, h);
  return {w: unit * w, h: unit * h};
}

/** Return a drawing for a template. @param {Scene} scene */
export const treeDrawing = (scene) => html`<kibitz-tree .scene=${scene}></kibitz-tree>`;

/** The parts of a drawn node. @typedef {{group: SVGElement, edge: SVGElement | null, value: SVGElement, window: SVGElement | null, knob: SVGElement | null, board: Element | null, state: string}} Parts */

class KibitzTree extends HTMLElement {
  /** @type {Scene | null} */
  _scene = null;
  /** @type {Map<NodeEntry, Parts>} */
  _parts = new Map();
  _drawn = -1;
  _seen = "";
  _frame = 0;
  _glide = 0;
  /** The camera that shows as much as the room allows, which a window of another size gets again. @type {Camera | null} */
  _fitted = null;
  /** @type {{dragged: boolean} | null} */
  _gestures = null;
  _w = 0;
  _h = 0;
  _moved = () => this._soon();

  constructor() {
    super();
    this._edges = make("g", {class: "edges"});
    this._nodes = make("g");
    this._world = make("g", {}, [this._edges, this._nodes]);
    this._svg = make("svg", {class: "tree-svg", tabindex: 0, role: "img"}, [this._world]);
    this._sizes = new ResizeObserver(() => this._resize());
  }

  connectedCallback() {
    if (!this._svg.parentNode) {
      this.append(this._svg);
      this._gestures = attachGestures(this._svg, {
        camera: () => this._scene?.camera.at,
        set: (at) => this._set(at),
        go: (next) => this._go(next),
        stop: () => cancelAnimationFrame(this._glide),
      });
    }
    this._sizes.observe(this);
    this._scene?.camera.moved.add(this._moved);
  }

  disconnectedCallback() {
    this._sizes.disconnect();
    this._scene?.camera.moved.delete(this._moved);
    cancelAnimationFrame(this._glide);
  }

  /** @param {Scene} scene */
  set scene(scene) {
    const before = this._scene;
    if (before?.camera !== scene.camera) {
      before?.camera.moved.delete(this._moved);
      if (this.isConnected) scene.camera.moved.add(this._moved);
    }
    this._scene = scene;
    if (before?.plan.id !== scene.plan.id || before.entries !== scene.entries) this._build(scene);
    this._svg.setAttribute("aria-label", scene.label);
    this._paint(scene);
    const seen = `${scene.current.key}|${scene.now}|${scene.picked?.key}`;
    if (seen !== this._seen) {
      const first = !this._seen;
      this._seen = seen;
      if (!first) this.show(scene.picked ?? scene.current);
    }
    this._soon();
  }

  /** Show the whole tree. */
  fit() {
    if (this._scene && this._w) this._go(fit(this._scene.plan.box, this._w, this._h, LARGEST));
  }

  /** Show the tree nearer or farther. @param {number} factor */
  zoom(factor) {
    const at = this._scene?.camera.at;
    if (at) this._go(zoomed(at, factor, this._w / 2, this._h / 2));
  }

  /** Move the camera as little as needed to show a node, or the folded one above it. @param {NodeEntry} entry */
  show(entry) {
    const scene = this._scene;
    const at = scene?.camera.at;
    if (!scene || !at) return;
    const {plan} = scene;
    let shown = entry;
    while (shown.parent && !visible(shown, scene.folded)) shown = shown.parent;
    const place = plan.places.get(shown.key);
    if (!place) return;
    const w = plan.measures.width(shown);
    // Where not everything fits, the neighbours of the node are shown as well.
    const all = plan.box.w * at.k <= this._w && plan.box.h * at.k <= this._h;
    const next = showing(at, {x: place.x - w / 2, y: place.y - 16, w, h: plan.measures.height + 16}, this._w, this._h, all ? 0 : 0.28);
    if (next.x !== at.x || next.y !== at.y) this._go(next);
  }

  _resize() {
    const {width, height} = this.getBoundingClientRect();
    const [before, tall] = [this._w, this._h];
    [this._w, this._h] = [width, height];
    const scene = this._scene;
    if (!scene || !width) return;
    // Another tree beside this one halves its room, and a turned device changes it as much.
    if (before && (Math.abs(width - before) > before / 5 || Math.abs(height - tall) > tall / 5 || scene.camera.at === this._fitted)) scene.camera.at = null;
    if (!scene.camera.at) {
      const whole = fit(scene.plan.box, width, height, LARGEST);
      const least = width > ROOMY ? LEGIBLE : scene.plan.measures.board ? READABLE : 0.3;
      scene.camera.at = this._fitted = whole.k >= least ? whole : {k: Math.max(READABLE, least), x: width / 2, y: 40};
      this.show(scene.current);
      for (const moved of scene.camera.moved) moved();
    }
    this._soon();
  }

  /** Go to a camera, gliding if motion is wanted. @param {Camera} next */
  _go(next) {
    const shared = this._scene?.camera;
    if (!shared?.at) return;
    cancelAnimationFrame(this._glide);
    const from = shared.at;
    const began = performance.now();
    const still = !this._scene?.motion || matchMedia("(prefers-reduced-motion: reduce)").matches;
    const step = () => {
      const part = still ? 1 : Math.min(1, (performance.now() - began) / 220);
      const eased = 1 - (1 - part) ** 3;
      const between = (/** @type {number} */ a, /** @type {number} */ b) => a + (b - a) * eased;
      this._set({x: between(from.x, next.x), y: between(from.y, next.y), k: between(from.k, next.k)});
      if (part < 1) this._glide = requestAnimationFrame(step);
    };
    step();
  }

  /** @param {Camera} at */
  _set(at) {
    const shared = this._scene?.camera;
    if (!shared) return;
    shared.at = at;
    for (const moved of shared.moved) moved();
  }

  _soon() {
    if (this._frame) return;
    this._frame = requestAnimationFrame(() => {
      this._frame = 0;
      this._look();
    });
  }

  /** Draw what the camera sees. */
  _look() {
    const scene = this._scene;
    const at = scene?.camera.at;
    if (!scene || !at) return;
    this._world.setAttribute("transform", `translate(${at.x.toFixed(2)} ${at.y.toFixed(2)}) scale(${at.k.toFixed(4)})`);
    const {board: size, height} = scene.plan.measures;
    const far = size !== null && at.k < NEAR;
    this._svg.classList.toggle("boards", size !== null);
    this._svg.classList.toggle("far", far);
    this._svg.classList.toggle("tiny", at.k < 0.26);
    // Most of a large tree is outside, and a browser draws it faster if it need not look at that part.
    const side = 80 * at.k * (far ? 2 : 1);
    for (const [entry, parts] of this._parts) {
      const place = scene.plan.places.get(entry.key);
      if (!place) continue;
      const above = entry.parent && scene.plan.places.get(entry.parent.key);
      const [x, y] = [at.k * place.x + at.x, at.k * place.y + at.y];
      const [fromX, fromY] = above ? [at.k * above.x + at.x, at.k * above.y + at.y] : [x, y];
      const outside = x < -side || x > this._w + side || y - 30 > this._h || y + at.k * (height + 40) < 0;
      parts.group.toggleAttribute("hidden", outside);
      parts.edge?.toggleAttribute("hidden", Math.max(x, fromX) < 0 || Math.min(x, fromX) > this._w || fromY > this._h || y < 0);
      if (outside || !size || far || !scene.board || parts.board || !entry.node.shown) continue;
      const {rows = [], counts = [], blocks = "", shades = "", last = []} = entry.node.shown;
      const said = shapeOf(scene.board).treeText?.(counts);
      if (said) parts.board = makeText({class: "board-svg heap-counts", y: FACE.h + 27}, said);
      else {
        parts.board = drawMini({board: scene.board, position: {rows, counts, blocks, shades, last}, key: ""});
        for (const [name, value] of Object.entries({x: -size.w / 2, y: FACE.h + 8, width: size.w, height: size.h})) parts.board.setAttribute(name, String(value));
      }
      parts.group.append(parts.board);
    }
  }

  /** Make the nodes and edges of a plan. @param {Scene} scene */
  _build({plan, entries, ghosts, board, fold, pick, folded, typed}) {
    this._parts.clear();
    this._edges.replaceChildren();
    this._nodes.replaceChildren();
    for (const entry of ghosts) {
      const place = plan.places.get(entry.key);
      const above = entry.parent && plan.places.get(entry.parent.key);
      if (!place || !above || !visible(entry, folded)) continue;
      const d = curve(above.x, above.y + plan.measures.height, place.x, place.y);
      this._edges.append(make("path", {d, class: "ghost"}), make("path", {d: faceOf(entry, board !== null), class: "ghost", transform: `translate(${place.x} ${place.y})`}));
    }
    for (const entry of entries) {
      const place = plan.places.get(entry.key);
      if (!place || !visible(entry, folded)) continue;
      const above = entry.parent && plan.places.get(entry.parent.key);
      const edge = above ? make("path", {d: curve(above.x, above.y + plan.measures.height, place.x, place.y - (board ? 16 : 0))}) : null;
      if (edge) this._edges.append(edge);
      const {node} = entry;
      const value = make("text", {class: "value", "text-anchor": "middle", y: node.children.length ? {max: 39, min: 24, chance: 32}[node.player] : 32});
      const face = make("g", {class: "face"}, [make("path", {d: faceOf(entry, board !== null), class: "shape"}), value]);
      const group = make("g", {class: "node", transform: `translate(${place.x} ${place.y})`}, [face]);
      if (board && node.move) group.append(makeText({class: "move", y: -5}, [node.move, shareOf(entry)].filter(Boolean).join("  ")));
      const parts = {group, edge, value, window: /** @type {SVGElement | null} */ (null), knob: /** @type {SVGElement | null} */ (null), board: null, state: ""};
      const bottom = plan.measures.height - 22;
      if (node.pruned) {
        // The value of a typed leaf stays in its box.
        const y = typed(entry) === null ? 23 : 64;
        if (entry.parent?.node.player !== "chance") face.append(makeText({class: "cut", y}, `α ${limitShort(node.alpha, board)}`), makeText({class: "cut", y: y + 16}, `≥ β ${limitShort(node.beta, board)}`));
        if (edge) this._edges.append(make("path", {d: snip(above, plan.measures.height, place), class: "snip"}));
      } else if (node.children.length) {
        parts.window = makeText({class: "window", y: bottom + 13}, "");
        parts.knob = make("g", {class: "knob", transform: `translate(0 ${bottom + 27})`}, [make("circle", {r: 15, class: "hit"}), make("circle", {r: 8}), make("path", {d: folded.has(entry.key) ? "M-4 0H4M0 -4V4" : "M-4 0H4"})]);
        const title = make("title");
        title.textContent = t(folded.has(entry.key) ? "learn.unfold" : "learn.fold");
        parts.knob.append(title);
        parts.knob.addEventListener("click", (event) => {
          event.stopPropagation();
          if (!this._gestures?.dragged) fold(entry);
        });
        group.append(parts.window, parts.knob);
        if (folded.has(entry.key)) group.append(makeText({class: "hidden-count", y: bottom + 52}, `+${below(entry)}`));
      }
      group.addEventListener("click", () => this._gestures?.dragged || pick(entry));
      this._nodes.append(group);
      this._parts.set(entry, parts);
    }
  }

  /** Show the state of each node as of the step. @param {Scene} scene */
  _paint({steps, now, current, picked, waits, board, typed, chosen: marked}) {
    const open = new Map();
    for (let entry = /** @type {NodeEntry | null} */ (current); entry; entry = entry.parent) if (!steps.done(entry, now)) open.set(entry, steps.stepAt(entry, now));
    const step = steps.steps[now];
    const whole = now === steps.last;
    const cutNode = step?.cut ? step.at : -1;
    for (const [entry, parts] of this._parts) {
      const {node, parent} = entry;
      const [seen, done] = [steps.seen(entry, now), steps.done(entry, now)];
      const at = open.get(entry);
      const best = parent && steps.seen(parent, now) && (steps.done(parent, now) ? chosen(parent.node) === node : open.has(parent) && steps.bestAt(parent, now) === entry);
      const classes = ["node", node.children.length ? node.player : "leaf", node.pruned && seen ? "pruned" : ""];
      classes.push(!seen ? "unseen" : done ? "done" : "open");
      if (entry === current) classes.push(waits ? "here waits" : "here");
      if (entry === picked) classes.push("picked");
      if (marked?.has(entry.key)) classes.push("chosen");
      if (entry.number === cutNode) classes.push("cuts");
      if (whole && entry.principal) classes.push("principal");
      // Typed leaf values are known before the search comes to them.
      const own = node.children.length ? null : typed(entry);
      const bound = done ? (node.bound === "exact" ? "" : node.bound === "at least" ? "≥" : "≤") : {max: "≥", min: "≤", chance: "≈"}[node.player];
      const value = own ?? (done ? node.value : (at?.best ?? null));
      const shown = value === null ? (seen ? "" : "?") : seen || own !== null ? (node.children.length ? bound : "") + short(value, board !== null) : "?";
      const window = steps.windows && seen && parts.window ? windowText(at ?? node, board) : "";
      const state = [classes.join(" "), shown, window, best].join("|");
      if (state === parts.state) continue;
      parts.state = state;
      parts.group.setAttribute("class", classes.filter(Boolean).join(" "));
      parts.value.textContent = shown;
      parts.value.classList.toggle("long", shown.length > 4);
      if (parts.window) parts.window.textContent = window;
      const kind = node.pruned ? (seen ? "edge pruned" : "edge unseen") : !seen ? "edge unseen" : best ? "edge best" : open.has(entry) ? "edge open" : "edge";
      parts.edge?.setAttribute("class", whole && entry.principal ? "edge best principal" : kind);
      if (node.pruned) parts.edge?.nextElementSibling?.classList.toggle("unseen", !seen);
    }
  }
}

/** Return the drawing that is seen: a phone hides one of two. */
export const drawingSeen = () => [.../** @type {NodeListOf<KibitzTree>} */ (document.querySelectorAll("kibitz-tree"))].find((tree) => tree.offsetWidth);

/** Return how many nodes are below one. @param {NodeEntry} entry @returns {number} */
const below = ({children}) => children.reduce((sum, child) => sum + 1 + below(child), 0);

if (!customElements.get("kibitz-tree")) customElements.define("kibitz-tree", KibitzTree);

