// German texts of the archive and of tables and profiles of players.

export default {
  "archive.studies": "Studien",
  "players.ratings": "Wertungen",
  "players.rating": "Wertung",
  "players.matches": "Partien",
  "players.opponents": "Gegner",
  "players.met": {one: "{count} Gegner", other: "{count} Gegner"},
  "players.order": "Geordnet nach Wertung minus doppelter Abweichung (±).",
  "players.unsure": "Eine Wertung mit ? beruht auf wenigen Partien.",
  "players.noneRated": "Noch ist keine gewertete Partie dieses Spiels beendet.",
  "players.noRatings": "Noch keine gewerteten Partien.",
  "players.noMatches": "Noch keine beendeten Partien.",
  "players.invite": "Zu einer Partie einladen",
  "players.count": {one: "{count} Partie", other: "{count} Partien"},
  "players.latest": {one: "letzte Partie", other: "letzte {count} Partien"},
  "players.against": "Gegen",
  "players.lastMatches": "Letzte Partien",
  "players.allMatches": "Alle Partien",
};
