// English texts of drawing with a finger.

export default {
  "arrows.draw": "Arrows",
  "arrows.hint": "A tap draws a circle, a stroke an arrow. Switch it off to play on.",
};
