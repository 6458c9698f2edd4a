"""Searches with a limit of time or nodes prove the result, where a solver can."""

import pytest

from kibitz_server.engine.compiler.memory import Memory
from kibitz_server.engine.control import SearchControl
from kibitz_server.engine.driver import SearchResult, run
from kibitz_server.engine.limit import Limit
from kibitz_server.engine.score import SURE
from kibitz_server.games.game import Position
from kibitz_server.games.registry import load
from tests.server.engine.helpers import random_positions
from tests.server.engine.test_solve import brute_force
from tests.server.games.helpers import play

SMALL = load("connect4", {"columns": 4, "rows": 4, "connect": 3})


def searched(
    position: Position, limit: Limit, algorithm: str = "alphabeta", memory: Memory | None = None
) -> SearchResult:
    """Return the report of a search."""
    control = SearchControl()
    control.reset(limit.nodes)
    return run(position, algorithm, limit, control, memory)


@pytest.mark.parametrize("limit", [Limit(nodes=20_000), Limit(seconds=60.0)], ids=["nodes", "seconds"])
def test_results_are_those_of_all_moves(limit: Limit) -> None:
    """A proof is exact in small games, and its move keeps the result."""
    known: dict[str, int] = {}
    for position in random_positions(SMALL, 20, seed=5):
        report = searched(position, limit)
        value = brute_force(position, known)
        assert (report.exact, report.score) == (True, value), position.text
        assert -brute_force(position.after(position.find(report.move)), known) == value, position.text


def test_a_stopped_proof_keeps_what_it_found() -> None:
    """However few the nodes, a result that is claimed is the right one, and then its move keeps it."""
    known: dict[str, int] = {}
    claimed = 0
    for nodes in (20, 60, 150, 400):
        for position in random_positions(SMALL, 12, seed=nodes):
            report = searched(position, Limit(nodes=nodes))
            value = brute_force(position, known)
            assert report.move in {move.text for move in position.legal}
            assert report.nodes <= nodes + 1
            if report.exact or abs(report.score) == SURE:
                claimed += 1
                assert (report.score > 0) - (report.score < 0) == (value > 0) - (value < 0), position.text
                after = position.after(position.find(report.move))
                assert (brute_force(after, known) < 0) == (value > 0), position.text
    assert claimed > 5


def test_moves_that_surely_lose_are_left_out() -> None:
    """A proof that is stopped after it refuted some moves lets the evaluation choose among the others."""
    known: dict[str, int] = {}
    kept = total = 0
    for position in random_positions(SMALL, 40, seed=9):
        value = brute_force(position, known)
        after = position.after(position.find(searched(position, Limit(nodes=40)).move))
        total += 1
        kept += (-brute_force(after, known) > 0) - (-brute_force(after, known) < 0) >= (value > 0) - (value < 0)
    assert kept >= 0.9 * total


def test_a_solved_opening_needs_no_search() -> None:
    """The usual board opens with the centre, as a move from a book; on another board it is searched."""
    report = searched(load("connect4").start(), Limit(seconds=60.0))
    assert (report.move, report.source, report.nodes, report.score) == ("4", "book", 0, SURE)
    assert searched(SMALL.start(), Limit(nodes=500)).source == "search"


def test_a_limit_of_depth_searches_to_that_depth() -> None:
    """Depth alone asks for the evaluation at that depth, and all moves of a position need comparable scores."""
    position = play(load("connect4").start(), "4 4 4 4 4 2")
    assert not searched(position, Limit(depth=2)).exact
    assert not searched(position, Limit(nodes=300, thorough=True)).exact


def test_the_table_lasts_for_the_next_move() -> None:
    """A second search with a time limit profits from the first one; one with a limit of nodes always does the same."""
    position = load("connect4", {"columns": 5, "rows": 4}).start()
    memory = Memory()
    first, again = (searched(position, Limit(seconds=60.0), memory=memory) for _ in range(2))
    assert (again.score, again.exact) == (first.score, True)
    assert again.nodes < first.nodes / 2
    assert len({searched(position, Limit(nodes=100_000)).nodes for _ in range(2)}) == 1


def test_level_ten_proves_too() -> None:
    """The highest level plays a proven move, and reports the result."""
    position = play(load("connect4", {"columns": 4, "rows": 4}).start(), "1 2 3 4 1 2")
    report = searched(position, Limit(seconds=60.0, level=10), "level")
    assert (report.exact, report.score) == (True, brute_force(position, {}))
