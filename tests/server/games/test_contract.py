"""Contract of a game: parts of a module that do not fit together are found before any rule is called."""

from types import ModuleType
from typing import Any

from kibitz_server.games.contract import violations
from tests.server.engine import dash


def companion(name: str, **names: Any) -> ModuleType:
    """Return a module with these names."""
    made = ModuleType(f"games.{name}")
    vars(made).update(names)
    return made


def game_with(*companions: ModuleType) -> ModuleType:
    """Return the game of the tests with companions."""
    module = ModuleType("games.dash")
    vars(module).update(vars(dash), __name__="games.dash", COMPANIONS=companions)
    return module


def test_companions_share_one_set_of_names() -> None:
    """Of two functions with one name, one would silently take the place of the other; slots are no definitions."""
    first = companion("moves", step_count=lambda s: s.turn, LIMIT=3, TO=0, shared=dash.play)
    second = companion("reasons", step_count=lambda s: s.turn, LIMIT=4, SLOTS=("TO",), TO=1, shared=dash.play)
    assert [wrong.problem for wrong in violations(game_with(first, second))] == [
        "the companions moves and reasons both define step_count",
        "the companions moves and reasons both define LIMIT",
    ]
    assert list(violations(game_with(first))) == []
