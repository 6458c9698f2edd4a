"""The value of poker hands: counts of all hands, and agreement with a naive ranking."""

import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations, product
from math import comb, prod

import pytest

from kibitz_server.games.poker.ranking import KINDS, hand_value, highest, kind_of, size_of, straight_of, top

FIVE = [1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 40]
SEVEN = [23294460, 58627800, 31433400, 6461620, 6180020, 4047644, 3473184, 224848, 41584]
"""Hands of 5 and 7 of 52 cards by kind, from high card to straight flush."""
RANKS = "23456789TJQKA"


def mask(text: str) -> int:
    """Return the set of the cards of text such as `As Td`."""
    return sum(1 << (13 * "cdhs".index(card[1]) + RANKS.index(card[0])) for card in text.split())


def unsuited(counts: tuple[int, ...]) -> int:
    """Return a hand with this many cards of each rank, of which at most four have one suit, whenever there is one."""
    cards, used = 0, [0] * 4
    for rank in sorted(range(13), key=lambda rank: -counts[rank]):
        for suit in sorted(range(4), key=used.__getitem__)[: counts[rank]]:
            used[suit] += 1
            cards |= 1 << (13 * suit + rank)
    return cards


def all_counts(size: int, ranks: int = 13) -> Iterator[tuple[int, ...]]:
    """Yield how many cards of each rank a hand of this size may have."""
    if ranks == 0:
        yield from [()] if size == 0 else []
        return
    for count in range(min(size, 4) + 1):
        for rest in all_counts(size - count, ranks - 1):
            yield (count, *rest)


@cache
def flushes(counts: tuple[int, ...]) -> int:
    """Return how many hands with this many cards of each rank have five or more of one suit."""
    found = [1]
    for count in counts:
        # found[k] counts the hands with k cards of the suit.
        longer = [0] * (len(found) + 1)
        for k, hands in enumerate(found):
            longer[k] += hands * comb(3, count)
            longer[k + 1] += hands * comb(3, count - 1) if count else 0
        found = longer
    return 4 * sum(found[5:])


@cache
def values(size: int) -> Counter[int]:
    """Return how many hands of this size have each value.

    Suits do not matter without five cards of one. With five, only the ranks of that suit matter.
    """
    found: Counter[int] = Counter()
    for counts in all_counts(size):
        ways = prod(comb(4, count) for count in counts) - flushes(counts)
        if ways:
            found[hand_value(unsuited(counts))] += ways
    for suited in range(5, size + 1):
        others = unsuited((0,) * (13 - size + suited) + (1,) * (size - suited)) & ~8191
        for ranks in combinations(range(13), suited):
            found[hand_value(others | sum(1 << rank for rank in ranks))] += 4 * comb(39, size - suited)
    return found


def naive(cards: list[int]) -> tuple[int, ...]:
    """Return the value of the best five cards as a kind and ranks, by looking at all fives."""
    return max(map(naive_five, combinations(cards, 5)))


def naive_five(cards: tuple[int, ...]) -> tuple[int, ...]:
    """Return the value of five cards as a kind and ranks."""
    counts = Counter(card % 13 for card in cards)
    order = sorted(counts, key=lambda rank: (-counts[rank], -rank))
    shape = sorted(counts.values(), reverse=True)
    high = max(order)
    straight = len(order) == 5 and high - min(order) == 4
    if sorted(order) == [0, 1, 2, 3, 12]:
        straight, order = True, [3]
    if straight:
        order = order[:1]
    flush = len({card // 13 for card in cards}) == 1
    if straight or flush:
        return (8 if straight and flush else 5 if flush else 4, *order)
    kinds = {(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1}
    return (kinds.get(tuple(shape), 0), *order)


@pytest.mark.parametrize(("size", "counts"), [(5, FIVE), (7, SEVEN)])
def test_counts_of_each_kind(size: int, counts: list[int]) -> None:
    """All hands of five and of seven cards have the published numbers of each kind."""
    kinds = Counter[int]()
    for value, ways in values(size).items():
        kinds[kind_of(value)] += ways
    assert [kinds[kind] for kind in range(9)] == counts
    assert sum(counts) == comb(52, size)


def test_number_of_values() -> None:
    """Five cards have 7,462 different values, of which six and seven cards reach those that are not too low."""
    five, seven = values(5), values(7)
    assert (len(five), len(values(6)), len(seven)) == (7462, 6075, 4824)
    assert set(seven) < set(five)


@pytest.mark.parametrize("size", [5, 6, 7])
def test_agrees_with_a_naive_ranking(size: int) -> None:
    """The better of two hands is that of the naive ranking, also with few ranks and suits, where high kinds abound."""
    rng = random.Random(size)
    hands = []
    for few in range(2400):
        deck = [13 * suit + rank for suit, rank in product(range(2 + few % 3), range(few % 8, 13))]
        hands.append(rng.sample(deck, size))
    ranked = sorted((hand_value(sum(1 << card for card in hand)), naive(hand)) for hand in hands)
    assert [value for _, value in ranked] == sorted(value for _, value in ranked)
    assert len(set(ranked)) == len({value for value, _ in ranked}) == len({value for _, value in ranked})
    assert {kind_of(value) for value, _ in ranked} == set(range(9))
    assert all(kind_of(value) == each[0] for value, each in ranked)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Ac 2d 3h 4s 5c Kd Kh", "straight"),
        ("Qc Kd Ah 2s 3c 4d 9h", "high card"),
        ("Ac 2c 3c 4c 5c 6d 7d", "straight flush"),
        ("2c 2d 2h 3c 3d 3h 9s", "full house"),
        ("2c 2d 2h 2s 3d 3h 3s", "four of a kind"),
        ("2c 2d 3h 3s 4d 4h 5s", "two pair"),
    ],
)
def test_kinds_of_odd_hands(text: str, kind: str) -> None:
    """A wheel counts, a straight does not turn around the ace, and more than five cards choose the best five."""
    assert KINDS[kind_of(hand_value(mask(text)))] == kind


def test_kickers_decide_and_the_sixth_card_does_not() -> None:
    """Of three pairs the third is only a kicker; the lowest two of seven cards never matter."""
    assert hand_value(mask("9c 9d 7h 7s 5c 5d 3h")) == hand_value(mask("9h 9s 7c 7d 5h 2c 4s"))
    assert hand_value(mask("9c 9d 7h 7s 5c 5d Ah")) > hand_value(mask("9h 9s 7c 7d Kh 2c 4s"))
    assert hand_value(mask("Ac Kd 9h 8s 7c 3d 2h")) == hand_value(mask("Ad Kh 9s 8c 7d 4h 2s"))
    assert hand_value(mask("Ac 2d 3h 4s 5c")) < hand_value(mask("6c 2d 3h 4s 5c"))


def test_sets_of_ranks() -> None:
    """The arithmetic of sets of ranks agrees with lists, for all sets."""
    for ranks in range(1 << 13):
        each = [rank for rank in range(13) if ranks >> rank & 1]
        assert size_of(ranks) == len(each)
        assert highest(ranks) == sum(1 << rank for rank in each[-1:])
        assert top(ranks, 2) == sum(1 << rank for rank in each[-2:])
        runs = [low + 4 for low in range(-1, 9) if {low % 13, *range(low + 1, low + 5)} <= set(each)]
        assert straight_of(ranks) == (1 << max(runs) if runs else 0)
