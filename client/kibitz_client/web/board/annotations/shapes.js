// Arrows and circles that a reader draws on boards, kept for each ply of a match until the page closes. Pure.

/** An arrow between two cells, or a circle around one, where both are the same.
 * @typedef {{from: number, to: number, colour: string}} Shape */

/** The colour of a shape by the key that is held while it is drawn. */
const COLOURS = /** @type {const} */ ([["shiftKey", "red"], ["altKey", "blue"], ["ctrlKey", "yellow"]]);

/** Return the colour of a new shape. @param {{shiftKey: boolean, altKey: boolean, ctrlKey: boolean}} event */
export const colourFor = (event) => COLOURS.find(([key]) => event[key])?.[1] ?? "green";

/** Return the shapes with another one. The same shape again takes it away; one of another colour replaces it.
 * @param {Shape[]} shapes @param {Shape} added @returns {Shape[]} */
export function toggled(shapes, added) {
  const rest = shapes.filter(({from, to}) => from !== added.from || to !== added.to);
  const same = shapes.some(({from, to, colour}) => from === added.from && to === added.to && colour === added.colour);
  return same ? rest : [...rest, added];
}

/** The shapes of matches by ply. */
export class Shapes {
  constructor() {
    /** @type {Map<string, Shape[]>} */
    this._found = new Map();
  }

  /** Return the shapes at a ply of a match. @param {string} match @param {number} ply */
  at(match, ply) {
    return this._found.get(`${match} ${ply}`) ?? [];
  }

  /** Add a shape, or take it away. @param {string} match @param {number} ply @param {Shape} shape */
  toggle(match, ply, shape) {
    this._found.set(`${match} ${ply}`, toggled(this.at(match, ply), shape));
  }

  /** Forget the shapes at a ply; return whether there were any. @param {string} match @param {number} ply */
  clear(match, ply) {
    const some = this.at(match, ply).length > 0;
    this._found.delete(`${match} ${ply}`);
    return some;
  }
}
