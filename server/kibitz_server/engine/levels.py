"""Levels 1 to 10: playing strength on the scale that commercial game programs use.

A level is a plan that depends on the game alone. Up to level 9 it counts nodes and not seconds, so that it plays the
same on every machine. Levels below 8 err like people: they choose weaker moves, the likelier the less these cost.
Level 10 searches for `MAX_S` without such errors. `docs/levels.md` shows that each level beats the one below.
"""

import random
from typing import NamedTuple

from kibitz_server.engine.hidden.fit import can_guess, solvable
from kibitz_server.engine.limit import Limit
from kibitz_server.games.game import Game, Position

MAX_S = 5.0
"""Longest time for a move at any level, in seconds."""
BOOK_FROM = 6
"""Lowest level that plays from the opening book."""
WINS_FROM = 3
"""Lowest level that never misses a win in one move."""
BLOCKS_FROM = 5
"""Lowest level that never allows a win in one move that it can prevent."""
SMALL_PLIES = 16
"""Any search plays games of up to this many plies perfectly, so there the levels differ only by their errors."""


class LevelPlan(NamedTuple):
    """What a level does at each move.

    It runs the algorithm with `nodes` nodes (None: as many as the time allows). With a `temperature` it then chooses
    among all moves: a move that loses this many expected points, of 1 for a win, is 1/e times as likely as the best
    one, and no move may lose more than `worst`. In a game with hidden information, the temperature is added to the
    probability of each move in best play instead. `wins` and `blocks` say whether it sees every win in one move, of its
    own and of the opponent. If `proves` is set, it first tries to prove the result.
    """

    algorithm: str
    nodes: int | None
    temperature: float = 0.0
    worst: float = 1.0
    wins: bool = True
    blocks: bool = True
    proves: bool = False


STEPS = (
    (30, 0.50, 1.0),
    (60, 0.22, 1.0),
    (120, 0.12, 0.6),
    (300, 0.07, 0.35),
    (1_500, 0.045, 0.30),
    (6_000, 0.028, 0.25),
    (20_000, 0.012, 0.15),
    (60_000, 0.0, 0.0),
    (250_000, 0.0, 0.0),
    (None, 0.0, 0.0),
)
"""Nodes, temperature and largest loss of levels 1 to 10."""
SMALL_TEMPERATURES = (50.0, 2.7, 1.5, 0.81, 0.67, 0.42, 0.3, 0.21, 0.15, 0.0)
SMALL_NODES = 20_000
"""The same for small games. These are too short to be lost by rare errors, so the temperatures are higher.

`python -m training small-levels` computes them."""
PLAYOUT_NODES = 8
"""Nodes of a search with an evaluation that cost as much as one playout of a Monte Carlo search."""
FEWEST_PLAYOUTS, FEWEST_OF_RATED = 20, 100
"""Fewest playouts of a level, and in a game that says how good moves look: fewer do not tell that it is decided."""
ITERATIONS = 500
"""Iterations of `cfr` below level 10. In games with hidden information, levels differ by their errors."""


def plan(game: Game, level: int) -> LevelPlan:
    """Return the plan of a level in a game."""
    algorithm = strongest(game)
    nodes, temperature, worst = STEPS[level - 1]
    if int(game.rules.MAX_PLIES) <= SMALL_PLIES:
        nodes, temperature, worst = SMALL_NODES if nodes else None, SMALL_TEMPERATURES[level - 1], 1.0
    if game.hidden:
        temperature, worst = SMALL_TEMPERATURES[level - 1], 1.0
        nodes = ITERATIONS if nodes and algorithm == "cfr" else nodes
    if nodes and algorithm in ("mcts", "ismcts"):
        fewest = FEWEST_OF_RATED if "prior" in game.names else FEWEST_PLAYOUTS
        nodes = max(fewest, nodes // PLAYOUT_NODES)
    return LevelPlan(
        algorithm,
        nodes,
        temperature,
        worst if temperature else 0.0,
        wins=level >= WINS_FROM,
        blocks=level >= BLOCKS_FROM,
        proves=nodes is None and "at_once" in game.names,
    )


def is_timed(level: int | None) -> bool:
    """Return whether an engine plays at a level that thinks for a time, so that its moves depend on the machine."""
    return level is not None and STEPS[level - 1][0] is None


def strongest(game: Game) -> str:
    """Return the strongest algorithm for a game: Monte Carlo search if it has no evaluation, or says how to play on.

    With an evaluation alone, it is alpha-beta, or expectiminimax in a game with chance. With hidden information, it is
    CFR where the game is small or has a table of best play, else Monte Carlo search of information sets.
    """
    if game.hidden:
        return "cfr" if solvable(game) else "ismcts" if can_guess(game) else "random"
    if "evaluate" not in game.names or "likely" in game.names:
        return "mcts"
    return "expectiminimax" if game.chance else "alphabeta"


def within(limit: Limit) -> Limit:
    """Return the limit with its seconds capped at MAX_S."""
    return Limit(min(limit.seconds or MAX_S, MAX_S), limit.depth, limit.nodes, limit.seed, level=limit.level)


def rng(position: Position, limit: Limit) -> random.Random:
    """Return the RNG of a level: the same numbers for the same seed and position, in every process."""
    return random.Random(None if limit.seed is None else f"{limit.seed} {position.text}")


def title(limit: Limit) -> str:
    """Return the name of a level in reports."""
    return f"level {limit.level}"
