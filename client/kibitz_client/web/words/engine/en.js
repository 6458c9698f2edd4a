// English texts of the searches of engines beside a match or a replay.

export default {
  "engine.none": "The engines' searches appear here.",
  "engine.hidden": "Searches are hidden while human players play, and shown after the end.",
  "engine.searching": "searching",
  "engine.lastMove": "last move",
  "engine.book": "opening book",
  "engine.depth": "depth",
  "engine.nodes": "nodes",
  "engine.speed": "speed",
  "engine.table": "table",
  "engine.line": "Expected line:",
  "engine.equity": "equity {equity}",
  "engine.prospects": "wins {win} (gammon {gammon}, backgammon {backgammon}), loses {loss} (gammon {lost_gammon}, backgammon {lost_backgammon})",
  "engine.chance": "Chance of the first side: {share}",
  "engine.graph": "Chance of the first side over the match",
  "cube.take": "take",
  "cube.drop": "drop",
  "cube.double, take": "double, take",
  "cube.double, drop": "double, drop",
  "cube.no double, take": "no double, take",
  "cube.too good to double": "too good to double",
};
