"""Timers that count processor seconds of this process, so that a busy machine does not weaken a timed search."""

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

from kibitz_server.engine import algorithms, driver


class ProcessorTimer(threading.Thread):
    """Takes the place of `threading.Timer`: calls a function once the process has used this many more seconds."""

    def __init__(self, seconds: float, action: Callable[..., object], arguments: Sequence[Any] = ()) -> None:
        super().__init__(daemon=True)
        self._end = time.process_time() + seconds
        self._action = action
        self._arguments = arguments
        self._cancelled = threading.Event()

    def cancel(self) -> None:
        """Never call the function from now on."""
        self._cancelled.set()

    def run(self) -> None:
        """Wait. The process uses at most one core, so no check comes late."""
        while (left := self._end - time.process_time()) > 0:
            if self._cancelled.wait(max(0.001, left)):
                return
        if not self._cancelled.is_set():
            self._action(*self._arguments)


@contextmanager
def processor_seconds() -> Iterator[None]:
    """Let time limits of searches inside the block count processor seconds."""
    changed: list[Any] = [driver, algorithms]
    try:
        for module in changed:
            module.threading = SimpleNamespace(Timer=ProcessorTimer)
        yield
    finally:
        for module in changed:
            module.threading = threading
