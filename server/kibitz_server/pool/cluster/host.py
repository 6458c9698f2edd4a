"""A worker's side of a cluster: it runs the searches of servers in processes of its machine. Without Dask.

Several servers may use one worker. A job that finds no free slot is refused at once, so that its server runs it
elsewhere.
"""

import asyncio
from collections import defaultdict
from collections.abc import Callable
from typing import NamedTuple

import structlog

from kibitz_server.engine.driver import Report
from kibitz_server.pool.cluster.wire import Answer, BadWire, Beat, decode_job, encode, topic_of
from kibitz_server.pool.interface import Priority, Search
from kibitz_server.pool.pool import SearchPool

log = structlog.get_logger(__name__)

BEAT_S = 0.25
"""Time between two signs of life while a search runs."""
WATCHED_BEAT_S = 0.2
"""The same while the search info of one is wanted."""
WATCHED_S = 2.0
"""How long a request for search info holds."""

STOP_S = 0.01
"""Longest search of a stopped job that has not begun."""

Publish = Callable[[str, bytes], None]
"""Sends a message to the subscribers of a topic."""


class _Running(NamedTuple):
    search: Search
    wanted: Callable[[], bool]


class SearchHost:
    """Runs the searches of servers.

    Args:
        slots: Searches that run at once, each in a process.
        nice: Niceness of these processes.
        worker: The worker's address in the cluster.
        publish: Sends a message to the subscribers of a topic.
    """

    def __init__(self, slots: int, nice: int, worker: str, publish: Publish) -> None:
        self.slots = slots
        self.worker = worker
        self.publish = publish
        self.leaving = False
        """Whether every new search is refused, because the worker is about to stop."""
        self._pool = SearchPool(slots, nice)
        self._loop = asyncio.get_running_loop()
        self._running: dict[tuple[str, int], _Running] = {}
        self._watched_until: dict[tuple[str, int], float] = {}
        self._beating: asyncio.TimerHandle | None = None
        self._idle = asyncio.Event()
        self._idle.set()

    async def warm_up(self) -> None:
        """Wait until every process runs."""
        await self._pool.warm_up()

    async def search(self, server: str, number: int, data: bytes, wanted: Callable[[], bool]) -> bytes:
        """Run a job of a server, and return the answer.

        Args:
            server: Id of the server.
            number: Number of the job, by which the server stops it.
            data: The job (`encode_job`).
            wanted: Returns whether the server is still there. It is asked a few times a second.
        """
        if self.leaving or len(self._running) >= self.slots:
            return encode(Answer(busy=True))
        try:
            job, position = decode_job(data)
            search = self._pool.submit(job, position, Priority.PLAYER, server)
        except BadWire as error:
            return encode(Answer(error=str(error)))
        key = server, number
        self._running[key] = _Running(search, wanted)
        self._idle.clear()
        self._beat_later()
        try:
            return encode(Answer(report=await search.result))
        except asyncio.CancelledError:
            if not search.result.cancelled():  # the worker itself is about to end
                search.cancel()
                raise
            return encode(Answer(error="it was stopped"))
        except Exception as error:
            return encode(Answer(error=f"{type(error).__name__}: {error}"))
        finally:
            del self._running[key]
            self._watched_until.pop(key, None)
            if not self._running:
                self._idle.set()

    def stop(self, server: str, number: int) -> None:
        """Let a search end now, with the best move that it has found."""
        if (running := self._running.get((server, number))) is not None:
            running.search.shorten(STOP_S)

    def watch(self, server: str, number: int) -> None:
        """Send search info of a search for the next WATCHED_S seconds."""
        self._watched_until[server, number] = self._loop.time() + WATCHED_S
        self._beat_later()

    def _beat_later(self) -> None:
        if self._beating is None and self._running:
            after_s = WATCHED_BEAT_S if self._watched_until else BEAT_S
            self._beating = self._loop.call_later(after_s, self._beat)

    def _beat(self) -> None:
        """Send each server a sign of life, with the search info that it wants. Cancel searches of servers that left."""
        self._beating = None
        now = self._loop.time()
        servers: defaultdict[str, dict[int, Report | None]] = defaultdict(dict)
        for key, running in list(self._running.items()):
            if not running.wanted():
                running.search.cancel()
                continue
            watched = self._watched_until.get(key, 0.0) > now
            if not watched:
                self._watched_until.pop(key, None)
            servers[key[0]][key[1]] = running.search.progress() if watched else None
        for server, reports in servers.items():
            self.publish(topic_of(server), encode(Beat(self.worker, reports)))
        self._beat_later()

    async def drain(self, grace_s: float) -> None:
        """Refuse new searches, and wait for the running ones, at most `grace_s` seconds."""
        self.leaving = True
        try:
            async with asyncio.timeout(grace_s):
                await self._idle.wait()
        except TimeoutError:
            log.warning("searches are cut off", running=len(self._running), grace_s=grace_s)

    async def close(self) -> None:
        """Cancel every search, and end every process."""
        await self._pool.close()
