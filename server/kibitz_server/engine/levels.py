"""Levels 1 to 10: playing strength on the scale that commercial game programs use.

A level is a plan that depends on the game alone. Up to level 9 it counts nodes and not seconds, so that it plays the
same on every machine. Most levels err like people: see `ladder`. Level 10 searches for `MAX_S` without such errors.
`docs/levels.md` shows what the levels lose, and that each beats the one below.
"""

import random
from typing import NamedTuple

from kibitz_server.engine.hidden.fit import can_guess, solvable
from kibitz_server.engine.ladder.rungs import HIDDEN, LADDERS, MOST, SMALL, Ladder, Rung
from kibitz_server.engine.limit import LEVELS, Limit
from kibitz_server.games.game import Game, Position

MAX_S = 5.0
"""Longest time for a move at any level, in seconds."""
BOOK_FROM = 6
"""Lowest level that plays from the opening book."""
SMALL_PLIES = 16
"""Any search plays games of up to this many plies perfectly, so there the levels differ only by their errors."""
PLAYOUT_NODES = 8
"""Nodes of a search with an evaluation that cost as much as one playout of a Monte Carlo search."""
FEWEST_PLAYOUTS, FEWEST_OF_RATED = 20, 100
"""Fewest playouts of a level, and in a game that says how good moves look: fewer do not tell that it is decided."""
ITERATIONS = 500
"""Iterations of `cfr` below level 10. In games with hidden information, levels differ by their errors."""


class LevelPlan(NamedTuple):
    """What a level does at each move.

    It runs the algorithm with `nodes` nodes or playouts (None: as many as the time allows), and then errs as the rung
    says. In a game with hidden information, the temperature is added to the probability of each move in best play
    instead. `wins` and `blocks` say whether it sees every win in one move, of its own and of the opponent. From a score
    of `won` on, it does not err. If `proves` is set, it first tries to prove the result.
    """

    algorithm: str
    nodes: int | None
    rung: Rung
    even: int = MOST.even
    wins: bool = True
    blocks: bool = True
    won: int | None = None
    proves: bool = False


def ladder_of(game: Game) -> Ladder:
    """Return the ladder of a game."""
    if game.hidden:
        return HIDDEN
    return SMALL if int(game.rules.MAX_PLIES) <= SMALL_PLIES else LADDERS.get(game.name, MOST)


def plan(game: Game, level: int) -> LevelPlan:
    """Return the plan of a level in a game."""
    algorithm, ladder = strongest(game), ladder_of(game)
    rung = ladder.rungs[level - 1]
    nodes = rung.nodes
    if nodes and game.hidden:
        nodes = ITERATIONS if algorithm == "cfr" else MOST.rungs[level - 1].nodes
    if nodes and algorithm in ("mcts", "ismcts"):
        fewest = FEWEST_OF_RATED if "prior" in game.names else FEWEST_PLAYOUTS
        nodes = max(fewest, nodes // PLAYOUT_NODES)
    return LevelPlan(
        algorithm,
        nodes,
        rung,
        ladder.even,
        wins=level >= ladder.wins_from,
        blocks=level >= ladder.blocks_from,
        won=ladder.won if level >= ladder.blocks_from else None,
        proves=nodes is None and "at_once" in game.names,
    )


def is_timed(level: int | None) -> bool:
    """Return whether an engine plays at a level that thinks for a time, so that its moves depend on the machine."""
    return level == LEVELS[-1]


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
