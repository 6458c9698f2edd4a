"""Buckets of all hands by a strategy file, and how often each hand wins."""

import numpy as np

from bench.poker.play import Chances
from kibitz_server.games.poker.limit.buckets import CENTRE, PAIRS, Centres
from training.holdem.boards import RUNS, start_totals
from training.holdem.clusters import assign, place_on_river, possible
from training.holdem.hands import Hands
from training.holdem.mccfr import Tables, tables


def tables_of(hands: Hands, centres: Centres) -> Tables:
    """Return the buckets of all hands that a strategy file has."""
    flop = np.frombuffer(centres.flop_buckets, np.uint8).reshape(-1, PAIRS)
    turn = np.zeros((len(hands.turns.cards), PAIRS), np.uint8)
    assign(hands.turn, CENTRE, np.array(centres.turn_centres, np.int64), possible(hands.turns.cards), turn)
    river = np.zeros(hands.strength.shape, np.uint8)
    levels, splits = np.frombuffer(centres.levels, np.uint8), np.array(centres.splits, np.int64)
    place_on_river(hands.strength, hands.good, levels, splits, river)
    return tables(hands.flops, hands.turns, hands.rivers, flop, turn, river)


def chances_of(hands: Hands) -> Chances:
    """Return how often all hands win against a random one."""
    start, counts = np.zeros(PAIRS, np.int64), np.zeros(PAIRS, np.int64)
    start_totals(hands.flops.number, hands.flops.exchange, hands.flop_total, counts, start)
    return Chances(start / counts / RUNS[2], hands.flop_total, hands.turn_total, hands.strength)
