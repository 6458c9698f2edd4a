"""Strategies of players as arrays, and what they win from each other."""

import numpy as np
import pytest

from bench.hidden import matches, strategies
from kibitz_server.engine import levels
from kibitz_server.engine.hidden.cfr import Cfr
from kibitz_server.engine.hidden.flat_tree import Numbers, whole_tree
from kibitz_server.engine.limit import LEVELS
from kibitz_server.games.game import LegalMove, Position, bind
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
    plays = [strategies.erring(TREE, average, levels.plan(GAME, level).rung.temperature) for level in LEVELS]
    gains = [strategies.gain(TREE, play, TREE.uniform()) for play in plays]
    assert gains == sorted(gains)
    assert plays[-1] == pytest.approx(average)


def test_every_information_set_has_a_position() -> None:
    """The positions are those that the side to move has seen, one for each set of the tree."""
    found = strategies.positions(GAME)
    assert found.keys() == TREE.number.keys()
    assert all("?" in position.text for position in found.values())


def test_a_search_becomes_a_strategy() -> None:
    """A jack folds to a bet, a king calls, and other moves are chosen in some of ten searches."""
    strategy = strategies.ismcts(GAME, TREE, playouts=200)
    assert set(np.round(10 * strategy)) <= set(range(11))
    for cards, call in (("QJ", 0.0), ("QK", 1.0)):
        first = int(TREE.start[TREE.number[GAME.start(f"{cards} b").information]])
        assert strategy[first + 1] == call


def test_a_match_has_the_mean_that_is_computed() -> None:
    """Random moves lose to a search about as much as the strategies say."""
    expected = strategies.gain(TREE, best(), TREE.uniform())
    found = matches.play(GAME, matches.engine("cfr", 100), matches.at_random, deals=500)
    assert abs(found.mean - expected) < 4 * found.error < 0.3
    assert matches.play(GAME, matches.at_level(7), matches.at_random, deals=300).mean > 0


def test_a_deal_is_the_same_for_each_seat() -> None:
    """With seats exchanged, equal players win what they lost."""

    def first(position: Position, _seed: int) -> LegalMove:
        return position.legal[1]

    hands = [[matches.hand(GAME, (first, first), deal) for deal in range(30)] for _ in range(2)]
    assert hands[0] == hands[1]
    assert {abs(won) for won in hands[0]} == {2}
    assert matches.play(GAME, first, first, deals=30) == (0, 0)
