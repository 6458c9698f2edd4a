"""Engine pool: one fair queue before all slots.

The future of a search always ends with a legal move: a search whose slot was lost is repeated in another slot with the
rest of its time, and then replaced by a shallow one. A player never waits for an analysis: without a free slot, a
search of an analysis is stopped, and repeated later.

A search whose machine code is not compiled leaves its slot at once, and waits for the compiler beside the queue, for a
bounded time. Then it runs with whatever there is.
"""

import asyncio
import time

import structlog

from kibitz_server.engine.compiler import select
from kibitz_server.engine.driver import Job, Report
from kibitz_server.games.game import Position
from kibitz_server.pool.fair_queue import FairQueue
from kibitz_server.pool.interface import PoolBounds, Priority, Search
from kibitz_server.pool.local.compiler import Compile, CompileQueue, Compiler
from kibitz_server.pool.local.slots import LocalSlots
from kibitz_server.pool.local.worker_process import fork_server
from kibitz_server.pool.search import PooledSearch
from kibitz_server.pool.slot import Slot, SlotLost

log = structlog.get_logger(__name__)

GRACE_S = 0.5
"""Time after its deadline, or after a stop request, after which a running search is killed."""
PREPARING_S = 2.0
"""Time to load the machine code of a search, or to build it in plain Python: 0.1 s, if the processor is not busy."""
TRIES = 2
RETRY = -1
"""Priority of a search that lost its slot: it has waited already."""


class SearchPool:
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
        context = fork_server()
        self.slots = slots
        self.local = LocalSlots(slots, context, nice, bounds.worker_bytes)
        self._loop = asyncio.get_running_loop()
        self._idle: list[Slot] = list(self.local.all)
        self._running: dict[Slot, PooledSearch] = {}
        compiles = compiles or Compiler(context, nice, bounds.cache_bytes).compile
        self._compiler = CompileQueue(compiles, bounds.compile_time, self._loop.time)
        self._can_compile = select.can_compile()
        # Searches that wait for machine code, with the ends of their waits.
        self._uncompiled: dict[PooledSearch, asyncio.TimerHandle] = {}
        self._queue: FairQueue[PooledSearch] = FairQueue()
        self._closing = False
        self._tasks: set[asyncio.Task[None]] = set()

    async def warm_up(self) -> None:
        """Wait until every worker process runs, so that the first search does not wait."""
        await self.local.warm_up()

    def submit(self, job: Job, position: Position, priority: Priority, owner: str = "", block: str = "") -> Search:
        search = PooledSearch(self, job, position, priority, owner, block)
        self._enqueue(search)
        return search

    def waiting(self, owner: str) -> int:
        return self._queue.waiting(owner) + sum(search.owner == owner for search in self._uncompiled)

    def queued(self) -> dict[str, int]:
        """Return the number of waiting searches by priority, and of those that are repeated."""
        depths = self._queue.depths()
        names = {priority.name.lower(): depths.get(priority, 0) for priority in Priority}
        return names | {"again": depths.get(RETRY, 0), "uncompiled": len(self._uncompiled)}

    def states(self) -> dict[str, int]:
        """Return the number of busy and of idle slots."""
        return {"busy": len(self._running), "idle": len(self._idle)}

    def compilations(self) -> dict[str, int]:
        """Return the number of compilations that wait, and of those that ended, by outcome."""
        return {"waiting": len(self._compiler), **self._compiler.outcomes}

    @property
    def compile_s(self) -> float:
        """Processor time of all compilations, in seconds."""
        return self._compiler.processor_s

    def awaits_code(self, search: PooledSearch) -> bool:
        return search in self._uncompiled

    def remove(self, search: PooledSearch) -> None:
        if timer := self._uncompiled.pop(search, None):
            timer.cancel()
            return
        self._queue.remove(RETRY if search.tries else search.priority, search.owner, search, search.block)

    def stop(self, search: PooledSearch) -> None:
        slot = search.slot
        if slot is not None and self._running.get(slot) is search:
            slot.stop()
            self._loop.call_later(GRACE_S, self._kill, slot, search, search.began_at)

    def _kill(self, slot: Slot, search: PooledSearch, began_at: float | None) -> None:
        # A search of an analysis may have stopped in time, and begun again in the same slot.
        if self._running.get(slot) is search and search.began_at == began_at and not self._closing:
            job = search.job
            log.warning(
                "search killed because it did not stop", game=job.game, algorithm=job.algorithm, place=slot.place
            )
            slot.kill()

    def _enqueue(self, search: PooledSearch) -> None:
        self._push(search, search.priority)
        self._dispatch()
        if search.priority is Priority.PLAYER and search.slot is None and search not in self._uncompiled:
            self._displace_analysis()

    def _push(self, search: PooledSearch, priority: int) -> None:
        self._queue.push(priority, search.owner, search, search.block)

    def _displace_analysis(self) -> None:
        for running in self._running.values():
            if running.priority is Priority.ANALYSIS and not running.displaced:
                running.displaced = True
                self.stop(running)
                return

    def _dispatch(self) -> None:
        while self._idle and self._queue and not self._closing:
            search = self._queue.pop()
            if search.result.done():
                continue
            if search.may_wait and self._compiler.pending(search.job.code):
                self._await_code(search)
                continue
            slot = self._idle.pop()
            self._running[slot], search.slot = search, slot
            task = self._loop.create_task(self._run(slot, search), context=search.context)
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _run(self, slot: Slot, search: PooledSearch) -> None:
        """Run a search in a slot, which is idle afterwards."""
        try:
            report = await self._attempt(slot, search)
        finally:
            del self._running[slot]
            search.slot = None
            if slot.ready:
                self._idle.append(slot)
        if search.result.done() or self._closing:
            pass
        elif search.displaced:
            search.begin_again()
            self._push(search, search.priority)
        elif report is None and search.uncompiled:
            search.begin_again()
            self._await_code(search)
        elif report is not None:
            search.result.set_result(report)
        elif search.tries < TRIES and search.left is not None:
            self._push(search, RETRY)
        else:
            await self._fall_back(search)
        self._dispatch()

    async def _attempt(self, slot: Slot, search: PooledSearch) -> Report | None:
        job = search.left
        # Its time may have passed in the queue, or a stop come before the start.
        if job is None or search.displaced or search.result.done():
            return None
        search.tries += 1
        search.began_at = search.began_at or time.monotonic()
        most_s = PREPARING_S + (job.limit.seconds or 0) + GRACE_S
        backstop = self._loop.call_later(most_s, self.stop, search)
        try:
            report = await slot.run(job, search.position, search.may_wait and self._can_compile)
            search.uncompiled = report is None
            return report
        except SlotLost as lost:
            log.warning(
                "search lost", game=job.game, algorithm=job.algorithm, attempt=search.tries, place=slot.place, why=lost
            )
            return None
        except Exception:
            log.exception("search failed", game=job.game, moves=job.moves, algorithm=job.algorithm)
            return None
        finally:
            backstop.cancel()

    def _await_code(self, search: PooledSearch) -> None:
        """Queue a search again when its machine code is compiled, or when it has waited long enough."""
        compiled = self._compiler.request(search.job.code, search.owner, search.block)
        search.may_wait = False
        if compiled is None:
            self._push(search, search.priority)
            return
        self._uncompiled[search] = self._loop.call_later(search.patience_s, self._no_longer_await_code, search)
        compiled.add_done_callback(lambda _: self._no_longer_await_code(search))

    def _no_longer_await_code(self, search: PooledSearch) -> None:
        if timer := self._uncompiled.pop(search, None):
            timer.cancel()
            self._enqueue(search)

    async def _fall_back(self, search: PooledSearch) -> None:
        try:
            report = await asyncio.to_thread(search.shallow)
        except Exception as error:
            log.exception("shallow search failed", game=search.job.game, moves=search.job.moves)
            if not search.result.done():
                search.result.set_exception(error)
        else:
            if not search.result.done():
                search.result.set_result(report)

    async def close(self) -> None:
        self._closing = True
        for search in self._queue.drain():
            search.result.cancel()
        for search, timer in self._uncompiled.items():
            timer.cancel()
            search.result.cancel()
        self._uncompiled.clear()
        await self._compiler.close()
        self.local.stop()
        for search in self._running.values():
            search.result.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=2 * GRACE_S)
        self.local.end()
