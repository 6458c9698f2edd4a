"""Engine pool of worker processes on this machine, behind one fair queue.

Each slot is one worker process with a separate executor, so that a dying worker loses only one search. Its replacement
comes from a fork server that has imported the engine already. The future of a search always ends with a legal move: a
lost search is repeated in another slot with the rest of its time, and then replaced by a shallow one. A player never
waits for an analysis: without a free slot, a search of an analysis is stopped, and repeated later.
"""

import asyncio
import contextlib
import contextvars
import multiprocessing
import os
import signal
import sys
import time
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace

import structlog

from kibitz_server.engine import driver
from kibitz_server.engine.control import Control, read
from kibitz_server.engine.driver import Job, Report
from kibitz_server.engine.limit import Limit
from kibitz_server.engine.worker import search as worker
from kibitz_server.games.game import Position
from kibitz_server.pool.fair_queue import FairQueue
from kibitz_server.pool.interface import Priority, Search

log = structlog.get_logger(__name__)

GRACE_S = 0.5
"""Time after its deadline, or after a stop request, after which the worker of a running search is killed."""
TRIES = 2
SHALLOW = Limit(seconds=1.0, nodes=200)
"""Limit of the last resort, a search in a thread of the server."""
RETRY = -1
"""Priority of a search that lost its worker: it has waited already."""


class _Slot:
    """One worker process, and the shared memory through which the server reads and stops its search."""

    def __init__(self, context: multiprocessing.context.BaseContext, nice: int) -> None:
        self._context = context
        self._nice = nice
        self.control: Control = context.RawValue(Control)
        self.executor = self._make()
        self.search: _LocalSearch | None = None

    def _make(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(1, self._context, worker.start, (self.control, self._nice))

    def run(self, job: Job) -> "Future[Report]":
        self.control.reset(job.limit.nodes)
        return self.executor.submit(worker.search, job)

    def replace(self) -> None:
        """Replace a dead process. The old executor has no running work."""
        self.executor.shutdown(wait=False, cancel_futures=True)
        self.executor = self._make()
        self.executor.submit(worker.ready)

    @property
    def alive(self) -> bool:
        try:
            os.kill(self.control.pid, 0)
        except OSError:
            return False
        return bool(self.control.pid)

    def kill(self) -> None:
        if self.control.pid:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.control.pid, signal.SIGKILL)


class _LocalSearch:
    def __init__(self, pool: "LocalPool", job: Job, position: Position, priority: Priority, owner: str) -> None:
        self.job = job
        self.priority = priority
        self.owner = owner
        self.result: asyncio.Future[Report] = asyncio.get_running_loop().create_future()
        self.slot: _Slot | None = None
        self.tries = 0
        self.displaced = False
        self.began_at: float | None = None
        self.context = contextvars.copy_context()
        self._position = position
        self._pool = pool

    def progress(self) -> Report | None:
        if self.slot is None or self.began_at is None:
            return None
        found = read(self.slot.control)
        if not found.line:
            return None
        title = driver.title(self.job.algorithm, self.job.limit)
        return driver.describe(self._position, title, found, time.monotonic() - self.began_at)

    def spent_s(self) -> float:
        return 0.0 if self.began_at is None else time.monotonic() - self.began_at

    def cancel(self) -> None:
        self.result.cancel()
        if self.slot is not None:
            self._pool.stop(self.slot, self)
        else:
            self._pool.remove(self)

    def left(self) -> Job | None:
        """Return the job with the rest of its time limit; None if no time is left."""
        if self.began_at is None or self.job.limit.seconds is None:
            return self.job
        unused = self.job.compile_s - (time.monotonic() - self.began_at)
        seconds = self.job.limit.seconds + min(0.0, unused)
        return replace(self.job, limit=replace(self.job.limit, seconds=seconds)) if seconds > 0.01 else None

    def shallow(self) -> Report:
        control = Control()
        control.reset(SHALLOW.nodes)
        algorithm = "random" if self.job.algorithm == "random" else "alphabeta"
        return driver.run(self._position, algorithm, SHALLOW, control)


class LocalPool:
    """Engine pool of processes on this machine. All calls are on the event loop that made it.

    Args:
        slots: Searches that run at once, each in a process.
        nice: Niceness of these processes. The default keeps searches from delaying the server's answers.
    """

    def __init__(self, slots: int, nice: int = 19) -> None:
        self.slots = slots
        self._loop = asyncio.get_running_loop()
        context = _context()
        self._idle = [_Slot(context, nice) for _ in range(slots)]
        self._all = list(self._idle)
        self._queue: FairQueue[_LocalSearch] = FairQueue()
        self._closing = False
        self._tasks: set[asyncio.Task[None]] = set()

    async def warm_up(self) -> None:
        """Wait until every worker runs, so that the first search does not wait."""
        await asyncio.gather(*(asyncio.wrap_future(slot.executor.submit(worker.ready)) for slot in self._all))

    def worker_pids(self) -> list[int]:
        """Return the process id of each slot."""
        return [slot.control.pid for slot in self._all]

    def submit(self, job: Job, position: Position, priority: Priority, owner: str = "") -> Search:
        search = _LocalSearch(self, job, position, priority, owner)
        self._queue.push(priority, owner, search)
        self._dispatch()
        if priority is Priority.PLAYER and search.slot is None:
            self._displace_analysis()
        return search

    def _displace_analysis(self) -> None:
        for slot in self._all:
            running = slot.search
            if running is not None and running.priority is Priority.ANALYSIS and not running.displaced:
                running.displaced = True
                self.stop(slot, running)
                return

    def queued(self) -> dict[str, int]:
        """Return the number of waiting searches by priority, and of those that are repeated."""
        depths = self._queue.depths()
        names = {priority.name.lower(): depths.get(priority, 0) for priority in Priority}
        return names | {"again": depths.get(RETRY, 0)}

    def states(self) -> dict[str, int]:
        """Return the number of busy and of idle slots."""
        return {"busy": len(self._all) - len(self._idle), "idle": len(self._idle)}

    @property
    def alive(self) -> bool:
        """Whether any worker process runs."""
        return any(slot.alive for slot in self._all)

    def waiting(self, owner: str) -> int:
        return self._queue.waiting(owner)

    def remove(self, search: _LocalSearch) -> None:
        """Remove a cancelled search from the queue, so that it no longer counts for its owner."""
        self._queue.remove(RETRY if search.tries else search.priority, search.owner, search)

    def _dispatch(self) -> None:
        while self._idle and self._queue and not self._closing:
            search = self._queue.pop()
            if search.result.done():
                continue
            slot = self._idle.pop()
            slot.search, search.slot = search, slot
            task = self._loop.create_task(self._run(slot, search), context=search.context)
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _run(self, slot: _Slot, search: _LocalSearch) -> None:
        """Run a search in a slot. Afterwards the slot is idle, with a new process if the old one died."""
        try:
            report = await self._attempt(slot, search)
        finally:
            slot.search = search.slot = None
            if not self._closing:
                self._idle.append(slot)
        if search.result.done() or self._closing:
            pass
        elif search.displaced:
            search.displaced, search.tries, search.began_at = False, 0, None
            self._queue.push(search.priority, search.owner, search)
        elif report is not None:
            search.result.set_result(report)
        elif search.tries < TRIES and search.left() is not None:
            self._queue.push(RETRY, search.owner, search)
        else:
            await self._fall_back(search)
        self._dispatch()

    async def _attempt(self, slot: _Slot, search: _LocalSearch) -> Report | None:
        job = search.left()
        assert job is not None
        if search.displaced or search.result.done():  # a stop before the start
            return None
        search.tries += 1
        search.began_at = search.began_at or time.monotonic()
        try:
            future = slot.run(job)
        except BrokenProcessPool:  # the worker died while it was idle
            slot.replace()
            future = slot.run(job)
        most_s = job.compile_s + (job.limit.seconds or 0) + GRACE_S
        backstop = self._loop.call_later(most_s, self.stop, slot, search)
        try:
            return await asyncio.wrap_future(future)
        except BrokenProcessPool:
            log.warning("search worker died", game=job.game, algorithm=job.algorithm, attempt=search.tries)
            if not self._closing:
                slot.replace()
            return None
        except Exception:
            log.exception("search failed", game=job.game, moves=job.moves, algorithm=job.algorithm)
            return None
        finally:
            backstop.cancel()

    async def _fall_back(self, search: _LocalSearch) -> None:
        try:
            report = await asyncio.to_thread(search.shallow)
        except Exception as error:
            log.exception("shallow search failed", game=search.job.game, moves=search.job.moves)
            if not search.result.done():
                search.result.set_exception(error)
        else:
            if not search.result.done():
                search.result.set_result(report)

    def stop(self, slot: _Slot, search: _LocalSearch) -> None:
        """Request the end of a slot's search, and kill its process after GRACE_S if it still runs."""
        if slot.search is search:
            slot.control.stop = 1
            self._loop.call_later(GRACE_S, self._kill, slot, search, search.began_at)

    def _kill(self, slot: _Slot, search: _LocalSearch, began_at: float | None) -> None:
        # A search of an analysis may have stopped in time, and begun again in the same slot.
        if slot.search is search and search.began_at == began_at and not self._closing:
            log.warning(
                "search worker killed because it did not stop", game=search.job.game, algorithm=search.job.algorithm
            )
            slot.kill()

    async def close(self) -> None:
        self._closing = True
        for search in self._queue.drain():
            search.result.cancel()
        for slot in self._all:
            slot.control.stop = 1
            if slot.search is not None:
                slot.search.result.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=2 * GRACE_S)
        for slot in self._all:
            slot.kill()
            slot.executor.shutdown(wait=True, cancel_futures=True)


def _context() -> multiprocessing.context.BaseContext:
    if sys.platform == "win32":
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["kibitz_server.engine.worker.preload"])
    return context
