"""How much of its clock the engine takes for a move."""

import pytest

from kibitz_server.engine.rules import MAX_DEPTH
from kibitz_server.programs.uci.commands import Go
from kibitz_server.programs.uci.limits import limit_of, seconds_of


@pytest.mark.parametrize(
    ("go", "seat", "seconds"),
    [
        (Go((60_050, 1000), (0, 0)), 0, 2.0),
        (Go((60_050, 1000), (1000, 0)), 0, 2.8),
        (Go((1000, 30_050), (0, 500)), 1, 1.4),
        (Go((10_050, 10_050), (0, 0), 10), 0, 1.0),
        (Go((10_050, 10_050), (0, 0), 1), 0, 8.0),
        (Go((10_050, 10_050), (0, 0), 0), 0, 10 / 30),
        (Go((150, 150), (5000, 5000)), 0, 0.05),
        (Go((-400, 150), (0, 0)), 0, 0.001),
        (Go(move_time_ms=1000), 0, 0.98),
        (Go(move_time_ms=10), 0, 0.009),
        (Go(move_time_ms=0), 0, 0.001),
        (Go(depth=5), 0, None),
    ],
)
def test_the_time_for_a_move(go: Go, seat: int, seconds: float | None) -> None:
    """A move gets a share of the clock and of the increment, and never all that is left."""
    assert seconds_of(go, seat) == (None if seconds is None else pytest.approx(seconds))


def test_the_limit_of_a_search() -> None:
    """Depth and nodes are bounded by what a search can do; a search that goes on until `stop` has no time."""
    found = limit_of(Go((60_050, 1000), depth=10**9, nodes=0), 0, None)
    assert (found.depth, found.nodes, found.seconds, found.thorough) == (MAX_DEPTH, 1, 2.0, False)
    for waiting in (Go((1000, 1000), infinite=True), Go((1000, 1000), ponder=True)):
        assert (limit_of(waiting, 0, 7).seconds, limit_of(waiting, 0, 7).thorough) == (None, True)
        assert limit_of(waiting, 0, 7).level == 7
