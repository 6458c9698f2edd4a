"""A won ending is won: from level 3 on, a rook more mates in chess."""

import pytest

from kibitz_server.engine.compiler import select
from kibitz_server.engine.control import SearchControl
from kibitz_server.engine.driver import run
from kibitz_server.engine.limit import Limit
from kibitz_server.games.game import LegalMove, Position
from kibitz_server.games.registry import load
from tests.server.engine.helpers import native

MOVES = 60
"""The longest way to a mate, in moves of the side that has more."""
ENDINGS = [
    "4k3/8/8/8/8/8/8/R3K3 w - - 0 1",
    "8/8/3k4/8/8/2K5/7R/8 w - - 0 1",
    "8/p4k2/1p6/8/8/P1K5/1P5R/8 w - - 0 1",
]
DEFENCE = Limit(nodes=2_000, seed=1)


def answered(position: Position, algorithm: str, limit: Limit) -> LegalMove:
    """Return the move that an engine plays."""
    control = SearchControl()
    control.reset(limit.nodes)
    return position.find(run(position, algorithm, limit, control).move)


@pytest.mark.long
@pytest.mark.compiled
@pytest.mark.parametrize("level", [3, 4])
@pytest.mark.parametrize("ending", ENDINGS)
def test_a_rook_more_mates(ending: str, level: int) -> None:
    """A level mates within 60 moves against a search that defends."""
    select.use(native())
    position = load("chess").start(ending)
    ahead, moves = position.to_move, 0
    while position.outcome is None and moves < MOVES:
        if position.to_move == ahead:
            moves += 1
            position = position.after(answered(position, "level", Limit(seed=moves, level=level)))
        else:
            position = position.after(answered(position, "alphabeta", DEFENCE))
    assert position.outcome is not None
    assert (position.outcome.winner, position.outcome.reason) == (ahead, "checkmate")
