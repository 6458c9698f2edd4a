"""Levels 1 to 10: how strong an engine plays, in numbers that people know from games they bought.

A level is a plan that follows from the game alone. Up to level 9 it counts nodes and not seconds, so that it plays the
same on every machine; low levels also err, by moving at random now and then. Level 10 thinks for `MOST_S` without
erring. `docs/levels.md` shows that each beats the one below.
"""

import random
from typing import NamedTuple

from kibitz_server.engine.limit import Limit
from kibitz_server.games.game import Game, Position

MOST_S = 5.0
"""What a move may take at any level."""
BOOK_FROM = 6
"""The first level that knows openings."""
SMALL_PLIES = 16
"""Games no longer than this are played without a fault by a search of any size, so levels differ by their errors."""


class Plan(NamedTuple):
    """What a level does at each move.

    With probability `errs` it moves at random. Else it runs the algorithm with so many nodes (None for all that the
    time allows), after a try to prove the result, where that pays.
    """

    algorithm: str
    nodes: int | None
    errs: float
    proves: bool = False


STEPS = (
    (30, 0.90),
    (60, 0.70),
    (120, 0.50),
    (300, 0.33),
    (1_000, 0.20),
    (4_000, 0.10),
    (12_000, 0.03),
    (36_000, 0.0),
    (120_000, 0.0),
    (None, 0.0),
)
"""Nodes and errors from level 1 on."""
SMALL_ERRS = (0.95, 0.82, 0.70, 0.58, 0.46, 0.35, 0.25, 0.16, 0.08, 0.0)
SMALL_NODES = 20_000
PLAYOUT_NODES = 8
"""How many nodes of a search with an evaluation count as much as a random game of Monte Carlo search."""
FEWEST_PLAYOUTS = 20


def plan(game: Game, level: int) -> Plan:
    """What a level is in a game."""
    algorithm = strongest(game)
    nodes, errs = STEPS[level - 1]
    if int(game.rules.MAX_PLIES) <= SMALL_PLIES:
        nodes, errs = SMALL_NODES if nodes else None, SMALL_ERRS[level - 1]
    if nodes and algorithm == "mcts":
        nodes = max(FEWEST_PLAYOUTS, nodes // PLAYOUT_NODES)
    return Plan(algorithm, nodes, errs, proves=nodes is None and provable(game))


def strongest(game: Game) -> str:
    """The algorithm that plays a game best: alpha-beta where it can judge positions, else random games to the end."""
    return "alphabeta" if "evaluate" in game.names else "mcts"


def provable(game: Game) -> bool:
    """Whether a solver gets to the end of a game long before a search by depth does."""
    return "at_once" in game.names


def within(limit: Limit) -> Limit:
    """The limit with the seconds that a level may take at most."""
    return Limit(min(limit.seconds or MOST_S, MOST_S), limit.depth, limit.nodes, limit.seed, level=limit.level)


def dice(position: Position, limit: Limit) -> random.Random:
    """What a level draws its lots with: the same for the same seed and position, in every process."""
    return random.Random(None if limit.seed is None else f"{limit.seed} {position.text}")


def title(limit: Limit) -> str:
    """How reports name a level."""
    return f"level {limit.level}"
