"""ProbCut: a shallow search that is far outside the window takes the place of a deep one."""

import pytest

from kibitz_server.engine.compiler.specialise import specialise
from kibitz_server.engine.templates.alphabeta import shallower
from kibitz_server.games.registry import load
from tests.server.engine.helpers import random_positions, searched


def test_the_shallow_search_has_about_half_the_depth_and_its_parity() -> None:
    """It is never negative, and at least as many plies shallower as it is deep."""
    for depth in range(3, 40):
        assert 0 <= shallower(depth) <= depth / 2
        assert (depth - shallower(depth)) % 2 == 0


def test_fewer_nodes_give_nearly_the_same_value() -> None:
    """In positions of Reversi, nodes are saved, and the value stays within some discs."""
    game = load("reversi")
    positions = [at for at in random_positions(game, 60, seed=3) if 34 <= at.text.count("-") <= 44][:2]
    assert len(positions) == 2
    nodes = {0: 0, game.names["PROBABLE"]: 0}
    for position in positions:
        values = []
        for least in nodes:
            value, control, _ = searched(specialise("alphabeta", game, PROBABLE=least), position, 6)
            nodes[least] += control.nodes
            values.append(value)
        assert abs(values[0] - values[1]) < 800
    assert nodes[game.names["PROBABLE"]] < nodes[0]


@pytest.mark.parametrize("size", [4, 6])
def test_other_boards_search_all_moves(size: int) -> None:
    """The spread of values is known for the weights of the usual board alone."""
    assert "PROBABLE" not in load("reversi", {"size": size}).names
