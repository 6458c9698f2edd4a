"""Judgement of moves and accuracy of sides."""

import pytest

from kibitz_server.engine.analysis.judgement import accuracy, accuracy_of, judged


@pytest.mark.parametrize(
    ("loss", "expected"),
    [
        (0.0, "good"),
        (0.0499, "good"),
        (0.65 - 0.6, "inaccuracy"),
        (0.0999, "inaccuracy"),
        (0.1, "mistake"),
        (0.2, "blunder"),
        (1.0, "blunder"),
    ],
)
def test_a_loss_has_a_judgement(loss: float, expected: str) -> None:
    """5, 10 and 20 points of win probability are the least of an inaccuracy, a mistake and a blunder."""
    assert judged(loss) == expected


def test_the_accuracy_falls_with_the_loss() -> None:
    """No loss is 100 %, 10 points are 64 %, a lost win is 0 %."""
    assert accuracy_of(0.0) == pytest.approx(100.0)
    assert accuracy_of(0.1) == pytest.approx(63.6, abs=0.1)
    assert accuracy_of(1.0) == 0.0


def test_the_accuracy_of_a_side_is_a_mean() -> None:
    """A side without judged moves has no accuracy."""
    assert accuracy([0.0, 1.0]) == pytest.approx(50.0)
    assert accuracy([]) is None
