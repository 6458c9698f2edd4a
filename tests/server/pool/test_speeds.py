"""Speeds of searches at a place: averages by code, and what does not count."""

from dataclasses import replace

import pytest

from kibitz_server.engine.driver import MachineCode, MoveSource, SearchResult
from kibitz_server.pool.speeds import KEPT, SHORTEST_S, WEIGHT, Speeds

CODE = MachineCode("alphabeta", "connect4", ())
REPORT = SearchResult("alphabeta", "4", 0, None, 5, 1000, 1.0, ("4",))


def test_a_speed_is_unknown_until_a_search_ran() -> None:
    """The first search tells it alone."""
    speeds = Speeds()
    assert speeds.of(CODE) is None
    speeds.note(CODE, replace(REPORT, nodes=500, seconds=0.5))
    assert speeds.of(CODE) == 1000
    assert speeds.of(CODE._replace(game="nim")) is None


def test_later_searches_move_the_average() -> None:
    """Each one moves it by a share of the difference, so that one slow search decides little."""
    speeds = Speeds()
    for nodes in (1000, 2000):
        speeds.note(CODE, replace(REPORT, nodes=nodes))
    assert speeds.of(CODE) == 1000 + WEIGHT * 1000
    for _ in range(60):
        speeds.note(CODE, replace(REPORT, nodes=2000))
    assert speeds.of(CODE) == pytest.approx(2000, rel=0.01)


@pytest.mark.parametrize(("source", "seconds"), [("book", 1.0), ("random", 1.0), ("search", SHORTEST_S / 2)])
def test_what_tells_no_speed_does_not_count(source: MoveSource, seconds: float) -> None:
    """A move without a search, and a very short search, change nothing."""
    speeds = Speeds()
    speeds.note(CODE, replace(REPORT, source=source, seconds=seconds))
    assert speeds.of(CODE) is None


def test_the_oldest_measurement_is_forgotten() -> None:
    """Clients choose options, so only so many codes are kept. A new measurement of a code keeps it."""
    speeds = Speeds()
    codes = [CODE._replace(options=(("columns", number),)) for number in range(KEPT + 1)]
    for code in codes[:KEPT]:
        speeds.note(code, REPORT)
    speeds.note(codes[0], REPORT)
    speeds.note(codes[KEPT], REPORT)
    assert (speeds.of(codes[0]), speeds.of(codes[1]), speeds.of(codes[KEPT])) == (1000, None, 1000)
