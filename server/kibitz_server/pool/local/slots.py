"""Slots of this machine: each is one worker process, which is renewed when it has grown too large."""

import asyncio
import multiprocessing
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool

import structlog

from kibitz_server.engine import driver
from kibitz_server.engine.compiler import select
from kibitz_server.engine.control import SearchControl, read
from kibitz_server.engine.driver import Job, MachineCode, SearchResult
from kibitz_server.engine.worker import search as worker
from kibitz_server.games.game import Position
from kibitz_server.pool.interface import PoolBounds
from kibitz_server.pool.local.compiler import Compile, CompileQueue, Compiler
from kibitz_server.pool.local.worker_process import WorkerProcess, fork_server
from kibitz_server.pool.slot import LOCAL, SlotLost
from kibitz_server.pool.speeds import Speeds

log = structlog.get_logger(__name__)

POPULAR = 16
"""Number of searches whose machine code a new worker loads before its first search."""
COUNTED = 256
"""Number of searches whose uses are counted. Beyond it, the rarer half is forgotten and the others count half."""


class _Worker(WorkerProcess):
    """Worker process for searches, with the shared memory through which the server reads and stops them."""

    def __init__(self, context: multiprocessing.context.BaseContext, nice: int) -> None:
        self.control: SearchControl = context.RawValue(SearchControl)
        super().__init__(context, worker.start, self.control, nice)

    def search(self, job: Job, position: Position, may_wait: bool) -> "Future[SearchResult | None]":
        self.control.reset(job.limit.nodes)
        # With dice, a line is long and its moves take long to find again.
        return self.submit(worker.search, job, may_wait, position if position.game.chance else None)


class LocalSlot:
    """Slot that is a worker process of this machine. `LocalSlots` makes them."""

    place = LOCAL

    def __init__(self, slots: "LocalSlots") -> None:
        self._slots = slots
        self._successor: _Worker | None = None
        self._running = False
        self.worker = slots.start()

    @property
    def usable(self) -> bool:
        return True

    @property
    def ready(self) -> bool:
        return True

    def fits(self, code: MachineCode) -> bool:  # noqa: ARG002
        return True

    def speed(self, code: MachineCode) -> float | None:
        return self._slots.speeds.of(code)

    def compiling(self, code: MachineCode) -> bool:
        return self._slots.compiler.pending(code)

    def compile(self, code: MachineCode, owner: str, block: str) -> asyncio.Future[None] | None:
        return self._slots.compiler.request(code, owner, block)

    async def run(self, job: Job, position: Position, may_wait: bool) -> SearchResult | None:
        """Run a search in the process.

        Raises:
            SlotLost: The process died.
        """
        self._running = True
        try:
            report = await asyncio.wrap_future(self._begin(job, position, may_wait and self._slots.can_compile))
        except BrokenProcessPool:
            if not self._slots.closing:
                self.worker.restart()
            raise SlotLost("its process died") from None
        finally:
            self._running = False
            self._give_way()
            self._slots.renew_if_large(self)
        self._slots.count(job.code, report)
        return report

    def _begin(self, job: Job, position: Position, may_wait: bool) -> "Future[SearchResult | None]":
        try:
            return self.worker.search(job, position, may_wait)
        except BrokenProcessPool:  # the process died while it was idle
            self.worker.restart()
            return self.worker.search(job, position, may_wait)

    def progress(self, position: Position, title: str, seconds: float) -> SearchResult | None:
        found = read(self.worker.control)
        return driver.describe(position, title, found, seconds) if found.line else None

    def stop(self) -> None:
        self.worker.control.stop = 1

    def kill(self) -> None:
        self.worker.kill()

    def succeed(self, successor: _Worker) -> None:
        """Replace the process by another one between two searches."""
        self._successor = successor
        self._give_way()

    def _give_way(self) -> None:
        if self._successor is not None and not self._running:
            self.worker.shutdown(wait=False)
            self.worker, self._successor = self._successor, None
            self._slots.renewals += 1

    def processes(self) -> Iterator[_Worker]:
        """Yield the process, and the one that is to replace it."""
        yield self.worker
        if self._successor is not None:
            yield self._successor

    @property
    def is_being_renewed(self) -> bool:
        """Whether a process is ready to take over."""
        return self._successor is not None


class LocalSlots:
    """All slots of this machine. All calls are on the event loop that made it.

    Args:
        slots: Number of slots.
        nice: Niceness of the processes.
        bounds: Bounds of memory, disk and compilation.
        compiles: Compiles a search; by default in a new process.
    """

    def __init__(self, slots: int, nice: int, bounds: PoolBounds, compiles: Compile | None = None) -> None:
        self._context = fork_server()
        self._nice = nice
        self._most_bytes = bounds.worker_bytes
        self.compile_code = compiles or Compiler(self._context, nice, bounds.cache_bytes).compile
        """Compiles a search at once, without a queue."""
        self.compiler = CompileQueue(self.compile_code, bounds.compile_time, asyncio.get_running_loop().time)
        self.can_compile = select.can_compile()
        self._uses: Counter[MachineCode] = Counter()
        self._renewal: asyncio.Task[None] | None = None
        self.speeds = Speeds()
        self.closing = False
        self.renewals = 0
        """Number of processes that were replaced because they had grown."""
        self.all = [LocalSlot(self) for _ in range(slots)]

    def start(self) -> _Worker:
        """Return a new process, which starts with its first work."""
        return _Worker(self._context, self._nice)

    async def warm_up(self) -> None:
        """Wait until every process runs, so that the first search does not wait."""
        # In a thread: the first process waits half a second for the server that forks it.
        begun = await asyncio.to_thread(lambda: [slot.worker.submit(worker.load_code, []) for slot in self.all])
        await asyncio.gather(*map(asyncio.wrap_future, begun))

    def pids(self) -> list[int]:
        """Return the process id of each slot; 0 for a process that has not started yet."""
        return [slot.worker.pid for slot in self.all]

    def memory(self) -> dict[str, int]:
        """Return the resident memory of each slot's process, in bytes."""
        return {str(number): slot.worker.resident_bytes for number, slot in enumerate(self.all)}

    @property
    def alive(self) -> bool:
        """Whether any process runs."""
        return any(slot.worker.alive for slot in self.all)

    def count(self, code: MachineCode, report: SearchResult | None) -> None:
        """Note that a search ran, and how fast it was."""
        self._uses[code] += 1
        if len(self._uses) > COUNTED:
            self._uses = Counter({code: uses // 2 for code, uses in self._uses.most_common(COUNTED // 2)})
        if report is not None:
            self.speeds.note(code, report)

    def renew_if_large(self, slot: LocalSlot) -> None:
        """Start a process in the place of a slot's, if that has grown too large and no other one is being renewed."""
        large = slot.worker.resident_bytes > self._most_bytes
        if large and self._renewal is None and not slot.is_being_renewed and not self.closing:
            self._renewal = asyncio.get_running_loop().create_task(self._renew(slot))

    async def _renew(self, slot: LocalSlot) -> None:
        """Start the new process. The slot goes on searching until it is ready."""
        successor = self.start()
        popular = [code for code, _ in self._uses.most_common(POPULAR)]
        log.info("a worker is renewed", resident_mb=slot.worker.resident_bytes >> 20)
        ready = False
        try:
            await asyncio.wrap_future(successor.submit(worker.load_code, popular))
            ready = True
        except BrokenProcessPool:
            log.warning("a new worker died")
        finally:
            self._renewal = None
            if ready:
                slot.succeed(successor)
            else:
                successor.kill()
                successor.shutdown(wait=False)

    async def stop(self) -> None:
        """Stop all searches and compilations, and start no more processes."""
        self.closing = True
        await self.compiler.close()
        if self._renewal is not None:
            self._renewal.cancel()
        for slot in self.all:
            slot.stop()

    def end(self) -> None:
        """End all processes."""
        for process in [process for slot in self.all for process in slot.processes()]:
            process.kill()
            process.shutdown(wait=True)
