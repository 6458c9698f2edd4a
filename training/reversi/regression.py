"""Linear regression on sparse features: a weighted sum of a few of many numbers, fitted to results."""

from typing import Any

import numpy as np

Numbers = np.ndarray[Any, Any]


RARE = 4
"""A weight of a feature that is seen less often stays 0: it would be noise, and fill the file."""


def fit(features: Numbers, results: Numbers, count: int, ridge: float, rounds: int) -> Numbers:
    """Return the weights with the least squared error, by conjugate gradients (Hestenes and Stiefel, 1952).

    Args:
        features: For each example, the indexes of the weights whose sum predicts its result.
        results: The result of each example.
        count: Number of weights.
        ridge: Penalty on the squares of weights, in examples: a feature that is seen as often gets half its weight.
        rounds: Number of steps.
    """
    columns = features.T.copy()
    seen = np.zeros(count)
    for column in columns:
        seen += np.bincount(column, minlength=count)
    scale = 1 / (seen + ridge)

    def applied(weights: Numbers) -> Numbers:
        return gathered(predicted(columns, weights)) + ridge * weights

    def gathered(errors: Numbers) -> Numbers:
        total = np.zeros(count)
        for column in columns:
            total += np.bincount(column, errors, minlength=count)
        return total

    weights = np.zeros(count)
    residual = gathered(results.astype(float))
    preconditioned = scale * residual
    direction = preconditioned
    power = float(residual @ preconditioned)
    for _ in range(rounds):
        if not power:
            break  # few examples can be met exactly
        image = applied(direction)
        step = power / float(direction @ image)
        weights = weights + step * direction
        residual = residual - step * image
        preconditioned = scale * residual
        before, power = power, float(residual @ preconditioned)
        direction = preconditioned + power / before * direction
    return np.where(seen < RARE, 0.0, weights)


def predicted(columns: Numbers, weights: Numbers) -> Numbers:
    """Return the predictions, given the transposed features."""
    total = np.zeros(columns.shape[1])
    for column in columns:
        total += weights[column]
    return total
