// English texts of help.

export default {
  "help.secrets": "Each player sees only their own cards. After a match that was played to its end, or to an agreed draw, the seed of the deals reveals all cards, including folded ones. If it ends early, they stay hidden. The operator of the server can see them earlier.",
  "help.start": "Play",
  "help.startText": "Choose an opponent in the lobby, or create a match and send its link. Click or tap a piece and then its target, drag it, or type the move.",
  "help.watchText": "Open any live match. The Engine tab shows what the engines search.",
  "help.learnText": "Step through the search trees of minimax and alpha-beta, of your own numbers or of a position.",
  "help.archiveText": "Search finished matches and replay them, with the mistakes that the engines found.",
  "help.keys": "Keys",
  "help.arrows": "move around the board",
  "help.enter": "select a square or a piece",
  "help.escape": "clear the selection, or drop premoves",
  "help.browse": "earlier and later positions",
  "help.live": "back to the live position; announce the last move",
  "help.flip": "flip the board",
  "help.zen": "show only the board and the players",
  "help.raise": "bet or raise",
  "help.speak": "announce the legal moves, the clocks, the board",
  "help.rules": "Rules",
  "help.alsoCalled": "Also called {names}",
};
