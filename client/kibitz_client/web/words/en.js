// English texts of the page. `{name}` stands for a value; a text with a count has its plural forms.

export default {
  // boards
  "board.units": {one: "{count} {unit}", other: "{count} {unit}s"},
  "board.picked": "picked",
  "board.won": "winning line",
  "board.last": "last move",
  "board.premove": "premove",
  "board.target": "can be played",
  "board.empty": "the board is empty",

  // clocks
  "clock.last": "last period",
  "clock.periods": "{count} periods",
  "clock.first": "first move within {time}",
};
