"""The sequential probability ratio test."""

import random

import pytest

from kibitz_client.match.sprt import PairCounts, Sprt, expected_score


def pairs_of(elo: float, rng: random.Random) -> tuple[float, float]:
    """Return the scores of two games without draws at this difference in Elo."""
    win = expected_score(elo)
    return float(rng.random() < win), float(rng.random() < win)


def run(sprt: Sprt, elo: float, rng: random.Random, most: int = 5000) -> tuple[str, int]:
    """Return the verdict on players of this difference, and how many pairs it took."""
    pairs = PairCounts()
    for _ in range(most):
        pairs.add(pairs_of(elo, rng))
        if (verdict := sprt.verdict(pairs)) != "continue":
            return verdict, pairs.total
    return "continue", most


@pytest.mark.parametrize(("elo", "wrong"), [(0.0, "elo1"), (60.0, "elo0")])
def test_errors_are_as_rare_as_promised(elo: float, wrong: str) -> None:
    """When one hypothesis is true, the test accepts the other in about 5 % of its runs, and it always ends."""
    rng, sprt = random.Random(7), Sprt(0, 60)
    verdicts = [run(sprt, elo, rng)[0] for _ in range(300)]
    assert "continue" not in verdicts
    assert verdicts.count(wrong) / len(verdicts) < 0.09


def test_a_large_difference_is_found_early() -> None:
    """A much stronger player is accepted within few pairs, but not after one."""
    verdict, pairs = run(Sprt(0, 60), 400, random.Random(1))
    assert verdict == "elo1"
    assert 2 < pairs < 60


def test_one_pair_decides_nothing() -> None:
    """One pair says nothing about the variance."""
    for scores in ((0, 0), (0, 1), (1, 1), (0.5, 1)):
        pairs = PairCounts()
        pairs.add(scores)
        assert Sprt(-10, 100).verdict(pairs) == "continue"
    assert Sprt(0, 10).verdict(PairCounts()) == "continue"


def test_pairs_are_counted_by_score() -> None:
    """Two draws and one win each are the same pair."""
    pairs = PairCounts()
    for scores in ((0.5, 0.5), (1, 0), (0, 0), (1, 0.5), (1, 1)):
        pairs.add(scores)
    assert pairs.counts == [1, 0, 2, 1, 1]


@pytest.mark.parametrize("text", ["0", "5,0", "0,0", "a,b", "0,5,9", "nan,5", "0,inf", ""])
def test_bad_hypotheses(text: str) -> None:
    """The hypotheses are two numbers in rising order."""
    with pytest.raises(ValueError, match=r"Elo|difference"):
        Sprt.parse(text)
    assert Sprt.parse("-5, 5") == Sprt(-5, 5)
