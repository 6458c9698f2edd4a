// What all motions have in common: their longest time, and what moves.

/** A piece that came to a cell or is gone from it. `replaced`: another one was or is there.
 * @typedef {{cell: number, symbol: string, node: SVGElement, replaced: boolean}} Moved */

/** Units of a cell: the group before, and the one that takes its place. @typedef {{cell: number, old: Element, next: Element}} Recount */

/** The longest time of all motions after one move, in milliseconds. */
export const LONGEST = 300;
export const QUICK = {duration: 170, easing: "cubic-bezier(.2,.7,.3,1)"};
/** What an element that only leaves the board has as its attribute. */
export const LEAVING = "data-leaving";
