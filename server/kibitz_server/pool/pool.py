"""Engine pool of worker processes on this machine, behind one fair queue.

Each slot is one worker process. The future of a search always ends with a legal move: a search whose worker died is
repeated in another slot with the rest of its time, and then replaced by a shallow one. A player never waits for an
analysis: without a free slot, a search of an analysis is stopped, and repeated later.

A search whose machine code is not compiled leaves its slot at once, and waits for the compiler beside the queue, for a
bounded time. Then it runs with whatever there is. A worker that has grown too large is renewed: a new process loads
what is searched most, and takes the place of the old one between two searches.
"""

import asyncio
import contextvars
import multiprocessing
import time
from collections import Counter
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace

import structlog

from kibitz_server.engine import driver
from kibitz_server.engine.algorithms import shallow
from kibitz_server.engine.compiler import select
from kibitz_server.engine.control import Control, read
from kibitz_server.engine.driver import Code, Job, Report
from kibitz_server.engine.limit import Limit
from kibitz_server.engine.worker import search as worker
from kibitz_server.games.game import Position
from kibitz_server.pool.compiler import Compile, CompileQueue, Compiler
from kibitz_server.pool.fair_queue import FairQueue
from kibitz_server.pool.interface import PoolBounds, Priority, Search
from kibitz_server.pool.worker_process import WorkerProcess, fork_server

log = structlog.get_logger(__name__)

GRACE_S = 0.5
"""Time after its deadline, or after a stop request, after which the worker of a running search is killed."""
PREPARING_S = 2.0
"""Time to load the machine code of a search, or to build it in plain Python: 0.1 s, if the processor is not busy."""
TRIES = 2
SHALLOW = Limit(seconds=1.0, nodes=200)
"""Limit of the last resort, a search in a thread of the server."""
RETRY = -1
"""Priority of a search that lost its worker: it has waited already."""
COMPILING_S = 10.0
"""Longest wait for machine code. Plain Python finds a move too, but searches a hundredth of the positions."""
POPULAR = 16
"""Number of searches whose machine code a new worker loads before its first search."""
COUNTED = 256
"""Number of searches whose uses are counted. Beyond it, the rarer half is forgotten and the others count half."""


class _Slot(WorkerProcess):
    """Worker process for searches, with the shared memory through which the server reads and stops them."""

    def __init__(self, context: multiprocessing.context.BaseContext, nice: int) -> None:
        self.control: Control = context.RawValue(Control)
        super().__init__(context, worker.start, self.control, nice)
        self.search: _LocalSearch | None = None

    def run(self, job: Job, may_wait: bool, position: Position) -> "Future[Report | None]":
        self.control.reset(job.limit.nodes)
        # With dice, a line is long and its moves take long to find again.
        return self.submit(worker.search, job, may_wait, position if position.game.chance else None)


class _LocalSearch:
    def __init__(
        self, pool: "LocalPool", job: Job, position: Position, priority: Priority, owner: str, block: str
    ) -> None:
        self.job = job
        self.priority = priority
        self.owner = owner
        self.block = block
        self.result: asyncio.Future[Report] = asyncio.get_running_loop().create_future()
        self.slot: _Slot | None = None
        self.tries = 0
        self.displaced = False
        self.uncompiled = False
        """Whether the last attempt ended because there is no machine code."""
        self.began_at: float | None = None
        self.may_wait = True
        """Whether to wait for machine code, instead of a search in plain Python."""
        self.context = contextvars.copy_context()
        self.position = position
        self._pool = pool

    def progress(self) -> Report | None:
        if self.slot is None or self.began_at is None:
            return None
        found = read(self.slot.control)
        if not found.line:
            return None
        title = driver.title(self.job.algorithm, self.job.limit)
        return driver.describe(self.position, title, found, time.monotonic() - self.began_at)

    def spent_s(self) -> float:
        return 0.0 if self.began_at is None else time.monotonic() - self.began_at

    def shorten(self, seconds: float) -> None:
        self.job = self.job.shortened(seconds)
        if self.slot is not None:
            self._pool.stop(self.slot, self)

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
        seconds = self.job.limit.seconds - (time.monotonic() - self.began_at)
        return replace(self.job, limit=replace(self.job.limit, seconds=seconds)) if seconds > 0.01 else None

    @property
    def compiling(self) -> bool:
        return self in self._pool.uncompiled_searches

    @property
    def patience_s(self) -> float:
        """How long the search waits for machine code."""
        return COMPILING_S if self.job.compile_s is None else self.job.compile_s

    def shallow(self) -> Report:
        control = Control()
        control.reset(SHALLOW.nodes)
        algorithm = "random" if self.job.algorithm == "random" else shallow(self.position.game)
        return driver.run(self.position, algorithm, SHALLOW, control)


class LocalPool:
    """Engine pool of processes on this machine. All calls are on the event loop that made it.

    Args:
        slots: Searches that run at once, each in a process.
        nice: Niceness of these processes. The default keeps searches from delaying the server's answers.
        bounds: Bounds of memory, disk and compilation.
        compiles: Compiles a search; by default in a new process.
    """

    def __init__(
        self, slots: int, nice: int = 19, bounds: PoolBounds | None = None, compiles: Compile | None = None
    ) -> None:
        bounds = bounds or PoolBounds()
        self.slots = slots
        self._nice = nice
        self._bounds = bounds
        self._loop = asyncio.get_running_loop()
        self._context = fork_server()
        self._idle = [_Slot(self._context, nice) for _ in range(slots)]
        self._all = list(self._idle)
        compiles = compiles or Compiler(self._context, nice, bounds.cache_bytes).compile
        self._compiler = CompileQueue(compiles, bounds.compile_time, self._loop.time)
        self._can_compile = select.can_compile()
        self.uncompiled_searches: dict[_LocalSearch, asyncio.TimerHandle] = {}
        """Searches that wait for machine code, with the ends of their waits."""
        self._uses: Counter[Code] = Counter()
        self._renewal: asyncio.Task[None] | None = None
        self._successors: dict[_Slot, _Slot] = {}
        self.renewals = 0
        """Number of processes that were replaced because they had grown."""
        self._queue: FairQueue[_LocalSearch] = FairQueue()
        self._closing = False
        self._tasks: set[asyncio.Task[None]] = set()

    async def warm_up(self) -> None:
        """Wait until every worker runs, so that the first search does not wait."""
        await asyncio.gather(*(asyncio.wrap_future(slot.submit(worker.load_code, [])) for slot in self._all))

    def worker_pids(self) -> list[int]:
        """Return the process id of each slot; 0 for a process that has not started yet."""
        return [slot.pid for slot in self._all]

    def submit(self, job: Job, position: Position, priority: Priority, owner: str = "", block: str = "") -> Search:
        search = _LocalSearch(self, job, position, priority, owner, block)
        self._enqueue(search)
        return search

    def _enqueue(self, search: _LocalSearch) -> None:
        self._push(search, search.priority)
        self._dispatch()
        if search.priority is Priority.PLAYER and search.slot is None and search not in self.uncompiled_searches:
            self._displace_analysis()

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
        return names | {"again": depths.get(RETRY, 0), "uncompiled": len(self.uncompiled_searches)}

    def memory(self) -> dict[str, int]:
        """Return the resident memory of each slot's process, in bytes."""
        return {str(number): slot.resident_bytes for number, slot in enumerate(self._all)}

    def compilations(self) -> dict[str, int]:
        """Return the number of compilations that wait, and of those that ended, by outcome."""
        return {"waiting": len(self._compiler), **self._compiler.outcomes}

    @property
    def compile_s(self) -> float:
        """Processor time of all compilations, in seconds."""
        return self._compiler.processor_s

    def states(self) -> dict[str, int]:
        """Return the number of busy and of idle slots."""
        return {"busy": len(self._all) - len(self._idle), "idle": len(self._idle)}

    @property
    def alive(self) -> bool:
        """Whether any worker process runs."""
        return any(slot.alive for slot in self._all)

    def waiting(self, owner: str) -> int:
        return self._queue.waiting(owner) + sum(search.owner == owner for search in self.uncompiled_searches)

    def remove(self, search: _LocalSearch) -> None:
        """Remove a cancelled search from the queue, so that it no longer counts for its owner."""
        if timer := self.uncompiled_searches.pop(search, None):
            timer.cancel()
            return
        self._queue.remove(RETRY if search.tries else search.priority, search.owner, search, search.block)

    def _push(self, search: _LocalSearch, priority: int) -> None:
        self._queue.push(priority, search.owner, search, search.block)

    def _dispatch(self) -> None:
        while self._idle and self._queue and not self._closing:
            search = self._queue.pop()
            if search.result.done():
                continue
            if search.may_wait and self._compiler.pending(search.job.code):
                self._await_code(search)
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
                self._idle.append(self._succeed(slot))
        if search.result.done() or self._closing:
            pass
        elif search.displaced:
            search.displaced, search.tries, search.began_at = False, 0, None
            self._push(search, search.priority)
        elif report is None and search.uncompiled:
            search.uncompiled, search.tries, search.began_at = False, 0, None
            self._await_code(search)
        elif report is not None:
            search.result.set_result(report)
        elif search.tries < TRIES and search.left() is not None:
            self._push(search, RETRY)
        else:
            await self._fall_back(search)
        self._dispatch()

    async def _attempt(self, slot: _Slot, search: _LocalSearch) -> Report | None:
        job = search.left()
        # Its time may have passed in the queue, or a stop come before the start.
        if job is None or search.displaced or search.result.done():
            return None
        search.tries += 1
        search.began_at = search.began_at or time.monotonic()
        may_wait = search.may_wait and self._can_compile
        try:
            future = slot.run(job, may_wait, search.position)
        except BrokenProcessPool:  # the worker died while it was idle
            slot.restart()
            future = slot.run(job, may_wait, search.position)
        most_s = PREPARING_S + (job.limit.seconds or 0) + GRACE_S
        backstop = self._loop.call_later(most_s, self.stop, slot, search)
        try:
            report = await asyncio.wrap_future(future)
            search.uncompiled = report is None
            self._count_use(job.code)
            return report
        except BrokenProcessPool:
            log.warning("search worker died", game=job.game, algorithm=job.algorithm, attempt=search.tries)
            if not self._closing:
                slot.restart()
            return None
        except Exception:
            log.exception("search failed", game=job.game, moves=job.moves, algorithm=job.algorithm)
            return None
        finally:
            backstop.cancel()

    def _await_code(self, search: _LocalSearch) -> None:
        """Queue a search again when its machine code is compiled, or when it has waited long enough."""
        compiled = self._compiler.request(search.job.code, search.owner, search.block)
        search.may_wait = False
        if compiled is None:
            self._push(search, search.priority)
            return
        self.uncompiled_searches[search] = self._loop.call_later(search.patience_s, self._no_longer_await_code, search)
        compiled.add_done_callback(lambda _: self._no_longer_await_code(search))

    def _no_longer_await_code(self, search: _LocalSearch) -> None:
        if timer := self.uncompiled_searches.pop(search, None):
            timer.cancel()
            self._enqueue(search)

    def _count_use(self, code: Code) -> None:
        self._uses[code] += 1
        if len(self._uses) > COUNTED:
            self._uses = Counter({code: uses // 2 for code, uses in self._uses.most_common(COUNTED // 2)})

    def _succeed(self, slot: _Slot) -> _Slot:
        """Return what takes a slot's place between two searches: its successor, if there is one, or the slot itself."""
        successor = self._successors.pop(slot, None)
        if successor is not None:
            self._all[self._all.index(slot)] = successor
            slot.shutdown(wait=False)
            self.renewals += 1
            return successor
        if self._renewal is None and slot.resident_bytes > self._bounds.worker_bytes:
            self._renewal = self._loop.create_task(self._renew(slot))
        return slot

    async def _renew(self, slot: _Slot) -> None:
        """Start a process in the place of a slot's. The slot goes on searching until it is ready."""
        successor = _Slot(self._context, self._nice)
        popular = [code for code, _ in self._uses.most_common(POPULAR)]
        log.info("a worker is renewed", resident_mb=slot.resident_bytes >> 20)
        try:
            await asyncio.wrap_future(successor.submit(worker.load_code, popular))
            self._successors[slot] = successor
            if slot in self._idle:
                self._idle[self._idle.index(slot)] = self._succeed(slot)
        except BrokenProcessPool:
            log.warning("a new worker died")
        finally:
            if successor not in self._all and slot not in self._successors:
                successor.kill()
                successor.shutdown(wait=False)
            self._renewal = None

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
        for search, timer in self.uncompiled_searches.items():
            timer.cancel()
            search.result.cancel()
        self.uncompiled_searches.clear()
        await self._compiler.close()
        if self._renewal is not None:
            self._renewal.cancel()
        for slot in self._all:
            slot.control.stop = 1
            if slot.search is not None:
                slot.search.result.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=2 * GRACE_S)
        for slot in (*self._all, *self._successors.values()):
            slot.kill()
            slot.shutdown(wait=True)
