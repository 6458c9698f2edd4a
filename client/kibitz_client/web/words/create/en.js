// English texts of the form of a new match that no other view shows.

export default {
  "group.recent": "Played lately",
  "group.row": "In a row",
  "group.chess": "Chess and draughts",
  "group.area": "Territory and connection",
  "group.chance": "Dice and cards",
  "group.count": "Counting",
  "group.small": "Small games",
  "group.other": "Other games",
  "create.form": "Size",
  "create.kind": "Kind",
  "create.connect": "{size}, {count} in a row",
  "create.limit": "limit",
  "create.noLimit": "no limit",
  "create.single": "single game",
  "create.match": "match to {count}",
  "create.lastLoses": "the last object loses",
  "create.lastWins": "the last object wins",
  "create.changed": "other",
  "create.otherClock": "other",
  "create.accounts": "Only players with an account play for a rating.",
};
