"""Trees of small games as arrays."""

from typing import Any

import numpy as np
import pytest

from kibitz_server.engine.hidden.flat_tree import CHANCE, END, NONE, FlatTreeTooLarge, whole_tree
from kibitz_server.games.game import Game, bind
from tests.server.engine import bluff, dash
from tests.server.engine.helpers import with_names

BLUFF = bind(bluff, {})


def test_the_tree_has_all_positions() -> None:
    """Kuhn poker has 58 nodes: 1 before the deal, 3 and 6 deals, and 8 positions in each of these but the first."""
    tree = whole_tree(BLUFF)
    assert tree.size == 1 + 3 + 6 * 9
    assert [level.stop - level.start for level in tree.levels] == [1, 3, 6, 12, 24, 12]
    assert (np.bincount(tree.owner - END) == [30, 4, 12, 12]).all()
    assert tree.entries == 24
    assert sorted(tree.seat) == [0] * 6 + [1] * 6


def test_an_information_set_joins_what_a_side_cannot_tell_apart() -> None:
    """Each set has the two positions that differ in the card of the other side."""
    tree = whole_tree(BLUFF)
    above = tree.parent[tree.entry != NONE]
    sets = tree.set_of[tree.entry[tree.entry != NONE]]
    assert all(len(set(above[sets == each])) == 2 for each in range(12))
    assert len(tree.number) == len(tree.moves) == 12


def test_children_follow_their_parents() -> None:
    """The children of a node are neighbours, their probabilities sum to 1, and the last level has none."""
    tree = whole_tree(BLUFF)
    edges = tree.edges(tree.uniform())
    assert np.bincount(tree.parent[1:], weights=edges[1:])[np.unique(tree.parent[1:])] == pytest.approx(1.0)
    assert (np.diff(tree.parent[1:]) >= 0).all()
    assert (tree.owner[tree.levels[-1]] == END).all()
    assert (tree.owner[tree.levels[0]] == CHANCE).all()


def test_weights_become_a_strategy() -> None:
    """Weights are divided by the sum of their set; where none is above 0, all moves are alike."""
    tree = whole_tree(BLUFF)
    weights = np.zeros(tree.entries)
    weights[:2] = 1, 3
    assert tree.normalised(weights) == pytest.approx([0.25, 0.75, *[0.5] * 22])


def test_a_large_tree_is_given_up() -> None:
    """A tree of more nodes than allowed is not built."""
    with pytest.raises(FlatTreeTooLarge):
        whole_tree(BLUFF, most=57)
    with pytest.raises(FlatTreeTooLarge):
        whole_tree(bind(dash, {}), most=1_000)


def test_information_that_joins_too_much_is_refused() -> None:
    """Positions of both sides with one number are a mistake in the game, which the tree does not hide."""

    def information(_s: Any) -> int:
        return 0

    broken: Game = with_names(BLUFF, information=information)
    with pytest.raises(ValueError, match="bluff: two positions with the same information have different moves"):
        whole_tree(broken)
