"""Rating lists of many entrants."""

import math
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz_server.core.tournament.statistics.pairs import expected_score
from kibitz_server.core.tournament.statistics.rating_list import Encounter, ListedRating, rating_list

TOLERANCE = 0.005
LEVELS = [
    Encounter(4, 3, 13.5, 20),
    Encounter(4, 2, 17, 20),
    Encounter(4, 1, 20, 20),
    Encounter(3, 2, 14, 20),
    Encounter(3, 1, 18.5, 20),
    Encounter(2, 1, 15, 20),
]
RESULTS = st.lists(
    st.tuples(st.integers(1, 6), st.integers(1, 6), st.integers(0, 40), st.integers(1, 20)).map(
        lambda drawn: Encounter(drawn[0], drawn[1], min(drawn[2] / 2, drawn[3]), drawn[3])
    ),
    max_size=12,
).map(lambda encounters: [encounter for encounter in encounters if encounter.first != encounter.second])


def elos(rows: list[ListedRating]) -> dict[int, float]:
    """Return the ratings that are known."""
    return {row.entrant: row.elo for row in rows if row.elo is not None}


def test_ratings_without_a_prior() -> None:
    """Three entrants that score 75 % against the next one and 90 % against the last are 190.85 apart."""
    rows = rating_list(
        [1, 2, 3], [Encounter(1, 2, 22.5, 30), Encounter(2, 3, 22.5, 30), Encounter(1, 3, 27, 30)], prior=0
    )
    assert elos(rows) == pytest.approx({1: 190.85, 2: 0, 3: -190.85}, abs=TOLERANCE)


def test_ratings_with_a_prior_draw() -> None:
    """One draw of each entrant against the mean gives a perfect score a rating."""
    rows = rating_list([1, 2, 3, 4], LEVELS)
    assert elos(rows) == pytest.approx({4: 249.41, 3: 107.26, 2: -63.14, 1: -293.52}, abs=TOLERANCE)
    assert [row.entrant for row in rows] == [4, 3, 2, 1]
    assert [(row.points, row.games) for row in rows] == [(50.5, 60), (39, 60), (24, 60), (6.5, 60)]


def test_a_most_likely_rating_expects_what_was_scored() -> None:
    """Without a prior, each entrant's expected points are its points."""
    found = elos(rating_list([1, 2, 3, 4], LEVELS, prior=0))
    for entrant in found:
        scored = expected = 0.0
        for encounter in LEVELS:
            gap = found[encounter.first] - found[encounter.second]
            if entrant == encounter.first:
                scored, expected = scored + encounter.points, expected + encounter.games * expected_score(gap)
            if entrant == encounter.second:
                scored += encounter.games - encounter.points
                expected += encounter.games * expected_score(-gap)
        assert expected == pytest.approx(scored, abs=1e-6)


def test_the_error_of_two_equal_entrants_is_that_of_their_score() -> None:
    """Errors follow from the information matrix: two entrants differ by twice what each differs from their mean."""
    one, other = rating_list([1, 2], [Encounter(1, 2, 50, 100)], prior=0)
    # The deviation of 50 wins in 100 games without draws, on the slope of the curve at a half.
    slope = 1600 / math.log(10)
    assert one.margin == pytest.approx(1.96 * 0.05 * slope / 2)
    assert other.margin == pytest.approx(one.margin)
    anchored = rating_list([1, 2], [Encounter(1, 2, 50, 100)], prior=0, anchor=(2, 0))
    assert {row.entrant: row.margin for row in anchored} == pytest.approx({1: 1.96 * 0.05 * slope, 2: 0})


def test_an_anchor_moves_all_ratings_alike() -> None:
    """The anchor has its rating without an error, and differences stay."""
    free, anchored = (rating_list([1, 2, 3, 4], LEVELS, anchor=anchor) for anchor in (None, (2, 1500.0)))
    moved = 1500 - elos(free)[2]
    assert elos(anchored) == pytest.approx({entrant: elo + moved for entrant, elo in elos(free).items()})
    assert next(row.margin for row in anchored if row.entrant == 2) == pytest.approx(0, abs=1e-6)


def test_what_is_not_known() -> None:
    """An entrant without games has no rating and the last place; the mean is that of the others."""
    rows = rating_list([1, 2, 3], [Encounter(1, 2, 3, 4)])
    assert [(row.entrant, row.elo is None) for row in rows] == [(1, False), (2, False), (3, True)]
    assert sum(elos(rows).values()) == pytest.approx(0, abs=1e-6)
    assert elos(rating_list([1, 2], [])) == {}
    assert rating_list([], []) == []
    assert elos(rating_list([1, 2, 3], [Encounter(1, 2, 3, 4)], anchor=(3, 1000))) == {}


def test_without_a_prior_perfect_scores_have_no_rating() -> None:
    """Only entrants that took points from each other, directly or through others, have finite differences."""
    group = [Encounter(1, 2, 3, 4), Encounter(2, 3, 3, 4), Encounter(1, 3, 3.5, 4)]
    rows = rating_list([1, 2, 3, 4, 5], [*group, Encounter(4, 1, 2, 2), Encounter(5, 4, 0, 2)], prior=0)
    assert elos(rows).keys() == {1, 2, 3}
    assert elos(rating_list([1, 2], [Encounter(1, 2, 5, 5)], prior=0)) == {}
    assert elos(rating_list([1, 2, 3, 4], [Encounter(1, 2, 1, 2), Encounter(3, 4, 1, 2)], prior=0)).keys() == {1, 2}


def test_with_a_prior_every_entrant_with_games_has_a_rating() -> None:
    """Perfect scores over very many games, and groups that never met, have ratings."""
    rows = rating_list([1, 2, 3, 4], [Encounter(1, 2, 100_000, 100_000), Encounter(3, 4, 1, 2)])
    found = elos(rows)
    assert found.keys() == {1, 2, 3, 4}
    assert found[1] > 500 > -500 > found[2]
    assert found[3] == pytest.approx(found[4])


@pytest.mark.parametrize(
    ("encounter", "anchor"),
    [
        (Encounter(1, 3, 1, 1), None),
        (Encounter(1, 1, 1, 1), None),
        (Encounter(1, 2, 3, 2), None),
        (Encounter(1, 2, -1, 2), None),
        (Encounter(1, 2, math.nan, 2), None),
        (Encounter(1, 2, 1, 1), (7, 0.0)),
    ],
)
def test_impossible_results_are_refused(encounter: Encounter, anchor: tuple[int, float] | None) -> None:
    """Entrants and anchor are of the list, and no points are more than the games."""
    with pytest.raises(ValueError, match=r"entrant|impossible"):
        rating_list([1, 2], [encounter], anchor=anchor)


@pytest.mark.parametrize("prior", [-1.0, math.nan, math.inf])
def test_an_impossible_prior_is_refused(prior: float) -> None:
    """A prior is a number of draws."""
    with pytest.raises(ValueError, match="prior"):
        rating_list([1, 2], [Encounter(1, 2, 1, 2)], prior=prior)


@given(RESULTS)
def test_numbers_are_finite_and_the_mean_is_zero(encounters: list[Encounter]) -> None:
    """Any results give finite ratings around 0 with a prior, and finite or no ratings without."""
    for prior in (1.0, 0.0):
        rows = rating_list(range(1, 7), encounters, prior=prior)
        assert all(math.isfinite(row.elo) and math.isfinite(row.margin or 0) for row in rows if row.elo is not None)
        assert sum(elos(rows).values()) == pytest.approx(0, abs=1e-5)
        assert all((row.elo is None) == (row.margin is None) for row in rows)


@given(RESULTS, st.permutations(range(1, 7)))
def test_names_do_not_matter(encounters: list[Encounter], numbers: list[int]) -> None:
    """Other numbers, other orders and exchanged sides of a result change no rating."""
    renamed = [
        Encounter(numbers[one.second - 1], numbers[one.first - 1], one.games - one.points, one.games)
        for one in reversed(encounters)
    ]
    before, after = elos(rating_list(range(1, 7), encounters)), elos(rating_list(range(1, 7), renamed))
    assert after == pytest.approx({numbers[entrant - 1]: elo for entrant, elo in before.items()}, rel=1e-5, abs=1e-4)


@given(RESULTS.filter(bool))
def test_more_points_raise_a_rating(encounters: list[Encounter]) -> None:
    """A half point more for an entrant raises it over its opponent."""
    first, *rest = encounters
    if first.points + 0.5 > first.games:
        return
    before, after = (
        elos(rating_list(range(1, 7), [Encounter(first.first, first.second, points, first.games), *rest]))
        for points in (first.points, first.points + 0.5)
    )
    assert after[first.first] - after[first.second] > before[first.first] - before[first.second]


def test_thirty_entrants() -> None:
    """Entrants whose results are those that their strengths expect get these strengths back."""
    strengths = {entrant: 40.0 * (entrant - 15.5) for entrant in range(1, 31)}
    games = 10_000
    encounters = [
        Encounter(one, other, games * expected_score(strengths[one] - strengths[other]), games)
        for one, other in combinations(strengths, 2)
    ]
    assert elos(rating_list(list(strengths), encounters, prior=0)) == pytest.approx(strengths, abs=1e-4)
