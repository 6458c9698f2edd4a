"""Ultimate tic-tac-toe: matches of alpha-beta against Monte Carlo search at equal time."""

from collections.abc import Iterator

from bench.engine.figures import Figure
from bench.strength.matches import HERE, Side, match
from kibitz_server.games.registry import load

SECONDS = 0.2
GAMES = 100
QUICK_GAMES = 10
SEED = 3


def figures(quick: bool) -> Iterator[Figure]:
    """Yield the share of points against Monte Carlo search, each opening played from both sides."""
    sides = (Side(HERE, "alphabeta", {"seconds": SECONDS}), Side(HERE, "mcts", {"seconds": SECONDS}))
    games = QUICK_GAMES if quick else GAMES
    *_, score = match(load("ultimate"), sides, games, SEED)
    detail = f"{score}, {SECONDS} s a move"
    yield Figure("ultimate: points against mcts at equal time", score.share, "share", goal=0.85, detail=detail)
