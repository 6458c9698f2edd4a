"""Measures how late the event loop is: a beat that should come at once and comes when it can."""

from collections.abc import Callable

from kibitz_server.scheduler import Scheduler, Timer

BEAT_S = 0.5


class LoopLag:
    """`late(seconds)` is called at each beat until `stop`."""

    def __init__(self, scheduler: Scheduler, late: Callable[[float], object]) -> None:
        self._scheduler = scheduler
        self._late = late
        self._timer: Timer | None = None
        self._next()

    def _next(self) -> None:
        due_at = self._scheduler.time() + BEAT_S
        self._timer = self._scheduler.call_at(due_at, self._beat, due_at)

    def _beat(self, due_at: float) -> None:
        self._late(max(0.0, self._scheduler.time() - due_at))
        self._next()

    def stop(self) -> None:
        """Beat no more."""
        if self._timer is not None:
            self._timer.cancel()
