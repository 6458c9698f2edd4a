"""A sample of run-outs, the five cards of a board in order, with the buckets of all hands on them.

It takes a small part of the time of all boards, and a strategy of few buckets learns nearly the same from it.
"""

from math import comb
from typing import Any, NamedTuple

import numpy as np

from kibitz_server.games.poker.limit.buckets import CARDS, CENTRE, PAIRS, STEPS, Centres
from training.holdem.boards import EXCHANGES, boards, exchanged_pair, place, river_strengths, turn_outlooks
from training.holdem.clusters import assign, place_on_river, possible
from training.holdem.mccfr import Tables

CHUNK = 100
"""Run-outs that are computed at once."""
PAIR_AFTER = np.array(
    [[exchanged_pair(e, a, b) for a in range(CARDS) for b in range(a)] for e in range(len(EXCHANGES))]
)
"""Number of each pair of cards after each exchange of suits."""


class RunOuts(NamedTuple):
    """Sampled run-outs.

    Attributes:
        tables: Buckets of limit hold'em on their boards, which are all that is dealt.
        flop: Mean distribution of the strength for each bucket of the flop.
        turn_total: Sum of the strengths on all rivers, for each turn and pair of cards.
        strength: Strength on the river, for each run-out and pair of cards.
    """

    tables: Tables
    flop: Any
    turn_total: Any
    strength: Any


def run_outs(count: int, seed: int, centres: Centres) -> RunOuts:
    """Draw run-outs and compute the buckets of all hands on them."""
    random = np.random.default_rng(seed)
    drawn = np.array([random.permutation(CARDS)[:5] for _ in range(count)])
    flops = boards(3)
    flop = np.frombuffer(centres.flop_buckets, np.uint8).reshape(-1, PAIRS)
    turn, river = np.zeros((2, count, PAIRS), np.uint8)
    turn_total, strength = np.zeros((count, PAIRS), np.uint32), np.zeros((count, PAIRS), np.uint16)
    means = np.zeros((int(flop.max()) + 1, len(STEPS) + 1))
    numbers = [np.zeros(comb(CARDS, size), np.int32) for size in (4, 5)]
    for first in range(0, count, CHUNK):
        some = slice(first, min(count, first + CHUNK))
        turns = np.sort(drawn[some, :4], axis=1)
        outlook = _chunk(turns, drawn[some, 4], turn_total[some], strength[some], river[some], centres)
        fits = possible(turns)
        assign(outlook, CENTRE, np.array(centres.turn_centres, np.int64), fits, turn[some])
        for i, cards in enumerate(drawn[some]):
            numbers[0][place(np.sort(cards[:4]))] = numbers[1][place(np.sort(cards))] = first + i
            _add(means, flop, flops, cards[:3], outlook[i], fits[i])
    same = [np.zeros(comb(CARDS, size), np.uint8) for size in (4, 5)]
    found = Tables(flops.number, flops.exchange, flop, numbers[0], same[0], turn, numbers[1], same[1], river, drawn)
    return RunOuts(
        found, np.rint(CARDS * means[:, 1:] / np.maximum(means[:, :1], 1)).astype(np.int64), turn_total, strength
    )


def _chunk(turns: Any, last: Any, total: Any, strength: Any, bucket: Any, centres: Centres) -> Any:
    """Write what is known of all hands on some turns and on the rivers that follow; return the distributions."""
    rivers = [(cards, card) for cards in turns for card in range(CARDS) if card not in cards]
    longer = np.array([np.sort([*cards, card]) for cards, card in rivers])
    all_strengths, good = np.zeros((2, len(longer), PAIRS), np.uint16)
    river_strengths(longer, all_strengths, good)
    number, same = np.zeros(comb(CARDS, 5), np.int32), np.zeros(comb(CARDS, 5), np.uint8)
    for i, cards in enumerate(longer):
        number[place(cards)] = i
    outlook = np.zeros((len(turns), PAIRS, len(STEPS)), np.uint8)
    turn_outlooks(turns, number, same, all_strengths, outlook, total)
    at = [number[place(np.sort([*cards, card]))] for cards, card in zip(turns, last, strict=True)]
    strength[:] = all_strengths[at]
    levels, splits = np.frombuffer(centres.levels, np.uint8), np.array(centres.splits, np.int64)
    place_on_river(strength, good[at], levels, splits, bucket)
    return outlook


def _add(means: Any, flop: Any, flops: Any, cards: Any, outlook: Any, fits: Any) -> None:
    """Add the distributions on a turn to those of the buckets that the hands had on the flop."""
    at = place(np.sort(cards))
    pairs = PAIR_AFTER[flops.exchange[at]][fits]
    buckets = flop[flops.number[at]][pairs]
    np.add.at(means, buckets, np.column_stack([np.ones(len(pairs)), outlook[fits]]))
