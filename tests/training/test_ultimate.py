"""Fit of the weights of ultimate tic-tac-toe: its features are those of the evaluation, and it finds true weights."""

import numpy as np

from kibitz_server.games.registry import load
from tests.server.engine.helpers import random_positions
from training import ultimate as tuning


def test_features_and_weights_make_the_evaluation() -> None:
    """The sum of the features times the weights of the game is its evaluation."""
    game = load("ultimate")
    for position in random_positions(game, 200, seed=3):
        total = tuning.features(position.state) @ tuning.present() * tuning.UNIT
        assert round(total) == game.rules.evaluate(position.state), position.text


def test_the_fit_finds_the_weights_that_made_the_results() -> None:
    """Results drawn with known odds give back the weights behind them, nearly."""
    rng = np.random.default_rng(1)
    true = np.array([0.8, -0.5, 0.0])
    rows = rng.integers(-3, 4, (20_000, 3)).astype(float)
    results = (rng.random(20_000) < 1 / (1 + np.exp(-rows @ true))).astype(float)
    found = tuning.fitted(rows, results)
    assert np.abs(found - true).max() < 0.05
    assert tuning.loss(rows, results, found) <= tuning.loss(rows, results, true)
