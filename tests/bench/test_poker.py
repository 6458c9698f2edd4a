"""Matches of hold'em: the local best response, and hands without limits."""

import numpy as np
import pytest

from bench.poker import nolimit, response
from kibitz_server.games.poker.limit import buckets
from kibitz_server.games.poker.limit.tree import CALL, FOLD, RAISE, nodes
from kibitz_server.games.poker.nolimit.tree import nodes as nolimit_nodes
from training.holdem import mccfr

pytestmark = [pytest.mark.compiled, pytest.mark.timeout(300)]


def test_local_best_response_raises_the_best_hand_and_folds_the_worst() -> None:
    """Against a bet on the river, the best response raises a hand that always wins and folds one that always loses."""
    tree, count = mccfr.tree_of(nodes(), (1, 1, 1, 1))
    strategy = np.zeros((count, 3), np.float32)
    strategy[:, CALL] = 1
    number = next(i for i, node in enumerate(nodes()) if node.round == 3 and node.actions == (FOLD, CALL, RAISE))
    reach, bucket = np.ones(buckets.PAIRS), np.zeros(buckets.PAIRS, np.int64)
    chosen = [
        response.best_action(tree, strategy, number, reach, np.full(buckets.PAIRS, equity), bucket)
        for equity in (1.0, 0.4, 0.0)
    ]
    assert chosen == [RAISE, CALL, FOLD]


def test_without_limits_the_strategy_calls_down_by_its_tree() -> None:
    """A strategy that always calls wins what the better hand wins of the bets of a player that bets all chips."""
    stack = 20
    tree, count = mccfr.tree_of(nolimit_nodes(stack), (1, 1, 1, 1))
    strategy = np.zeros((count, len(nolimit_nodes(stack)[0].after)), np.float32)
    strategy[:, CALL] = 1
    bucket, chances = np.zeros((2, 4), np.int64), np.full((2, 4), 0.5)

    def won(player: int, me: int, winner: int, slips: float = 0.0) -> float:
        return nolimit.play_hand(tree, strategy, bucket, chances, player, me, winner, stack, slips)

    assert [won(nolimit.ALL_IN, me, winner) for me in range(2) for winner in (-1, 0, 1)] == [-20, 0, 20, 20, 0, -20]
    assert [won(nolimit.ALWAYS_CALL, me, 1) for me in range(2)] == [2, -2]


def test_a_beginner_folds_a_middling_hand_to_a_bet_of_all_chips() -> None:
    """Half a chance does not pay for a call of all chips in place of one big blind."""
    tree, count = mccfr.tree_of(nolimit_nodes(20), (1, 1, 1, 1))
    strategy = np.zeros((count, len(nolimit_nodes(20)[0].after)), np.float32)
    bucket, chances = np.zeros((2, 4), np.int64), np.full((2, 4), 0.5)
    lost = nolimit.play_hand(tree, strategy, bucket, chances, nolimit.ALL_IN, 1, 1, 20, 1.0)
    assert lost == -2
