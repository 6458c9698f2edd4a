"""Draws of moves by probability, and how they are reported."""

import random
from collections import Counter

import pytest

from kibitz_server.engine.control import SearchControl, read
from kibitz_server.engine.hidden.mixed import probabilities, publish_mixed, sample, thousandths


def test_weights_become_probabilities() -> None:
    """Weights are divided by their sum, and all moves are alike without any."""
    assert probabilities([1, 3]) == pytest.approx([0.25, 0.75])
    assert probabilities([0, 0, 0]) == pytest.approx([1 / 3] * 3)


def test_a_temperature_brings_moves_closer() -> None:
    """A level plays all moves, the more alike the higher its temperature."""
    assert probabilities([0, 4], temperature=0.5) == pytest.approx([0.25, 0.75])
    assert probabilities([0, 1], temperature=50) == pytest.approx([50 / 101, 51 / 101])


def test_slips_take_the_place_of_any_error() -> None:
    """A level that knows how a beginner plays errs so: a move that a beginner never makes gets no more likely."""
    assert probabilities([4, 0, 0], temperature=2, slips=[0, 3, 0]) == pytest.approx([0.5, 0.5, 0])
    assert probabilities([1, 3], temperature=100, slips=[1, 0]) == pytest.approx([50.25 / 51, 0.75 / 51])


def test_thousandths_have_their_sum() -> None:
    """Rounding loses nothing: the largest remainders are rounded up."""
    assert thousandths([1 / 3] * 3) == [334, 333, 333]
    assert thousandths([0.0004, 0.9996]) == [0, 1000]
    assert sum(thousandths([1 / 7] * 7)) == 1000


def test_a_move_is_drawn_by_its_probability() -> None:
    """The same seed draws the same moves, each about as often as it should be."""
    moves = [[sample([0.7, 0.0, 0.3], random.Random(seed)) for seed in range(1000)] for _ in range(2)]
    assert moves[0] == moves[1]
    counts = Counter(moves[0])
    assert counts[1] == 0
    assert 650 < counts[0] < 750


def test_the_report_has_all_probabilities() -> None:
    """The drawn move is the line, the likeliest move comes first, and of many moves sixteen are reported."""
    control = SearchControl()
    control.reset(None)
    publish_mixed(control, [7, 8, 9], [0.2, 0.5, 0.3], chosen=0, score=-25, depth=4)
    found = read(control)
    assert (found.line, found.score, found.depth) == ((7,), -25, 4)
    assert found.shares == ((8, 500), (9, 300), (7, 200))
    publish_mixed(control, list(range(20)), [0.05] * 20, chosen=19)
    assert len(read(control).shares) == 16
