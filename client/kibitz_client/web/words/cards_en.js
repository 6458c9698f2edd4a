// English texts of tables of cards and of what players do not see.

export default {
  "table.of": "of",
  "table.amount": "Number of {word}",
  "table.bounds": "{least} to {most}",
  "table.boundsGaps": "{least} to {most}, not all",
  "table.quick.smallest": "smallest",
  "table.quick.pot": "pot",
  "table.quick.all": "all",
  "chance.unseen": {one: "A card is dealt face down", other: "{count} cards are dealt face down"},
  "fair.cards": "Fair cards",
  "fair.dealt": "All cards in the order of the deal",
};
