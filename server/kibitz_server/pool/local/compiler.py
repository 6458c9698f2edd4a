"""Compilation of searches, outside of the slots: one process for each compilation, and a queue with a budget.

A new set of options costs seconds of the processor and compiler memory that is never freed, and any client can ask for
one. So one compilation runs at a time, address blocks take turns, and each has a budget of processor time. Slots only
load what is in the cache on disk.
"""

import asyncio
import multiprocessing
import time
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field

import structlog

from kibitz_server.engine.driver import MachineCode
from kibitz_server.engine.worker import child
from kibitz_server.engine.worker.search import Compiled, compile_code
from kibitz_server.limits.token_bucket import Rate, TokenBuckets
from kibitz_server.pool.fair_queue import FairQueue
from kibitz_server.pool.local.worker_process import WorkerProcess

log = structlog.get_logger(__name__)

MOST_S = 120.0
"""Longest compilation. The largest boards take about 6 s of an idle core."""
MOST_WAITING = 64
MOST_OF_A_BLOCK = 16
KEPT_UNFIT = 1000
"""Number of codes that are remembered as not compilable."""

Compile = Callable[[MachineCode], Awaitable[Compiled | None]]
"""Compiles into the cache on disk; None if the process died."""


class Compiler:
    """Compiles in a new process each time.

    Args:
        context: Context of the process.
        nice: Its niceness.
        cache_bytes: Size of the cache on disk, beyond which the entries not used for longest are removed.
    """

    def __init__(self, context: multiprocessing.context.BaseContext, nice: int, cache_bytes: int) -> None:
        self._context = context
        self._nice = nice
        self._cache_bytes = cache_bytes

    async def compile(self, code: MachineCode) -> Compiled | None:
        """Compile a search, or return None if the process died. After MOST_S the search counts as not compilable."""
        process = WorkerProcess(self._context, child.begin, self._nice)
        began_at = time.monotonic()
        try:
            async with asyncio.timeout(MOST_S):
                return await asyncio.wrap_future(process.submit(compile_code, code, self._cache_bytes))
        except BrokenProcessPool:
            log.warning("compiler died", game=code.game, algorithm=code.algorithm)
            return None
        except TimeoutError:
            log.warning("compilation took too long", game=code.game, options=code.options, algorithm=code.algorithm)
            return Compiled(False, time.monotonic() - began_at)
        finally:
            process.kill()
            process.shutdown(wait=False)


@dataclass(slots=True, eq=False)
class _Request:
    code: MachineCode
    payer: str
    done: asyncio.Future[None] = field(default_factory=lambda: asyncio.get_running_loop().create_future())


class CompileQueue:
    """Queue of compilations. One runs at a time. All calls are on one event loop.

    Args:
        compile: Compiles one search.
        rate: Processor seconds for each address block; None for no limit. Searches with default options are free,
            because there are few, and each is compiled once on a machine.
        clock: Returns a time in seconds.
    """

    def __init__(self, compile: Compile, rate: Rate | None, clock: Callable[[], float]) -> None:
        self._compile = compile
        self._budgets = TokenBuckets(rate) if rate is not None else None
        self._clock = clock
        self._queue: FairQueue[_Request] = FairQueue()
        self._unfinished: dict[MachineCode, _Request] = {}
        self._unfit: OrderedDict[MachineCode, None] = OrderedDict()
        self._task: asyncio.Task[None] | None = None
        self.outcomes: Counter[str] = Counter({"compiled": 0, "failed": 0, "refused": 0})
        """Number of requests by what became of them."""
        self.processor_s = 0.0
        """Processor time of all compilations."""

    def __len__(self) -> int:
        return len(self._unfinished)

    def counts(self) -> dict[str, int]:
        """Return the number of compilations that wait, and of those that ended, by outcome."""
        return {"waiting": len(self._unfinished), **self.outcomes}

    def pending(self, code: MachineCode) -> bool:
        """Return whether the compilation of a search waits or runs."""
        return code in self._unfinished

    def request(self, code: MachineCode, owner: str, block: str = "") -> asyncio.Future[None] | None:
        """Queue a compilation, and return a future that is done after it, whether it succeeded or not.

        Return None if the search cannot be compiled, the block has no budget left, or too many compilations wait.
        """
        if code in self._unfit:
            return None
        if known := self._unfinished.get(code):
            return known.done
        payer = block or owner
        of_payer = sum(request.payer == payer for request in self._unfinished.values())
        if len(self._unfinished) >= MOST_WAITING or of_payer >= MOST_OF_A_BLOCK or not self._may(code, payer):
            self.outcomes["refused"] += 1
            return None
        request = self._unfinished[code] = _Request(code, payer)
        self._queue.push(0, owner, request, block)
        if self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._work())
        return request.done

    def _may(self, code: MachineCode, payer: str) -> bool:
        """Return whether a block has the budget to begin a compilation, whose cost is known only after it."""
        if self._budgets is None or code.standard:
            return True
        return self._budgets.wait(payer, self._clock(), min(1.0, self._budgets.rate.amount)) == 0

    async def _work(self) -> None:
        try:
            while self._queue:
                request = self._queue.pop()
                try:
                    if self._may(request.code, request.payer):
                        self._note(request, await self._compile(request.code))
                    else:
                        self.outcomes["refused"] += 1
                except Exception:
                    log.exception("compilation failed", game=request.code.game, algorithm=request.code.algorithm)
                    self._note(request, Compiled(False, 0.0))
                finally:
                    del self._unfinished[request.code]
                    if not request.done.done():
                        request.done.set_result(None)
        finally:
            self._task = None

    def _note(self, request: _Request, compiled: Compiled | None) -> None:
        self.outcomes["compiled" if compiled is not None and compiled.fits else "failed"] += 1
        if compiled is None:
            return
        self.processor_s += compiled.seconds
        if self._budgets is not None and not request.code.standard:
            self._budgets.charge(request.payer, self._clock(), compiled.seconds)
        if not compiled.fits:
            self._unfit[request.code] = None
            if len(self._unfit) > KEPT_UNFIT:
                self._unfit.popitem(last=False)

    async def close(self) -> None:
        """Stop the running compilation, and drop the others."""
        for request in self._queue.drain():
            request.done.cancel()
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])
