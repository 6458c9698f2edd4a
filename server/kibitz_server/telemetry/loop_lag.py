"""Measurement of the event loop's lag: the delay of a periodic timer."""

from collections.abc import Callable

from kibitz_server.scheduler import Scheduler, Timer

INTERVAL_S = 0.5


class LoopLag:
    """Timer that reports its delay in seconds to `observe` every INTERVAL_S, until `stop`."""

    def __init__(self, scheduler: Scheduler, observe: Callable[[float], object]) -> None:
        self._scheduler = scheduler
        self._observe = observe
        self._timer: Timer | None = None
        self._schedule()

    def _schedule(self) -> None:
        due_at = self._scheduler.time() + INTERVAL_S
        self._timer = self._scheduler.call_at(due_at, self._measure, due_at)

    def _measure(self, due_at: float) -> None:
        self._observe(max(0.0, self._scheduler.time() - due_at))
        self._schedule()

    def stop(self) -> None:
        """Cancel the timer."""
        if self._timer is not None:
            self._timer.cancel()
