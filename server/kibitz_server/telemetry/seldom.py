"""Warnings about what clients cause, who could otherwise fill the log."""

import time
from collections.abc import Callable
from typing import Any

import structlog

EVERY_S = 60.0


class SeldomWarning:
    """Warning that is logged at most once a minute, however often its cause occurs."""

    __slots__ = ("_at", "_clock", "_log", "_sentence")

    def __init__(self, sentence: str, clock: Callable[[], float] = time.monotonic) -> None:
        """Prepare the warning. `clock` returns seconds, and is replaceable for tests."""
        self._sentence = sentence
        self._clock = clock
        self._log = structlog.get_logger(__name__)
        self._at: float | None = None

    def log(self, **details: Any) -> None:
        """Log the warning with details, unless that was done within the last minute."""
        now = self._clock()
        if self._at is None or now - self._at >= EVERY_S:
            self._at = now
            self._log.warning(self._sentence, **details)
