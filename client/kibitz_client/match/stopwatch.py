"""How long ago a position came, not counting the time for which the server lets all clocks stand still. No I/O.

Times are in seconds on any clock that does not jump, the same for every call.
"""


class Stopwatch:
    """Runs from the moment a position comes."""

    def __init__(self, now: float) -> None:
        self._began_at = now
        self._stopped_at: float | None = None

    def begin(self, now: float) -> None:
        """Another position came. While nothing can be saved there is none, so whoever hears of one may count."""
        self._began_at, self._stopped_at = now, None

    def halt(self, now: float, *, halted: bool) -> None:
        """The clocks stand still from now on, or run again."""
        if halted:
            self._stopped_at = now if self._stopped_at is None else self._stopped_at
        elif self._stopped_at is not None:
            self._began_at += now - self._stopped_at
            self._stopped_at = None

    def elapsed_ms(self, now: float) -> int:
        """How much of the time to think has passed since the position came."""
        return int(1000 * ((now if self._stopped_at is None else self._stopped_at) - self._began_at))
