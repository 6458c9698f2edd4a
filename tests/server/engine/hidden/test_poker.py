"""Kuhn and Leduc poker against published counts and values, by our own tree and best response."""

import numpy as np
import pytest

from kibitz_server.engine.control import SearchControl
from kibitz_server.engine.driver import run
from kibitz_server.engine.hidden.best_response import exploitability, value
from kibitz_server.engine.hidden.cfr import Cfr
from kibitz_server.engine.hidden.flat_tree import whole_tree
from kibitz_server.engine.hidden.solution import Solver
from kibitz_server.engine.limit import Limit
from kibitz_server.games.registry import load, searched_as
from tests.server.engine.helpers import random_positions, without

COUNTS = [("kuhn", True, 58, 12), ("leduc", True, 9_457, 288), ("leduc", False, 9_457, 936)]
"""Positions and information sets of one hand, as OpenSpiel has them: where suits do not matter, and where they do."""


@pytest.mark.parametrize(("name", "alike", "size", "sets"), COUNTS)
def test_trees_have_the_known_sizes(name: str, alike: bool, size: int, sets: int) -> None:
    """A match of any length has the tree of one hand; without `information`, cards of one rank differ by suit."""
    game = load(name, {"hands": 7}) if alike else without(load(name, {"hands": 1}), "information")
    tree = whole_tree(game)
    assert (tree.size, len(tree.moves)) == (size, sets)
    assert np.bincount(tree.seat).tolist() == [sets // 2] * 2


@pytest.mark.parametrize(
    ("name", "iterations", "least", "first"), [("kuhn", 1_000, 0.0001, -1 / 18), ("leduc", 500, 0.001, -0.0856)]
)
def test_best_play_is_found(name: str, iterations: int, least: float, first: float) -> None:
    """CFR+ comes as near to an equilibrium as promised, and finds what the first player wins a hand."""
    tree = whole_tree(load(name))
    cfr = Cfr(tree)
    cfr.iterate(iterations)
    assert exploitability(tree, cfr.average()) <= least
    assert value(tree, cfr.average()) == pytest.approx(first, abs=2 * least)


@pytest.mark.parametrize(("name", "uniform"), [("kuhn", 11 / 24), ("leduc", 2.3736111)])
def test_random_play_has_the_known_exploitability(name: str, uniform: float) -> None:
    """Best responses win from random moves what OpenSpiel computes."""
    tree = whole_tree(load(name))
    assert exploitability(tree, tree.uniform()) == pytest.approx(uniform)


@pytest.mark.parametrize("name", ["kuhn", "leduc"])
def test_every_hand_of_a_match_is_in_the_tree(name: str) -> None:
    """The choice does not depend on the number of the hand, on the chips won, or on the seat that acts first."""
    game = load(name, {"hands": 10})
    solver = Solver(searched_as(game))
    solver.cfr.iterate(50)
    for position in random_positions(game, 100, seed=4):
        number = solver.cfr.tree.number[position.information]
        assert [move.code for move in position.legal] == list(solver.cfr.tree.moves[number])
        assert position.information == position.seen_by(position.state.turn).information


@pytest.mark.parametrize("name", ["kuhn", "leduc"])
def test_what_is_not_seen_changes_nothing(name: str) -> None:
    """Positions that differ in the other card alone have one report."""
    for position in random_positions(load(name), 10, seed=9):
        reports = []
        for at in (position, position.seen_by(position.state.turn)):
            control = SearchControl()
            control.reset(None)
            reports.append(run(at, "cfr", Limit(playouts=50, seed=3), control))
        assert (reports[0].move, reports[0].shares, reports[0].score) == (
            reports[1].move,
            reports[1].shares,
            reports[1].score,
        )
