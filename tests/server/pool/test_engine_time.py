"""Tests of engine time: searches are charged while they run, and end when their owner has no more."""

import pytest

from kibitz_server.engine.driver import Job
from kibitz_server.engine.limit import Limit
from kibitz_server.games.registry import load
from kibitz_server.limits.client import ClientLimiter
from kibitz_server.limits.config import Limits
from kibitz_server.limits.limiter import RateLimiter
from kibitz_server.pool.engine_time import CHARGE_EVERY_S, OVER_BUDGET_S, MeteredPool, UnlimitedEngineTime
from kibitz_server.pool.interface import Priority
from tests.fakes.server import ManualPool, ManualScheduler, ManualSearch, found, settle

JOB = Job("tictactoe", (), None, (), "alphabeta", Limit(seconds=60.0))


class Metered:
    """A metered pool on virtual time. Every search runs from its request on, unless the test says otherwise."""

    def __init__(self, budget: str) -> None:
        self.scheduler = ManualScheduler()
        limits = Limits.model_validate({"guest_search": budget})
        self.limiter = RateLimiter(limits, self.scheduler.time, lambda _: 0)
        for player in ("ann", "bob"):
            ClientLimiter(self.limiter, player, "192.0.2.1", guest=True)
        self.inner = ManualPool()
        self.inner.clock = self.scheduler.time
        self.pool = MeteredPool(self.inner, self.limiter, self.scheduler)

    def submit(self, owner: str, priority: Priority = Priority.PLAYER) -> ManualSearch:
        """Submit a search of up to 60 s."""
        self.pool.submit(JOB, JOB.position(), priority, owner)
        return self.inner.last


async def test_searches_that_run_at_once_do_not_exceed_the_budget() -> None:
    """Twenty searches of up to 60 s that begin with 10 s of engine time end when these are used, not after 1200 s."""
    metered = Metered("10/h")
    searches = [metered.submit(owner) for owner in ("ann", "bob") * 10]
    ended_at = {}
    for step in range(40):
        metered.scheduler.advance(CHARGE_EVERY_S)
        for search in searches:
            if search.shortened_to_s is not None and search not in ended_at:
                ended_at[search] = (step + 1) * CHARGE_EVERY_S
    assert len(ended_at) == 20
    assert sum(ended_at.values()) <= 10 + 20 * CHARGE_EVERY_S


async def test_a_search_that_waits_is_shortened_too() -> None:
    """When the engine time is used up, the searches of the block that are still queued get the shortest time."""
    metered = Metered("10/h")
    metered.submit("ann")
    waiting = metered.submit("bob")
    waiting.seconds = 0.0
    metered.scheduler.advance(9.5)
    assert waiting.shortened_to_s == OVER_BUDGET_S


class CountingBudget(UnlimitedEngineTime):
    """Budget that adds up what is charged."""

    def __init__(self) -> None:
        self.charged_s = 0.0

    def spend(self, player: str, seconds: float) -> None:  # noqa: ARG002
        self.charged_s += seconds


async def test_a_search_is_charged_once() -> None:
    """The sum of the charges is the time of the search, also if it begins again in between."""
    scheduler, inner, budget = ManualScheduler(), ManualPool(), CountingBudget()
    pool = MeteredPool(inner, budget, scheduler)
    pool.submit(JOB, JOB.position(), Priority.PLAYER, "ann")
    search = inner.last
    for seconds in (0.0, 1.0, 2.5, 0.5, 2.0):
        search.seconds = seconds
        scheduler.advance(CHARGE_EVERY_S)
    search.seconds = 2.2
    await search.finish()
    assert round(budget.charged_s, 6) == 2.5 + 2.2


async def test_searches_are_queued_under_the_address_block() -> None:
    """Guests of one address are one block of the fair queue."""
    metered = Metered("100/h")
    assert [metered.submit(owner).block for owner in ("ann", "bob", "carl")] == ["192.0.2.1", "192.0.2.1", ""]


@pytest.mark.parametrize("priority", [Priority.ANALYSIS, Priority.TOURNAMENT])
async def test_what_is_stored_or_counted_is_never_shortened(priority: Priority) -> None:
    """An analysis and a game of a tournament do not depend on a budget; their time is charged."""
    metered = Metered("10/h")
    search = metered.submit("ann", priority)
    metered.scheduler.advance(30.0)
    assert search.shortened_to_s is None
    assert metered.limiter.engine_time_in("ann") > 0


async def test_the_engine_time_that_is_left_does_not_tell_how_long_a_search_took() -> None:
    """A search that knows hidden cards is charged at fixed moments, for the time until then."""
    left_s: dict[float, list[float]] = {}
    for took_s in (0.05, 0.15):
        metered = Metered("10/h")
        for _ in range(40):
            metered.limiter.spend("ann", 0.25)
        seen = load("kuhn").start().seen_by(0)
        job = Job("kuhn", (), None, (), "level", Limit(level=5), seen=seen)
        metered.pool.submit(job, seen, Priority.PLAYER, "ann")
        left_s[took_s] = []
        for step in range(10):
            metered.scheduler.advance(0.1)
            if (step + 1) * 0.1 > took_s and not metered.inner.last.result.done():
                metered.inner.last.result.set_result(found(load("tictactoe").start()))
                await settle()
            left_s[took_s].append(metered.limiter.engine_time_in("ann"))
    assert left_s[0.05] == left_s[0.15]
    assert len({round(each) for each in left_s[0.15]}) > 1, "it is charged"
