"""A search that a match or a player waits for, from its submission until its report is delivered."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field

import structlog

from kibitz_server.engine.driver import SearchResult
from kibitz_server.pool.interface import SubmittedSearch
from kibitz_server.scheduler import Scheduler, Timer
from kibitz_server.telemetry.metrics import Metrics

log = structlog.get_logger(__name__)

Deliver = Callable[[SearchResult | None], None]
"""Called once with the report of a search, or None if it was cancelled or failed."""


@dataclass(slots=True, eq=False)
class RunningSearch:
    """A search that was just submitted. The metrics count it when it ends, and its report is delivered once.

    They count a `private` search when its report is delivered, as if it had run until then: how long it took would tell
    of the cards that it knows.
    """

    search: SubmittedSearch
    turn: int
    """The turn of its match that the search is for."""
    scheduler: Scheduler
    metrics: Metrics
    deliver: Deliver
    """Not called after `drop`."""
    due_at: Callable[[], float] = lambda: 0.0
    """Called when the search has ended. Returns the earliest time to deliver the report."""
    private: bool = False
    _submitted_at: float = field(init=False)
    _credited_s: float = 0.0
    _unreadable: bool = False
    _timer: Timer | None = None
    """Runs until the report is due."""
    _settled: bool = False
    """Whether the report was delivered or the search dropped."""

    def __post_init__(self) -> None:
        self._submitted_at = self.scheduler.time()
        self.search.result.add_done_callback(self._end)

    def _end(self, result: asyncio.Future[SearchResult]) -> None:  # noqa: ARG002
        if self._settled or not self.private:
            self._count()
        if self._settled:
            return
        due_at = self.due_at()
        if self.scheduler.time() >= due_at:
            self._settle()
        else:
            self._timer = self.scheduler.call_at(due_at, self._settle)

    def reschedule(self) -> None:
        """Ask again when a report is due that waits: the pace of its match has changed."""
        if self._timer is not None and not self._settled:
            self._timer.cancel()
            self._timer = self.scheduler.call_at(max(self.scheduler.time(), self.due_at()), self._settle)

    def _count(self) -> None:
        result = self.search.result
        outcome = "cancelled" if result.cancelled() else "failed" if result.exception() else "finished"
        self.metrics.searches.labels(outcome).inc()
        self.metrics.search_s.observe(self.search.spent_s())
        self.metrics.search_wait_s.observe(max(0.0, self._queued_s()))

    def _settle(self) -> None:
        self._stop()
        if self.private:
            self._count()
        result = self.search.result
        self.deliver(None if result.cancelled() or result.exception() else result.result())

    def _stop(self) -> None:
        self._settled = True
        if self._timer is not None:
            self._timer.cancel()

    def hurry(self) -> None:
        """Deliver a report that is not due yet, or cancel the search if it is still queued."""
        if self._timer is not None:
            self._settle()
        elif not self.search.spent_s():
            self.search.cancel()

    def drop(self) -> None:
        """Cancel the search, and deliver nothing."""
        if self.private and self._timer is not None and not self._settled:
            self._count()
        self._stop()
        self.search.cancel()

    def waited_s(self) -> float:
        """Return how long the search was in the queue since the last call, in seconds."""
        waited_s = max(0.0, self._queued_s() - self._credited_s)
        self._credited_s += waited_s
        return waited_s

    def _queued_s(self) -> float:
        return self.scheduler.time() - self._submitted_at - self.search.spent_s()

    def progress(self) -> SearchResult | None:
        """Return what the search has found so far, unless the rules of its game have failed on that."""
        try:
            return None if self._unreadable else self.search.progress()
        except Exception:
            # A mistake in the rules of a game must not stop the search info of other matches.
            log.exception("a search cannot be shown")
            self._unreadable = True
            return None
