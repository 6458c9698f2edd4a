"""Score and differences in Elo from counts of pairs and of games."""

import math
from collections.abc import Sequence

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from kibitz_server.core.tournament.statistics.pairs import (
    MOST_COUNT,
    Difference,
    PairStatistics,
    elo_of_score,
    expected_score,
    pair_statistics,
)

TOLERANCE = 0.005
COUNTS = st.one_of(
    st.lists(st.integers(0, 10_000) | st.integers(0, 3), min_size=5, max_size=5),
    st.lists(st.integers(0, 10_000) | st.integers(0, 3), min_size=3, max_size=3),
)


def known(counts: Sequence[int]) -> tuple[PairStatistics, Difference, Difference, float]:
    """Return the statistics of counts that say enough for all of them."""
    found = pair_statistics(counts)
    assert found.elo is not None
    assert found.normalized is not None
    assert found.superiority is not None
    return found, found.elo, found.normalized, found.superiority


def numbers(found: PairStatistics) -> list[float]:
    """Return all numbers that are known."""
    differences = [found.elo, found.normalized]
    parts = [(one.elo, one.low, one.high, one.margin) for one in differences if one is not None]
    return [number for part in (*parts, (found.score, found.superiority)) for number in part if number is not None]


def test_an_interval_is_taken_through_the_curve() -> None:
    """The interval of the mean score becomes one of Elo, whose ends are not equally far from its middle."""
    found, elo, normalized, superiority = known([34, 54, 63, 64, 75])
    assert elo.elo == pytest.approx(55.58, abs=TOLERANCE)
    assert (elo.low, elo.high) == pytest.approx((28.28, 83.58), abs=TOLERANCE)
    assert elo.margin == pytest.approx(27.65, abs=TOLERANCE)
    assert normalized.elo == pytest.approx(57.94, abs=TOLERANCE)
    assert normalized.margin == pytest.approx(28.28, abs=TOLERANCE)
    assert superiority == pytest.approx(1.0, abs=0.0005)
    assert (found.sample, found.samples, found.games) == ("pairs", 290, 580)


@pytest.mark.parametrize(
    ("counts", "elo", "margin", "normalized", "superiority"),
    [
        ([332, 433, 498, 333, 334], -8.64, 10.33, -9.17, 0.0505),
        ([96, 111, 136], 40.70, 30.43, 49.77, 0.9960),
    ],
)
def test_published_counts(counts: list[int], elo: float, margin: float, normalized: float, superiority: float) -> None:
    """Counts of pairs and of games give the published differences."""
    found = known(counts)
    assert (found[1].elo, found[1].margin) == pytest.approx((elo, margin), abs=TOLERANCE)
    assert found[2].elo == pytest.approx(normalized, abs=TOLERANCE)
    assert found[3] == pytest.approx(superiority, abs=0.00005)


@pytest.mark.parametrize(
    ("counts", "margin"), [([1, 0, 98, 0, 1], 9.63), ([0, 25, 50, 25, 0], 24.11), ([5, 20, 50, 20, 5], 30.53)]
)
def test_pairs_of_one_score_differ_in_what_they_prove(counts: list[int], margin: float) -> None:
    """The same score is surer when games of a pair balance each other; normalised Elo allows for that."""
    _, elo, normalized, superiority = known(counts)
    assert elo.elo == pytest.approx(0, abs=1e-9)
    assert elo.margin == pytest.approx(margin, abs=TOLERANCE)
    assert normalized.margin == pytest.approx(48.15, abs=TOLERANCE)
    assert superiority == pytest.approx(0.5)


@pytest.mark.parametrize(
    "counts",
    [
        [0, 0, 4, 0, 0],
        [0, 0, 0, 0, 8],
        [1, 2, 3, 2, 1],
        [0, 0, 0, 0, 500],
        [0, 300, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [6, 7, 6],
        [0, 0, 1000],
        [0, 40, 0],
        [0, 0, 0],
    ],
)
def test_too_little_is_not_known_yet(counts: list[int]) -> None:
    """Fewer than ten pairs, games of as many pairs, or results that are all alike give no estimate."""
    found = pair_statistics(counts)
    assert (found.elo, found.normalized, found.superiority) == (None, None, None)
    assert (found.score is None) == (not sum(counts))


@pytest.mark.parametrize("counts", [[1, 2, 3, 3, 1], [6, 8, 6], [0, 0, 0, 1, 9]])
def test_ten_pairs_are_enough(counts: list[int]) -> None:
    """Ten pairs, or the games of ten pairs, give an estimate."""
    known(counts)


def test_an_interval_may_have_no_end() -> None:
    """Scores that are almost perfect allow any difference on one side, which has no number then."""
    _, elo, normalized, _ = known([0, 0, 0, 1, 15])
    assert (elo.high, elo.margin) == (None, None)
    assert elo.low is not None
    assert 400 < elo.low < elo.elo
    assert normalized.margin is not None
    _, elo, _, _ = known([15, 1, 0, 0, 0])
    assert (elo.low, elo.margin) == (None, None)
    assert elo.high is not None


@pytest.mark.parametrize(
    "counts", [[], [1, 2], [1, 2, 3, 4], [1, 2, 3, 4, 5, 6], [1, -1, 3], [MOST_COUNT + 1, 1, 1], [math.nan, 1, 1]]
)
def test_other_counts_are_refused(counts: list[int]) -> None:
    """Results are five or three counts of at least 0."""
    with pytest.raises(ValueError, match="count"):
        pair_statistics(counts)


@given(COUNTS)
def test_exchanged_entrants_have_the_opposite_difference(counts: list[int]) -> None:
    """From the view of the other entrant, all differences change their sign alone."""
    one, other = pair_statistics(counts), pair_statistics(counts[::-1])
    for mine, theirs in ((one.elo, other.elo), (one.normalized, other.normalized)):
        assert (mine is None) == (theirs is None)
        if mine is not None and theirs is not None:
            assert mine.elo == pytest.approx(-theirs.elo, rel=1e-6, abs=1e-6)
            for low, high in ((mine.low, theirs.high), (mine.high, theirs.low)):
                assert (low is None) == (high is None)
                assert low is None or high is None or low == pytest.approx(-high, rel=1e-6, abs=1e-6)
    if one.superiority is not None and other.superiority is not None:
        assert one.superiority + other.superiority == pytest.approx(1)


@given(COUNTS)
def test_numbers_are_finite_and_in_order(counts: list[int]) -> None:
    """No count makes a number that is not finite; the estimate is within its interval."""
    found = pair_statistics(counts)
    assert all(map(math.isfinite, numbers(found)))
    for difference in (found.elo, found.normalized):
        if difference is not None:
            assert difference.low is None or difference.low < difference.elo
            assert difference.high is None or difference.elo < difference.high
            assert difference.margin is None or difference.margin > 0


@given(COUNTS, st.data())
def test_a_better_result_raises_the_difference(counts: list[int], data: st.DataObject) -> None:
    """One pair or game with more points never lowers score and Elo."""
    place = data.draw(st.integers(0, len(counts) - 2))
    assume(counts[place])
    better = [*counts]
    better[place] -= 1
    better[place + 1] += 1
    before, after = pair_statistics(counts), pair_statistics(better)
    assert before.score is not None
    assert after.score is not None
    assert before.score < after.score
    if before.elo is not None and after.elo is not None:
        assert before.elo.elo < after.elo.elo


@given(COUNTS, st.integers(2, 9))
def test_more_of_the_same_narrows_the_interval(counts: list[int], times: int) -> None:
    """The same shares from more samples keep the estimate, and narrow its interval by the root of their number."""
    before, after = pair_statistics(counts), pair_statistics([times * count for count in counts])
    if before.normalized is not None:
        assert after.normalized is not None
        assert after.normalized.elo == pytest.approx(before.normalized.elo, rel=1e-6, abs=1e-6)
        assert before.normalized.margin == pytest.approx(math.sqrt(times) * (after.normalized.margin or 0))


@given(st.floats(-2000, 2000))
def test_the_curve_and_its_inverse(elo: float) -> None:
    """A difference in Elo stands for an expected score, and that score for the difference."""
    assert elo_of_score(expected_score(elo)) == pytest.approx(elo, abs=1e-6)
    assert expected_score(elo) + expected_score(-elo) == pytest.approx(1)
