"""One search in a thread of its own, which its caller observes and stops."""

import threading
import time
from collections.abc import Callable
from typing import Protocol

from kibitz_server.engine import driver
from kibitz_server.engine.compiler.memory import Memory
from kibitz_server.engine.control import Progress, SearchControl, read
from kibitz_server.engine.driver import SearchResult
from kibitz_server.engine.limit import Limit
from kibitz_server.games.game import Position


class RunSearch(Protocol):
    """Function that searches a position, such as `driver.run`."""

    def __call__(
        self, position: Position, algorithm: str, limit: Limit, control: SearchControl, memory: Memory | None = None, /
    ) -> SearchResult:
        """Return the result of a search, which ends early when `control` says so."""


class ThreadedSearch:
    """Search that runs.

    Args:
        position: The position to search, which is not over.
        algorithm: The algorithm that searches.
        limit: The bounds of the search.
        memory: Findings of earlier searches of the same game.
        done: Called in the thread of the search when it ends, however it ends.
        run: Searches the position.
    """

    def __init__(
        self,
        position: Position,
        algorithm: str,
        limit: Limit,
        memory: Memory,
        done: Callable[[], None],
        run: RunSearch = driver.run,
    ) -> None:
        self.position = position
        self.began = time.perf_counter()
        self.report: SearchResult | None = None
        self.error: BaseException | None = None
        self._control = SearchControl()
        self._control.reset(limit.nodes)
        self._thread = threading.Thread(
            target=self._search, args=(algorithm, limit, memory, done, run), name="search", daemon=True
        )
        self._thread.start()

    @property
    def seconds(self) -> float:
        """Time since the search began."""
        return time.perf_counter() - self.began

    @property
    def ended(self) -> bool:
        """Whether there is a report or an error."""
        return self.report is not None or self.error is not None

    def progress(self) -> Progress:
        """Return the findings so far."""
        return read(self._control)

    def stop(self) -> None:
        """Let the search end with what it has found."""
        self._control.stop = 1

    def join(self, within_s: float | None = None) -> None:
        """Wait for the end of the search, at most this many seconds."""
        self._thread.join(within_s)

    def _search(self, algorithm: str, limit: Limit, memory: Memory, done: Callable[[], None], run: RunSearch) -> None:
        try:
            self.report = run(self.position, algorithm, limit, self._control, memory)
        except BaseException as error:
            self.error = error
        done()
