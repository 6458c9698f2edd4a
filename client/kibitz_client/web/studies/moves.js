// The list of moves of a study: its first line with variations in blocks, and the note of each position.

import {html, nothing} from "lit-html";
import {t} from "../words/index.js";
import {partsFrom, signsText} from "./notation.js";

/** @import {TemplateResult} from "lit-html" */
/** @import {Numbered, Part} from "./notation.js" */
/** @import {StudyNode} from "./tree.js" */

/** @param {{root: StudyNode, at: StudyNode, numbers: Map<StudyNode, Numbered>, go: (node: StudyNode) => void}} view */
export function studyMoves({root, at, numbers, go}) {
  const move = (/** @type {StudyNode} */ node, /** @type {boolean} */ numbered) => {
    const {number = 1, later = false} = numbers.get(node) ?? {};
    const head = node.chance || (later && !numbered) ? "" : `${number}${later ? "…" : "."}`;
    return html`<button class="study-move ${node === at ? "shown" : ""} ${node.chance ? "chance" : ""}" aria-current=${node === at ? "true" : nothing} @click=${() => go(node)}
      >${head ? html`<span class="muted number">${head}</span> ` : nothing}${node.chance ? node.move : node.said}${signsText(node.nags)}${node.shapes.length ? html`<span class="visually-hidden">, ${t("study.drawn")}</span>` : nothing}</button>`;
  };
  /** @param {Part} part @returns {TemplateResult} */
  const shown = (part) => {
    if (part.kind === "move") return move(part.node, part.numbered);
    if (part.kind === "note") return html`<p class="study-note">${part.node.text}</p>`;
    return html`<ul class="variations" aria-label=${t("study.variations")}>${part.lines.map((line) => html`<li>${line.map(shown)}</li>`)}</ul>`;
  };
  return html`<div class="study-moves">
    <button class="study-move ${root === at ? "shown" : ""}" aria-current=${root === at ? "true" : nothing} @click=${() => go(root)}>${t("study.start")}</button>
    ${root.text ? html`<p class="study-note">${root.text}</p>` : nothing}
    ${partsFrom(root.children[0]).map(shown)}
  </div>`;
}

/** Keep the shown move in sight, without moving the page. */
export function keepInSight() {
  const shown = document.querySelector(".study-move.shown");
  const list = shown?.closest(".study-list");
  if (!shown || !list) return;
  const [outer, inner] = [list.getBoundingClientRect(), shown.getBoundingClientRect()];
  if (inner.top < outer.top) list.scrollTop += inner.top - outer.top - 8;
  else if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom + 8;
}
