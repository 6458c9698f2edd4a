"""The fit of the weights of patterns of Reversi."""

import numpy as np
import pytest

from training.reversi.regression import RARE, fit


@pytest.mark.parametrize("result", [3.0, 0.0])
def test_a_fit_that_is_exact_ends_early(result: float) -> None:
    """A feature that is seen as often as its penalty gets half its weight; the rounds that are left change nothing."""
    features = np.zeros((RARE, 1), dtype=np.int32)
    weights = fit(features, np.full(RARE, result), count=2, ridge=float(RARE), rounds=20)
    assert weights == pytest.approx([result / 2, 0.0])


def test_rare_features_have_no_weight() -> None:
    """They would be noise."""
    features = np.zeros((RARE - 1, 1), dtype=np.int32)
    assert fit(features, np.ones(RARE - 1), count=1, ridge=1.0, rounds=20) == pytest.approx([0.0])
