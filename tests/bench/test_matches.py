"""Matches between engines: the figures, and one real match."""

import pytest

from bench.strength.matches import HERE, Score, Side, elo, expected, match
from kibitz_server.games.registry import load


def test_elo_and_share_are_inverse() -> None:
    """A difference of 100 Elo promises 64 % of the points."""
    assert expected(100) == pytest.approx(0.64, abs=0.001)
    assert elo(expected(73)) == pytest.approx(73)
    assert elo(1.0) < 800


def test_the_margin_follows_from_pairs() -> None:
    """Two games of a pair are one sample: four equal pairs leave no doubt, four different ones do."""
    assert Score((1.0,) * 4).margin == 0
    score = Score((2.0, 0.0, 2.0, 2.0))
    assert score.share == 0.75
    assert score.margin == pytest.approx(1.96 * 0.75**0.5 / 2 / 2)
    assert str(score).startswith("75.0% ± 42.4% of 8 games: +191 Elo")
    assert str(Score((1.0,))) == "50.0% of 2 games, too few for a margin"


def test_the_likelihood_decides_between_two_gains() -> None:
    """Many won pairs speak for the higher gain, even ones for the lower."""
    assert Score((2.0, 1.0) * 20).likelihood(0, 50) > 3
    assert Score((1.0, 0.5, 1.5) * 30).likelihood(0, 50) < -1


@pytest.mark.io
@pytest.mark.nightly
@pytest.mark.timeout(300)
def test_more_nodes_win() -> None:
    """A search of 300 nodes loses against one of 5,000."""
    strong, weak = (Side(HERE, "alphabeta", {"nodes": nodes}) for nodes in (5_000, 300))
    *_, score = match(load("connect4"), (strong, weak), games=8, seed=1)
    assert len(score.pairs) == 4
    assert score.share > 0.6
