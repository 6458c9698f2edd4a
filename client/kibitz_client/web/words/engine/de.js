// German texts of the searches of engines beside a match or a replay.

export default {
  "engine.none": "Hier erscheinen die Suchen der Engines.",
  "engine.hidden": "Suchen sind verborgen, solange Menschen spielen, und danach zu sehen.",
  "engine.searching": "sucht",
  "engine.lastMove": "letzter Zug",
  "engine.book": "Eröffnungsbuch",
  "engine.depth": "Tiefe",
  "engine.nodes": "Knoten",
  "engine.speed": "Tempo",
  "engine.table": "Tabelle",
  "engine.line": "Erwartete Züge:",
  "engine.equity": "Equity {equity}",
  "engine.prospects": "gewinnt {win} (Gammon {gammon}, Backgammon {backgammon}), verliert {loss} (Gammon {lost_gammon}, Backgammon {lost_backgammon})",
  "engine.chance": "Gewinnchance der ersten Seite: {share}",
  "engine.graph": "Gewinnchance der ersten Seite im Verlauf der Partie",
  "cube.take": "annehmen",
  "cube.drop": "aufgeben",
  "cube.double, take": "verdoppeln, annehmen",
  "cube.double, drop": "verdoppeln, aufgeben",
  "cube.no double, take": "nicht verdoppeln, annehmen",
  "cube.too good to double": "zu gut zum Verdoppeln",
};
