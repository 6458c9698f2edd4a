"""Buckets of limit hold'em: strengths against all hands, distributions, and suits that are exchanged."""

import random
from itertools import combinations
from math import comb

import pytest

from kibitz_server.games.poker.limit.buckets import (
    CARDS,
    CENTRE,
    PAIRS,
    STEPS,
    STRENGTHS,
    Centres,
    bucket,
    is_good,
    outlook,
    pair_number,
    start_class,
    strengths,
)
from kibitz_server.games.poker.ranking import hand_value
from tests.server.games.poker.test_ranking import mask


def naive_strengths(own: list[int], board: list[int]) -> tuple[int, int]:
    """Return the strengths of a hand by looking at all 990 hands of the opponent."""
    known = sum(1 << card for card in board)
    value = hand_value(known | sum(1 << card for card in own))
    total, good = 0, []
    for a, b in combinations([card for card in range(CARDS) if card not in own + board], 2):
        theirs = hand_value(known | 1 << a | 1 << b)
        points = 2 if value > theirs else int(value == theirs)
        total += points
        if is_good(a % 13, b % 13):
            good.append(points)
    return total, 500 * sum(good) // len(good)


@pytest.mark.parametrize("suits", [1, 2, 4])
def test_strengths_count_all_hands(suits: int) -> None:
    """Hands that are alike are counted together without changing the sum, with flushes on the board or without."""
    rng = random.Random(suits)
    for _ in range(8):
        cards = rng.sample(range(13 * suits), min(4, suits + 3)) if suits < 4 else []
        cards += rng.sample([card for card in range(CARDS) if card not in cards], 7 - len(cards))
        own, board = cards[5:], cards[:5]
        found = strengths(sum(1 << card for card in own), sum(1 << card for card in board))
        assert found == naive_strengths(own, board)


def test_best_and_worst_strengths() -> None:
    """A royal flush beats all 990 hands, and a board that plays for everyone beats half of each."""
    assert strengths(mask("Ac Kc"), mask("Qc Jc Tc 2d 3h")) == (STRENGTHS - 1, 1000)
    assert strengths(mask("2d 3h"), mask("Ac Kc Qc Jc Tc")) == (990, 500)


def test_outlook_of_a_draw_and_a_made_hand() -> None:
    """A flush draw is often weak and sometimes strong; a set is strong on nearly every river."""
    draw, made = outlook(mask("6c 7c"), mask("Kc 2c 9d Th")), outlook(mask("9c 9h"), mask("Kc 2c 9d Th"))
    assert len(draw) == len(STEPS)
    assert draw[4] > 25
    assert 46 - draw[8] >= 9
    assert made[7] <= 4
    assert sorted(draw) == draw


def test_start_classes() -> None:
    """There are 169 classes of two cards: 13 pairs of 6 hands, 78 suited ones of 4 and 78 others of 12."""
    sizes = [0] * 169
    for a, b in combinations(range(CARDS), 2):
        assert start_class(a, b) == start_class(b, a)
        sizes[start_class(a, b)] += 1
    assert sorted(set(sizes)) == [4, 6, 12]
    assert [sizes.count(size) for size in (4, 6, 12)] == [78, 13, 78]


def test_pair_numbers() -> None:
    """Each pair of cards has a number of its own."""
    assert sorted(pair_number(a, b) for a, b in combinations(range(CARDS), 2)) == list(range(PAIRS))


def centres() -> Centres:
    """Return centres with few buckets, of which the flop's table has one for each pair number modulo 251."""
    flops = {
        min(
            sum(1 << (13 * order[card // 13] + card % 13) for card in flop)
            for order in [
                (a, b, c, 6 - a - b - c) for a in range(4) for b in range(4) for c in range(4) if len({a, b, c}) == 3
            ]
        )
        for flop in combinations(range(CARDS), 3)
        if flop[0] < 13
    }
    assert len(flops) == 1755
    turn = [(CENTRE * 46,) * len(STEPS), (CENTRE * 20,) * len(STEPS), (0,) * len(STEPS)]
    levels = bytes(min(3, strength // 500) for strength in range(STRENGTHS))
    table = bytes(pair % 251 for _ in flops for pair in range(PAIRS))
    return Centres(sorted(flops), table, turn, levels, [(100, 200, 300)] * 4)


def test_an_exchange_of_suits_changes_no_bucket() -> None:
    """Hands that differ only by an exchange of suits, or by the order of the cards, have the same bucket."""
    given, rng = centres(), random.Random(3)
    for count in (0, 4, 5):
        for _ in range(6):
            cards = rng.sample(range(CARDS), 2 + count)
            order = rng.sample(range(4), 4)
            other = [13 * order[card // 13] + card % 13 for card in cards]
            assert bucket(cards[:2], cards[2:], given) == bucket(other[1::-1], other[:1:-1], given)


def test_flops_are_exchanged_to_the_known_ones() -> None:
    """On the flop, the bucket is that of the pair of cards after the exchange of suits that makes the known flop."""
    given = centres()
    own, flop = [12, 25], [11, 24, 37]
    found = {
        bucket([13 * o[0] + 12, 13 * o[1] + 12], [13 * s + 11 for s in o[:3]], given)
        for o in ([0, 1, 2, 3], [3, 1, 0, 2])
    }
    assert bucket(own, flop, given) in found
    known = min(sum(1 << (13 * suit + 11) for suit in some) for some in combinations(range(4), 3))
    assert known in given.flops


def test_nearest_centre_and_level() -> None:
    """The turn takes the nearest centre, the river the level of the strength and its splits."""
    given = centres()
    weak, strong = bucket([0, 14], [11, 24, 50, 8], given), bucket([12, 25], [38, 51, 2, 16], given)
    assert (weak, strong) == (0, 2)
    assert bucket([12, 25], [38, 51, 2, 16, 5], given) == 15
    assert comb(52, 2) == PAIRS
