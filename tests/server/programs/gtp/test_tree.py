"""A search that shows what its tree knows about each move."""

import threading

import pytest

from kibitz_server.engine.algorithms import ALGORITHMS
from kibitz_server.engine.control import SearchControl
from kibitz_server.games.game import Position
from kibitz_server.games.registry import load
from kibitz_server.programs.gtp.tree import TreeSearch, candidates


def searched(position: Position, playouts: int) -> object:
    """Return the memory of a search."""
    search = ALGORITHMS["mcts"].prepare(position.game)
    control = SearchControl()
    control.reset(None)
    memory = search.workspace(position.state)
    search.run.start(memory, search.attach(control), 1)
    search.run.search(memory, search.attach(control), playouts)
    return memory


def test_the_moves_of_a_tree_add_up() -> None:
    """The most visited one comes first, and each begins its line."""
    position = load("go", {"size": 3}).start()
    moves = candidates(searched(position, 200), position)
    assert 1 < len(moves) == len({move.line[0] for move in moves})
    assert sum(move.visits for move in moves) in (199, 200)
    assert [move.visits for move in moves] == sorted((move.visits for move in moves), reverse=True)
    assert all(0 <= move.chance <= 1 for move in moves)
    for move in moves:
        at = position
        for text in move.line:
            at = at.after(at.find(text))


@pytest.mark.parametrize(("text", "chance"), [("BB-/BB-/BBB W 0-0 pass", 0.0), ("WW-/WW-/WWW W 0-0 pass", 1.0)])
def test_chances_are_for_the_side_to_move(text: str, chance: float) -> None:
    """A pass that ends the game is certain to win or to lose."""
    position = load("go", {"size": 3}).start(text)
    found = {move.line[0]: move.chance for move in candidates(searched(position, 100), position)}
    assert found["pass"] == chance


def test_a_search_shows_its_moves_while_it_runs() -> None:
    """More visits come with time, until it is stopped."""
    search = TreeSearch(load("go", {"size": 4}).start())
    first = search.candidates()
    while sum(move.visits for move in search.candidates()) <= sum(move.visits for move in first):
        assert search.error is None
    search.stop()
    last = search.candidates()
    assert search.candidates() is last


def test_a_search_ends_by_itself_when_all_is_proven() -> None:
    """It says so, and keeps what it has found."""
    ended = threading.Event()
    search = TreeSearch(load("go", {"size": 2}).start("WW/W- W 0-0 pass"), ended.set)
    assert ended.wait(60)
    best = search.candidates()[0]
    assert best.chance == 1.0
    search.stop()
