"""How all hands do on all boards."""

from typing import Any, NamedTuple

import numpy as np

from kibitz_server.games.poker.limit.buckets import CENTRE, PAIRS, STEPS, Centres
from training.holdem.boards import (
    Boards,
    boards,
    flop_outlooks,
    river_strengths,
    turn_outlooks,
)
from training.holdem.clusters import assign, place_on_river, possible
from training.holdem.mccfr import Tables, tables


class Hands(NamedTuple):
    """All boards, and for each board and pair of cards what is known of the hand.

    Attributes:
        flops: Boards of the flop.
        turns: Boards of the turn.
        rivers: Boards of the river.
        strength: Strength on the river against all hands.
        good: Strength on the river against good hands.
        turn: Distribution on the turn.
        turn_total: Sum of the strengths on all rivers.
        flop: Sums of the distributions on all turns.
        flop_total: Sum of the strengths on all turns and rivers.
    """

    flops: Boards
    turns: Boards
    rivers: Boards
    strength: Any
    good: Any
    turn: Any
    turn_total: Any
    flop: Any
    flop_total: Any


def all_hands() -> Hands:
    """Compute how all hands do on all boards, which takes two minutes of processor time and 2 GB."""
    flops, turns, rivers = boards(3), boards(4), boards(5)
    strength, good = (np.zeros((len(rivers.cards), PAIRS), np.uint16) for _ in range(2))
    river_strengths(rivers.cards, strength, good)
    turn, turn_total = _room(turns, np.uint8)
    turn_outlooks(turns.cards, rivers.number, rivers.exchange, strength, turn, turn_total)
    flop, flop_total = _room(flops, np.uint16)
    flop_outlooks(flops.cards, turns.number, turns.exchange, turn, turn_total, flop, flop_total)
    return Hands(flops, turns, rivers, strength, good, turn, turn_total, flop, flop_total)


def _room(some: Boards, kind: Any) -> tuple[Any, Any]:
    return np.zeros((len(some.cards), PAIRS, len(STEPS)), kind), np.zeros((len(some.cards), PAIRS), np.uint32)


def flop_means(flops: Boards, outlook: Any, buckets: Any) -> Any:
    """Return the mean distribution of the hands in each bucket of the flop, in integers; zeros for an empty bucket."""
    weights = (flops.weight[:, None] * possible(flops.cards)).ravel()
    count, bucket = int(buckets.max()) + 1, buckets.ravel()
    total = np.maximum(np.bincount(bucket, weights, count), 1)
    sums = [np.bincount(bucket, weights * outlook[..., k].ravel(), count) for k in range(outlook.shape[2])]
    return np.rint(np.stack(sums, axis=1) / total[:, None]).astype(np.int64)


def tables_of(hands: Hands, centres: Centres) -> Tables:
    """Return the buckets of all hands that a strategy file has."""
    flop = np.frombuffer(centres.flop_buckets, np.uint8).reshape(-1, PAIRS)
    turn = np.zeros((len(hands.turns.cards), PAIRS), np.uint8)
    assign(hands.turn, CENTRE, np.array(centres.turn_centres, np.int64), possible(hands.turns.cards), turn)
    river = np.zeros(hands.strength.shape, np.uint8)
    levels, splits = np.frombuffer(centres.levels, np.uint8), np.array(centres.splits, np.int64)
    place_on_river(hands.strength, hands.good, levels, splits, river)
    return tables(hands.flops, hands.turns, hands.rivers, flop, turn, river)
