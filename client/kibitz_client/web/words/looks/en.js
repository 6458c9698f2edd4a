// English texts of the choice of pieces, grounds and sounds.

export default {
  "looks.hear": "Hear the moves?",
  "looks.hearYes": "Sounds on",
  "looks.hearNo": "No",
  "looks.title": "Pieces and boards by game",
  "looks.chess": "Chess",
  "looks.go": "Go and Gomoku",
  "looks.draughts": "Draughts",
  "looks.pieces": "Pieces",
  "looks.ground": "Ground",
  "looks.chess.usual": "Turned wood",
  "looks.chess.plain": "Plain outlines",
  "looks.go.usual": "Shell and slate",
  "looks.go.plain": "Flat",
  "looks.draughts.usual": "Thick men",
  "looks.draughts.plain": "Flat",
  "looks.ground.usual": "As chosen above",
  "looks.ground.wood": "Wood",
  "looks.inside": "Letters and numbers inside the squares, where there is room",
};
