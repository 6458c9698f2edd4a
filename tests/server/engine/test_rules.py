"""What searches take from a game, asked without a search."""

from typing import Any

import pytest

from kibitz_server.engine.rules import SWITCHES, evaluation, sensible
from kibitz_server.games.game import Game, bind
from kibitz_server.games.registry import declarations, load
from tests.server.engine import dash

DASH = bind(dash, {})


def test_evaluation_without_weights() -> None:
    """A game with chance may weigh positions without weights of its own, in the memory that a search has by default."""

    def weigh(_s: dash.State, memory: Any) -> int:
        return 100 * len(memory.weights) + len(memory.scratch)

    game = Game(DASH.declaration, DASH.options, DASH.names | {"weigh": weigh, "SCRATCH": 3})
    assert evaluation(DASH.start("3 1 X")) == 200
    assert evaluation(game.start("3 1 X")) == 103


def test_evaluation_of_a_game_that_has_none() -> None:
    """A game without an evaluation has no preference while it goes on."""
    assert "evaluate" not in load("hex").names
    assert evaluation(load("hex").start()) == 0


@pytest.mark.parametrize("name", [each.name for each in declarations()])
def test_games_set_no_switch_of_searches_by_chance(name: str) -> None:
    """A constant of a game's own, such as the length of its history, has another name than a switch of searches."""
    assert not load(name).names.keys() & {*SWITCHES, "HISTORY", "KILLERS"}


def test_senseless_moves_are_left_out_but_never_all() -> None:
    """A search may know no other moves, and one must be played."""
    go = load("go").start()
    moves = {move.text: move for move in go.legal}
    assert sensible(go, [moves["A1"], moves["E5"], moves["J4"]]) == [1]
    assert sensible(go, [moves["A1"], moves["J4"]]) == [0, 1]
    assert sensible(load("hex").start(), load("hex").start().legal[:3]) == [0, 1, 2]
