"""Hands of limit hold'em between a strategy and simple players, in machine code.

Each deal is played twice, with seats exchanged and the same cards for each seat: this takes away most of the luck.
"""

from typing import Any

import numpy as np

from bench.poker.hands import dealt
from kibitz_server.games.poker.limit.tree import CALL, FOLD, ILLEGAL, RAISE
from training.holdem.machine import compiled
from training.holdem.mccfr import DEALT, drawn, settled

ALWAYS_CALL, ALWAYS_RAISE, POT_ODDS, RANDOM = range(4)
"""Simple players. POT_ODDS calls if its chance against a random hand pays for it, and raises from RAISES_FROM up."""
RAISES_FROM = 0.6


@compiled
def simple_action(player: int, node: Any, chance: float) -> int:
    """Return the action of a simple player whose hand wins so often against a random one."""
    asked = node.paid[1 - node.seat] - node.paid[node.seat]
    if player == RANDOM:
        action = np.random.randint(3)
        while node.after[action] == ILLEGAL:
            action = np.random.randint(3)
        return action
    if player == ALWAYS_RAISE or (player == POT_ODDS and chance >= RAISES_FROM):
        return RAISE if node.after[RAISE] != ILLEGAL else CALL
    if player == POT_ODDS and asked > 0 and chance * (node.paid[0] + node.paid[1] + asked) < asked:
        return FOLD
    return CALL


@compiled
def play_hand(tree: Any, strategy: Any, buckets: Any, player: int, chances: Any, me: int, won: int) -> float:
    """Play a hand, with the strategy in seat `me`, and return what it wins, in small blinds."""
    number = 0
    while True:
        node = tree[number]
        if node.seat == me:
            action = drawn(strategy[node.first + buckets[me, node.round]])
        else:
            action = simple_action(player, node, chances[1 - me, node.round])
        number = node.after[action]
        if number < 0:
            return settled(node, action, me, won)


@compiled
def play_deals(tree: Any, strategy: Any, tables: Any, totals: Any, player: int, seed: int, results: Any) -> None:
    """Play each deal in both seats, and write what the strategy wins a hand, in small blinds."""
    np.random.seed(seed)
    cards, buckets, chances = np.zeros(DEALT, np.int64), np.zeros((2, 4), np.int64), np.zeros((2, 4))
    for i in range(len(results)):
        won = dealt(cards, tables, totals, buckets, chances)
        results[i] = 0.0
        for me in range(2):
            results[i] += play_hand(tree, strategy, buckets, player, chances, me, won) / 2
