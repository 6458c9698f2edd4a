"""Win probabilities: one scale for evaluations, playouts and proven results."""

import math
from dataclasses import replace

import pytest

from kibitz_server.engine.analysis.win_probability import DEFAULT, Curve, curve, logit_of_mean, win_probability
from kibitz_server.engine.driver import SearchResult
from kibitz_server.games.registry import declarations

REPORT = SearchResult("alphabeta", "a1", 0, None, 3, 99, 0.1, ("a1",))


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (replace(REPORT, score=29_995, wins_in=5), 1.0),
        (replace(REPORT, score=-29_996, wins_in=-4), 0.0),
        (replace(REPORT, score=0, exact=True), 0.5),
        (replace(REPORT, score=-12, exact=True), 0.0),
        (replace(REPORT, source="random"), None),
        (REPORT, 0.5),
        (replace(REPORT, algorithm="shallow alphabeta"), 0.5),
    ],
    ids=["won", "lost", "drawn", "solved", "random", "even", "stand-in"],
)
def test_what_is_known_is_exact(found: SearchResult, expected: float | None) -> None:
    """A proven result is 1, 0.5 or 0, an even score 0.5, and a random move has none."""
    assert win_probability("reversi", found) == expected


@pytest.mark.parametrize("game", [declared.name for declared in declarations()])
@pytest.mark.parametrize("algorithm", ["alphabeta", "mcts", "level 5"])
def test_the_curve_of_each_game_rises_and_is_fair(game: str, algorithm: str) -> None:
    """A better score is never less probable to win, and both sides together have 1."""
    scores = [-27_000, -500, -90, -40, -5, 0, 5, 40, 90, 500, 27_000]
    found = [win_probability(game, replace(REPORT, algorithm=algorithm, score=score)) for score in scores]
    known = [value for value in found if value is not None]
    assert known == sorted(known)
    assert all(math.isclose(one + other, 1.0) for one, other in zip(known, reversed(known), strict=True))
    assert known[0] < 0.1 < 0.9 < known[-1]


def test_a_game_without_a_curve_has_the_default() -> None:
    """Scores of an operator's own game pass the default curve; the mean of its playouts is taken as it is."""
    assert (curve("chomp", "evaluation"), curve("chomp", "playouts")) == (DEFAULT["evaluation"], DEFAULT["playouts"])
    mean = win_probability("chomp", replace(REPORT, algorithm="mcts", score=60))
    assert mean is not None
    assert math.isclose(mean, 0.8)
    stone = win_probability("chomp", replace(REPORT, score=100))
    assert stone is not None
    assert math.isclose(stone, 0.6225, abs_tol=1e-4)


def test_extremes_do_not_overflow() -> None:
    """The largest scores and a mean of 1 have a finite probability."""
    assert Curve(5.0, 1.5).probability(-300.0) < 1e-9
    assert math.isclose(logit_of_mean(100), -logit_of_mean(-100))


def test_a_score_that_is_a_chance_to_win_needs_no_curve() -> None:
    """In a match of several games the certain win has a score, and 0 is even."""
    found = [win_probability("backgammon", replace(REPORT, score=score), 500) for score in (-500, 0, 100, 500)]
    assert found == [0.0, 0.5, 0.6, 1.0]


@pytest.mark.parametrize("x", [-2.5, -0.3, 0.0, 0.04, 1.0])
def test_a_curve_has_an_inverse(x: float) -> None:
    """The input of a win probability has this probability."""
    bent = Curve(2.9, 0.9)
    assert math.isclose(bent.input(bent.probability(x)), x, abs_tol=1e-6)
