"""Average at a chance node of a tree: its bounds while outcomes are left, and the windows of the outcomes (Star1)."""

import math
from collections.abc import Sequence

FEW = 6
"""Most outcomes whose average is written out."""


class Average:
    """Average of chance outcomes by their weights. `values` are those of the first; all others are within the limit.

    All values are MAX's, as in the tree.
    """

    def __init__(self, weights: Sequence[int], limit: float) -> None:
        self.limit = limit
        self.values: list[float] = []
        self._weights = weights
        self._total = sum(weights)

    @property
    def known(self) -> bool:
        """Whether the value of each chance outcome is known."""
        return len(self.values) == len(self._weights)

    @property
    def so_far(self) -> float:
        """The average of the known values; there is at least one."""
        known = list(zip(self._weights, self.values, strict=False))
        return sum(weight * value for weight, value in known) / sum(weight for weight, _ in known)

    @property
    def bounds(self) -> tuple[float, float]:
        """The least and the most that the average can be; both are the average once all values are known."""
        so_far = sum(weight * value for weight, value in zip(self._weights, self.values, strict=False))
        left = 0.0 if self.known else self.limit * sum(self._weights[len(self.values) :])
        return (so_far - left) / self._total, (so_far + left) / self._total

    def window(self, alpha: float, beta: float) -> tuple[float, float]:
        """Return the bounds for the value of the next chance outcome; outside them, the average leaves (alpha, beta).

        That is so whatever the values of the chance outcomes after it are (Ballard, 1983).
        """
        (least, most), weight = self.bounds, self._weights[len(self.values)]
        low = self.limit - (most - alpha) * self._total / weight
        high = (beta - least) * self._total / weight - self.limit
        return (low if low > -self.limit else -math.inf), (high if high < self.limit else math.inf)

    @property
    def formula(self) -> str:
        """The average as it is computed, after a colon, where outcomes are few and all values are known."""
        if not self.known or len(self.values) > FEW:
            return ""
        terms = (f"{weight} x {value:g}" for weight, value in zip(self._weights, self.values, strict=True))
        return f": ({' + '.join(terms)}) / {self._total}"
