"""Curves from scores to win probabilities: what is fitted, and what is written."""

import json
from pathlib import Path

import numpy as np
import pytest

from kibitz_server.engine.analysis.win_probability import Curve, Kind
from training.win_probability import Quality, fit, write_curves

BETTER = Quality(100, 800, 0.1, 0.25, 0.2, [])
WORSE = BETTER._replace(brier=0.3)


@pytest.mark.parametrize("true", [Curve(0.4, 1.0), Curve(1.2, 0.5)])
def test_a_curve_is_found_again(true: Curve) -> None:
    """Results drawn by a curve lead back to it, within what chance makes of 8,000 positions."""
    rng = np.random.default_rng(3)
    x = rng.normal(0.0, 4.0, 8_000)
    results = (rng.random(len(x)) < np.array([true.probability(each) for each in x])).astype(float)
    found = fit(x, results, np.arange(len(x)))
    assert max(abs(found.probability(each) - true.probability(each)) for each in (-6.0, -1.0, 0.5, 3.0)) < 0.03


def test_curves_that_are_better_than_the_default_are_written(tmp_path: Path) -> None:
    """Another one of its game is replaced, a worse one is dropped, and other games and kept curves stay."""
    file = tmp_path / "curves.json"
    old = {"chess": {"evaluation": [0.39, 1.0]}, "hex": {"playouts": [2.0, 1.0]}, "kalah": {"playouts": [1.0, 1.0]}}
    file.write_text(json.dumps(old), encoding="utf-8")
    names: dict[tuple[str, Kind], Quality] = {
        ("chess", "evaluation"): BETTER,
        ("kalah", "playouts"): WORSE,
        ("kalah", "evaluation"): BETTER,
    }
    write_curves({name: (Curve(0.5, 0.9), quality) for name, quality in names.items()}, file)
    assert json.loads(file.read_text(encoding="utf-8")) == {
        **{name: old[name] for name in ("chess", "hex")},
        "kalah": {"evaluation": [0.5, 0.9]},
    }
