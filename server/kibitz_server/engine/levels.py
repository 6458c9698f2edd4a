"""Levels 1 to 10: playing strength on the scale that commercial game programs use.

A level is a plan that depends on the game alone. Up to level 9 it counts nodes and not seconds, so that it plays the
same on every machine. Low levels also make random moves now and then. Level 10 searches for `MAX_S` without such
errors. `docs/levels.md` shows that each level beats the one below.
"""

import random
from typing import NamedTuple

from kibitz_server.engine.limit import Limit
from kibitz_server.games.game import Game, Position

MAX_S = 5.0
"""Longest time for a move at any level, in seconds."""
BOOK_FROM = 6
"""Lowest level that plays from the opening book."""
SMALL_PLIES = 16
"""Any search plays games of up to this many plies perfectly, so there the levels differ only by their errors."""


class Plan(NamedTuple):
    """What a level does at each move.

    With probability `errs` it moves at random. Otherwise it runs the algorithm with `nodes` nodes (None: as many as the
    time allows). If `proves` is set, it first tries to prove the result.
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
"""Nodes and error probabilities of levels 1 to 10."""
SMALL_ERRS = (0.95, 0.82, 0.70, 0.58, 0.46, 0.35, 0.25, 0.16, 0.08, 0.0)
SMALL_NODES = 20_000
PLAYOUT_NODES = 8
"""Nodes of a search with an evaluation that cost as much as one playout of a Monte Carlo search."""
FEWEST_PLAYOUTS = 20


def plan(game: Game, level: int) -> Plan:
    """Return the plan of a level in a game."""
    algorithm = strongest(game)
    nodes, errs = STEPS[level - 1]
    if int(game.rules.MAX_PLIES) <= SMALL_PLIES:
        nodes, errs = SMALL_NODES if nodes else None, SMALL_ERRS[level - 1]
    if nodes and algorithm == "mcts":
        nodes = max(FEWEST_PLAYOUTS, nodes // PLAYOUT_NODES)
    return Plan(algorithm, nodes, errs, proves=nodes is None and provable(game))


def strongest(game: Game) -> str:
    """Return the strongest algorithm for a game: alpha-beta if the game has an evaluation, else Monte Carlo search."""
    return "alphabeta" if "evaluate" in game.names else "mcts"


def provable(game: Game) -> bool:
    """Return whether a solver reaches the end of a game long before a depth-limited search does."""
    return "at_once" in game.names


def within(limit: Limit) -> Limit:
    """Return the limit with its seconds capped at MAX_S."""
    return Limit(min(limit.seconds or MAX_S, MAX_S), limit.depth, limit.nodes, limit.seed, level=limit.level)


def rng(position: Position, limit: Limit) -> random.Random:
    """Return the RNG of a level: the same numbers for the same seed and position, in every process."""
    return random.Random(None if limit.seed is None else f"{limit.seed} {position.text}")


def title(limit: Limit) -> str:
    """Return the name of a level in reports."""
    return f"level {limit.level}"
