"""Processes of a run, scheduler and workers, and the pools that search on them."""

import asyncio
import contextlib
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import NamedTuple

from kibitz_server.engine.driver import Job, SearchResult
from kibitz_server.engine.limit import Limit
from kibitz_server.pool.cluster.address import ClusterAddress
from kibitz_server.pool.cluster.connection import Cluster
from kibitz_server.pool.interface import Priority, SubmittedSearch
from kibitz_server.pool.placement import Use
from kibitz_server.pool.pool import SearchPool

START_S = 60.0
"""Longest start of the processes, on a busy machine."""
POLL_S = 0.0002
"""Polling interval of what a pool does. It gives up the interpreter lock, which the pool's threads need."""
GAME = "reversi"
"""Game of the searches, which does not end before its limit."""
EMPTY = Job("tictactoe", (), None, (), "random", Limit(seconds=5.0, seed=1))
"""A search that costs nothing, so that its time is that of its way."""
QUIET = {
    "DASK_DISTRIBUTED__ADMIN__TICK__LIMIT": "60s",  # no warnings about a busy machine
    "PYTHONWARNINGS": "ignore",
}


class Running(NamedTuple):
    """A cluster that runs: the address of its scheduler, and the id of that process."""

    address: ClusterAddress
    scheduler: int


class Failed(SystemExit):
    """The processes of a run do not work. The text says why."""


@contextlib.contextmanager
def cluster_of(workers: int, slots: int = 1, *, nice: int = 0) -> Iterator[Running]:
    """Run a scheduler and workers on free ports.

    Args:
        workers: Number of worker processes.
        slots: Searches that each of them runs at once.
        nice: Niceness of the search processes.
    """
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="kibitz-bench-")))
        file = folder / "scheduler.json"
        known = ("--scheduler-file", str(file))
        at = ("--host", "127.0.0.1", "--no-dashboard")
        scheduler = _run(stack, folder, "dask_scheduler", *at, "--port", "0", *known)
        began = time.monotonic()
        while not file.exists():
            if time.monotonic() - began > START_S:
                raise Failed("the scheduler of Dask does not start")
            time.sleep(0.05)
        for _ in range(workers):
            _run(
                stack,
                folder,
                *("dask_worker", *known, *at, "--no-nanny", "--nthreads", "1", "--memory-limit", "0"),
                *("--local-directory", str(folder), "--preload", "kibitz_server.pool.dask_worker"),
                *("--resources", f"kibitz_slot={slots}"),
                KIBITZ_WORKER_NICE=str(nice),
            )
        yield Running(ClusterAddress.parse(_address(file)), scheduler)


def _address(file: Path) -> str:
    found: dict[str, str] = json.loads(file.read_text(encoding="utf-8"))
    return found["address"]


def _run(stack: contextlib.ExitStack, folder: Path, command: str, *arguments: str, **variables: str) -> int:
    """Run a command of Dask until the stack is left. Return its process id."""
    process = subprocess.Popen(
        [sys.executable, "-m", f"distributed.cli.{command}", *arguments],
        cwd=folder,
        env={**os.environ, **QUIET, **variables},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    stack.callback(_end, process)
    return process.pid


def _end(process: "subprocess.Popen[bytes]") -> None:
    process.terminate()
    try:
        process.wait(5)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


@contextlib.asynccontextmanager
async def remote_pool(cluster: Running, slots: int) -> AsyncIterator[SearchPool]:
    """Yield a pool that searches on a cluster only, when all slots are there and have run a search.

    Raises:
        Failed: The workers do not come.
    """
    pool = SearchPool(0, 0, use=Use.ONLY)
    connection = Cluster(cluster.address, pool)
    connection.start()
    try:
        began = time.monotonic()
        while sum(pool.states().values()) < slots:
            if time.monotonic() - began > START_S:
                raise Failed(f"there are {len(connection.workers)} workers after {START_S:g} s")
            await asyncio.sleep(0.05)
        await warm(pool, slots)
        yield pool
    finally:
        await pool.close()
        await connection.close()


@contextlib.asynccontextmanager
async def local_pool(slots: int) -> AsyncIterator[SearchPool]:
    """Yield a pool of processes of this machine, which have run a search."""
    pool = SearchPool(slots, 0)
    await pool.warm_up()
    try:
        await warm(pool, slots)
        yield pool
    finally:
        await pool.close()


async def warm(pool: SearchPool, slots: int) -> None:
    """Run a short search in each slot, which loads its machine code."""
    await together(pool, slots, Limit(seconds=0.3))
    for _ in range(10):
        await empty(pool)


def submit(pool: SearchPool, limit: Limit) -> SubmittedSearch:
    """Submit a search from the start of the game."""
    job = Job(GAME, (), None, (), "alphabeta", limit, compile_s=START_S)
    return pool.submit(job, job.position(), Priority.PLAYER)


async def together(pool: SearchPool, count: int, limit: Limit) -> list[SearchResult]:
    """Run some searches at once."""
    return await asyncio.gather(*(submit(pool, limit).result for _ in range(count)))


async def in_turn(pool: SearchPool, slots: int, limit: Limit, rounds: int) -> list[SearchResult]:
    """Run searches in each slot, one after the other: none waits in the queue."""

    async def one_slot() -> list[SearchResult]:
        return [await submit(pool, limit).result for _ in range(rounds)]

    found = await asyncio.gather(*(one_slot() for _ in range(slots)))
    return [report for reports in found for report in reports]


async def empty(pool: SearchPool) -> float:
    """Run a search that costs nothing. Return its milliseconds."""
    position = EMPTY.position()
    began = time.perf_counter()
    await pool.submit(EMPTY, position, Priority.PLAYER).result
    return 1000 * (time.perf_counter() - began)


def spent_s(process: int) -> float:
    """Return the processor seconds of a process with all its threads. Linux only, finer than the ticks of `stat`."""
    threads = Path(f"/proc/{process}/task").glob("*/schedstat")
    return sum(int(thread.read_text().split()[0]) for thread in threads) / 1e9


def compile_searches() -> None:
    """Compile the searches of the run, so that no process does."""
    command = [sys.executable, "-m", "kibitz_server", "warm", GAME, "--algorithm", "alphabeta"]
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
