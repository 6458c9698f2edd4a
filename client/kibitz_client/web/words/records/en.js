// English texts of the archive and of tables and profiles of players.

export default {
  "archive.studies": "Studies",
  "players.ratings": "Ratings",
  "players.rating": "Rating",
  "players.matches": "Matches",
  "players.opponents": "Opponents",
  "players.met": {one: "{count} opponent", other: "{count} opponents"},
  "players.order": "Ordered by rating minus twice its deviation (±).",
  "players.unsure": "A rating with ? is based on few matches.",
  "players.noneRated": "No rated match of this game has ended yet.",
  "players.noRatings": "No rated matches yet.",
  "players.noMatches": "No finished matches yet.",
  "players.invite": "Invite to a match",
  "players.count": {one: "{count} match", other: "{count} matches"},
  "players.latest": {one: "latest match", other: "latest {count} matches"},
  "players.against": "Against",
  "players.lastMatches": "Latest matches",
  "players.allMatches": "All matches",
};
