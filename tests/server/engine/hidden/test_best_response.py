"""Best responses to known strategies of Kuhn poker."""

import numpy as np
import pytest

from kibitz_server.engine.hidden.best_response import best_response, exploitability, value
from kibitz_server.engine.hidden.flat_tree import FlatTree, Numbers, whole_tree
from kibitz_server.games.game import Game, bind
from tests.server.engine import bluff
from tests.server.engine.helpers import with_names

BLUFF: Game = bind(bluff, {})
TREE = whole_tree(BLUFF)


def strategy(**bets: float) -> Numbers:
    """Return a strategy by the probability to bet or call, for each card and line of moves; 0 where none is given."""
    chosen = np.tile([1.0, 0.0], len(TREE.moves))
    for line, chance in bets.items():
        cards = [line[0], "K" if line[0] != "K" else "Q"]
        position = BLUFF.start(f"{''.join(cards if len(line) % 2 else cards[::-1])} {line[1:] or '-'}")
        first = TREE.start[TREE.number[position.information]]
        chosen[first : first + 2] = 1 - chance, chance
    return chosen


def known(bluffs: float) -> Numbers:
    """Return an equilibrium (Kuhn, 1950): the first side bets up to 1/3 of its jacks, and kings 3 times as often."""
    return strategy(J=bluffs, K=3 * bluffs, Qpb=bluffs + 1 / 3, Kpb=1, Jp=1 / 3, Kp=1, Qb=1 / 3, Kb=1)


@pytest.mark.parametrize("bluffs", [0.0, 0.2, 1 / 3])
def test_best_play_cannot_be_exploited(bluffs: float) -> None:
    """The equilibria of Kuhn have the value -1/18, and no response gains anything."""
    assert value(TREE, known(bluffs)) == pytest.approx(-1 / 18)
    assert exploitability(TREE, known(bluffs)) == pytest.approx(0, abs=1e-12)
    assert best_response(TREE, known(bluffs), 0) == pytest.approx(-1 / 18)


def test_random_play_is_exploited_by_a_known_amount() -> None:
    """Against random moves, the best responses of both sides win 11/24 of an ante on average, as OpenSpiel computes."""
    assert value(TREE, TREE.uniform()) == pytest.approx(1 / 8)
    assert exploitability(TREE, TREE.uniform()) == pytest.approx(11 / 24)


def test_a_response_does_not_know_the_other_card() -> None:
    """A side that always bets loses less than it would if the other side saw its card."""
    always = np.tile([0.0, 1.0], 12)
    # Call with a king (wins 2), and with a queen, which wins as often as it loses; fold a jack.
    assert best_response(TREE, always, 1) == pytest.approx((2 + 0 - 1) / 3)


def test_information_sets_of_different_depths_are_refused() -> None:
    """What a side forgets how it got to cannot be responded to level by level."""
    forgetful = with_names(BLUFF, information=lambda s: s.turn)
    tree: FlatTree = whole_tree(forgetful)
    with pytest.raises(ValueError, match="one information set have different depths"):
        exploitability(tree, tree.uniform())
