"""Buckets of limit hold'em: for each round, the hands that the strategy plays alike.

Before the flop these are the 169 classes of two cards. On the river it counts how often the hand wins against a random
one, and against one that players like to see a flop with. Earlier, the hand wins with some part of the boards that may
come, loses with others, and has its chances in between: this distribution of its strength on the river tells a made
hand from a draw (Gilpin, Sandholm and Soerensen, 2007; Johanson et al., 2013, for the distance of distributions). Hands
with similar distributions have the same bucket.

All numbers are integers, so that the training, which computes the tables of all hands at once, gets the same ones.
Cards and sets of cards are those of `ranking`.
"""

from bisect import bisect_left
from collections.abc import Sequence
from functools import cache
from itertools import permutations
from typing import NamedTuple

from kibitz_server.games.poker.ranking import ALL_RANKS, RANKS, hand_value, size_of

ACE, NINE = 12, 7
CARDS = 52
PAIRS = CARDS * (CARDS - 1) // 2
STARTS = 169
STRENGTHS = 1981
"""Number of strengths on the river: two for each of 990 hands that are beaten, one for an equal one."""
STEPS = (198, 396, 594, 792, 990, 1188, 1386, 1584, 1733, 1842, 1921)
"""Strengths below which the distribution counts boards. They are closer where hands are strong."""
CENTRE = 5
"""A centre of turn hands has CENTRE times the numbers of a distribution."""
SUIT_ORDERS = tuple(permutations(range(4)))


class Centres(NamedTuple):
    """What decides the buckets.

    Attributes:
        flops: The flops that are different but for an exchange of suits, as sets of cards, in ascending order.
        flop_buckets: For each of these flops, the bucket of each pair of cards.
        turn_centres: For each bucket of the turn, the numbers of its distribution.
        levels: For each strength on the river, its level.
        splits: For each level, the strengths against good hands from which on the next bucket of this level begins.
    """

    flops: Sequence[int]
    flop_buckets: bytes
    turn_centres: Sequence[Sequence[int]]
    levels: bytes
    splits: Sequence[Sequence[int]]


def pair_number(a: int, b: int) -> int:
    """Return the number of a pair of cards, from 0 to PAIRS - 1."""
    high, low = max(a, b), min(a, b)
    return high * (high - 1) // 2 + low


def start_class(a: int, b: int) -> int:
    """Return the class of two cards: 13 * high + low rank if they have the same suit, else 13 * low + high rank."""
    high, low = max(a % RANKS, b % RANKS), min(a % RANKS, b % RANKS)
    return RANKS * high + low if a // RANKS == b // RANKS else RANKS * low + high


def is_good(a: int, b: int) -> bool:
    """Return whether two ranks are a hand that players like to see a flop with: a pair, an ace, or two from nine up."""
    return a == b or max(a, b) == ACE or min(a, b) >= NINE


def alike(seen: int, board: int) -> list[tuple[int, int, list[int]]]:
    """Return the cards that are not seen, with those together that are worth the same to the opponent.

    Suits only matter if three cards of the board have the same. The result has the rank, the number of cards, and
    one or two of them.
    """
    suits = [suit for suit in range(4) if size_of(board >> RANKS * suit & ALL_RANKS) >= 3]
    found = []
    for rank in range(RANKS):
        free = [suit for suit in range(4) if not seen >> (RANKS * suit + rank) & 1]
        groups = [suit for suit in free if suit in suits], [suit for suit in free if suit not in suits]
        found += [(rank, len(group), [1 << (RANKS * suit + rank) for suit in group[:2]]) for group in groups if group]
    return found


def strengths(own: int, board: int) -> tuple[int, int]:
    """Return how a hand does on the river.

    Returns:
        Twice the number of hands that it beats of all 990, and one for each equal one; and the part of good hands that
        it beats, in thousandths.
    """
    value = hand_value(own | board)
    total = good = good_hands = 0
    groups = alike(own | board, board)
    for i, (rank, count, cards) in enumerate(groups):
        for j, (other, others, more) in enumerate(groups[: i + 1]):
            ways = count * (count - 1) // 2 if i == j else count * others
            if not ways:
                continue
            theirs = hand_value(board | cards[0] | (cards[1] if i == j else more[0]))
            points = ways * ((value > theirs) + (value >= theirs))
            total += points
            if is_good(rank, other):
                good += points
                good_hands += ways
    return total, 500 * good // good_hands


def outlook(own: int, board: int) -> list[int]:
    """Return the distribution of a hand on the turn: how many river cards leave its strength below each step."""
    counts = [0] * len(STEPS)
    for card in range(CARDS):
        if not (own | board) >> card & 1:
            strength, _ = strengths(own, board | 1 << card)
            for i, step in enumerate(STEPS):
                counts[i] += strength < step
    return counts


def river_bucket(own: int, board: int, centres: Centres) -> int:
    """Return the bucket of a hand on the river."""
    strength, good = strengths(own, board)
    level = centres.levels[strength]
    splits = centres.splits[level]
    return level * (len(splits) + 1) + sum(good >= split for split in splits)


def turn_bucket(own: int, board: int, centres: Centres) -> int:
    """Return the bucket of a hand on the turn: the nearest centre, the first one of several."""
    counts = [CENTRE * count for count in outlook(own, board)]
    distances = [
        sum((count - at) * (count - at) for count, at in zip(counts, centre, strict=True))
        for centre in centres.turn_centres
    ]
    return distances.index(min(distances))


@cache
def _exchanges() -> list[list[int]]:
    """Return for each order of the suits what becomes of each card."""
    return [[RANKS * order[card // RANKS] + card % RANKS for card in range(CARDS)] for order in SUIT_ORDERS]


def flop_bucket(own: Sequence[int], flop: Sequence[int], centres: Centres) -> int:
    """Return the bucket of two cards on a flop of three."""
    cards, exchange = min((sum(1 << exchange[card] for card in flop), exchange) for exchange in _exchanges())
    place = bisect_left(centres.flops, cards)
    return centres.flop_buckets[PAIRS * place + pair_number(exchange[own[0]], exchange[own[1]])]


def bucket(own: Sequence[int], board: Sequence[int], centres: Centres) -> int:
    """Return the bucket of two cards on a board of 0, 3, 4 or 5 cards."""
    if not board:
        return start_class(own[0], own[1])
    if len(board) == 3:
        return flop_bucket(own, board, centres)
    cards, known = sum(1 << card for card in own), sum(1 << card for card in board)
    return (turn_bucket if len(board) == 4 else river_bucket)(cards, known, centres)
