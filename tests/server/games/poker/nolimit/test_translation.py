"""Bets of other sizes than those of the tree."""

import pytest

from kibitz_server.games.poker.limit.tree import CALL, ILLEGAL, SHOWDOWN
from kibitz_server.games.poker.nolimit.translation import after_call, after_raise, lower_part
from kibitz_server.games.poker.nolimit.tree import ALL_IN, HALF_POT, POT, nodes

TREE = nodes(40)
FLOP = TREE[TREE[0].after[CALL]].after[CALL]
"""Node of the big blind on the flop after a call and a check, with two chips of each in the pot."""
MOST = 38 / 4
"""All in there, as part of the pot."""


def test_the_mapping_is_pseudo_harmonic() -> None:
    """A size of the tree is itself; between half a pot and a pot, 5/7 pots count as either alike."""
    assert [lower_part(size, 0.5, 1.0) for size in (0.5, 5 / 7, 1.0)] == pytest.approx([1, 0.5, 0])


@pytest.mark.parametrize(
    ("size", "part", "action"),
    [
        (0.5, 0.99, HALF_POT),
        (0.75, 0.0, HALF_POT),
        (0.75, 0.99, POT),
        (MOST, 0.0, ALL_IN),
        (MOST - 0.25, 0.99, ALL_IN),
        (0.1, 0.0, CALL),
        (0.1, 0.99, HALF_POT),
    ],
)
def test_a_bet_counts_as_one_of_its_neighbours(size: float, part: float, action: int) -> None:
    """The number decides between the next smaller and the next larger size, no bet and all in among them."""
    assert after_raise(TREE, FLOP, 1, size, MOST, part) == TREE[FLOP].after[action]


def test_a_small_bet_that_counts_as_a_check_may_put_the_tree_ahead() -> None:
    """After a check, a small bet may end the round in the tree; a call keeps that place, and a raise has none."""
    checked = TREE[FLOP].after[CALL]
    turn = after_raise(TREE, checked, 1, 0.1, MOST, 0.0)
    assert TREE[turn].round == 2
    assert after_call(TREE, turn, 1) == turn
    assert after_call(TREE, turn, 2) == TREE[turn].after[CALL]
    assert after_raise(TREE, turn, 1, 1.0, MOST, 0.0) == ILLEGAL


def test_nothing_follows_all_in() -> None:
    """Where the tree has a bet of all chips, a call ends the hand, and it has no further raise."""
    answer = TREE[0].after[ALL_IN]
    assert after_call(TREE, answer, 0) == SHOWDOWN
    assert after_raise(TREE, answer, 0, 1.0, 2.0, 0.5) == ILLEGAL
