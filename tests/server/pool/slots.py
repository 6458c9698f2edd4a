"""Slots of an engine pool under the control of the test, and searches for them."""

import asyncio

from kibitz_server.engine.driver import Job, MachineCode, SearchResult
from kibitz_server.engine.limit import Limit
from kibitz_server.games.game import Position
from kibitz_server.pool.interface import Priority, SubmittedSearch
from kibitz_server.pool.pool import SearchPool
from kibitz_server.pool.slot import LOCAL, SlotLost
from tests.fakes.server import found, settle

JOB = Job("connect4", (), None, (), "alphabeta", Limit(seconds=30.0))
"""A search that is not short, so that it need not stay near."""
SHORT = Job("connect4", (), None, (), "alphabeta", Limit(nodes=100))


class FakeSlot:
    """Slot whose searches end when the test says so."""

    def __init__(self, place: str = LOCAL, speed: float | None = None, games: tuple[str, ...] | None = None) -> None:
        self.place = place
        self.ready = self.usable = True
        self.known_speed = speed
        self.games = games
        """Games that the slot can search; None for all."""
        self.compiled = True
        self.compilation: asyncio.Future[None] | None = None
        """The compilation that is running; None if there is none, or if none is allowed."""
        self.asked_to_compile = 0
        self.jobs: list[Job] = []
        self.may_wait: list[bool] = []
        self.stops = self.kills = 0
        self._outcome: asyncio.Future[SearchResult | None] | None = None
        self._position: Position | None = None

    @property
    def running(self) -> bool:
        """Whether a search runs."""
        return self._outcome is not None

    def fits(self, code: MachineCode) -> bool:
        return self.games is None or code.game in self.games

    def speed(self, code: MachineCode) -> float | None:  # noqa: ARG002
        return self.known_speed

    def compiling(self, code: MachineCode) -> bool:  # noqa: ARG002
        return self.compilation is not None and not self.compilation.done()

    def compile(self, code: MachineCode, owner: str, block: str) -> asyncio.Future[None] | None:  # noqa: ARG002
        self.asked_to_compile += 1
        return self.compilation

    async def run(self, job: Job, position: Position, may_wait: bool) -> SearchResult | None:
        assert not self.running, "a slot runs one search at a time"
        self.jobs.append(job)
        self.may_wait.append(may_wait)
        if may_wait and not self.compiled:
            return None
        self._position = position
        self._outcome = asyncio.get_running_loop().create_future()
        try:
            return await self._outcome
        finally:
            self._outcome = None

    def progress(self, position: Position, title: str, seconds: float) -> SearchResult | None:  # noqa: ARG002
        return None

    def stop(self) -> None:
        self.stops += 1

    def kill(self) -> None:
        self.kills += 1

    async def finish(self) -> None:
        """End the search with the first legal move."""
        assert self._outcome is not None
        assert self._position is not None
        self._outcome.set_result(found(self._position))
        await settle()

    async def lose(self, error: SlotLost | None = None) -> None:
        """Lose the search."""
        assert self._outcome is not None
        self._outcome.set_exception(error or SlotLost("the machine is gone"))
        await settle()


async def submit(
    pool: SearchPool, job: Job = JOB, priority: Priority = Priority.PLAYER, owner: str = "ann", stays: bool = False
) -> SubmittedSearch:
    """Submit a search, and let the pool place it."""
    search = pool.submit(job, job.position(), priority, owner, stays=stays)
    await settle()
    return search
