"""Most likely distributions of results under a hypothesis: empirical likelihood of A. B. Owen (1988).

A distribution gives each result, from 0 points to all, a probability. Among those with a wanted property, the most
likely one maximises `sum(share * log(probability))` for the shares that were seen.
"""

import math
import operator
from collections.abc import Sequence

from kibitz_server.core.tournament.statistics.pairs import moments

MOST_STEPS = 200
"""Bound of each iteration; all take a few steps."""
CLOSE = 1e-10
"""Change of a probability at which the fixed point is reached."""
EXACT = 1e-14
"""Relative change of a multiplier that is smaller than its rounding errors."""


def likely_with_mean(shares: Sequence[float], mean: float) -> list[float]:
    """Return the most likely distribution with a mean score.

    Args:
        shares: The share of each result, all above 0.
        mean: A score between 0 and 1.
    """
    last = len(shares) - 1
    return _likely_with_zero(shares, [place / last - mean for place in range(last + 1)])


def likely_with_ratio(shares: Sequence[float], ratio: float) -> list[float]:
    """Return the most likely distribution whose mean is `ratio` standard deviations above a half.

    The condition `mean - 1/2 - ratio * deviation = 0` is not linear in the probabilities. Its tangent at a distribution
    with mean m and deviation s is `sum(p * g) = 0` with `g = score - 1/2 - ratio * s * (1 + ((score - m) / s)**2) / 2`,
    which needs m and s alone. The most likely distribution on the tangent gives the next m and s.

    The iteration begins on the condition itself, with a distribution of 0 and 1 alone. The deviation is concave in the
    probabilities. So every tangent leaves `ratio` on the same side, and has values of both signs: each step has a
    solution, however large the ratio is. For ratios above 1.5 there may be other local maxima; hypotheses
    that far apart, of more than 350 normalised Elo, are decided at once.

    Args:
        shares: The share of each result, all above 0.
        ratio: Standard deviations of a sample between the mean and a half; negative below.
    """
    last = len(shares) - 1
    scores = [place / last for place in range(last + 1)]
    mean = 0.5 + ratio / (2 * math.hypot(1, ratio))
    variance = mean * (1 - mean)
    found: list[float] = [0.0] * len(shares)
    for _ in range(MOST_STEPS):
        deviation = math.sqrt(variance)
        tangent = [score - 0.5 - ratio * (deviation + (score - mean) ** 2 / deviation) / 2 for score in scores]
        before, found = found, _likely_with_zero(shares, tangent)
        mean, variance = moments(found)
        if max(abs(p - q) for p, q in zip(before, found, strict=True)) < CLOSE:
            break
    return found


def _likely_with_zero(shares: Sequence[float], values: Sequence[float]) -> list[float]:
    """Return the most likely distribution in which the mean of `values` is 0.

    By Lagrange, `p = share / (1 + x * value)` for the x with `sum(share * value / (1 + x * value)) = 0`. That sum
    falls in x between the poles, from infinity to minus infinity. Newton's method finds its zero. A step that leaves
    the bracket is replaced by its middle.

    A result with a tiny share brings x close to a pole, where `1 + x * value` would lose its digits. So the variable is
    `u`, the distance of x from the pole on its side of 0, at which the value `last` has its pole.
    """
    last = min(values) if sum(map(operator.mul, shares, values)) > 0 else max(values)
    bases = [(last - value) / last for value in values]
    low, high = sorted((0.0, 1 / last))
    u = 1 / last
    for _ in range(MOST_STEPS):
        terms = [value / (base + u * value) for base, value in zip(bases, values, strict=True)]
        height = sum(map(operator.mul, shares, terms))
        step = height / sum(share * term * term for share, term in zip(shares, terms, strict=True))
        if abs(step) <= EXACT * abs(u):
            break
        if step > 0:
            low = u
        else:
            high = u
        u = u + step if low < u + step < high else (low + high) / 2
    return [share / (base + u * value) for share, base, value in zip(shares, bases, values, strict=True)]
