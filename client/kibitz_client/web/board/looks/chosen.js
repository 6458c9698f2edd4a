// Which pieces and which ground the reader has chosen for families of games. Boards follow while they are on the page. It
// imports nothing, because the preferences need it in every view.

/** What is chosen for a family: empty texts are the usual set, and the ground of all boards.
 * @typedef {{set: string, ground: string}} Look */

/** @typedef {"chess" | "go" | "draughts"} Family */

/** Outline and inner lines of chessmen by their letters. @typedef {{[letter: string]: [string, string]}} Men */

/** @typedef {{[family in Family]?: Look}} Looks */

/** What is chosen, and chessmen of another set, once they have arrived. @type {{looks: Looks, men: Men | null}} */
export const chosen = {looks: {}, men: null};
/** Whether men that were chosen have not arrived. */
let missing = false;
/** What to do when another look is chosen. @type {Set<() => void>} */
const listeners = new Set();

/** Use other looks from now on. @param {Looks} wanted @returns {Promise<void>} after the shapes have arrived */
export async function useLooks(wanted) {
  if (!missing && JSON.stringify(wanted) === JSON.stringify(chosen.looks)) return;
  chosen.looks = wanted;
  chosen.men = wanted.chess?.set ? await import("./plain_men.js").then(({PLAIN_MEN}) => PLAIN_MEN, () => null) : null;
  // Without the server the usual men stay, and the next choice tries again.
  missing = Boolean(wanted.chess?.set) && !chosen.men;
  for (const listener of listeners) listener();
}

/** Call a function whenever another look is chosen; return how to end that. @param {() => void} listener */
export function onLooks(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
