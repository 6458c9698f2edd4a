// German texts of the form of a new match that no other view shows.

export default {
  "group.recent": "Zuletzt gespielt",
  "group.row": "In einer Reihe",
  "group.chess": "Schach und Dame",
  "group.area": "Gebiet und Verbindung",
  "group.chance": "Würfel und Karten",
  "group.count": "Zählen",
  "group.small": "Kleine Spiele",
  "group.other": "Weitere Spiele",
  "create.form": "Größe",
  "create.kind": "Art",
  "create.connect": "{size}, {count} in einer Reihe",
  "create.limit": "mit Limit",
  "create.noLimit": "ohne Limit",
  "create.single": "einzelnes Spiel",
  "create.match": "Match bis {count}",
  "create.lastLoses": "das letzte Stück verliert",
  "create.lastWins": "das letzte Stück gewinnt",
  "create.changed": "andere",
  "create.otherClock": "andere",
  "create.accounts": "Nur Spieler mit Konto spielen um eine Wertung.",
};
