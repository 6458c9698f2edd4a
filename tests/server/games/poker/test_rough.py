"""How a beginner plays hold'em."""

import pytest

from kibitz_server.games.poker.limit.buckets import CARDS, strengths
from kibitz_server.games.poker.rough import BEST, chance_of, rough_play
from tests.server.games.poker.limit.test_buckets import centres

FOLD, CALL, RAISE = range(3)


def test_a_beginner_is_loose_and_passive() -> None:
    """A small bet is called with a weak hand, a good hand is bet less often than checked, and seldom raised."""
    assert rough_play(0.3, 2, 10)[CALL] == 1
    assert 0 < rough_play(0.7, 0, 4)[RAISE] < rough_play(0.7, 0, 4)[CALL]
    assert rough_play(0.9, 2, 10)[RAISE] < 0.5
    assert sum(rough_play(0.1, 0, 4)) == pytest.approx(1)


def test_no_weak_hand_calls_a_bet_of_all_chips() -> None:
    """A bet of many pots asks for more than an even chance."""
    assert rough_play(0.5, 198, 203) == (1, 0, 0)
    assert rough_play(0.7, 198, 203)[FOLD] == 0


def test_chances_on_the_river_count_all_hands() -> None:
    """The chance of the best hand is 1, that of a board that plays for both is a half."""
    board = [8, 9, 10, 11, 12]
    assert chance_of([13, 27], board, centres()) == pytest.approx(990 / BEST)
    assert chance_of([12, 13], [8, 9, 10, 11, 26], centres()) == 1


def test_the_chance_on_the_turn_is_that_of_all_rivers() -> None:
    """The area above the distribution is near the mean over all river cards."""
    for own, board in ([12, 25], [0, 14, 28, 42]), ([12, 11], [10, 2, 20, 43]), ([0, 14], [12, 24, 36, 48]):
        own_cards, known = sum(1 << card for card in own), sum(1 << card for card in board)
        left = [card for card in range(CARDS) if not (own_cards | known) >> card & 1]
        mean = sum(strengths(own_cards, known | 1 << card)[0] for card in left) / len(left) / BEST
        assert chance_of(own, board, centres()) == pytest.approx(mean, abs=0.03)


def test_chances_before_the_flop() -> None:
    """Aces win most hands, deuce-seven few, and suits help a little."""
    aces, worst, suited, mixed = (chance_of([a, b], [], centres()) for a, b in [(12, 25), (0, 18), (10, 11), (10, 24)])
    assert (aces, worst) == pytest.approx((0.85, 0.346), abs=0.01)
    assert 0.01 < suited - mixed < 0.04
