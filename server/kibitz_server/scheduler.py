"""The clocks and timers that the parts of a server are given, so that tests can control the time."""

import asyncio
import selectors
import threading
import time
from collections.abc import Callable
from typing import Any, Protocol

WallClock = Callable[[], float]
"""Returns the time of day in seconds since 1970, which jumps when the clock of the machine is corrected."""
SYSTEM_CLOCK: WallClock = time.time
STANDSTILL_S = 1.0
"""A step of the event loop that takes longer is a standstill of the process."""


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


class NondecreasingClock:
    """Time of day that never goes back, for the times of stored events.

    After the clock of the machine was set back, this one stops until the other has caught up.
    """

    def __init__(self, clock: WallClock = SYSTEM_CLOCK, earliest: float = 0.0) -> None:
        self._clock = clock
        self._latest = earliest

    def __call__(self) -> float:
        """Return the time in seconds since 1970."""
        self._latest = max(self._latest, self._clock())
        return self._latest


class SteadyLoop(asyncio.SelectorEventLoop):
    """Event loop whose clock stops while the process is stopped.

    A process may be stopped (SIGSTOP, a paused container) or get no processor. For this loop that time did not happen:
    all timers and timeouts are later by it, and a message that arrived meanwhile is as old as if it had just arrived.
    The loop notices it at the next reading of the clock, before any other work.
    """

    def __init__(
        self, monotonic: Callable[[], float] = time.monotonic, selector: selectors.BaseSelector | None = None
    ) -> None:
        """Create a loop.

        Args:
            monotonic: The clock of the machine, in seconds.
            selector: What waits for input; it calls `waiting` before and `waited` after. By default that of the system.
        """
        self.on_standstill: Callable[[float], object] = lambda _seconds: None
        """Called on the loop with the seconds of each standstill."""
        self._monotonic = monotonic
        self._lost_s = 0.0
        self._read_at = monotonic()
        self._waits = False
        self._owner = threading.get_ident()
        super().__init__(selector or _StepSelector(self))

    def time(self) -> float:
        """Return the time in seconds, without the standstills of the process."""
        now = self._monotonic()
        if not self._waits:
            if now - self._read_at > STANDSTILL_S and threading.get_ident() == self._owner:
                self._leave_out(now - self._read_at)
            self._read_at = now
        return now - self._lost_s

    def waiting(self) -> None:
        """Note that the loop begins to wait for input or the next timer."""
        self.time()
        self._owner = threading.get_ident()
        self._waits = True

    def waited(self, timeout: float | None) -> None:
        """Note that the loop has waited, for at most `timeout` seconds if the process ran."""
        now = self._monotonic()
        if timeout is not None and now - self._read_at > max(0.0, timeout) + STANDSTILL_S:
            self._leave_out(now - self._read_at - max(0.0, timeout))
        self._read_at = now
        self._waits = False

    def _leave_out(self, seconds: float) -> None:
        self._lost_s += seconds
        self.call_soon(self.on_standstill, seconds)


class _StepSelector(selectors.DefaultSelector):
    """Selector that tells its loop when it waits."""

    def __init__(self, loop: SteadyLoop) -> None:
        super().__init__()
        self._loop = loop

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        self._loop.waiting()
        try:
            return super().select(timeout)
        finally:
            self._loop.waited(timeout)
