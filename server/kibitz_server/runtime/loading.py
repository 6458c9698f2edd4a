"""The start of a server: loads matches and tournaments of the server process before it, while the event loop goes on.

All unfinished matches, and those that ended shortly before, are rebuilt from their events. After the last one they go
on in the order of their next deadlines. Until then clients wait for their welcome, and no clock runs.
"""

import asyncio
import math
import time
from collections.abc import Iterator
from typing import Protocol

import structlog

from kibitz_server.runtime.rooms import Rooms
from kibitz_server.scheduler import Scheduler
from kibitz_server.store import Store
from kibitz_server.store.uptime import Uptime

log = structlog.get_logger(__name__)

RECENT_S, MAX_RECENT = 600.0, 500
"""Matches that ended at most this long before the restart are loaded too, and at most this many."""
STEP_S = 0.02
"""Seconds of loading after which the event loop has its turn, and accepts connections."""


class Restored(Protocol):
    """What goes on with the matches: tournaments."""

    @property
    def needed(self) -> bool:
        """Whether there is anything to rebuild."""

    def steps(self, uptime: Uptime) -> Iterator[None]:
        """Rebuild it while all matches are rebuilt and none goes on, and yield after each step."""

    def go_on(self) -> None:
        """Let it go on, when all matches do."""


class Loading:
    """Loads the matches of a store once, for its rooms, and the tournaments."""

    def __init__(self, rooms: Rooms, store: Store, scheduler: Scheduler, tournaments: Restored) -> None:
        self._rooms = rooms
        self._tournaments = tournaments
        self._store = store
        self._scheduler = scheduler
        self._ids: list[str] = []
        self._done = asyncio.Event()
        self._done.set()
        self._task: asyncio.Task[None] | None = None
        self.loaded = 0
        """Number of matches that are rebuilt."""
        self.unfinished = 0
        """Number of matches that go on."""

    @property
    def number(self) -> int:
        """Number of matches to load."""
        return len(self._ids)

    @property
    def ready(self) -> bool:
        """Whether clients are let in: no match is being loaded."""
        return self._done.is_set()

    async def wait(self, seconds: float | None = None) -> bool:
        """Wait until all matches are loaded, at most some seconds, and return whether they are."""
        try:
            async with asyncio.timeout(seconds):
                await self._done.wait()
        except TimeoutError:
            return False
        return True

    def start(self) -> None:
        """Begin to load in a task. Clients that arrive from now on have to wait."""
        self._look()
        if not self._ids and not self._tournaments.needed:
            self._tournaments.go_on()
        else:
            self._done.clear()
            self._task = asyncio.get_running_loop().create_task(self._run())

    def run(self) -> int:
        """Load all matches before anything else happens, and return the number of unfinished ones."""
        self._look()
        for _ in self._steps():
            pass
        return self.unfinished

    def stop(self) -> None:
        """Load no more. The matches stay in the store as they are."""
        if self._task is not None:
            self._task.cancel()

    async def _run(self) -> None:
        began_at = step_at = time.perf_counter()
        for _ in self._steps():
            if time.perf_counter() - step_at > STEP_S:
                await asyncio.sleep(0)
                step_at = time.perf_counter()
        self._done.set()
        log.info("matches loaded", matches=self.unfinished, seconds=round(time.perf_counter() - began_at, 2))

    def _look(self) -> None:
        """Find the matches to load, the oldest first and those that are over before the others."""
        recent = self._store.ended_since(self._store.uptime().before(RECENT_S))[:MAX_RECENT]
        self._ids = [*reversed(recent), *self._store.unfinished()]

    def _steps(self) -> Iterator[None]:
        """Load all matches, and yield after each step."""
        # Players cannot move before the end, so the time until then must not count if the server stops again.
        self._store.end_run()
        uptime, began_at = self._store.uptime(), self._scheduler.time()
        found = []
        for match_id in self._ids:
            match = self._rooms.rebuild(match_id, uptime, began_at)
            self.loaded += 1
            if match is not None:
                found.append(match)
            yield
        yield from self._tournaments.steps(uptime)
        self._store.begin_run()
        for room, events in sorted(found, key=lambda each: each[0].match.next_deadline() or math.inf):
            now = self._scheduler.time()
            if not room.match.over:
                room.match.credit_time(now - began_at, now)
                room.match.postpone_start(now)
            try:
                self._rooms.reopen(room, events)
            except Exception:  # the others go on
                log.exception("a match cannot go on", match=room.match.created.id)
            else:
                self.unfinished += not room.match.over
            yield
        self._tournaments.go_on()
