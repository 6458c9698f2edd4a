// The colour classes of sides. Pure.

/** Return the class of a seat whose side has no colour of its own. @param {number} seat */
export const usualSide = (seat) => (seat ? "second" : "first");

/** Return the colour with which the name of a piece or side begins. @param {string} name */
export const colourOf = (name) => /^(black|white|red|blue)\b/i.exec(name)?.[1].toLowerCase();
