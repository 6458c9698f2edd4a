// Motion after a move: which motions there are is loaded once a board is on the page, so that the first view does not wait
// for them. A move that comes before has no motion, and a move during a motion ends it.

import {roles} from "../shapes/grid/symbols.js";
import {LEAVING} from "./times.js";

/** @import {Grid} from "kibitz-protocol" */
/** @import {Layout} from "../shapes/layout.js" */
/** @import {Moved, Recount} from "./times.js" */

/** Return whether the reader wants no motion. */
export const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches || document.documentElement.dataset.motion === "off";

/** @type {typeof import("./moves.js") | null} */
let loaded = null;

/** Load the motions. A page that cannot get them shows moves without motion. */
export function prepareMotion() {
  if (!loaded) import("./moves.js").then((module) => (loaded = module), () => {});
}

/** End the motions of a layer at once. @param {Element} layer */
export function endMotion(layer) {
  layer.querySelectorAll(`[${LEAVING}]`).forEach((node) => node.remove());
  for (const animation of layer.getAnimations({subtree: true})) animation.finish();
}

/** Move the pieces of a grid that changed their places, and remove those that are gone.
 * @param {Grid} grid @param {Layout} layout
 * @param {{gone: Moved[], come: Moved[], dragged: number, path: number[], moves: boolean}} changes `path` has the cells of the move */
export function movePieces(grid, layout, changes) {
  if (changes.moves && loaded && !isStill()) loaded.animatePieces(roles(grid), layout, changes);
  else for (const {node} of changes.gone) node.remove();
}

/** Move units between cells, such as seeds that are sown or matches that are taken.
 * @param {Layout} layout @param {{changed: Recount[], before: number[], after: number[], moves: boolean}} changes */
export function moveUnits(layout, changes) {
  if (changes.moves && loaded && !isStill()) loaded.animateUnits(layout, changes);
  else for (const {old} of changes.changed) old.remove();
}

/** Draw lines that are new, as by a pen. @param {Element[]} lines whose length counts as 1 */
export function drawLines(lines) {
  if (loaded && !isStill()) loaded.penLines(lines, 90);
}
