"""Explained trees, as JSON lines."""

import json
from typing import Any

import pytest

from kibitz_server.engine.trees.tree import explain
from tests.games.chance import chance_games
from tests.server.programs.json_lines.helpers import EXPLAIN, answer, answers, run


def test_a_game_with_chance() -> None:
    """A chance node has the average of its draws, which come with their weights."""
    with chance_games():
        found = answer(EXPLAIN, game="dash", moves=["dash"], depth=1)
        assert (found["player"], found["value"]) == ("chance", 100)
        assert [child["weight"] for child in found["children"]] == [1, 2]


def test_a_tree_of_lists() -> None:
    """The answer is the root with everything below it."""
    found = answer(EXPLAIN, tree=[[3, 12, 8], [2, 4, 6], [14, 5, 2]])
    assert found == json.loads(json.dumps(explain([[3, 12, 8], [2, 4, 6], [14, 5, 2]]).as_data()))
    assert [node["pruned"] for node in found["children"][1]["children"]] == [False, True, True]


def test_min_may_move_first() -> None:
    """The player at the root of lists can be chosen, and so can the algorithm."""
    found = answer(EXPLAIN, tree=[[1, 2], [3, 4]], first="min", algorithm="minimax")
    assert (found["player"], found["value"]) == ("min", 2)


def test_a_position() -> None:
    """A position is explained to a depth, by default to the greatest that fits."""
    found = answer(EXPLAIN, game="tictactoe", moves="b2 a1", depth=1, algorithm="minimax")
    assert [node["move"] for node in found["children"]] == ["a3", "b3", "c3", "a2", "c2", "b1", "c1"]
    assert answer(EXPLAIN, game="nim", options={"heaps": "1,1,1,1"}, algorithm="alphabeta")["depth"] == 4
    assert answer(EXPLAIN, game="chess")["depth"] == 2
    assert "depth 2 fits here" in answer(EXPLAIN, game="chess", depth=6)["hint"]


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"tree": []}, "a tree is a number or a list"),
        ({"tree": None}, "a tree is a number or a list"),
        ({"tree": [1, "x"]}, "a tree is a number or a list"),
        ({"tree": [1e300]}, "a leaf must be between"),
        ({"tree": [1], "depth": 2}, "depth does not apply to a tree of lists"),
        ({"tree": [1], "game": "nim"}, "game does not apply to a tree of lists"),
        ({"tree": [1], "first": "you"}, "max or min moves first"),
        ({"tree": [1], "algorithm": "negamax"}, "minimax and textbook can be explained, not 'negamax'"),
        ({"game": "nim", "first": "min"}, "in a game the side to move is max"),
        ({"game": "kuhn"}, "a search tree needs a game without hidden information, which kuhn is not"),
        ({"game": "nim", "depth": -1}, "depth must be a whole number from 0 to 128, not -1"),
        ({"game": "connect4", "depth": 12, "algorithm": "minimax"}, "the tree has more than 20000 nodes"),
    ],
)
def test_invalid_requests(fields: dict[str, Any], sentence: str) -> None:
    """Data that is not a tree, or a tree that is too large, is refused with a reason."""
    bad = answer(EXPLAIN, **fields)
    assert bad.keys() == {"error", "hint", "line"}
    assert sentence in bad["error"]


def test_a_tree_nested_too_deeply() -> None:
    """Deeply nested lists are refused, both by the parser and by the tool."""
    for height in (600, 50_000):
        (bad,) = answers(EXPLAIN, '{"tree": ' + "[" * height + "1" + "]" * height + "}")
        assert bad["error"] == "the line is nested too deeply"


@pytest.mark.io
def test_the_command() -> None:
    """As a process the tool answers line by line, and exits with 1 after an error."""
    done = run("explain", lines=b'{"tree": [[3, 12], [2, 4]]}\n{"tree": "x"}\n')
    assert (done.returncode, done.stderr) == (1, b"")
    good, bad = (json.loads(line) for line in done.stdout.splitlines())
    assert (good["value"], bad["line"]) == (3, 2)
