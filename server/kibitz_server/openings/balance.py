"""Balance of positions: how far a solver or a search thinks that one side is ahead."""

from collections.abc import Callable

from kibitz_server.engine import levels
from kibitz_server.engine.control import SearchControl
from kibitz_server.engine.data.openings import opening
from kibitz_server.engine.driver import SearchResult, check, run
from kibitz_server.engine.limit import Limit
from kibitz_server.engine.score import WIN
from kibitz_server.games.game import Game, Position

SEED = 1
"""Seed of the searches, so that the same command finds the same openings."""


def advantage(game: Game, algorithm: str | None = None) -> Callable[[Position, int], int]:
    """Return a function of a position and a number of nodes: by how much seat 0 is ahead, in hundredths.

    A table of solved openings says more than a search. A proven win is far from balanced, unless the game counts its
    size, as by seeds or boxes.

    Args:
        game: The game of the positions.
        algorithm: The search; None for the strongest.

    Raises:
        UnknownAlgorithm: No algorithm has this name.
        UnfitAlgorithm: The algorithm cannot play this game.
    """
    chosen = algorithm or levels.strongest(game)
    check(chosen, game)
    sized = "bounds" in game.names

    def judge(position: Position, nodes: int) -> int:
        if (known := opening(position)) is not None:
            lead = WIN * known.value
        else:
            control = SearchControl()
            control.reset(nodes)
            lead = lead_of(run(position, chosen, Limit(nodes=nodes, seed=SEED), control), sized=sized)
        return lead if position.state.turn == 0 else -lead

    return judge


def lead_of(found: SearchResult, *, sized: bool) -> int:
    """Return by how much the side to move is ahead in the opinion of a search, in hundredths.

    Args:
        found: What the search found.
        sized: Whether exact results are in the unit of the game.
    """
    if found.exact and sized:
        return 100 * found.score
    if found.exact:
        return WIN * found.score
    if found.wins_in is not None:
        return WIN if found.wins_in >= 0 else -WIN
    return found.score
