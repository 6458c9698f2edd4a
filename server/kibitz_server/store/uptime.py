"""For how long the server has been up: the time that clocks went by, whatever the clock on the wall says."""

from bisect import bisect_right
from collections.abc import Iterable

BEAT_S = 5.0
"""How often a store that is well notes that it still is. After a crash nobody is charged for more than was noted."""


class Uptime:
    """Made of runs, each a pair of times of day: when a server began, and when it was last seen. They may overlap."""

    def __init__(self, runs: Iterable[tuple[float, float]] = ()) -> None:
        self._runs: list[tuple[float, float]] = []
        for began_at, seen_at in sorted(runs):
            if self._runs and began_at <= self._runs[-1][1]:
                before = self._runs[-1]
                self._runs[-1] = (before[0], max(before[1], seen_at))
            elif seen_at > began_at:
                self._runs.append((began_at, seen_at))
        # What came after each run, so that a moment years ago costs no more than one of today.
        self._after = [0.0] * (len(self._runs) + 1)
        for index in range(len(self._runs) - 1, -1, -1):
            began_at, seen_at = self._runs[index]
            self._after[index] = self._after[index + 1] + seen_at - began_at

    def before(self, seconds: float) -> float:
        """The time of day since which servers have been up for so long; that of the first start if they were not."""
        for began_at, seen_at in reversed(self._runs):
            if seen_at - began_at >= seconds:
                return seen_at - seconds
            seconds -= seen_at - began_at
        return self._runs[0][0] if self._runs else 0.0

    def since(self, at: float) -> float:
        """How many seconds servers have been up since a time of day."""
        later = bisect_right(self._runs, (at, float("inf")))
        within = max(0.0, self._runs[later - 1][1] - at) if later else 0.0
        return within + self._after[later]
