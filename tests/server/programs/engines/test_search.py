"""A search in a thread of its own."""

import threading

from kibitz_server.engine.compiler.memory import Memory
from kibitz_server.engine.control import SearchControl, publish, read
from kibitz_server.engine.driver import SearchResult, describe
from kibitz_server.engine.limit import Limit
from kibitz_server.games.game import Position
from kibitz_server.games.registry import load
from kibitz_server.programs.engines.search import ThreadedSearch


def endless(
    position: Position, algorithm: str, _limit: Limit, control: SearchControl, _memory: Memory | None = None, /
) -> SearchResult:
    """Search until the end is asked for."""
    publish(control, 1, 20, [position.legal[0].code])
    while not control.stop:
        control.nodes += 1
    return describe(position, algorithm, read(control), 0.1)


def test_a_search_goes_on_until_it_is_stopped() -> None:
    """Its findings can be seen before, and its report after that."""
    done = threading.Event()
    search = ThreadedSearch(load("tictactoe").start(), "mcts", Limit(), Memory(), done.set, endless)
    while not search.progress().line:
        assert not search.ended
    assert search.progress().score == 20
    search.stop()
    search.join()
    assert done.is_set()
    assert search.ended
    assert search.report is not None
    assert (search.report.score, search.error) == (20, None)


def test_a_search_ends_at_its_limit() -> None:
    """Nodes bound it."""
    search = ThreadedSearch(load("tictactoe").start(), "mcts", Limit(nodes=50), Memory(), lambda: None)
    search.join()
    assert search.report is not None
    assert search.report.nodes == 50


def test_a_search_that_fails_has_an_error() -> None:
    """It has no report then."""
    done = threading.Event()
    search = ThreadedSearch(load("tictactoe").start(), "oracle", Limit(), Memory(), done.set)
    search.join()
    assert done.is_set()
    assert (search.ended, search.report) == (True, None)
    assert "no engine is called 'oracle'" in str(search.error)
