"""Memory of a match: a search begins with the findings of the one before, and no other search does."""

from dataclasses import replace
from typing import Any

import pytest

from kibitz_server.engine.algorithms import ALGORITHMS
from kibitz_server.engine.compiler.memory import MATCHES, Memories, Memory, kept
from kibitz_server.engine.control import SearchControl
from kibitz_server.engine.driver import SearchResult, run
from kibitz_server.engine.limit import Limit
from kibitz_server.games.game import Position
from kibitz_server.games.registry import load

TIME = Limit(seconds=60.0)


def control(nodes: int | None = None) -> SearchControl:
    """Return a fresh control block."""
    made = SearchControl()
    made.reset(nodes)
    return made


def deepened(position: Position, memory: Memory) -> SearchResult:
    """Return the report of a search that time alone bounds, and that ends by proving the result."""
    return run(position, "alphabeta", TIME, control(), memory)


def test_a_search_begins_with_the_findings_of_the_last_one() -> None:
    """The second search of a match reaches the same result in fewer nodes than without memory."""
    memory = Memory()
    before = load("tictactoe").start()
    after = before.after(before.find("a1"))
    after = after.after(after.find("b2"))
    deepened(before, memory)
    again, alone = deepened(after, memory), deepened(after, Memory())
    assert (again.score, again.wins_in) == (alone.score, alone.wins_in)
    assert again.nodes < 0.8 * alone.nodes
    assert again.fill >= alone.fill


@pytest.mark.parametrize("limit", [replace(TIME, depth=4), replace(TIME, nodes=3_000)], ids=["depth", "nodes"])
def test_bounded_work_gives_the_same_result_each_time(limit: Limit) -> None:
    """A search that depth or nodes bound takes nothing from the memory of its match."""
    memory, position = Memory(), load("connect4").start()
    found = [run(position, "alphabeta", limit, control(limit.nodes), memory) for _ in range(2)]
    assert replace(found[0], seconds=0.0) == replace(found[1], seconds=0.0)
    found = [run(position, "level", Limit(level=9, nodes=500, seed=1), control(500), memory) for _ in range(2)]
    assert replace(found[0], seconds=0.0) == replace(found[1], seconds=0.0)


def test_values_that_depend_on_the_way_are_not_kept() -> None:
    """Draughts, where repetition ends a game, gets a new memory for each search; so does Go, where it is forbidden."""
    memory = Memory()
    assert kept(memory, load("connect4").start(), TIME, control()) is memory
    assert kept(memory, load("draughts").start(), TIME, control()) is not memory
    assert kept(memory, load("go").start(), TIME, control()) is not memory
    assert kept(memory, load("connect4").start(), TIME, control(50)) is not memory
    assert kept(None, load("connect4").start(), TIME, control()) is not memory


def test_a_match_keeps_its_memory_while_moves_are_played() -> None:
    """Two moves more, or taken back, are the same match; the opponent, another line and another game are not."""
    memories = Memories()
    first = memories.of("me", ["a", "b"])
    assert memories.of("me", ["a", "b", "c", "d"]) is first
    assert memories.of("me", ["a", "b"]) is first
    assert memories.of("me", ["a", "b", "c"]) is not first
    assert memories.of("me", ["x", "b", "c", "d"]) is not first
    assert memories.of("you", ["a", "b"]) is not first


def test_few_matches_are_kept() -> None:
    """The match that was searched longest ago is forgotten first."""
    memories = Memories()
    made: list[Any] = [memories.of(number, ["a"]) for number in range(MATCHES + 1)]
    assert memories.of(MATCHES, ["a"]) is made[-1]
    assert memories.of(0, ["a"]) is not made[0]


def test_old_results_give_way_first() -> None:
    """The age of a workspace grows with each search that goes on with it."""
    search = ALGORITHMS["alphabeta"].prepare(load("tictactoe"))
    workspace = search.workspace(load("tictactoe").start().state)
    search.resume(workspace, load("tictactoe").start().state)
    search.resume(workspace, load("tictactoe").start().state)
    assert workspace.age == 2
