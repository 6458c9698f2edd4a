// German texts of drawing with a finger.

export default {
  "arrows.draw": "Pfeile",
  "arrows.hint": "Ein Tippen zeichnet einen Kreis, ein Strich einen Pfeil. Zum Weiterspielen ausschalten.",
};
