"""Helper processes for slow work that no match waits for, such as the tree of a search or a page of a record.

In a thread of the server process such work would hold the interpreter, and every move would wait for it. A helper does
one job at a time, at a low priority, with a bound on its processor time and its memory. One that exceeds a bound dies,
and another one takes its place. It also does the job of one that was killed, by an operator or for want of memory.
Helpers start with their first job.
"""

import asyncio
import contextlib
import ctypes
import functools
import multiprocessing
import os
import signal
import time
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from typing import Protocol, TypeVar

import structlog

from kibitz_server.engine.worker import child
from kibitz_server.pool.local.worker_process import WorkerProcess, fork_server

log = structlog.get_logger(__name__)

T = TypeVar("T")
NICE = 10
"""Niceness of a helper where the system has no idle processes: after the server process, before the searches."""
MOST_CPU_S = 10.0
"""Processor time of a job. Jobs that may take long have a bound of their own below it."""
MOST_S = 60.0
"""Time of a job, which on a busy machine is longer than its processor time."""
MOST_BYTES = 512 * 1024 * 1024
"""Memory that a helper may take beyond what it has at its start."""
SAMPLES = 10
"""How often the processor time of a job is read until its bound, to tell what exceeded it from what was killed."""
MOST_SEEN = 0.5
"""Share of the bound that such a job had used when that was last read. The event loop may be late."""


Spent = Callable[[float], object]
"""Called on the event loop with the processor time of a job, in seconds."""


def ignore(_used_s: float) -> None:
    """Charge no one for a job."""


class HelperDied(Exception):
    """The helper ended before the job did, because it exceeded a bound or was killed."""


class _Killed(HelperDied):
    """The helper ended although its job exceeded no bound."""


class Helpers(Protocol):
    """Executors of jobs, which are functions of a module with plain arguments."""

    slots: int

    def run(self, job: Callable[..., T], *args: object, spent: Spent = ignore) -> asyncio.Future[T]:
        """Start a job. At most `slots` run at once; the caller sees to that.

        The future has the result, the exception that the job raised, or HelperDied if the job exceeded a bound or its
        process was killed twice. Cancelling it ends the process. `spent` is called once, before the future is done.
        """

    async def close(self) -> None:
        """Stop all processes. Jobs that run end with HelperDied."""


class HelperProcesses:
    """Helpers that are processes on this machine. All calls are on one event loop.

    Args:
        slots: Number of processes.
        most_cpu_s: Processor time of a job, in seconds.
        most_s: Time of a job, in seconds.
        most_bytes: Memory of a process beyond that at its start.
        nice: Niceness of a process.
    """

    def __init__(
        self,
        slots: int = 2,
        most_cpu_s: float = MOST_CPU_S,
        most_s: float = MOST_S,
        most_bytes: int = MOST_BYTES,
        nice: int = NICE,
    ) -> None:
        self.slots = slots
        self._most_s = most_s
        self._most_cpu_s = most_cpu_s
        self._make = functools.partial(_Helper, fork_server(), most_cpu_s, most_bytes, nice)
        self._idle: list[_Helper] = []
        self._running: set[_Helper] = set()
        self._closing = False

    def run(self, job: Callable[..., T], *args: object, spent: Spent = ignore) -> asyncio.Future[T]:
        """Start a job, as `Helpers` says."""
        return asyncio.ensure_future(self._run(job, args, spent))

    async def _run(self, job: Callable[..., T], args: tuple[object, ...], spent: Spent) -> T:
        costs: list[float] = []
        try:
            try:
                return await self._attempt(job, args, costs)
            except _Killed:
                return await self._attempt(job, args, costs)
        finally:
            spent(sum(costs))

    async def _attempt(self, job: Callable[..., T], args: tuple[object, ...], costs: list[float]) -> T:
        """Do a job in a helper, and add what it cost to `costs`.

        Raises:
            HelperDied: The job exceeded a bound, or the server ends.
            _Killed: The process ended for another reason.
        """
        if self._closing:
            raise HelperDied
        helper = self._idle.pop() if self._idle else self._make()
        if helper.broken:  # it died while it was idle
            helper.close()
            helper = self._make()
        self._running.add(helper)
        backstop = asyncio.get_running_loop().call_later(self._most_s, helper.kill)
        began_s = time.monotonic()
        sampling = asyncio.ensure_future(helper.sample(self._most_cpu_s / SAMPLES))
        try:
            result: T = await helper.run(job, args)
        except BrokenProcessPool as error:
            late = time.monotonic() - began_s >= self._most_s
            bounded = late or helper.exceeded or helper.seen_s >= MOST_SEEN * self._most_cpu_s
            if not self._closing:
                log.warning("a helper process died", job=job.__name__, killed=not bounded)
            helper.close()
            raise (HelperDied if bounded or self._closing else _Killed) from error
        except asyncio.CancelledError:
            helper.close()  # what it does is no longer wanted
            if self._closing:
                raise HelperDied from None
            raise
        except BaseException:
            self._idle.append(helper)
            raise
        else:
            self._idle.append(helper)
            return result
        finally:
            sampling.cancel()
            backstop.cancel()
            self._running.discard(helper)
            used_s = helper.used_s.value
            # One that died could not tell: it used no more than the time that has passed.
            costs.append(used_s if used_s >= 0 else min(time.monotonic() - began_s, self._most_cpu_s))

    def pids(self) -> list[int]:
        """Return the ids of the processes that have started."""
        return [helper.pid for helper in (*self._idle, *self._running) if helper.pid]

    async def close(self) -> None:
        """See `Helpers`."""
        self._closing = True
        for helper in (*self._idle, *self._running):
            helper.close()
        self._idle.clear()


class _Helper(WorkerProcess):
    """Worker process for jobs, with the shared memory in which it tells what a job cost."""

    def __init__(
        self, context: multiprocessing.context.BaseContext, most_cpu_s: float, most_bytes: int, nice: int
    ) -> None:
        self.used_s = context.RawValue(ctypes.c_double)
        """Processor time of the last job in seconds; negative until its end."""
        self.seen_s = 0.0
        """Processor time of the running job when it was last read."""
        self._most_cpu_s = most_cpu_s
        super().__init__(context, _start, self.used_s, most_bytes, nice)

    @property
    def broken(self) -> bool:
        """Whether the process has ended."""
        return self.pid != 0 and not self.alive

    @property
    def exceeded(self) -> bool:
        """Whether the process ended itself, because its job took too much memory: one that is killed tells no cost."""
        return self.used_s.value >= 0

    async def sample(self, every_s: float) -> None:
        """Read the processor time of a job from time to time, until this is cancelled."""
        self.seen_s, began_s = 0.0, self.processor_s or 0.0
        while True:
            await asyncio.sleep(every_s)
            now_s = self.processor_s
            if now_s is not None:
                self.seen_s = max(0.0, now_s - began_s)

    async def run(self, job: Callable[..., T], args: tuple[object, ...]) -> T:
        self.used_s.value = -1.0
        return await asyncio.wrap_future(self.submit(_bounded, self._most_cpu_s, job, args))

    def close(self) -> None:
        self.kill()
        self.shutdown(wait=False)


class _Job:
    """The job of this process, if it is a helper. `used_s` is shared with the server process."""

    used_s = ctypes.c_double()


def _start(used_s: ctypes.c_double, most_bytes: int, nice: int) -> None:
    """Make this process a helper, which has the given niceness and bounded memory."""
    child.begin(nice)
    _Job.used_s = used_s
    _bound_memory(most_bytes)


def _bound_memory(most_bytes: int) -> None:
    """Let allocations fail beyond the memory of now and `most_bytes`. Only Linux counts data in this way."""
    with contextlib.suppress(ImportError, OSError, ValueError, StopIteration):
        import resource

        with open("/proc/self/status") as status:
            data_kb = next(int(line.split()[1]) for line in status if line.startswith("VmData:"))
        _, hard = resource.getrlimit(resource.RLIMIT_DATA)
        most = data_kb * 1024 + most_bytes
        resource.setrlimit(resource.RLIMIT_DATA, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))


def _bounded(most_cpu_s: float, job: Callable[..., T], args: tuple[object, ...]) -> T:
    """Do a job. The kernel ends the process when the job has used its processor time, whatever it does."""
    began_s = time.process_time()
    timed = hasattr(signal, "setitimer")
    if timed:
        signal.setitimer(signal.ITIMER_PROF, most_cpu_s)
    try:
        return job(*args)
    except MemoryError:
        _Job.used_s.value = time.process_time() - began_s
        os._exit(1)  # what is left of the memory may not be enough to go on
    finally:
        if timed:
            signal.setitimer(signal.ITIMER_PROF, 0)
        _Job.used_s.value = time.process_time() - began_s
