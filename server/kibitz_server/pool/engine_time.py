"""Engine time of players, charged while their searches run.

A budget that was charged only at the end of a search could be exceeded by as many searches as begin at once. Here each
search is charged every CHARGE_EVERY_S, and the searches of a player whose engine time is used up end at once.
"""

import asyncio
from dataclasses import dataclass
from typing import Protocol

from kibitz_server.engine.driver import Job, SearchResult
from kibitz_server.games.game import Position
from kibitz_server.pool.interface import WHOLE, EnginePool, Priority, SubmittedSearch
from kibitz_server.scheduler import Scheduler, Timer

CHARGE_EVERY_S = 0.25
OVER_BUDGET_S = 0.05
"""Longest search after the engine time of its owner is used up."""


class EngineTimeBudget(Protocol):
    """Engine time that each player may use."""

    def engine_time_in(self, player: str) -> float:
        """Return the seconds until the engines of a player may search again; 0 if they may now."""

    def spend(self, player: str, seconds: float) -> None:
        """Charge engine time to a player."""

    def block_of(self, player: str) -> str:
        """Return the address block that a player was last seen at; an empty text if it is not known."""


class UnlimitedEngineTime:
    """Engine time budget without limits."""

    def engine_time_in(self, player: str) -> float:  # noqa: ARG002
        return 0.0

    def spend(self, player: str, seconds: float) -> None:
        pass

    def block_of(self, player: str) -> str:  # noqa: ARG002
        return ""


@dataclass(slots=True, eq=False)
class _Charged:
    search: SubmittedSearch
    owner: str
    priority: Priority
    private: bool
    """Whether it knows hidden cards. Then the engine time that is left must not tell when it ended."""
    charged_s: float = 0.0
    shortened: bool = False


class MeteredPool:
    """Engine pool that charges each search to its owner while it runs, and queues it under its owner's address block.

    Searches of analyses and of tournaments are charged but never shortened: what they find is stored and counted, so it
    must not depend on a budget. Their caller checks the budget before each search, or before each game.
    """

    def __init__(self, pool: EnginePool, budget: EngineTimeBudget, scheduler: Scheduler) -> None:
        self._pool = pool
        self._budget = budget
        self._scheduler = scheduler
        self._unfinished: dict[SubmittedSearch, _Charged] = {}
        self._timer: Timer | None = None

    @property
    def slots(self) -> int:
        return self._pool.slots

    def submit(
        self,
        job: Job,
        position: Position,
        priority: Priority,
        owner: str = "",
        block: str = "",
        stays: bool = False,
    ) -> SubmittedSearch:
        search = self._pool.submit(job, position, priority, owner, block or self._budget.block_of(owner), stays)
        entry = self._unfinished[search] = _Charged(search, owner, priority, private=job.seen is not None)

        def end(_result: asyncio.Future[SearchResult]) -> None:
            # A private one is charged as if it had run until all are charged next.
            if not entry.private:
                del self._unfinished[search]
                self._charge(entry)

        search.result.add_done_callback(end)
        self._charge_later()
        return search

    def waiting(self, owner: str) -> int:
        return self._pool.waiting(owner)

    async def close(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        await self._pool.close()

    def _charge(self, entry: _Charged) -> None:
        spent_s = entry.search.spent_s()
        if spent_s < entry.charged_s:  # the search began again
            entry.charged_s = 0.0
        if spent_s > entry.charged_s:
            self._budget.spend(entry.owner, spent_s - entry.charged_s)
            entry.charged_s = spent_s

    def _charge_later(self) -> None:
        if self._timer is None and self._unfinished:
            self._timer = self._scheduler.call_at(self._scheduler.time() + CHARGE_EVERY_S, self._charge_all)

    def _charge_all(self) -> None:
        self._timer = None
        for entry in self._unfinished.values():
            self._charge(entry)
        for entry in list(self._unfinished.values()):
            wanted = not entry.shortened and entry.priority not in WHOLE
            if entry.private and entry.search.result.done():
                del self._unfinished[entry.search]
            elif wanted and self._budget.engine_time_in(entry.owner):
                entry.shortened = True
                entry.search.shorten(OVER_BUDGET_S)
        self._charge_later()
