"""Uptime of the server: the time that match clocks ran, whatever the system clock shows."""

from bisect import bisect_right
from collections.abc import Iterable

HEARTBEAT_S = 5.0
"""Interval at which a healthy store records that it is up. After a crash, clocks are charged only for recorded time."""


JUMP_S = 2.0
"""A run ends when the time of day has advanced by so much more than the event loop's clock: the machine's clock was set
forward, or the server stood still. Neither is uptime."""


class Uptime:
    """Uptime of a series of runs, each with its begin and its last recorded time, in seconds since 1970.

    Runs may overlap.
    """

    def __init__(self, runs: Iterable[tuple[float, float]] = ()) -> None:
        self._runs: list[tuple[float, float]] = []
        for began_at, seen_at in sorted(runs):
            if self._runs and began_at <= self._runs[-1][1]:
                before = self._runs[-1]
                self._runs[-1] = (before[0], max(before[1], seen_at))
            elif seen_at > began_at:
                self._runs.append((began_at, seen_at))
        # The uptime after each run, so that `since` takes as long for a time years ago as for one today.
        self._after = [0.0] * (len(self._runs) + 1)
        for index in range(len(self._runs) - 1, -1, -1):
            began_at, seen_at = self._runs[index]
            self._after[index] = self._after[index + 1] + seen_at - began_at

    @property
    def end(self) -> float:
        """The last recorded time of all runs, in seconds since 1970; 0 without runs."""
        return self._runs[-1][1] if self._runs else 0.0

    def before(self, seconds: float) -> float:
        """Return the time since which servers have been up for `seconds`; at the earliest the first start."""
        for began_at, seen_at in reversed(self._runs):
            if seen_at - began_at >= seconds:
                return seen_at - seconds
            seconds -= seen_at - began_at
        return self._runs[0][0] if self._runs else 0.0

    def since(self, at: float) -> float:
        """Return how many seconds servers have been up since `at`."""
        later = bisect_right(self._runs, (at, float("inf")))
        within = max(0.0, self._runs[later - 1][1] - at) if later else 0.0
        return within + self._after[later]
