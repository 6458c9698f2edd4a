"""Benchmarks of search processes: start, cancel, replacement, and the speed-up of two slots.

Starts are measured in processor time. The pool is measured in wall time, which is the time that a user waits.
"""

import asyncio
import json
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from typing import Any

import structlog

from bench.engine.baselines import NO_COMPILER, baseline
from bench.engine.figures import Figure, best_of
from kibitz_server.engine.algorithms import usual
from kibitz_server.engine.driver import Job
from kibitz_server.engine.limit import Limit
from kibitz_server.games.registry import declarations, load
from kibitz_server.pool.interface import Priority
from kibitz_server.pool.pool import SearchPool

CANCELS = 40
KILLS = 10
STARTS = 10
POLL_S = 0.0002
"""Polling interval. Without a pause, this process would hold the interpreter lock that its own threads need."""
GAME = "reversi"
"""Game of the pool's searches, which does not end before its limit: a search of Connect Four knows solved openings."""
BATCH = ("", "d3", "c4", "f5", "e6", "d3 c3", "d3 c5", "d3 e3")
"""Lines of it; one slot and two slots search their positions."""
NODES = 1_000_000
C_DEPTH = 16
START = """
import json, sys, time
sys.modules["scipy"] = None  # numba imports it where it is installed, as among the peers of this benchmark
from kibitz_server.engine.compiler import select
from kibitz_server.engine.algorithms import ALGORITHMS
from kibitz_server.games.registry import load
select.compile_searches()
imported = time.process_time()
for algorithm in sys.argv[2:]:
    ALGORITHMS[algorithm].prepare(load(sys.argv[1]))
made = time.process_time()
from kibitz_server.engine import driver
from kibitz_server.engine.control import SearchControl
from kibitz_server.engine.limit import Limit
control = SearchControl()
control.reset(None)
driver.run(load(sys.argv[1]).start(), sys.argv[2], Limit(depth=2, playouts=100), control)
print(json.dumps({"made": made - imported, "whole": time.process_time()}))
"""


def start(cache: str, game: str, *algorithms: str) -> dict[str, float]:
    """Run a search in a new Python process. Return its processor seconds to compile the searches, and in total."""
    environment = {**os.environ, "NUMBA_CACHE_DIR": cache}
    command = [sys.executable, "-c", START, game, *algorithms]
    began = time.perf_counter()
    output = subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout
    found: dict[str, float] = json.loads(output)
    return found | {"wall": time.perf_counter() - began}


def starts() -> Iterator[Figure]:
    """Measure the start with everything compiled, and the compilation of each game."""
    with tempfile.TemporaryDirectory(prefix="kibitz-bench-") as cache:
        start(cache, "connect4", "alphabeta")
        warm = [start(cache, "connect4", "alphabeta") for _ in range(5)]
    best = min(run["whole"] for run in warm)
    detail = f"all processor time, imports included; wall {min(run['wall'] for run in warm):.2f} s"
    yield Figure("warm start of a fresh process, to its first result", best, "s", 0.5, at_least=False, detail=detail)
    for game in declarations():
        with tempfile.TemporaryDirectory(prefix="kibitz-bench-") as cache:
            algorithms = ("ismcts",) if game.hidden else (usual(load(game.name)), "mcts")
            seconds = start(cache, game.name, *algorithms)["made"]
        detail = f"{' and '.join(algorithms)}, processor time, one run"
        yield Figure(f"cold compile, {game.title}", seconds, "s", 3.0, at_least=False, detail=detail)


def job(limit: Limit, line: str = "") -> Job:
    """Return a search of the position after a line."""
    return Job(GAME, (), None, tuple(line.split()), "alphabeta", limit)


def ask(pool: SearchPool, limit: Limit, line: str = "") -> Any:
    """Submit a search."""
    wanted = job(limit, line)
    return pool.submit(wanted, wanted.position(), Priority.PLAYER)


async def until_thinking(search: Any) -> None:
    """Wait until a search reports progress."""
    while search.progress() is None:
        await asyncio.sleep(POLL_S)


async def first_results() -> list[float]:
    """Return the milliseconds from a request to its result, when the fork server runs and the worker does not."""
    times = []
    for _ in range(STARTS + 1):
        pool = SearchPool(1)
        began = time.perf_counter()
        await ask(pool, Limit(seconds=60, depth=1)).result
        times.append(1000 * (time.perf_counter() - began))
        await pool.close()
    return times[1:]  # the first includes the start of the fork server


async def cancels(pool: SearchPool) -> list[float]:
    """Return the milliseconds from cancelling a search until its slot is free."""
    times = []
    for _ in range(CANCELS):
        search = ask(pool, Limit(seconds=60))
        await until_thinking(search)
        await asyncio.sleep(0.02)
        began = time.perf_counter()
        search.cancel()
        while search.slot is not None:
            await asyncio.sleep(POLL_S)
        times.append(1000 * (time.perf_counter() - began))
    return times


async def kills(pool: SearchPool) -> list[float]:
    """Return the milliseconds from killing a worker until its replacement makes progress on the same search."""
    times = []
    for _ in range(KILLS):
        search = ask(pool, Limit(seconds=60))
        await until_thinking(search)
        pid = pool.local.pids()[0]
        began = time.perf_counter()
        os.kill(pid, signal.SIGKILL)
        while pool.local.pids()[0] == pid:
            await asyncio.sleep(POLL_S)
        await until_thinking(search)
        times.append(1000 * (time.perf_counter() - began))
        search.cancel()
        while search.slot is not None:
            await asyncio.sleep(POLL_S)
    return times


async def batch(pool: SearchPool) -> float:
    """Return the wall seconds for the same searches, submitted at once.

    The time limit is generous, because a search that the pool stops at its deadline would do less work.

    Raises:
        SystemExit: a search ended before its nodes.
    """
    began = time.perf_counter()
    reports = await asyncio.gather(*(ask(pool, Limit(seconds=120, nodes=NODES), line).result for line in BATCH))
    if any(report.nodes < NODES for report in reports):
        raise SystemExit(f"a search of the batch ended before its {NODES:,} nodes")
    return time.perf_counter() - began


def speedup_in_c() -> str:
    """Return how much more two processes of C do at once than one, which is what the machine allows."""
    program = baseline("connect4_plain")
    if not program:
        return NO_COMPILER

    def seconds(count: int) -> float:
        began = time.perf_counter()
        running = [subprocess.Popen([program, str(C_DEPTH)], stdout=subprocess.DEVNULL) for _ in range(count)]
        for process in running:
            process.wait()
        return time.perf_counter() - began

    best = best_of(3, {"one": lambda: seconds(1), "two": lambda: seconds(2)})
    return f"two processes of C: {2 * best['one'] / best['two']:.2f} x"


async def measure() -> list[Figure]:
    """Measure everything that needs the pool."""
    first = await first_results()
    one, two = SearchPool(1), SearchPool(2)
    await one.warm_up()
    await two.warm_up()
    cancelled = await cancels(one)
    killed = await kills(one)
    alone, together = [], []
    for _ in range(2):
        alone.append(await batch(one))
        together.append(await batch(two))
    await one.close()
    await two.close()
    return [
        Figure(
            "first result of a prewarmed worker",
            statistics.median(first),
            "ms",
            10.0,
            at_least=False,
            detail=f"wall, median of {len(first)}; forked, one ply searched, answered; worst {max(first):.1f} ms",
        ),
        Figure(
            "cancel, median",
            statistics.median(cancelled),
            "ms",
            1.0,
            at_least=False,
            detail=f"wall, of {CANCELS}, until the slot is free",
        ),
        Figure("cancel, worst", max(cancelled), "ms", 10.0, at_least=False, detail=f"wall, of {CANCELS}"),
        Figure(
            "killed worker replaced",
            statistics.median(killed),
            "ms",
            60.0,
            at_least=False,
            detail=f"wall, median of {KILLS}, until its replacement thinks; worst {max(killed):.1f} ms",
        ),
        Figure(
            "two slots against one",
            min(alone) / min(together),
            "x",
            1.8,
            detail=f"wall, {len(BATCH)} searches of {NODES:,} nodes: {min(alone):.2f} s, {min(together):.2f} s; "
            f"{speedup_in_c()}",
        ),
    ]


def pools() -> Iterator[Figure]:
    """Measure the pool, with the searches of its fork server compiled."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(50))  # do not log the killed workers
    warm = [sys.executable, "-m", "kibitz_server", "warm", GAME, "--algorithm", "alphabeta"]
    subprocess.run(warm, stdout=subprocess.DEVNULL, check=True)
    yield from asyncio.run(measure())
