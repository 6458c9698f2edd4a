"""Uptime of the server: the time that match clocks ran, whatever the system clock shows."""

import secrets
from bisect import bisect_right
from collections.abc import Callable, Iterable

from kibitz_server.scheduler import STANDSTILL_S, NondecreasingClock, Scheduler, WallClock

HEARTBEAT_S = 5.0
"""Interval at which a healthy store records that it is up. After a crash, clocks are charged only for recorded time."""
JUMP_S = STANDSTILL_S
"""A run ends when the time of day has advanced by so much more than the event loop's clock: the machine's clock was set
forward, or the server was stopped. Neither is uptime."""


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


class UptimeRecorder:
    """Records the runs of this server: when it is up and can save, at intervals of `HEARTBEAT_S`.

    Time in which the store cannot write, and jumps of the machine's clock, do not count as uptime: then a run ends at
    the time before, and another one begins.

    Args:
        known: Ids and times of the runs before this server; its own are added to the ids.
        wall_clock: Time of day in seconds since 1970.
        scheduler: The clock of all matches, and its timers.
        healthy: Returns whether the store can write.
        begin: Stores that a run with this id began at a time.
        see: Stores that a run with this id was up at a time.
    """

    def __init__(
        self,
        known: Iterable[tuple[str, float, float]],
        wall_clock: WallClock,
        scheduler: Scheduler,
        healthy: Callable[[], bool],
        begin: Callable[[str, float], object],
        see: Callable[[str, float], object],
    ) -> None:
        earlier = list(known)
        self.before = Uptime((began_at, seen_at) for _, began_at, seen_at in earlier)
        """Uptime of the servers before this one."""
        self.known = {id for id, _, _ in earlier}
        """Ids of all runs, with those of this server."""
        # Runs must not overlap after the machine's clock was set back: events would be in the time of both.
        self.wall_clock = NondecreasingClock(wall_clock, self.before.end)
        self._scheduler = scheduler
        self._healthy = healthy
        self._begin = begin
        self._see = see
        self._run: str | None = None
        self._at, self._tick = 0.0, 0.0
        self.beat()

    def beat(self) -> None:
        """Record that the server is up, and when to do so again."""
        self._continue()
        if self._run is None and self._healthy():
            self._run = secrets.token_hex(8)
            self.known.add(self._run)
            self._begin(self._run, self._at)
        self._timer = self._scheduler.call_at(self._scheduler.time() + HEARTBEAT_S, self.beat)

    def _continue(self) -> None:
        at, tick = self.wall_clock(), self._scheduler.time()
        if not self._healthy() or at - self._at > tick - self._tick + JUMP_S:
            self._run = None
        if self._run is not None:
            self._see(self._run, at)
        self._at, self._tick = at, tick

    def end(self) -> None:
        """Record that the server is up until now, and nothing after it."""
        self._timer.cancel()
        self._continue()
        self._run = None
