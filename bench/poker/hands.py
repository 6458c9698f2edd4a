"""How often each hand wins against a random one."""

from typing import Any, NamedTuple

import numpy as np

from kibitz_server.games.poker.limit.buckets import PAIRS
from training.holdem.boards import RUNS, exchanged_pair, pair_of, start_totals
from training.holdem.hands import Hands
from training.holdem.machine import compiled
from training.holdem.mccfr import deal, find_buckets, set_place, winner


class Chances(NamedTuple):
    """How often each hand wins against a random one: on each board, as parts of a sum, and before the flop.

    The largest sums are those of `boards.RUNS`.
    """

    start: Any
    flop: Any
    turn: Any
    river: Any


@compiled
def find_chances(cards: Any, tables: Any, totals: Any, chances: Any) -> None:
    """Write how often the hand of each seat wins against a random one, in each round."""
    board = cards[4:]
    flop, turn, river = set_place(board, 3), set_place(board, 4), set_place(board, 5)
    for seat in range(2):
        a, b = cards[2 * seat], cards[2 * seat + 1]
        chances[seat, 0] = totals.start[pair_of(a, b)]
        chances[seat, 1] = totals.flop[tables.flops[flop], exchanged_pair(tables.flop_exchange[flop], a, b)] / RUNS[2]
        chances[seat, 2] = totals.turn[tables.turns[turn], exchanged_pair(tables.turn_exchange[turn], a, b)] / RUNS[1]
        chances[seat, 3] = (
            totals.river[tables.rivers[river], exchanged_pair(tables.river_exchange[river], a, b)] / RUNS[0]
        )


@compiled
def dealt(cards: Any, tables: Any, totals: Any, buckets: Any, chances: Any) -> int:
    """Deal a hand, write the buckets and chances of both seats, and return the result of `winner`."""
    deal(cards)
    find_buckets(cards, tables, buckets)
    find_chances(cards, tables, totals, chances)
    return winner(cards)


def chances_of(hands: Hands) -> Chances:
    """Return how often all hands win against a random one."""
    start, counts = np.zeros(PAIRS, np.int64), np.zeros(PAIRS, np.int64)
    start_totals(hands.flops.number, hands.flops.exchange, hands.flop_total, counts, start)
    return Chances(start / counts / RUNS[2], hands.flop_total, hands.turn_total, hands.strength)
