"""Time since a position arrived, without the time while the server halted all clocks. No I/O.

Times are in seconds of one monotonic clock.
"""


class Stopwatch:
    """Stopwatch that restarts with each position."""

    def __init__(self, now: float) -> None:
        self._began_at = now
        self._stopped_at: float | None = None

    def begin(self, now: float) -> None:
        """Restart for a new position. The clocks run then: a server with halted clocks sends no positions."""
        self._began_at, self._stopped_at = now, None

    def halt(self, now: float, *, halted: bool) -> None:
        """Halt the stopwatch, or let it run again."""
        if halted:
            self._stopped_at = now if self._stopped_at is None else self._stopped_at
        elif self._stopped_at is not None:
            self._began_at += now - self._stopped_at
            self._stopped_at = None

    def elapsed_ms(self, now: float) -> int:
        """Return the running time since the position arrived, in milliseconds."""
        return int(1000 * ((now if self._stopped_at is None else self._stopped_at) - self._began_at))
