"""Stand-ins that satisfy the same types as the real parts: a clock turned by hand, searches that end when told,
a store that waits, a client that keeps what it is sent."""

import asyncio
import heapq
import itertools
from collections.abc import Callable
from typing import Any

from argon2 import PasswordHasher

from kibitz_protocol.codec import decode_to_client
from kibitz_server.accounts.client_info import ClientInfo
from kibitz_server.accounts.passwords import Passwords
from kibitz_server.core.values.players import Human
from kibitz_server.engine import driver
from kibitz_server.engine.control import Control
from kibitz_server.engine.driver import Job, Report
from kibitz_server.games.game import Position
from kibitz_server.handlers.accounts import People
from kibitz_server.messages.outgoing import OutgoingMessage
from kibitz_server.pool.interface import Priority
from kibitz_server.runtime.room import Room
from kibitz_server.runtime.runtime import Runtime
from kibitz_server.store import Done, Entry, MemoryStore


class HandTimer:
    """A timer of `Crank`."""

    def __init__(self, callback: Callable[[], object]) -> None:
        self.callback: Callable[[], object] | None = callback

    def cancel(self) -> None:
        """Do not call it."""
        self.callback = None


class Crank:
    """A scheduler whose time passes only when a test says so."""

    def __init__(self) -> None:
        self._now = 1000.0
        self._order = itertools.count()
        self._due: list[tuple[float, int, HandTimer]] = []

    def time(self) -> float:
        """Seconds since some moment."""
        return self._now

    def call_at(self, when: float, callback: Callable[..., object], *args: Any) -> HandTimer:
        """See `Scheduler`."""
        timer = HandTimer(lambda: callback(*args))
        heapq.heappush(self._due, (when, next(self._order), timer))
        return timer

    def turn(self, seconds: float) -> None:
        """Let time pass, and call what falls due, each at its own moment."""
        until = self._now + seconds
        while self._due and self._due[0][0] <= until:
            when, _, timer = heapq.heappop(self._due)
            self._now = max(self._now, when)
            if timer.callback is not None:
                timer.callback()
        self._now = until


class HandSearch:
    """A search that ends when the test says so."""

    def __init__(
        self, job: Job, position: Position, priority: Priority, owner: str, clock: Callable[[], float]
    ) -> None:
        self._clock, self._asked_at = clock, clock()
        self.job = job
        self.owner = owner
        self.position = position
        self.priority = priority
        self.result: asyncio.Future[Report] = asyncio.get_running_loop().create_future()
        self.seen: Report | None = None
        self.seconds: float | None = None
        """What it has had of an engine, where that is not all the time since it was asked for; 0 while it waits."""

    def spent_s(self) -> float:
        """See `Search`."""
        return self._clock() - self._asked_at if self.seconds is None else self.seconds

    def progress(self) -> Report | None:
        """See `Search`."""
        return self.seen

    def cancel(self) -> None:
        """See `Search`."""
        self.result.cancel()

    async def finish(self, move: str | None = None, error: Exception | None = None) -> None:
        """End with a move (the first legal one unless named) or with an error, and let that be noticed."""
        if error is not None:
            self.result.set_exception(error)
        else:
            self.result.set_result(found(self.position, move))
        await settle()


class HandPool:
    """A pool in which every search waits for the test."""

    slots = 1

    def __init__(self) -> None:
        self.searches: list[HandSearch] = []
        self.clock: Callable[[], float] = lambda: 0.0

    def submit(self, job: Job, position: Position, priority: Priority, owner: str = "") -> HandSearch:
        """See `EnginePool`."""
        self.searches.append(HandSearch(job, position, priority, owner, self.clock))
        return self.searches[-1]

    def waiting(self, owner: str) -> int:
        """See `EnginePool`. The search asked for first has the only slot."""
        unfinished = [search for search in self.searches if not search.result.done()]
        return sum(search.owner == owner for search in unfinished[self.slots :])

    async def close(self) -> None:
        """See `EnginePool`."""

    @property
    def last(self) -> HandSearch:
        """The search asked for last."""
        return self.searches[-1]


class InlinePool(HandPool):
    """A pool that searches at once, here, within the limit's nodes or depth."""

    def submit(self, job: Job, position: Position, priority: Priority, owner: str = "") -> HandSearch:
        """See `EnginePool`."""
        search = super().submit(job, position, priority, owner)
        control = Control()
        control.reset(job.limit.nodes)
        search.result.set_result(driver.run(position, job.algorithm, job.limit, control))
        return search


class WaitingStore(MemoryStore):
    """A store that becomes durable when the test says so."""

    def __init__(self) -> None:
        super().__init__()
        self.waiting: list[tuple[list[Entry], Done]] = []
        self._on_health: Callable[[bool, float], object] = lambda _healthy, _for_s: None

    def watch_health(self, callback: Callable[[bool, float], object]) -> None:
        """See `Store`."""
        self._on_health = callback

    def turn(self, healthy: bool, for_s: float = 0.0) -> None:
        """Fall ill, or get well after so many seconds."""
        self.healthy = healthy
        self._on_health(healthy, for_s)

    def append(self, entries: list[Entry], done: Done) -> None:
        """See `Store`."""
        self.waiting.append((entries, done))

    def commit(self, error: Exception | None = None) -> None:
        """Make everything durable that was handed over, or say that it never will be."""
        while self.waiting:
            entries, done = self.waiting.pop(0)
            if error is None:
                super().append(entries, done)
            else:
                done(error)


class Listener:
    """A client's connection that keeps what it is sent, decoded by the protocol's own models."""

    def __init__(self, name: str) -> None:
        self.player = Human(f"id-{name}", name)
        self.badge = ClientInfo(token_hash=f"hash-{name}", address="192.0.2.1", client="fake", seed=f"seed-{name}")
        self.ended: tuple[int, str] | None = None
        self.lag_s = 0.0
        self.rooms: set[Room] = set()
        self.heard: list[Any] = []

    def send(self, letter: OutgoingMessage) -> None:
        """See `Peer`."""
        self.heard.append(decode_to_client(letter.data))

    def end(self, code: int, reason: str) -> None:
        """See `Peer`."""
        self.ended = self.ended or (code, reason)

    def take(self) -> list[Any]:
        """What came since the last time."""
        heard, self.heard = self.heard, []
        return heard

    def kinds(self) -> list[str]:
        """What came since the last time, in one word each."""
        return [message.event.kind if message.t == "event" else message.t for message in self.take()]


def found(position: Position, move: str | None = None, **more: Any) -> Report:
    """A report as a search would give it."""
    text = move or position.legal[0].text
    values: dict[str, Any] = {"score": 12, "wins_in": None, "depth": 3, "nodes": 99, "seconds": 0.5}
    return Report(algorithm="alphabeta", move=text, line=(text,), **{**values, **more})


async def settle() -> None:
    """Let every callback run that is waiting to; nothing here takes time."""
    for _ in range(10):
        await asyncio.sleep(0)


def cheap_passwords() -> Passwords:
    """Passwords that cost next to nothing, and are as safe."""
    return Passwords(PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))


def people_of(runtime: Runtime) -> People:
    """Everything about people at a runtime, with cheap passwords."""
    return People.at(runtime, cheap_passwords())
