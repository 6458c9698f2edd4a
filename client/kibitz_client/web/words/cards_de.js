// German texts of tables of cards and of what players do not see.

export default {
  "table.of": "von",
  "table.amount": "Zahl für {word}",
  "table.bounds": "{least} bis {most}",
  "table.boundsGaps": "{least} bis {most}, nicht alle",
  "table.quick.smallest": "kleinster",
  "table.quick.pot": "Pot",
  "table.quick.all": "alles",
  "chance.unseen": {one: "Eine Karte wird verdeckt gegeben", other: "{count} Karten werden verdeckt gegeben"},
  "fair.cards": "Faire Karten",
  "fair.dealt": "Alle Karten in der Reihenfolge des Gebens",
};
