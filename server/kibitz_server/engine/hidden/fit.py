"""Which games with hidden information can be solved, as far as that is known without building their trees."""

from kibitz_server.games.game import Game
from kibitz_server.games.registry import searched_as

MOST_PLIES, MOST_MOVES = 16, 8
"""Longest game, with chance outcomes, and most moves or outcomes of a position, for which the whole tree is tried."""


def solvable(game: Game) -> bool:
    """Return whether `cfr` plays a game: it has hidden information, and a table of best play or a small tree."""
    if not game.hidden:
        return False
    rules = searched_as(game).rules
    return "strategy" in game.names or (rules.MAX_PLIES <= MOST_PLIES and rules.MAX_MOVES <= MOST_MOVES)


def can_guess(game: Game) -> bool:
    """Return whether `ismcts` plays a game: it has hidden information, and says what that may be."""
    return game.hidden and "guess" in game.names
