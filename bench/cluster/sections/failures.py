"""What a failure costs a search: a killed worker, a frozen one, a lost scheduler, and a killed server.

Workers search in plain Python, so that a search lasts longer than a failure takes. It visits a number of nodes, which
is the same work on each of them. The time of a search without a failure is subtracted.
"""

import asyncio
import signal
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from bench.cluster.processes import Failed
from bench.cluster.scale import Scale
from bench.engine.figures import Figure
from kibitz_server.engine.limit import Limit
from kibitz_server.pool.cluster.connection import Cluster
from kibitz_server.pool.interface import Priority, SubmittedSearch
from kibitz_server.pool.placement import SHORT_NODES, Use
from kibitz_server.pool.pool import SearchPool
from kibitz_server.pool.slot import LOCAL
from tests.server.pool.cluster.pools import LONG, WORKERS, ask, joined, place
from tests.server.pool.cluster.processes import Machines, until

JOB = replace(LONG, limit=Limit(nodes=3 * SHORT_NODES, seed=1))
"""A search that is too long to stay on the server's machine."""
INTO_S = 0.1
"""How long a search runs before the failure."""


async def failures(scale: Scale) -> list[Figure]:
    """Cause each failure a few times in the middle of a search."""
    with tempfile.TemporaryDirectory(prefix="kibitz-bench-") as folder:
        machines = Machines(Path(folder))
        try:
            rounds = range(scale.failures)
            killed = [await _kill_worker(machines) for _ in rounds]
            frozen = [await _freeze_worker(machines) for _ in rounds]
            lost = [await _kill_scheduler(machines) for _ in rounds]
            freed = [await _kill_server(machines) for _ in rounds]
        finally:
            machines.close()
    silent, back = [each[0] for each in frozen], [each[1] for each in frozen]
    return [
        _figure("worker killed: a search later than without it", killed, 0.1),
        _figure("worker frozen: a search later than without it", silent, None, "; 1 s of silence counts as a loss"),
        _figure("worker goes on: until it is used again", back, None),
        _figure("scheduler killed: a search later than without it", lost, 1.5, "; repeated on the server's machine"),
        _figure("server killed: until another server's search runs in its slot", freed, 2.0),
    ]


def _figure(what: str, times: Sequence[float], goal: float | None, more: str = "") -> Figure:
    """Return the longest of some times."""
    about = f"worst of {len(times)}, median {statistics.median(times):.3f} s{more}"
    return Figure(what, max(times), "s", goal, at_least=False, detail=about)


async def _result(search: SubmittedSearch) -> float:
    """Wait for the result of a search. Return when it came."""
    await search.result
    return time.perf_counter()


async def _duration(pool: SearchPool, slots: int) -> float:
    """Run a search in each slot, then return the seconds of one."""
    await asyncio.gather(*(ask(pool, JOB).result for _ in range(slots)))
    began = time.perf_counter()
    return await _result(ask(pool, JOB)) - began


async def _running(pool: SearchPool) -> tuple[SubmittedSearch, str]:
    """Return a search that runs on a worker, and which one."""
    search = ask(pool, JOB)
    await until(lambda: place(search), "the search runs")
    await asyncio.sleep(INTO_S)
    if place(search) in ("", LOCAL):
        raise Failed(f"the search runs {place(search) or 'no more'}, and not on a worker")
    return search, place(search)


async def _kill_worker(machines: Machines) -> float:
    machines.mend(WORKERS)
    async with joined(machines.url, 0, Use.ONLY) as (pool, _):
        usual = await _duration(pool, WORKERS)
        search, at = await _running(pool)
        began = time.perf_counter()
        machines.kill_worker(at)
        return await _result(search) - began - usual


async def _freeze_worker(machines: Machines) -> tuple[float, float]:
    """Return how much later the search ends, and the time from the end of the freeze until the worker is used."""
    machines.mend(WORKERS)
    async with joined(machines.url, 0, Use.ONLY) as (pool, cluster):
        usual = await _duration(pool, WORKERS)
        search, at = await _running(pool)
        began = time.perf_counter()
        machines.signal(at, signal.SIGSTOP)
        later = await _result(search) - began - usual
        return later, await _until_used_again(machines, cluster, at)


async def _until_used_again(machines: Machines, cluster: Cluster, at: str) -> float:
    began = time.perf_counter()
    machines.signal(at, signal.SIGCONT)
    await until(lambda: cluster.workers[at].usable, "the worker is used again")
    return time.perf_counter() - began


async def _kill_scheduler(machines: Machines) -> float:
    machines.mend(WORKERS)
    async with joined(machines.url, 1, Use.PREFER) as (pool, _):
        await _duration(pool, WORKERS + 1)
        # The lost search is repeated in the local slot.
        began = time.perf_counter()
        usual = await _result(pool.submit(JOB, JOB.position(), Priority.PLAYER, stays=True)) - began
        search, _ = await _running(pool)
        began = time.perf_counter()
        machines.kill_scheduler()
        return await _result(search) - began - usual


async def _kill_server(machines: Machines) -> float:
    machines.mend(WORKERS)
    async with joined(machines.url, 0, Use.ONLY) as (pool, cluster):
        usual = await _duration(pool, WORKERS)
        command = ("-m", "tests.server.pool.cluster.other_server", machines.url)
        other = await asyncio.create_subprocess_exec(sys.executable, *command, stdout=asyncio.subprocess.PIPE)
        try:
            assert other.stdout is not None
            while (line := await other.stdout.readline()) != b"all slots are used\n":
                assert line, "the other server ended"
            search = ask(pool, JOB)
            slots = [slot for worker in cluster.workers.values() for slot in worker.slots]
            await until(lambda: all(slot.taken for slot in slots), "all slots are taken")
        finally:
            began = time.perf_counter()
            other.kill()
            await other.wait()
        return await _result(search) - began - usual
