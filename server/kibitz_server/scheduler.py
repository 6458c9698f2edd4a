"""When to do what: the part of an event loop that the runtime needs, so that tests can turn the clock by hand."""

from collections.abc import Callable
from typing import Any, Protocol


class Timer(Protocol):
    """Something that will be called, until it is cancelled."""

    def cancel(self) -> None:
        """Do not call it."""


class Scheduler(Protocol):
    """An asyncio event loop is one."""

    def time(self) -> float:
        """Seconds on a clock that never jumps."""

    def call_at(self, when: float, callback: Callable[..., object], *args: Any) -> Timer:
        """Call back when `time` reaches `when`."""
