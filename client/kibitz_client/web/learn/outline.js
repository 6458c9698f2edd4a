// A searched tree as a list for keyboards and screen readers, with the keys of the ARIA pattern "tree view".

import {html, nothing} from "lit-html";
import {t} from "../words/index.js";
import {moveOf, signs} from "./nodes.js";
import {visible} from "./tree.js";

/** @import {NodeEntry} from "./nodes.js" */
/** @import {SearchSteps} from "./steps.js" */

/** @typedef {object} Outline
 * @property {SearchSteps} steps @property {number} now @property {NodeEntry} current @property {NodeEntry | null} picked
 * @property {() => Set<string>} folded @property {(entry: NodeEntry) => void} pick @property {(entry: NodeEntry) => void} fold
 * @property {() => void} foldAll fold all nodes below the root, or unfold all */

/** Return the list with its heading. @param {Outline} outline */
export const outlineCard = (outline) => html`<section class="card outline-card"><header class="spread"><h2>${t("learn.outline")}</h2>
  <button class="button small quiet" @click=${outline.foldAll}>${t(outline.folded().size ? "learn.unfoldAll" : "learn.foldAll")}</button></header>
  ${treeOutline(outline)}</section>`;

/** @param {Outline} outline */
function treeOutline(outline) {
  const {steps, now, current, picked} = outline;
  const folded = outline.folded();
  const shown = steps.entries.filter((entry) => visible(entry, folded));
  let reached = picked ?? current;
  while (reached.parent && !visible(reached, folded)) reached = reached.parent;
  const item = (/** @type {NodeEntry} */ entry) => {
    const runs = steps.label(entry, now);
    const {children, parent} = entry;
    const siblings = parent?.children ?? [entry];
    return html`<li role="treeitem" data-node=${entry.number} class="depth${Math.min(entry.path.length, 9)} ${entry === current ? "here" : ""}"
      aria-level=${entry.path.length + 1} aria-posinset=${siblings.indexOf(entry) + 1} aria-setsize=${siblings.length}
      aria-expanded=${children.length ? !folded.has(entry.key) : nothing} aria-selected=${entry === reached}
      aria-current=${entry === current ? "step" : nothing} tabindex=${entry === reached ? 0 : -1}
      @click=${() => outline.pick(entry)}
      ><span class="visually-hidden">${spoken(entry, runs.map(([text]) => text).join(""))}</span
      ><span class="twist" aria-hidden="true" @click=${(/** @type {Event} */ event) => children.length && (event.stopPropagation(), outline.fold(entry))}>${children.length ? (folded.has(entry.key) ? "▸" : "▾") : ""}</span
      ><span class="line" aria-hidden="true">${runs.map(([text, role]) => html`<span class="run ${role}">${signs(text)}</span>`)}</span></li>`;
  };
  return html`<ul class="outline" role="tree" aria-label=${t("learn.outline")} @keydown=${(/** @type {KeyboardEvent} */ event) => keys(event, outline, shown)}>${shown.map(item)}</ul>`;
}

/** Scroll the list, and not the page, to the node of the step. */
export function scrollOutline() {
  const list = document.querySelector(".outline");
  const item = list?.querySelector(".here");
  if (!list || !item) return;
  const [outer, inner] = [list.getBoundingClientRect(), item.getBoundingClientRect()];
  if (inner.top < outer.top || inner.bottom > outer.bottom) list.scrollTop += inner.top - outer.top - outer.height / 2;
}

/** @param {KeyboardEvent} event @param {Outline} outline @param {NodeEntry[]} shown */
function keys(event, outline, shown) {
  const {steps, pick, fold} = outline;
  // A second key may come before the first one's change was drawn.
  const folded = outline.folded();
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const list = /** @type {HTMLElement} */ (event.currentTarget);
  const element = /** @type {Element} */ (event.target).closest("[data-node]");
  const entry = steps.entries[Number(element?.getAttribute("data-node"))];
  if (!element || !entry) return;
  const at = shown.indexOf(entry);
  const open = entry.children.length > 0 && !folded.has(entry.key);
  /** @type {NodeEntry | null | undefined} */
  let next;
  if (event.key === "ArrowDown") next = shown[at + 1];
  else if (event.key === "ArrowUp") next = shown[at - 1];
  else if (event.key === "Home") next = shown[0];
  else if (event.key === "End") next = shown.at(-1);
  else if (event.key === "ArrowRight") {
    if (open) next = entry.children[0];
    else if (entry.children.length) fold(entry);
  } else if (event.key === "ArrowLeft") {
    if (open) fold(entry);
    else next = entry.parent;
  } else if (event.key === "Enter" || event.key === " ") pick(entry);
  else return;
  event.preventDefault();
  event.stopPropagation();
  if (!next) return;
  pick(next);
  // The list is drawn in the next frame, and the item may be a new one.
  const {number} = next;
  requestAnimationFrame(() => /** @type {HTMLElement | null} */ (list.querySelector(`[data-node="${number}"]`))?.focus());
}

/** Return the line of a node in words. @param {NodeEntry} entry @param {string} line */
function spoken(entry, line) {
  const principal = line.startsWith("*") ? `${t("learn.principal")}, ` : "";
  const rest = line.slice(2 + moveOf(entry).length).trim();
  const words = rest.replace(/>=|<=|=/g, (sign) => ({">=": t("learn.atLeast"), "<=": t("learn.atMost")})[sign] ?? t("learn.is"));
  return `${moveOf(entry)}: ${principal}${words === "?" ? t("learn.notYet") : words.replace(/ {2,}/g, ", ")}`;
}
