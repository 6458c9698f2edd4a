"""The training of hold'em: tables of all hands, results of hands, and regrets that fall."""

import random
from collections.abc import Sequence
from itertools import count
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kibitz_server.games.poker import ranking
from kibitz_server.games.poker.limit import buckets
from kibitz_server.games.poker.limit.strategy import read, starts_of
from kibitz_server.games.poker.limit.tree import CALL, FOLD, FOLDED, ILLEGAL, RAISE, SHOWDOWN, BettingNode, nodes
from kibitz_server.games.poker.nolimit.tree import ALL_IN, POT
from kibitz_server.games.poker.nolimit.tree import nodes as nolimit_nodes
from training.holdem import boards, clusters, hands, mccfr, nolimit, rounding
from training.holdem.machine import hand_value

pytestmark = [pytest.mark.compiled, pytest.mark.timeout(300)]
FEW = (169, 3, 3, 3)
"""Buckets of each round in these tests."""


def some_cards(rng: random.Random, count: int) -> list[int]:
    """Return different cards in ascending order, often of few suits."""
    return sorted(rng.sample(range(13 * rng.randint(1, 4)), count))


def game_centres() -> buckets.Centres:
    """Return the centres that the game has."""
    plan = read()
    assert plan is not None
    return plan.centres


def mask(cards: Any) -> int:
    """Return the set of some cards."""
    return sum(1 << int(card) for card in cards)


def test_compiled_values_are_those_of_the_game() -> None:
    """Machine code values hands as plain Python does."""
    rng = random.Random(1)
    some = [mask(some_cards(rng, rng.randint(5, 7))) for _ in range(2000)]
    assert [hand_value(hand) for hand in some] == [ranking.hand_value(hand) for hand in some]


def test_strengths_of_all_hands_are_those_of_one() -> None:
    """The strengths and buckets of all hands on a river, computed at once, are those that the game computes."""
    rng = random.Random(2)
    rivers = np.array([some_cards(rng, 5) for _ in range(4)])
    strength, good = np.zeros((4, buckets.PAIRS), np.uint16), np.zeros((4, buckets.PAIRS), np.uint16)
    boards.river_strengths(rivers, strength, good)
    centres, found = game_centres(), np.zeros(strength.shape, np.uint8)
    levels, splits = np.frombuffer(centres.levels, np.uint8), np.array(centres.splits, np.int64)
    clusters.place_on_river(strength, good, levels, splits, found)
    for i, river in enumerate(rivers):
        for _ in range(10):
            a, b = rng.sample([card for card in range(52) if card not in river], 2)
            pair = buckets.pair_number(a, b)
            own = 1 << a | 1 << b
            assert (strength[i, pair], good[i, pair]) == buckets.strengths(own, mask(river))
            assert found[i, pair] == buckets.river_bucket(own, mask(river), centres)


def test_boards_of_the_flop() -> None:
    """There are 1,755 flops, they stand for all 22,100, and each set of cards becomes its board by the exchange."""
    found = boards.boards(3)
    assert (len(found.cards), found.weight.sum()) == (1755, comb(52, 3))
    rng = random.Random(3)
    for _ in range(50):
        cards = sorted(rng.sample(range(52), 3))
        at = boards.place(np.array(cards))
        assert at == mccfr.set_place(np.array(rng.sample(cards, 3)), 3)
        known = found.cards[found.number[at]]
        assert sorted(boards.EXCHANGES[found.exchange[at]][cards]) == list(known)
        order = min(mask(boards.EXCHANGES[e][cards]) for e in range(24))
        assert mask(known) == order


def test_outlooks_of_all_hands_are_those_of_one() -> None:
    """The distributions of all hands on a turn, from the strengths on all its rivers, and buckets are the game's."""
    rng = random.Random(4)
    turn = np.array([some_cards(rng, 4)])
    # Each set of five cards is a board of its own here, and only those of this turn are computed.
    longer = np.array([sorted([*turn[0], card]) for card in range(52) if card not in turn[0]])
    strength, good = (np.zeros((len(longer), buckets.PAIRS), np.uint16) for _ in range(2))
    boards.river_strengths(longer, strength, good)
    number, exchange = np.zeros(comb(52, 5), np.int32), np.zeros(comb(52, 5), np.uint8)
    for i, river in enumerate(longer):
        number[boards.place(river)] = i
    outlook, total = np.zeros((1, buckets.PAIRS, len(buckets.STEPS)), np.uint8), np.zeros((1, buckets.PAIRS), np.uint32)
    boards.turn_outlooks(turn, number, exchange, strength, outlook, total)
    centres, found = game_centres(), np.zeros((1, buckets.PAIRS), np.uint8)
    wide = np.array(centres.turn_centres, np.int64)
    clusters.assign(outlook, buckets.CENTRE, wide, clusters.possible(turn), found)
    for _ in range(5):
        a, b = rng.sample([card for card in range(52) if card not in turn[0]], 2)
        own, pair = 1 << a | 1 << b, buckets.pair_number(a, b)
        assert list(outlook[0, pair]) == buckets.outlook(own, mask(turn[0]))
        assert found[0, pair] == buckets.turn_bucket(own, mask(turn[0]), centres)
        rivers = [1 << card for card in range(52) if not (own | mask(turn[0])) >> card & 1]
        assert total[0, pair] == sum(buckets.strengths(own, mask(turn[0]) | river)[0] for river in rivers)


def test_the_nearest_centre_is_the_first_of_several() -> None:
    """Compiled and plain code agree about the nearest centre, also if two are as near."""
    centres = np.array([[9, 9], [0, 4], [4, 0], [2, 2]])
    assert [clusters.nearest(np.array(point), centres) for point in ([0, 0], [0, 5], [3, 0], [9, 8])] == [3, 1, 2, 0]
    assert clusters.nearest(np.array([2, 0]), centres[[1, 2, 3]]) == 1


def learned(deals: int, nodes: Sequence[BettingNode] = nodes(), batches: int = 20) -> Any:
    """Return sums after some deals, in which the buckets after the flop are drawn at random."""
    rng = np.random.default_rng(5)
    tree, size = mccfr.tree_of(nodes, FEW)
    regrets, sums = (np.zeros((size, 3), np.float32) for _ in range(2))
    zeros = [np.zeros(comb(52, size), kind) for size in (3, 4, 5) for kind in (np.int32, np.uint8)]
    drawn = [rng.integers(0, 3, (1, buckets.PAIRS)).astype(np.uint8) for _ in range(3)]
    tables = mccfr.Tables(zeros[0], zeros[1], drawn[0], zeros[2], zeros[3], drawn[1], zeros[4], zeros[5], drawn[2])
    for batch in range(1, batches + 1):
        seen = regrets.copy()
        for me in range(2):
            mccfr.learn(tree, tables, regrets, seen, sums, me, 2 * batch + me, deals, float(batch), -np.inf)
    return sums


def test_training_learns_which_hands_are_good() -> None:
    """After some thousand deals, the button hardly ever folds high pairs, and often the worst hands."""
    sums = learned(1000)
    high = [buckets.start_class(rank, 13 + rank) for rank in range(9, 13)]
    low = [buckets.start_class(rank, 13 + other) for rank in (0, 1) for other in (4, 5, 6)]
    good, bad = ((sums[some] / sums[some].sum(axis=1, keepdims=True)).mean(axis=0) for some in (high, low))
    assert good[FOLD] < 0.02
    assert bad[FOLD] > 0.2
    assert good[RAISE] > bad[RAISE]


def test_training_finds_the_equilibrium_of_all_in_or_fold() -> None:
    """With 10 big blinds and no other bets, the button is all in with 58 % of hands; 37 % call it (Nash charts)."""
    stack = 20
    tree = (
        BettingNode(0, 0, (1, 2), (FOLDED, ILLEGAL, 1)),
        BettingNode(0, 1, (stack, 2), (FOLDED, SHOWDOWN, ILLEGAL)),
    )
    sums = learned(5000, tree, 40)
    played = (sums / sums.sum(axis=1, keepdims=True)).reshape(2, buckets.STARTS, 3)
    of_hands = np.bincount(mccfr.START_CLASS) / buckets.PAIRS
    assert of_hands @ played[0, :, RAISE] == pytest.approx(0.58, abs=0.04)
    assert of_hands @ played[1, :, CALL] == pytest.approx(0.375, abs=0.04)


def test_the_same_seed_learns_the_same() -> None:
    """A training depends on its seed alone."""
    assert np.array_equal(learned(20), learned(20))


def test_rounding_keeps_the_strategy() -> None:
    """Rounded chances are near those that were learned, apart from rare actions, which are left out."""
    sums = learned(100)
    weights = rounding.rounded(nodes(), sums, FEW)
    assert len(weights) == starts_of(nodes(), FEW)[-1]
    found = rounding.chances_of(nodes(), weights, FEW)
    assert np.allclose(found.sum(axis=1), 1)
    total = sums.sum(axis=1)
    some = total > 0
    assert np.abs(found[some] - sums[some] / total[some, None]).max() < 2 * rounding.LEAST
    assert (found[~some, CALL] == 1).all()


def test_results_of_hands() -> None:
    """A fold loses what the player has put in; a showdown what both have, and an equal hand nothing."""
    tree, _ = mccfr.tree_of(nodes(), FEW)
    assert [mccfr.settled(tree[0], FOLD, me, 1) for me in range(2)] == [-1.0, 1.0]
    last = next(i for i, node in enumerate(nodes()) if node.paid == (48, 44))
    assert [mccfr.settled(tree[last], CALL, me, 1) for me in range(2)] == [48.0, -48.0]
    assert mccfr.settled(tree[last], CALL, 0, 0) == 0.0


def test_means_of_the_flop_count_each_board_as_often_as_it_comes_up() -> None:
    """A bucket has the mean distribution of its hands, without those that share a card with the board."""
    flops = boards.Boards(None, None, np.array([[0, 1, 2], [0, 1, 3]]), np.array([1, 3]))
    bucket, outlook = np.ones((2, buckets.PAIRS), np.uint8), np.full((2, buckets.PAIRS, 1), 50, np.uint16)
    bucket[:, 0] = 3
    outlook[0], outlook[:, 0] = 10, 99
    assert hands.flop_means(flops, outlook, bucket).tolist() == [[0], [40], [0], [0]]


def test_arrays_are_kept_in_a_file(tmp_path: Path) -> None:
    """Arrays are made and written once, and read afterwards; without a file they are made each time."""

    def made_times(file: Path | None) -> list[int]:
        numbers = count(1)
        kept = [nolimit.kept(file, lambda: {"times": np.array(next(numbers))}) for _ in range(2)]
        return [int(arrays["times"]) for arrays in kept]

    assert made_times(tmp_path / "arrays.npz") == [1, 1]
    assert made_times(None) == [1, 2]


def test_joined_buckets_keep_the_order_of_the_river() -> None:
    """On the river, levels are joined with their neighbours; as many buckets as before change nothing."""
    assert list(nolimit.joined_on_river(256)) == list(range(256))
    few = nolimit.joined_on_river(64)
    assert sorted(set(few.tolist())) == list(range(64))
    assert list(few[::8] // 2) == list(range(32))
    points = np.array([[0, 0], [9, 9], [1, 0], [9, 8]])
    joined = nolimit.joined(points, 2, np.random.default_rng(1))
    assert (joined[0], joined[1]) == (joined[2], joined[3])
    assert joined[0] != joined[1]


def test_large_bets_are_left_out() -> None:
    """A bet of all chips is kept if it is at most five pots."""
    stack, few = 40, (2, 2, 2, 2)
    tree = nolimit_nodes(stack)
    found = nolimit.without_large_bets(tree, np.ones((2 * len(tree), 6), np.float32), few, stack)
    assert found[0, ALL_IN] == 0
    opened = tree[0].after[POT]
    assert (tree[opened].paid, found[2 * opened, ALL_IN]) == ((6, 2), 1)
    assert (found[:, :ALL_IN] == 1).all()
