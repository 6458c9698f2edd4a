"""A worker's side of a cluster: it runs the searches of servers in processes of its machine. Without Dask.

Several servers may use one worker. A job that finds no free slot is refused at once, so that its server runs it
elsewhere. Queues, and the repetition of what was lost, are the servers' work.
"""

import asyncio
import time
from collections import defaultdict, deque
from collections.abc import Callable
from dataclasses import dataclass, field

import structlog

from kibitz_server.engine import driver
from kibitz_server.engine.driver import Job, SearchResult
from kibitz_server.engine.worker.search import Compiled
from kibitz_server.games.game import Position
from kibitz_server.pool.cluster.wire import Answer, BadWire, Beat, decode_code, decode_job, encode, topic_of
from kibitz_server.pool.interface import PoolBounds
from kibitz_server.pool.local.slots import LocalSlot, LocalSlots
from kibitz_server.pool.slot import SlotLost

log = structlog.get_logger(__name__)

BEAT_S = 0.4
"""Time between two signs of life while a search runs."""
WATCHED_BEAT_S = 0.2
"""The same while the search info of one is wanted."""
WATCHED_S = 2.0
"""How long a request for search info holds."""
GRACE_S = 0.5
"""Time after a stop request after which the process of a search is killed."""

Publish = Callable[[str, bytes], None]
"""Sends a message to the subscribers of a topic."""
Key = tuple[str, int]
"""A server and the number of its job."""


@dataclass(slots=True, eq=False)
class _Running:
    slot: LocalSlot
    job: Job
    position: Position
    wanted: Callable[[], bool]
    watched_until: float = 0.0
    began_at: float = field(default_factory=time.monotonic)

    def progress(self) -> SearchResult | None:
        title = driver.title(self.job.algorithm, self.job.limit)
        return self.slot.progress(self.position, title, time.monotonic() - self.began_at)


class SearchHost:
    """Runs the searches of servers. All calls are on the event loop that made it.

    Args:
        slots: Searches that run at once, each in a process.
        nice: Niceness of these processes.
        bounds: Bounds of their memory, and of the machine code on disk.
    """

    def __init__(self, slots: int, nice: int, bounds: PoolBounds | None = None) -> None:
        self.slots = slots
        self.worker = ""
        """Address of the worker in the cluster."""
        self.publish: Publish = _drop
        self.leaving = False
        """Whether every new search is refused, because the worker is about to stop."""
        self._slots = LocalSlots(slots, nice, bounds or PoolBounds())
        self._free = list(self._slots.all)
        self._loop = asyncio.get_running_loop()
        self._running: dict[Key, _Running] = {}
        self._stopped: deque[Key] = deque(maxlen=64)
        self._beating: asyncio.TimerHandle | None = None
        self._one_compilation = asyncio.Lock()
        self._idle = asyncio.Event()
        self._idle.set()

    @property
    def running(self) -> int:
        """How many searches run."""
        return len(self._running)

    async def warm_up(self) -> None:
        """Wait until every process runs."""
        await self._slots.warm_up()

    async def search(self, server: str, number: int, data: bytes, wanted: Callable[[], bool]) -> bytes:
        """Run a job of a server, and return the answer.

        Args:
            server: Id of the server.
            number: Number of the job, by which the server stops it.
            data: The job (`encode_job`).
            wanted: Returns whether the server is still there. It is asked a few times a second.
        """
        if self.leaving or not self._free:
            return encode(Answer(busy=True))
        try:
            job, position, may_wait = decode_job(data)
        except BadWire as error:
            return encode(Answer(error=str(error)))
        key, slot = (server, number), self._free.pop()
        self._running[key] = _Running(slot, job, position, wanted)
        self._idle.clear()
        self._beat_later()
        if key in self._stopped:
            # After `run` has started the search.
            self._loop.call_soon(self.stop, server, number)
        try:
            report = await slot.run(job, position, may_wait)
            return encode(Answer(report=report, uncompiled=report is None))
        except SlotLost as lost:
            return encode(Answer(error=str(lost)))
        except Exception as error:
            log.exception("search failed", game=job.game, moves=job.moves, algorithm=job.algorithm)
            return encode(Answer(error=f"{type(error).__name__}: {error}"))
        finally:
            del self._running[key]
            self._free.append(slot)
            if not self._running:
                self._idle.set()

    def stop(self, server: str, number: int) -> None:
        """Let a search end now, with the best move that it has found."""
        if (running := self._running.get((server, number))) is not None:
            running.slot.stop()
            self._loop.call_later(GRACE_S, self._kill, (server, number), running)
        else:
            # The job may come later: messages can overtake each other.
            self._stopped.append((server, number))

    def _kill(self, key: Key, running: _Running) -> None:
        if self._running.get(key) is running:
            log.warning("search killed because it did not stop", game=running.job.game, algorithm=running.job.algorithm)
            running.slot.kill()

    def watch(self, server: str, number: int) -> None:
        """Send search info of a search for the next WATCHED_S seconds."""
        if (running := self._running.get((server, number))) is not None:
            running.watched_until = self._loop.time() + WATCHED_S
            self._beat_later()

    async def compile(self, data: bytes) -> bytes:
        """Compile a search, one at a time, and return whether its machine code is there now."""
        async with self._one_compilation:
            try:
                compiled = await self._slots.compile_code(decode_code(data))
            except ValueError as error:
                log.warning("a search cannot be compiled", why=str(error))
                compiled = None
        return encode(compiled or Compiled(False, 0.0))

    def _beat_later(self) -> None:
        if self._beating is None and self._running:
            watched = any(running.watched_until for running in self._running.values())
            self._beating = self._loop.call_later(WATCHED_BEAT_S if watched else BEAT_S, self._beat)

    def _beat(self) -> None:
        """Send each server a sign of life, with the search info that it wants. Stop searches of servers that left."""
        self._beating = None
        servers: defaultdict[str, dict[int, SearchResult | None]] = defaultdict(dict)
        for (server, number), running in list(self._running.items()):
            if not running.wanted():
                self.stop(server, number)
                continue
            if running.watched_until < self._loop.time():
                running.watched_until = 0.0
            servers[server][number] = running.progress() if running.watched_until else None
        for server, reports in servers.items():
            self.publish(topic_of(server), encode(Beat(self.worker, reports)))
        self._beat_later()

    def abandon(self) -> None:
        """Stop every search, because nothing can send the answers any more. The processes stay."""
        self.publish = _drop
        for server, number in list(self._running):
            self.stop(server, number)

    async def drain(self, grace_s: float) -> None:
        """Refuse new searches, and wait for the running ones, at most `grace_s` seconds."""
        self.leaving = True
        try:
            async with asyncio.timeout(grace_s):
                await self._idle.wait()
        except TimeoutError:
            log.warning("searches are cut off", running=len(self._running), grace_s=grace_s)

    async def close(self) -> None:
        """End every search and every process."""
        if self._beating is not None:
            self._beating.cancel()
        await self._slots.stop()
        self._slots.end()


def _drop(_topic: str, _message: bytes) -> None:
    """Send a message nowhere: the worker is in no cluster now."""
