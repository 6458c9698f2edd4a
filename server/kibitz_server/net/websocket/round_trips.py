"""Round trips of the server's pings, which measure the lag of a connection."""

import math

RECENT_PINGS = 8
"""At least this many round trips count as recent, and at most twice as many: those of about three to five minutes."""


class RoundTrips:
    """Recent round trips of a connection; the shortest counts.

    A client can answer a ping late but never early, so a longer round trip proves nothing.
    """

    __slots__ = ("_before", "_count", "_least")

    def __init__(self) -> None:
        self._before = self._least = math.inf
        self._count = 0

    def add(self, seconds: float) -> None:
        """Add a round trip. Those before the last `RECENT_PINGS` to twice as many are forgotten."""
        if self._count == RECENT_PINGS:
            self._before, self._least, self._count = self._least, math.inf, 0
        self._least = min(self._least, seconds)
        self._count += 1

    @property
    def shortest_s(self) -> float:
        """The shortest one in seconds; 0 before the first."""
        shortest = min(self._before, self._least)
        return shortest if shortest < math.inf else 0.0
