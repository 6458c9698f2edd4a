"""All boards of hold'em, with how each hand does on them, computed for all hands at once in machine code.

Boards that differ only by an exchange of suits are one. The numbers are those that the game computes for one hand, in
`kibitz_server.games.poker.limit.buckets`.
"""

from itertools import combinations
from math import comb
from typing import Any, NamedTuple

import numpy as np

from kibitz_server.games.poker.limit.buckets import CARDS, PAIRS, STEPS, SUIT_ORDERS, is_good
from training.holdem.machine import compiled, hand_value

EXCHANGES = np.array([[13 * order[c // 13] + c % 13 for c in range(CARDS)] for order in SUIT_ORDERS], np.int64)
"""What becomes of each card by each exchange of suits."""
CHOOSE = np.array([[comb(n, k) for k in range(6)] for n in range(CARDS + 1)], np.int64)
GOOD = np.array([is_good(a % 13, b % 13) for a in range(CARDS) for b in range(a)], np.bool_)
"""Whether each pair of cards is a good hand."""
LEVELS = np.array(STEPS, np.int64)
STEP_COUNT = len(STEPS)


RUNS = np.array([1, 46, 47 * 46], np.int64) * 1980
"""Largest sum of strengths of a hand on the river, the turn and the flop."""


class Boards(NamedTuple):
    """Boards of some size.

    Attributes:
        number: For each set of cards in colexicographic order, the number of its board.
        exchange: For each of these sets, the exchange of suits that makes it this board.
        cards: For each board, its cards in ascending order.
        weight: For each board, how many sets it stands for.
    """

    number: Any
    exchange: Any
    cards: Any
    weight: Any


@compiled
def place(cards: Any) -> int:
    """Return the place of some cards in ascending order among all sets of this size, in colexicographic order."""
    found = 0
    for i in range(len(cards)):
        found += CHOOSE[cards[i], i + 1]
    return found


@compiled
def _least(sets: Any, least: Any, exchange: Any) -> None:
    """Find for each set of cards the least mask that exchanges of suits make of it, and the first such exchange."""
    for i in range(len(sets)):
        for e in range(24):
            mask = 0
            for card in sets[i]:
                mask |= 1 << EXCHANGES[e, card]
            if e == 0 or mask < least[i]:
                least[i] = mask
                exchange[i] = e


def boards(size: int) -> Boards:
    """Return the boards of this many cards."""
    sets = np.array(list(combinations(range(CARDS), size)), np.int64)
    # Colexicographic order is that of the sets read from their highest card.
    sets = sets[np.lexsort(sets.T)]
    least, exchange = np.zeros(len(sets), np.int64), np.zeros(len(sets), np.uint8)
    _least(sets, least, exchange)
    masks, number, weight = np.unique(least, return_inverse=True, return_counts=True)
    cards = np.array([[card for card in range(CARDS) if mask >> card & 1] for mask in masks.tolist()], np.int64)
    return Boards(number.astype(np.int32), exchange, cards, weight)


@compiled
def pair_of(a: int, b: int) -> int:
    """Return the number of a pair of cards."""
    return a * (a - 1) // 2 + b if a > b else b * (b - 1) // 2 + a


@compiled
def values_on(board: Any, hands: Any, values: Any) -> int:
    """Write the hands that a board leaves, and their values, in the order of the pairs' numbers. Return how many."""
    mask = 0
    for card in board:
        mask |= 1 << card
    n = 0
    for a in range(CARDS):
        if mask >> a & 1:
            continue
        for b in range(a):
            if not mask >> b & 1:
                hands[n, 0] = a
                hands[n, 1] = b
                values[n] = hand_value(mask | 1 << a | 1 << b)
                n += 1
    return n


@compiled
def ranked_strengths(order: Any, hands: Any, values: Any, some: Any, points: Any) -> None:
    """Add up how each hand does against those of `some`: two for each that it beats, one for each equal one.

    Hands come in ascending order of their values. Those that share a card with a hand are not counted.
    """
    below, below_with = 0, np.zeros(CARDS, np.int64)
    n = len(order)
    i = 0
    while i < n:
        end = i
        equal, equal_with = 0, np.zeros(CARDS, np.int64)
        while end < n and values[order[end]] == values[order[i]]:
            a, b = hands[order[end], 0], hands[order[end], 1]
            if some[pair_of(a, b)]:
                equal += 1
                equal_with[a] += 1
                equal_with[b] += 1
            end += 1
        for k in range(i, end):
            a, b = hands[order[k], 0], hands[order[k], 1]
            own = 1 if some[pair_of(a, b)] else 0
            worse = below - below_with[a] - below_with[b]
            points[order[k]] = 2 * worse + equal - equal_with[a] - equal_with[b] + own
        below += equal
        below_with += equal_with
        i = end


@compiled
def good_hands_left(board: Any, good_with: Any) -> int:
    """Return how many good hands a board leaves, and write how many of them have each card."""
    taken = np.zeros(CARDS, np.bool_)
    for card in board:
        taken[card] = True
    good_with[:] = 0
    total = 0
    for a in range(CARDS):
        for b in range(a):
            if GOOD[pair_of(a, b)] and not taken[a] and not taken[b]:
                total += 1
                good_with[a] += 1
                good_with[b] += 1
    return total


@compiled
def river_strengths(cards: Any, strength: Any, good: Any) -> None:
    """Compute both strengths of all hands on all boards of the river, as `buckets.strengths` does for one."""
    hands, values, good_with = np.zeros((PAIRS, 2), np.int64), np.zeros(PAIRS, np.int64), np.zeros(CARDS, np.int64)
    points, everything = np.zeros(PAIRS, np.int64), np.ones(PAIRS, np.bool_)
    for i in range(len(cards)):
        n = values_on(cards[i], hands, values)
        order = np.argsort(values[:n])
        ranked_strengths(order, hands, values, everything, points)
        for k in range(n):
            strength[i, pair_of(hands[k, 0], hands[k, 1])] = points[k]
        ranked_strengths(order, hands, values, GOOD, points)
        total = good_hands_left(cards[i], good_with)
        for k in range(n):
            a, b = hands[k, 0], hands[k, 1]
            own = 1 if GOOD[pair_of(a, b)] else 0
            good[i, pair_of(a, b)] = 500 * points[k] // (total - good_with[a] - good_with[b] + own)


@compiled
def exchanged_pair(exchange: int, a: int, b: int) -> int:
    """Return the number of a pair of cards after an exchange of suits."""
    return pair_of(EXCHANGES[exchange, a], EXCHANGES[exchange, b])


@compiled
def insert(board: Any, card: int, longer: Any) -> None:
    """Write a board with one card more, in ascending order."""
    n = len(board)
    k = n
    while k > 0 and board[k - 1] > card:
        longer[k] = board[k - 1]
        k -= 1
    longer[k] = card
    for i in range(k):
        longer[i] = board[i]


@compiled
def turn_outlooks(cards: Any, rivers: Any, river_exchange: Any, strength: Any, outlook: Any, total: Any) -> None:
    """Compute the distributions of all hands on all boards of the turn, as `buckets.outlook` does for one, and sums."""
    longer = np.zeros(5, np.int64)
    for i in range(len(cards)):
        taken = np.zeros(CARDS, np.bool_)
        for card in cards[i]:
            taken[card] = True
        for river in range(CARDS):
            if taken[river]:
                continue
            insert(cards[i], river, longer)
            at = place(longer)
            number, exchange = rivers[at], river_exchange[at]
            for a in range(CARDS):
                for b in range(a):
                    if taken[a] or taken[b] or a == river or b == river:
                        continue
                    reached = strength[number, exchanged_pair(exchange, a, b)]
                    pair = pair_of(a, b)
                    total[i, pair] += reached
                    step = STEP_COUNT
                    while step > 0 and reached < LEVELS[step - 1]:
                        step -= 1
                        outlook[i, pair, step] += 1


@compiled
def flop_outlooks(
    cards: Any, turns: Any, turn_exchange: Any, turn: Any, turn_total: Any, outlook: Any, total: Any
) -> None:
    """Add up the distributions and the sums of the turn for all hands on all flops."""
    longer = np.zeros(4, np.int64)
    for i in range(len(cards)):
        taken = np.zeros(CARDS, np.bool_)
        for card in cards[i]:
            taken[card] = True
        for card in range(CARDS):
            if taken[card]:
                continue
            insert(cards[i], card, longer)
            at = place(longer)
            number, exchange = turns[at], turn_exchange[at]
            for a in range(CARDS):
                for b in range(a):
                    if taken[a] or taken[b] or a == card or b == card:
                        continue
                    to, pair = exchanged_pair(exchange, a, b), pair_of(a, b)
                    total[i, pair] += turn_total[number, to]
                    for step in range(STEP_COUNT):
                        outlook[i, pair, step] += turn[number, to, step]


@compiled
def start_totals(flops: Any, flop_exchange: Any, total: Any, counts: Any, start: Any) -> None:
    """Add up the sums of all flops for each pair of cards, and count these flops."""
    for c in range(2, CARDS):
        for b in range(1, c):
            for a in range(b):
                at = CHOOSE[a, 1] + CHOOSE[b, 2] + CHOOSE[c, 3]
                for x in range(CARDS):
                    for y in range(x):
                        if x in (a, b, c) or y in (a, b, c):
                            continue
                        pair = pair_of(x, y)
                        start[pair] += total[flops[at], exchanged_pair(flop_exchange[at], x, y)]
                        counts[pair] += 1
