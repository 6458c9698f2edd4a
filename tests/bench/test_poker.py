"""Matches of limit hold'em: the local best response."""

import numpy as np
import pytest

from bench.poker import response
from kibitz_server.games.poker.limit import buckets
from kibitz_server.games.poker.limit.tree import CALL, FOLD, RAISE, nodes
from training.holdem import mccfr

pytestmark = [pytest.mark.compiled, pytest.mark.timeout(300)]


def test_local_best_response_raises_the_best_hand_and_folds_the_worst() -> None:
    """Against a bet on the river, the best response raises a hand that always wins and folds one that always loses."""
    tree, count = mccfr.tree_of((1, 1, 1, 1))
    strategy = np.zeros((count, 3), np.float32)
    strategy[:, CALL] = 1
    number = next(i for i, node in enumerate(nodes()) if node.round == 3 and node.actions == (FOLD, CALL, RAISE))
    reach, bucket = np.ones(buckets.PAIRS), np.zeros(buckets.PAIRS, np.int64)
    chosen = [
        response.best_action(tree, strategy, number, reach, np.full(buckets.PAIRS, equity), bucket)
        for equity in (1.0, 0.4, 0.0)
    ]
    assert chosen == [RAISE, CALL, FOLD]
