"""The clock of all tournaments. It stands while the store cannot save: no game can begin or count in that time.

Matches are credited such a time one by one. The deadlines of a tournament move together, so its clock does it. The
uptime that a restarted server counts leaves these times out too.
"""

from collections.abc import Callable
from typing import Any

from kibitz_server.messages.tournaments.snapshot import TimeOfDay
from kibitz_server.scheduler import Scheduler, Timer, WallClock


class TournamentClock:
    """Clock that never goes back, and is behind that of `scheduler` by all the time for which it stood."""

    def __init__(self, scheduler: Scheduler, wall_clock: WallClock) -> None:
        self._scheduler = scheduler
        self._wall_clock = wall_clock
        self._lost_s = 0.0
        self._stood_at = -1.0
        """What it showed when it last began to stand."""
        self._stands_since: float | None = None
        """Since when it stands, on the clock of `scheduler`."""
        self._stops: list[tuple[float, float]] = []
        """Where it stood, and for how long."""

    def time(self) -> float:
        """Return the time in seconds."""
        if self._stands_since is not None:
            return self._stood_at
        return max(self._stood_at, self._scheduler.time() - self._lost_s)

    def today(self) -> TimeOfDay:
        """Return the time of day, for all times on this clock."""
        stops = self._stops
        if self._stands_since is not None:
            stops = [*stops, (self._stood_at, self._scheduler.time() - self._stands_since)]
        return TimeOfDay(self.time(), self._wall_clock(), stops)

    def call_at(self, when: float, callback: Callable[..., object], *args: Any) -> Timer:
        """Call back once when `time` may have reached `when`, or earlier if it stands meanwhile."""
        return self._scheduler.call_at(when + self._lost_s, callback, *args)

    def call_soon(self, callback: Callable[..., object]) -> Timer:
        """Call back once, in the next step of the event loop."""
        return self._scheduler.call_at(self._scheduler.time(), callback)

    def stop(self, for_s: float) -> None:
        """Stand until `go_on`. The store could not save for `for_s` seconds before; these do not count either."""
        if self._stands_since is None:
            self._stood_at = self.time()
            self._stands_since = self._scheduler.time() - for_s

    def go_on(self) -> None:
        """Go on from the time at which it stood."""
        if self._stands_since is not None:
            stood_s = self._scheduler.time() - self._stands_since
            self._lost_s += stood_s
            self._stops.append((self._stood_at, stood_s))
            self._stands_since = None
