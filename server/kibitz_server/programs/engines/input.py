"""Lines of a runner, which a thread reads, so that an engine can wait for a line and look at its search meanwhile."""

import queue
import threading
from collections.abc import Iterable, Iterator
from typing import TextIO

WAKE = ""
"""Line without a command."""
MOST_WAITING = 1000
"""Lines that are read ahead. A runner that writes more waits, as for any program that does not read."""


def bounded_lines(stream: TextIO, most: int) -> Iterator[str]:
    """Yield the lines of a stream. The rest of a line after `most + 1` characters is left out."""
    while line := stream.readline(most + 1):
        yield line
        while len(line) > most and not line.endswith("\n"):
            line = stream.readline(most + 1)


class Input:
    """Lines as they come. A line may be put back, to be the next one again.

    Args:
        lines: Lines of the runner, which another thread reads.
    """

    def __init__(self, lines: Iterable[str]) -> None:
        self._waiting: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._returned: list[str | None] = []
        self._room = threading.Semaphore(MOST_WAITING)
        threading.Thread(target=self._read, args=(lines,), name="input", daemon=True).start()

    def next(self, within_s: float | None = None) -> str | None:
        """Wait for a line, at most this many seconds, and return it; WAKE if none comes, None at the end of input."""
        if self._returned:
            return self._returned.pop()
        try:
            line = self._waiting.get(timeout=within_s)
        except queue.Empty:
            return WAKE
        if line != WAKE:
            self._room.release()
        return line

    def put_back(self, line: str | None) -> None:
        """Make a line, or the end of the input, the next one."""
        self._returned.append(line)

    def wake(self) -> None:
        """End a wait with WAKE. Any thread may call this."""
        self._waiting.put(WAKE)

    def _read(self, lines: Iterable[str]) -> None:
        for line in lines:
            self._room.acquire()
            self._waiting.put(line)
        self._waiting.put(None)
