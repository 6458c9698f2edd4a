// German texts of the choice of pieces, grounds and sounds.

export default {
  "looks.hear": "Die Züge hören?",
  "looks.hearYes": "Töne an",
  "looks.hearNo": "Nein",
  "looks.title": "Steine und Bretter je Spiel",
  "looks.chess": "Schach",
  "looks.go": "Go und Gomoku",
  "looks.draughts": "Dame",
  "looks.pieces": "Steine",
  "looks.ground": "Untergrund",
  "looks.chess.usual": "Gedrechselt",
  "looks.chess.plain": "Schlichte Umrisse",
  "looks.go.usual": "Muschel und Schiefer",
  "looks.go.plain": "Flach",
  "looks.draughts.usual": "Dicke Steine",
  "looks.draughts.plain": "Flach",
  "looks.ground.usual": "Wie oben gewählt",
  "looks.ground.wood": "Holz",
  "looks.inside": "Buchstaben und Zahlen in den Feldern, wo Platz ist",
};
