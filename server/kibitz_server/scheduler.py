"""The clocks and timers that the parts of a server are given, so that tests can control the time."""

import time
from collections.abc import Callable
from typing import Any, Protocol

WallClock = Callable[[], float]
"""Returns the time of day in seconds since 1970, which jumps when the clock of the machine is corrected."""
SYSTEM_CLOCK: WallClock = time.time


class Timer(Protocol):
    """A scheduled call that can be cancelled."""

    def cancel(self) -> None:
        """Cancel the call."""


class Scheduler(Protocol):
    """Timers on a monotonic clock. An asyncio event loop is one."""

    def time(self) -> float:
        """Return the time in seconds on a clock that never jumps."""

    def call_at(self, when: float, callback: Callable[..., object], *args: Any) -> Timer:
        """Call back once, on the event loop, when `time` reaches `when`."""
