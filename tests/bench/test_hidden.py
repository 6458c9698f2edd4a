"""Strategies of players as arrays, and what they win from each other."""

import numpy as np
import pytest
from bench.hidden import strategies

from kibitz_server.engine.hidden.cfr import Cfr
from kibitz_server.engine.hidden.flat_tree import Numbers, whole_tree
from kibitz_server.engine.limit import LEVELS
from kibitz_server.games.game import bind
from tests.server.engine import bluff

GAME = bind(bluff, {})
TREE = whole_tree(GAME)


def best() -> Numbers:
    """Return the strategy of a few iterations."""
    cfr = Cfr(TREE)
    cfr.iterate(100)
    return cfr.average()


def test_a_strategy_wins_nothing_from_itself() -> None:
    """Both seats are played, so that equal strategies are even, and gains are those of the other side's losses."""
    average = best()
    assert strategies.gain(TREE, average, average) == pytest.approx(0)
    assert strategies.gain(TREE, average, TREE.uniform()) == pytest.approx(
        -strategies.gain(TREE, TREE.uniform(), average)
    )
    assert strategies.gain(TREE, average, TREE.uniform()) > 0.1


def test_levels_come_closer_to_best_play() -> None:
    """Each level wins more from random moves than the one below."""
    average = best()
    gains = [strategies.gain(TREE, strategies.level(average, TREE, GAME, level), TREE.uniform()) for level in LEVELS]
    assert gains == sorted(gains)
    assert np.array_equal(strategies.level(average, TREE, GAME, 10), TREE.normalised(average))


def test_every_information_set_has_a_position() -> None:
    """The positions are those that the side to move has seen, one for each set of the tree."""
    found = strategies.positions(GAME)
    assert found.keys() == TREE.number.keys()
    assert all("?" in position.text for position in found.values())


def test_a_search_becomes_a_strategy() -> None:
    """In each set one move is certain; a jack folds to a bet, a king calls."""
    strategy = strategies.ismcts(GAME, TREE, playouts=200)
    assert sorted(strategy) == [0.0] * 12 + [1.0] * 12
    for cards, call in (("QJ", 0.0), ("QK", 1.0)):
        first = int(TREE.start[TREE.number[GAME.start(f"{cards} b").information]])
        assert strategy[first + 1] == call
