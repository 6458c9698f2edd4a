"""A search that is followed until its report is delivered."""

from typing import Any

import pytest

from kibitz_server.engine.driver import SearchResult
from kibitz_server.pool.interface import Priority
from kibitz_server.runtime.engines.running_search import RunningSearch
from kibitz_server.telemetry.metrics import Metrics
from tests.fakes.server import ManualScheduler, ManualSearch, found, settle


class Trial:
    """A search under the control of a test, and what was delivered of it."""

    def __init__(self, due_s: float = 0.0, *, private: bool = False) -> None:
        self.scheduler = ManualScheduler()
        anything: Any = None
        self.search = ManualSearch(anything, anything, Priority.PLAYER, "ann", self.scheduler.time)
        self.metrics = Metrics()
        self.delivered: list[str | None] = []
        due_at = self.scheduler.time() + due_s
        told = (self.scheduler, self.metrics, self._deliver, lambda: due_at)
        self.running = RunningSearch(self.search, 1, *told, private=private)

    def _deliver(self, report: SearchResult | None) -> None:
        self.delivered.append(None if report is None else report.move)

    def counted(self, outcome: str) -> float:
        """Return how many searches ended in that way."""
        return self.metrics.registry.get_sample_value("kibitz_searches_total", {"outcome": outcome}) or 0.0


async def test_a_report_is_delivered_and_counted() -> None:
    """A search that was found in time is delivered when it ends."""
    trial = Trial()
    await trial.search.finish("a1")
    assert (trial.delivered, trial.counted("finished")) == (["a1"], 1)


async def test_a_failed_search_delivers_no_report() -> None:
    """Who waits for a search learns that it failed."""
    trial = Trial()
    await trial.search.finish(error=RuntimeError("worker lost"))
    assert (trial.delivered, trial.counted("failed")) == ([None], 1)


async def test_a_cancelled_search_delivers_no_report() -> None:
    """Who waits for a search learns that another part has cancelled it."""
    trial = Trial()
    trial.search.cancel()
    await settle()
    assert (trial.delivered, trial.counted("cancelled")) == ([None], 1)


async def test_an_early_report_waits_until_it_is_due() -> None:
    """It is counted when the search ends, and delivered at its time."""
    trial = Trial(due_s=3.0)
    await trial.search.finish("a1")
    trial.scheduler.advance(2.9)
    assert (trial.delivered, trial.counted("finished")) == ([], 1)
    trial.scheduler.advance(0.2)
    assert trial.delivered == ["a1"]


@pytest.mark.parametrize("dropped", [False, True])
async def test_a_private_search_is_counted_when_it_is_due(*, dropped: bool) -> None:
    """The metrics do not tell how long a search took that knows hidden cards."""
    trial = Trial(due_s=3.0, private=True)
    trial.scheduler.advance(1.0)
    await trial.search.finish("a1")
    assert trial.counted("finished") == 0
    trial.scheduler.advance(1.5 if dropped else 2.0)
    if dropped:
        trial.running.drop()
    trial.running.drop()
    assert trial.counted("finished") == 1
    assert trial.metrics.registry.get_sample_value("kibitz_search_seconds_sum") == (2.5 if dropped else 3.0)


async def test_an_early_report_is_hurried() -> None:
    """It is delivered at once, and not again when it is due."""
    trial = Trial(due_s=3.0)
    await trial.search.finish("a1")
    trial.running.hurry()
    trial.scheduler.advance(10)
    assert trial.delivered == ["a1"]


@pytest.mark.parametrize(("spent_s", "cancelled"), [(0.0, True), (0.1, False)])
async def test_a_search_is_hurried(spent_s: float, cancelled: bool) -> None:
    """One that is still queued is cancelled, and one that runs goes on."""
    trial = Trial()
    trial.search.seconds = spent_s
    trial.running.hurry()
    assert trial.search.result.cancelled() == cancelled


async def test_a_dropped_search_delivers_nothing() -> None:
    """Its end is still counted."""
    trial = Trial()
    trial.running.drop()
    await settle()
    assert (trial.delivered, trial.counted("cancelled")) == ([], 1)


async def test_a_report_that_is_not_due_is_dropped() -> None:
    """A match that ends meanwhile does not get it."""
    trial = Trial(due_s=3.0)
    await trial.search.finish("a1")
    trial.running.drop()
    trial.scheduler.advance(10)
    assert trial.delivered == []


async def test_the_time_in_the_queue_is_returned_once() -> None:
    """Each call returns what has passed since the one before, without the time of the search itself."""
    trial = Trial()
    trial.search.seconds = 0.0
    trial.scheduler.advance(2.0)
    assert (trial.running.waited_s(), trial.running.waited_s()) == (2.0, 0.0)
    trial.scheduler.advance(5.0)
    trial.search.seconds = 4.0
    assert trial.running.waited_s() == 1.0


async def test_progress_that_fails_is_not_read_again() -> None:
    """A mistake in the rules of a game is logged once for each search."""
    trial = Trial()
    trial.search.fault = ZeroDivisionError("a rule divides by 0")
    assert trial.running.progress() is None
    trial.search.fault, trial.search.seen = None, found(trial.search.position, "a1")
    assert trial.running.progress() is None
