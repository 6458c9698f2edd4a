"""Fakes with the same types as the real parts: a scheduler, searches and a store under the control of the test, and a
client that keeps its messages."""

import asyncio
import heapq
import itertools
import pickle
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from argon2 import PasswordHasher

from kibitz_protocol.codec import decode_to_client
from kibitz_server.accounts.client_info import ClientInfo
from kibitz_server.accounts.passwords import PasswordHashing
from kibitz_server.core.values.players import Human
from kibitz_server.engine import driver
from kibitz_server.engine.control import SearchControl
from kibitz_server.engine.driver import Job, SearchResult
from kibitz_server.games.game import Position
from kibitz_server.handlers.accounts import AccountCommands
from kibitz_server.messages.outgoing import OutgoingMessage
from kibitz_server.pool.helpers import Spent, ignore
from kibitz_server.pool.interface import Priority, SubmittedSearch
from kibitz_server.pool.pool import SearchPool
from kibitz_server.runtime.room import Room
from kibitz_server.runtime.runtime import Runtime
from kibitz_server.store import Done, Entry, MemoryStore
from kibitz_server.store.uptime import Uptime


class ManualTimer:
    """Timer of `ManualScheduler`."""

    def __init__(self, callback: Callable[[], object]) -> None:
        self.callback: Callable[[], object] | None = callback

    def cancel(self) -> None:
        """Cancel the call."""
        self.callback = None


class ManualScheduler:
    """Scheduler whose time advances only when a test calls `advance`."""

    def __init__(self) -> None:
        self._now = 1000.0
        self._order = itertools.count()
        self._due: list[tuple[float, int, ManualTimer]] = []

    def time(self) -> float:
        """Return the time in seconds since an arbitrary start."""
        return self._now

    def call_at(self, when: float, callback: Callable[..., object], *args: Any) -> ManualTimer:
        timer = ManualTimer(lambda: callback(*args))
        heapq.heappush(self._due, (when, next(self._order), timer))
        return timer

    def advance(self, seconds: float) -> None:
        """Advance the time, and call each callback at its due time."""
        until = self._now + seconds
        while self._due and self._due[0][0] <= until:
            self.step()
        self._now = until

    def step(self) -> None:
        """Call back the timer that is due first, and no other one."""
        when, _, timer = heapq.heappop(self._due)
        self._now = max(self._now, when)
        if timer.callback is not None:
            timer.callback()


class ManualSearch:
    """Search that ends when the test calls `finish`."""

    def __init__(
        self, job: Job, position: Position, priority: Priority, owner: str, clock: Callable[[], float]
    ) -> None:
        self._clock, self._asked_at = clock, clock()
        self.job = job
        self.owner = owner
        self.position = position
        self.priority = priority
        self.result: asyncio.Future[SearchResult] = asyncio.get_running_loop().create_future()
        self.block = ""
        self.stays = False
        self.shortened_to_s: float | None = None
        self.seen: SearchResult | None = None
        self.compiling = False
        self.fault: Exception | None = None
        """Raised instead of the progress."""
        self.seconds: float | None = None
        """Engine time used, if it is not all the time since the request; 0 while the search waits."""

    def spent_s(self) -> float:
        return self._clock() - self._asked_at if self.seconds is None else self.seconds

    def progress(self) -> SearchResult | None:
        if self.fault is not None:
            raise self.fault
        return self.seen

    def shorten(self, seconds: float) -> None:
        self.shortened_to_s = seconds

    def cancel(self) -> None:
        self.result.cancel()

    async def finish(self, move: str | None = None, error: Exception | None = None) -> None:
        """End with a move (by default the first legal one) or an error, and run the callbacks."""
        if error is not None:
            self.result.set_exception(error)
        else:
            self.result.set_result(found(self.position, move))
        await settle()


class ManualPool:
    """Engine pool in which every search waits for the test."""

    slots = 1

    def __init__(self) -> None:
        self.searches: list[ManualSearch] = []
        self.clock: Callable[[], float] = lambda: 0.0

    def submit(
        self,
        job: Job,
        position: Position,
        priority: Priority,
        owner: str = "",
        block: str = "",
        stays: bool = False,
    ) -> ManualSearch:
        self.searches.append(ManualSearch(job, position, priority, owner, self.clock))
        self.searches[-1].block, self.searches[-1].stays = block, stays
        return self.searches[-1]

    def waiting(self, owner: str) -> int:
        # The oldest unfinished search has the only slot.
        unfinished = [search for search in self.searches if not search.result.done()]
        return sum(search.owner == owner for search in unfinished[self.slots :])

    async def close(self) -> None:
        pass

    @property
    def last(self) -> ManualSearch:
        """The newest search."""
        return self.searches[-1]


class InlinePool(ManualPool):
    """Engine pool that searches at once in the calling thread, within the nodes or depth of the limit."""

    def submit(self, job: Job, position: Position, *more: Any, **named: Any) -> ManualSearch:
        search = super().submit(job, position, *more, **named)
        control = SearchControl()
        control.reset(job.limit.nodes)
        run = partial(driver.run, position, job.algorithm)
        search.result.set_result((partial(driver.settle, position) if job.settles else run)(job.limit, control))
        return search


class UntimedPool(SearchPool):
    """Engine pool in which nodes or depth alone bound a search that has such a bound.

    Workers of a busy machine may reach the end of its time first, or lose it to a shallow search.
    """

    def submit(self, job: Job, *more: Any, **named: Any) -> SubmittedSearch:
        if job.limit.nodes is None and job.limit.depth is None:
            return super().submit(job, *more, **named)
        untimed = replace(job, limit=replace(job.limit, seconds=None))
        return InlinePool().submit(untimed, *more, **named)


class InlineHelpers:
    """Helpers that do a job at once with a copy of its arguments, and return a copy of its result."""

    def __init__(self, slots: int = 2) -> None:
        self.slots = slots
        self.job_s = 0.0
        """Processor time of each job, in seconds."""

    def run(self, job: Callable[..., Any], *args: object, spent: Spent = ignore) -> asyncio.Future[Any]:
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        spent(self.job_s)
        do(job, args, future)
        return future

    async def close(self) -> None:
        pass


class ManualHelpers(InlineHelpers):
    """Helpers whose jobs wait until the test calls `finish`."""

    def __init__(self, slots: int = 2) -> None:
        super().__init__(slots)
        self.jobs: list[tuple[Callable[..., Any], tuple[object, ...], asyncio.Future[Any]]] = []

    def run(self, job: Callable[..., Any], *args: object, spent: Spent = ignore) -> asyncio.Future[Any]:
        self.jobs.append((job, args, asyncio.get_running_loop().create_future()))
        self.jobs[-1][2].add_done_callback(lambda _: spent(self.job_s))
        return self.jobs[-1][2]

    async def finish(self, error: Exception | None = None) -> None:
        """Do the oldest job, or let it fail with an error, and run the callbacks."""
        job, args, future = self.jobs.pop(0)
        if error is not None:
            future.set_exception(error)
        else:
            do(job, args, future)
        await settle()


def do(job: Callable[..., Any], args: tuple[object, ...], future: asyncio.Future[Any]) -> None:
    """Do a job with what another process would receive, and set its future to what that would send back."""
    try:
        future.set_result(pickle.loads(pickle.dumps(job(*pickle.loads(pickle.dumps(args))))))
    except Exception as error:
        future.set_exception(pickle.loads(pickle.dumps(error)))


class WaitingStore(MemoryStore):
    """Store whose entries become durable when the test calls `commit`."""

    def __init__(self) -> None:
        super().__init__()
        self.waiting: list[tuple[Sequence[Entry], Done]] = []
        self._on_health: Callable[[bool, float], object] = lambda _healthy, _for_s: None
        self.runs: list[tuple[float, float]] = []
        """Begin and end of the servers before, in seconds since 1970."""

    def uptime(self) -> Uptime:
        return Uptime(self.runs)

    def watch_health(self, callback: Callable[[bool, float], object]) -> None:
        self._on_health = callback

    def set_health(self, healthy: bool, for_s: float = 0.0) -> None:
        """Become unhealthy, or healthy again after `for_s` seconds."""
        self.healthy = healthy
        self._on_health(healthy, for_s)

    def append(self, entries: Sequence[Entry], done: Done) -> None:
        self.waiting.append((entries, done))

    def commit(self, error: Exception | None = None) -> None:
        """Make all appended entries durable, or fail them with an error."""
        while self.waiting:
            entries, done = self.waiting.pop(0)
            if error is None:
                super().append(entries, done)
            else:
                done(error)


class RecordingConnection:
    """Connection of a client that keeps its messages, decoded by the models of the protocol."""

    def __init__(self, name: str) -> None:
        self.player = Human(f"id-{name}", name)
        self.info = ClientInfo(token_hash=f"hash-{name}", address="192.0.2.1", client="fake", seed=f"seed-{name}")
        self.ended: tuple[int, str] | None = None
        self.lag_s = 0.0
        self.rooms: set[Room] = set()
        self.received: list[Any] = []

    def send(self, letter: OutgoingMessage) -> None:
        self.received.append(decode_to_client(letter.data))

    def end(self, code: int, reason: str) -> None:
        self.ended = self.ended or (code, reason)

    @property
    def ending(self) -> tuple[int, str] | None:
        return self.ended

    def take(self) -> list[Any]:
        """Return the messages since the last call."""
        received, self.received = self.received, []
        return received

    def kinds(self) -> list[str]:
        """Return the kinds of the messages since the last call."""
        return [message.event.kind if message.t == "event" else message.t for message in self.take()]


def found(position: Position, move: str | None = None, **more: Any) -> SearchResult:
    """Return the report of a search."""
    text = position.legal[0].text if move is None else move
    values: dict[str, Any] = {"score": 12, "wins_in": None, "depth": 3, "nodes": 99, "seconds": 0.5}
    return SearchResult(algorithm="alphabeta", move=text, line=(text,), **{**values, **more})


async def settle() -> None:
    """Run all pending callbacks of the event loop."""
    for _ in range(10):
        await asyncio.sleep(0)


def cheap_passwords() -> PasswordHashing:
    """Return passwords with the cheapest hash parameters."""
    return PasswordHashing(PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))


def people_of(runtime: Runtime) -> AccountCommands:
    """Return the account services of a runtime, with cheap passwords."""
    return AccountCommands.at(runtime, cheap_passwords())
