"""Search processes: answers after a random time, late ones, dead workers and searches without a result."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import structlog

from kibitz_server.engine.driver import Job, SearchResult
from kibitz_server.games.game import Position
from kibitz_server.pool.interface import Priority
from tests.simulation.machine.loop import SimulatedLoop
from tests.simulation.world import World

Found = dict[tuple[str, tuple[str, ...]], set[str]]
"""The moves that searches found, by match and the moves before, or what the seat has seen in place of these."""
STOPS_WITHIN_S = 0.5
"""Time after which a worker that ignores a stop request is killed."""


class SimulatedSearch:
    """A search: a random legal move of its position."""

    def __init__(self, pool: "SimulatedPool", job: Job, position: Position, priority: Priority, owner: str) -> None:
        self.job = job
        self.position = position
        self.priority = priority
        self.owner = owner
        self.match: str | None = structlog.contextvars.get_contextvars().get("match")
        """Id of the match that the pool was given for its log."""
        self.result: asyncio.Future[SearchResult] = pool.loop.create_future()
        self.began_at: float | None = None
        self.stale_since: float | None = None
        """Since when no match has wanted the search, as the checks see it."""
        self.compiling = False
        self._pool = pool

    def progress(self) -> SearchResult | None:
        return None if self.began_at is None else self._pool.report(self)

    def spent_s(self) -> float:
        return 0.0 if self.began_at is None else self._pool.loop.time() - self.began_at

    def shorten(self, seconds: float) -> None:
        self._pool.shorten(self, seconds)

    def cancel(self) -> None:
        self.result.cancel()
        self._pool.remove(self)


class SimulatedPool:
    """Engine pool of one server process."""

    def __init__(self, world: World, loop: SimulatedLoop, slots: int, number: int, found: Found) -> None:
        self.slots = slots
        self.loop = loop
        self.world = world
        self.deaths = 0.0
        """Chance that a worker dies during a search."""
        self.slowness = 1.0
        self.running: list[SimulatedSearch] = []
        self.found = found
        self._random = world.stream(f"pool {number}")
        self._waiting: list[SimulatedSearch] = []
        self._closing = False

    def submit(  # the fair order of the real queue is not part of the simulation
        self,
        job: Job,
        position: Position,
        priority: Priority,
        owner: str = "",
        block: str = "",  # noqa: ARG002
        stays: bool = False,  # noqa: ARG002
    ) -> SimulatedSearch:
        search = SimulatedSearch(self, job, position, priority, owner)
        self._waiting.append(search)
        self._waiting.sort(key=lambda each: each.priority)
        self._dispatch()
        return search

    def waiting(self, owner: str) -> int:
        return sum(search.owner == owner for search in self._waiting)

    def remove(self, search: SimulatedSearch) -> None:
        """Stop a cancelled search. Its slot is free a little later."""
        if search in self._waiting:
            self._waiting.remove(search)
        if search in self.running:
            late = self._random.random() < 0.1
            self.world.after(STOPS_WITHIN_S if late else 0.005, lambda: self._call(self._free, search))

    def shorten(self, search: SimulatedSearch, seconds: float) -> None:
        """End a running search now, or let a waiting one run for `seconds`."""
        if search in self.running:
            self.loop.call_soon(self._finish, search, False)
        else:
            search.job = replace(search.job, limit=replace(search.job.limit, seconds=seconds))

    def _dispatch(self) -> None:
        while self._waiting and len(self.running) < self.slots and not self._closing:
            search = self._waiting.pop(0)
            if search.result.done():
                continue
            search.began_at = self.loop.time()
            self.running.append(search)
            self._run(search, tries=1)

    def _run(self, search: SimulatedSearch, tries: int) -> None:
        limit_s = search.job.limit.seconds or 1.0
        takes_s = min(limit_s, self._random.uniform(0.005, 0.4) * self.slowness)
        if self._random.random() < 0.15:
            takes_s = limit_s + STOPS_WITHIN_S

        def end() -> None:
            if self._closing or self.loop.is_closed() or search not in self.running:
                return
            if self._random.random() < self.deaths and tries < 3:
                self.world.note("worker died", search.match)
                self._run(search, tries + 1)
                return
            self._call(self._finish, search, self._random.random() < self.deaths / 10)

        self.world.after(takes_s, end)

    def _call(self, call: Callable[..., object], *args: object) -> None:
        """Call in the loop of the server, if its process still runs."""
        if not self.loop.is_closed():
            self.loop.call_soon(call, *args)

    def _finish(self, search: SimulatedSearch, failed: bool) -> None:
        self._free(search)
        if search.result.done():
            return
        if failed:
            search.result.set_exception(RuntimeError("no search found a move"))
        else:
            report = self.report(search)
            if search.match is not None:
                seen = search.job.seen
                before = search.job.moves if seen is None else (seen.text,)
                self.found.setdefault((search.match, before), set()).add(report.move)
            search.result.set_result(report)

    def _free(self, search: SimulatedSearch) -> None:
        if search in self.running and not self.loop.is_closed():
            self.running.remove(search)
            self._dispatch()

    def report(self, search: SimulatedSearch) -> SearchResult:
        """Return a report with a random legal move of a search."""
        move = self._random.choice(search.position.legal).text
        score = self._random.randrange(-200, 200)
        values: dict[str, Any] = {"score": score, "wins_in": None, "depth": 3, "nodes": 99, "seconds": 0.25}
        return SearchResult(algorithm=search.job.algorithm, move=move, line=(move,), **values)

    @property
    def searches(self) -> list[SimulatedSearch]:
        """The searches that run or wait."""
        return [*self.running, *self._waiting]

    async def close(self) -> None:
        self._closing = True
        for search in self.searches:
            search.result.cancel()
        self._waiting.clear()
        self.running.clear()
