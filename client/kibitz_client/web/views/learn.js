// Search trees to learn from: a student steps through minimax and alpha-beta, of leaf values, a game or a match.

import {html, nothing} from "lit-html";
import {icon} from "../app/icons.js";
import {SPEEDS, comparison, depthControl, nodeCard, progress, reasonOf, stepControls} from "../learn/controls.js";
import {moveOf, placeOf, scored, signs, valueText} from "../learn/nodes.js";
import {scrollOutline, treeOutline} from "../learn/outline.js";
import {SearchSteps, aligned} from "../learn/steps.js";
import {DEEPEST, SHOWS, addressOf, commandOf, nested, readSubject} from "../learn/subject.js";
import {subjectForms} from "../learn/subject_form.js";
import {planOf, treeDrawing} from "../learn/tree.js";
import {Refusal} from "../network/link.js";
import {copy} from "../panels/links.js";
import {t} from "../words/index.js";
import {ready} from "../words/learn.js";

/** @import {Explained} from "kibitz-protocol" */
/** @import {App, Route, View} from "../app/context.js" */
/** @import {NodeEntry} from "../learn/nodes.js" */
/** @import {Subject} from "../learn/subject.js" */
/** @import {KibitzTree, Plan, Shared} from "../learn/tree.js" */

/** @typedef {"textbook" | "minimax"} Algorithm */
/** A searched tree. @typedef {{explained: Explained, steps: SearchSteps}} Searched */

/** The depth of a tree for which none was chosen. If it is too large, a smaller one is tried. */
const USUAL_DEPTH = 3;
/** The depth from which a smaller tree is looked for. */
const DEEPEST_TRY = 5;
/** Browsers allow only some changes of the address in a time. */
const ADDRESS_PAUSE = 400;
const NAMES = {textbook: /** @type {const} */ ("learn.show.alphabeta"), minimax: /** @type {const} */ ("learn.show.minimax")};

/** @param {App} app @param {Route} first @returns {Promise<View>} */
export async function open(app, first) {
  const keyOf = (/** @type {Route} */ route) => route.hash.get("key");
  let subject = readSubject(first.query, keyOf(first));
  /** @type {{[algorithm: string]: Searched | Refusal}} */
  let found = {};
  let turn = 0;
  let loading = false;
  let now = 0;
  let playing = 0;
  let speed = SPEEDS[1];
  let address = 0;
  /** @type {string | null} */
  let picked = null;
  /** @type {Set<string>} */
  let folded = new Set();
  /** @type {Shared} */
  let camera = {at: null, moved: new Set()};
  /** @type {{of: unknown, folded: Set<string>, plan: Plan} | null} */
  let planned = null;
  /** @type {{of: unknown, steps: ReturnType<typeof aligned>} | null} */
  let together = null;
  /** @type {{kind: Subject["kind"] | null, game: string}} */
  let form = {kind: null, game: ""};
  /** @type {Algorithm} the tree that a phone shows of both */
  let front = "textbook";
  const stop = app.lobby.onchange(app.changed);

  const searched = (/** @type {Algorithm} */ algorithm) => (found[algorithm] instanceof Refusal || !found[algorithm] ? null : /** @type {Searched} */ (found[algorithm]));
  const wanted = () => /** @type {Algorithm[]} */ (subject.show === "both" ? ["minimax", "textbook"] : subject.show === "minimax" ? ["minimax"] : ["textbook"]);
  const panes = () => /** @type {Searched[]} */ (wanted().map(searched).filter(Boolean));
  /** The search whose steps are counted: side by side that of minimax, which has more. */
  const leading = () => panes()[0];
  const timeline = () => {
    const [minimax, textbook] = panes();
    if (!textbook) return null;
    if (together?.of !== textbook) together = {of: textbook, steps: aligned(minimax.steps, textbook.steps)};
    return together.steps;
  };
  const stepOf = (/** @type {Searched} */ pane) => {
    const line = timeline();
    return line && pane !== leading() ? line[now] : {at: now, waits: false};
  };

  /** @param {Subject} next @param {{replace?: boolean, from?: number}} [options] `from`: the first depth to try */
  const load = async (next, {replace = false, from = USUAL_DEPTH} = {}) => {
    const mine = ++turn;
    pause();
    const other = JSON.stringify({...next, show: "", step: 0}) !== JSON.stringify({...subject, show: "", step: 0}) || !leading();
    const before = other ? null : leading().steps.steps.slice(0, now + 1).map(({key}) => key).reverse();
    subject = next;
    if (other) {
      found = {};
      now = 0;
      folded = new Set();
      camera = {at: null, moved: new Set()};
    }
    loading = true;
    app.changed();
    const info = app.lobby.game(next.game);
    let depth = next.depth ?? from;
    for (;;) {
      const missing = wanted().filter((algorithm) => !searched(algorithm));
      // The server searches one tree at a time for each player.
      for (const algorithm of missing) {
        const result = await inTurn(() => app.link.command(commandOf(next, algorithm, depth, info)));
        if (mine !== turn) return;
        if (result instanceof Error && !(result instanceof Refusal)) {
          loading = false;
          throw result;
        }
        found[algorithm] = read(result);
      }
      const large = Object.values(found).some((result) => result instanceof Refusal && result.code === "tree_too_large");
      if (!large || next.kind === "leaves" || next.depth !== null || depth === 0) break;
      depth--;
      found = {};
    }
    loading = false;
    if (next.kind !== "leaves") subject = {...subject, depth};
    picked = null;
    const steps = leading()?.steps;
    // The other algorithm goes on where this one was, or at the last step before that both have.
    const same = before && steps ? (before.map((key) => steps.steps.findIndex((step) => step.key === key)).find((step) => step >= 0) ?? 0) : subject.step;
    now = Math.min(same, steps?.last ?? 0);
    note(replace);
    app.changed();
  };

  /** @type {Promise<unknown>} */
  let asked = Promise.resolve();
  /** Run after what was asked before, and return the result or the refusal. @param {() => Promise<unknown>} ask */
  const inTurn = (ask) => (asked = asked.then(ask).catch((error) => error));

  /** @param {unknown} result @returns {Searched | Refusal} */
  const read = (result) => {
    if (result instanceof Refusal) return result;
    const explained = /** @type {Explained} */ (result);
    const [name, value] = explained.board ? [moveOf, scored] : [placeOf, valueText];
    return {explained, steps: new SearchSteps(explained, {name, value})};
  };

  /** Write the state into the address, but not with every step of a quick series. */
  const note = (atOnce = false) => {
    clearTimeout(address);
    const write = () => {
      address = 0;
      subject = {...subject, step: now};
      // A private match's key never stands in the address.
      history.replaceState(history.state, "", addressOf(subject));
    };
    if (atOnce) write();
    else address = window.setTimeout(write, ADDRESS_PAUSE);
  };

  /** @param {number} step */
  const show = (step) => {
    const lead = leading();
    if (!lead) return;
    now = Math.max(0, Math.min(lead.steps.last, step));
    picked = null;
    note();
    const texts = panes().map((pane) => sentence(pane).join(" "));
    app.speak([...new Set(texts)].join(". "));
    app.changed();
    requestAnimationFrame(scrollOutline);
  };
  const go = (/** @type {number} */ step) => {
    pause();
    show(step);
  };
  const pause = () => {
    clearTimeout(playing);
    playing = 0;
  };
  const play = () => {
    if (playing) pause();
    else {
      const last = leading()?.steps.last ?? 0;
      if (now === last) show(0);
      const next = () => {
        show(now + 1);
        playing = now < last ? window.setTimeout(next, 1000 * speed) : 0;
      };
      playing = window.setTimeout(next, 1000 * Math.min(speed, 0.5));
    }
    app.changed();
  };

  /** Return the step of the next cut in a direction, or null. @param {number} by */
  const nextCut = (by) => {
    const pane = searched("textbook");
    const line = timeline();
    if (!pane || subject.show === "minimax") return null;
    const cut = pane.steps.nextCut(stepOf(pane).at, by);
    return cut === null || !line ? cut : line.findIndex(({at}) => at === cut);
  };
  const goToCut = (/** @type {number} */ by) => {
    const cut = nextCut(by);
    if (cut !== null) go(cut);
    else app.speak(t("learn.noCut"));
  };

  /** Return what a step does, and why it leaves branches out. @param {Searched} pane */
  const sentence = (pane) => {
    const {at, waits} = stepOf(pane);
    if (waits) return [t("learn.waits")];
    const {steps, explained} = pane;
    const whole = at === steps.last ? t("learn.whole", {value: (explained.board ? scored : valueText)(explained.root.value ?? 0)}) : "";
    return [`${signs(steps.steps[at].text)}.`, reasonOf(steps, at, explained.board !== null) || whole].filter(Boolean);
  };

  /** @param {NodeEntry} entry */
  const fold = (entry) => {
    folded = new Set(folded);
    if (!folded.delete(entry.key)) folded.add(entry.key);
    app.changed();
  };
  const pick = (/** @type {NodeEntry} */ entry) => {
    picked = entry.key;
    app.changed();
  };
  const foldAll = () => {
    const entries = leading()?.steps.entries ?? [];
    folded = folded.size ? new Set() : new Set(entries.filter(({children, parent}) => children.length && parent).map(({key}) => key));
    app.changed();
  };
  const drawing = () => [.../** @type {NodeListOf<KibitzTree>} */ (document.querySelectorAll("kibitz-tree"))].find((tree) => tree.offsetWidth);

  const deepen = (/** @type {number} */ by) => {
    const depth = Math.max(0, Math.min(DEEPEST, (subject.depth ?? USUAL_DEPTH) + by));
    app.go(addressOf({...subject, depth, step: 0}), {replace: true});
  };
  const choose = (/** @type {Subject["show"]} */ next) => void load({...subject, show: next}).catch(app.refused);

  /** @type {{of: string, tree: any}} */
  let leaves = {of: "", tree: null};
  /** Return the value of a leaf as it was typed; null in games. @param {NodeEntry} entry @returns {number | null} */
  const typed = ({key}) => {
    if (subject.kind !== "leaves") return null;
    if (leaves.of !== subject.leaves) leaves = {of: subject.leaves, tree: listOf(subject.leaves)};
    const value = key.split(".").slice(1).reduce((below, branch) => below?.[Number(branch)], leaves.tree);
    return typeof value === "number" ? value : null;
  };

  /** @type {{of: unknown, entries: NodeEntry[]}} */
  let ghosts = {of: null, entries: []};
  /** Return the nodes of a tree that another one does not have. @param {Searched} whole @param {Searched} part */
  const ghostsOf = (whole, part) => {
    if (ghosts.of !== part) {
      const keys = new Set(part.steps.entries.map(({key}) => key));
      ghosts = {of: part, entries: whole.steps.entries.filter(({key}) => !keys.has(key))};
    }
    return ghosts.entries;
  };

  /** @param {Searched} pane */
  const paneOf = (pane) => {
    const {steps, explained} = pane;
    const {entries} = steps;
    const lead = leading();
    if (planned?.of !== lead || planned.folded !== folded) planned = {of: lead, folded, plan: planOf(lead.steps.entries[0], folded, explained.board)};
    const {at, waits} = stepOf(pane);
    const [what, why] = sentence(pane);
    const scene = {
      plan: planned.plan,
      entries,
      // What alpha-beta never searches is drawn as in the other tree, without values.
      ghosts: pane === lead ? [] : ghostsOf(lead, pane),
      steps,
      now: at,
      current: entries[steps.steps[at].at],
      waits,
      picked: entries.find(({key}) => key === picked) ?? null,
      folded,
      typed,
      board: explained.board,
      camera,
      motion: app.prefs.values.motion,
      label: t("learn.drawing", {count: entries.length}),
      pick,
      fold,
    };
    const algorithm = /** @type {Algorithm} */ (explained.algorithm);
    const behind = subject.show === "both" && algorithm !== front;
    // A sentence that begins with a move keeps its letters.
    const begins = steps.steps[at].from || !at || waits ? "begins" : "";
    return html`<figure class="pane ${behind ? "behind" : ""}">
      <figcaption><h2>${t(NAMES[algorithm])}</h2>${behind ? html`<button class="button small to-front" @click=${() => ((front = algorithm), app.changed())}>${t("learn.toFront")}</button>` : nothing}${progress(explained, steps.entered(at))}</figcaption>
      ${treeDrawing(scene)}
      <div class="say ${waits ? "waits" : steps.steps[at].cut ? "cut" : ""}"><p class=${begins}>${what}</p>${why ? html`<p class="because">${why}</p>` : nothing}</div>
    </figure>`;
  };

  /** @param {Refusal} refusal @param {Algorithm} algorithm */
  const refusalOf = (refusal, algorithm) => {
    const large = refusal.code === "tree_too_large";
    const depth = subject.depth ?? 0;
    return html`<div class="pane message refusal" role="alert">
      ${subject.show === "both" ? html`<p class="muted">${t(NAMES[algorithm])}</p>` : nothing}
      <h2>${refusal.message}</h2>
      ${refusal.hint ? html`<p>${refusal.hint}</p>` : nothing}
      <p class="cluster">
        ${large && subject.kind !== "leaves" && depth > 0 ? html`<button class="button primary" @click=${() => void load({...subject, depth: null}, {from: Math.min(DEEPEST_TRY, depth - 1)})}>${t("learn.shallow")}</button>` : nothing}
        ${large && subject.show !== "alphabeta" ? html`<button class="button" @click=${() => choose("alphabeta")}>${t("learn.alone")}</button>` : nothing}
        ${!large ? html`<button class="button" @click=${() => void load(subject)}>${t("learn.again")}</button>` : nothing}
        <a class="button quiet" href="/learn">${t("learn.toExample")}</a>
      </p>
    </div>`;
  };

  const stage = () => {
    // What no algorithm can search is refused once.
    const all = wanted().every((algorithm) => found[algorithm] instanceof Refusal);
    const shown = (all ? wanted().slice(-1) : wanted()).map((algorithm) => {
      const result = found[algorithm];
      return result instanceof Refusal ? refusalOf(result, algorithm) : result ? paneOf(result) : html`<div class="pane skeleton" aria-busy="true"></div>`;
    });
    const lead = leading();
    const zooms = /** @type {const} */ ([["plus", "learn.zoomIn", () => drawing()?.zoom(1.4)], ["minus", "learn.zoomOut", () => drawing()?.zoom(1 / 1.4)], ["fit", "learn.fit", () => drawing()?.fit()]]);
    return html`<section class="card stage ${loading ? "loading" : ""}" aria-busy=${loading}>
      <div class="panes of${shown.length}">${shown}</div>
      ${lead
        ? html`${subject.kind === "leaves" ? nothing : depthControl(subject.depth ?? USUAL_DEPTH, deepen)}<div class="zooms">${zooms.map(([name, key, run]) => html`<button class="button icon small" aria-label=${t(key)} title=${t(key)} @click=${run}>${icon(name)}</button>`)}</div>
            ${stepControls({now, last: lead.steps.last, playing: playing > 0, speed, cuts: subject.show !== "minimax", nextCut: nextCut(1), go, play, setSpeed: (seconds) => (speed = seconds)})}`
        : nothing}
    </section>`;
  };

  const aside = () => {
    const pane = panes().at(-1);
    if (!pane) return nothing;
    const {steps, explained} = pane;
    const {at} = stepOf(pane);
    const current = steps.entries[steps.steps[at].at];
    const chosen = steps.entries.find(({key}) => key === picked) ?? null;
    const seen = chosen ?? current;
    return html`<aside class="stack">
      <div class="compare"><b class="number">${comparison(explained)}</b>
        <button class="button icon small quiet" aria-label=${t("learn.copy")} title=${t("learn.copy")} @click=${() => void copy(app, location.origin + addressOf({...subject, step: now}))}>${icon("copy")}</button></div>
      ${nodeCard(seen, steps, at, explained, explained.board ? moveOf(seen) : placeOf(seen))}
      <section class="card outline-card"><header class="spread"><h2>${t("learn.outline")}</h2>
        <button class="button small quiet" @click=${foldAll}>${t(folded.size ? "learn.unfoldAll" : "learn.foldAll")}</button></header>
        ${treeOutline({steps, now: at, current, picked: chosen, pick, fold, get folded() {
          return folded;
        }})}</section>
      ${legend()}
    </aside>`;
  };

  const template = () => html`<div class="learn stack">
    <header class="learn-head">
      <div class="learn-title"><h1>${t("learn.title")}</h1><p class="muted">${t("learn.intro")}</p></div>
      <div class="cluster">
        <div class="segmented" role="group" aria-label=${t("learn.algorithm")}>
          ${SHOWS.map((name) => html`<button class="button" aria-pressed=${name === subject.show} @click=${() => choose(name)}>${t(`learn.show.${name}`)}</button>`)}
        </div>
      </div>
    </header>
    ${subjectForms(app, subject, form, (change) => ((form = {...form, ...change}), app.changed()))}
    <div class="learn-main">${stage()}${aside()}</div>
  </div>`;

  const KEYS = /** @type {{[key: string]: () => void}} */ ({
    ArrowRight: () => go(now + 1),
    ArrowLeft: () => go(now - 1),
    n: () => go(now + 1),
    p: () => go(now - 1),
    Home: () => go(0),
    End: () => go(leading()?.steps.last ?? 0),
    "]": () => goToCut(1),
    "[": () => goToCut(-1),
    "+": () => drawing()?.zoom(1.4),
    "=": () => drawing()?.zoom(1.4),
    "-": () => drawing()?.zoom(1 / 1.4),
    0: () => drawing()?.fit(),
    m: () => choose(subject.show === "minimax" ? "alphabeta" : "minimax"),
  });

  await Promise.all([app.style("learn.css"), ready]);
  void load(subject).catch(app.refused);
  return {
    title: () => t("learn.title"),
    template,
    key: ({key}) => Object.hasOwn(KEYS, key) && (KEYS[key](), true),
    again: (route) => {
      form = {kind: null, game: ""};
      void load(readSubject(route.query, keyOf(route)), {replace: true}).catch(app.refused);
      return true;
    },
    close: () => {
      stop();
      pause();
      clearTimeout(address);
    },
  };
}

/** Return typed leaf values as lists, or null where the server reads more than JSON. @param {string} text */
function listOf(text) {
  try {
    return JSON.parse(nested(text));
  } catch {
    return null;
  }
}

const legend = () => html`<details class="card legend"><summary>${t("learn.legend")}</summary>
  <ul>
    <li><svg viewBox="0 0 40 30" aria-hidden="true"><path class="max" d="M20 3L37 27H3Z" /></svg>${t("learn.legend.max")}</li>
    <li><svg viewBox="0 0 40 30" aria-hidden="true"><path class="min" d="M20 27L37 3H3Z" /></svg>${t("learn.legend.min")}</li>
    <li><svg viewBox="0 0 40 30" aria-hidden="true"><circle class="chance" cx="20" cy="15" r="12" /></svg>${t("learn.legend.chance")}</li>
    <li><svg viewBox="0 0 40 30" aria-hidden="true"><path class="leaf" d="M6 5h28v20H6z" /></svg>${t("learn.legend.leaf")}</li>
    <li><svg viewBox="0 0 40 30" aria-hidden="true"><path class="best" d="M3 15H37" /></svg>${t("learn.legend.best")}</li>
    <li><svg viewBox="0 0 40 30" aria-hidden="true"><path class="pruned" d="M3 15H37" /></svg>${t("learn.legend.cut")}</li>
  </ul>
  <p>${t("learn.legend.window")}</p><p class="muted">${t("learn.legend.keys")}</p></details>`;
