"""Searches in a second on several workers, and what one costs the server."""

import asyncio
import contextlib
import os
import time

from bench.cluster.processes import cluster_of, in_turn, local_pool, remote_pool, spent_s, together
from bench.cluster.scale import Scale
from bench.engine.figures import Figure, absent
from kibitz_server.engine.limit import Limit
from kibitz_server.pool.pool import SearchPool

SHARE = 0.95
"""Share of n times the searches of one worker that n workers must run."""
MOST_CPU_MS = 1.5


def cores() -> int:
    """Return the number of cores that this process may use."""
    return len(os.sched_getaffinity(0))


async def _rate(pool: SearchPool, slots: int, limit: Limit, rounds: int) -> float:
    """Return searches in a second. All are submitted at once, so that no slot waits for the caller."""
    began = time.perf_counter()
    reports = await together(pool, slots * rounds, limit)
    taken = time.perf_counter() - began
    if limit.nodes is not None and any(report.nodes < limit.nodes for report in reports):
        raise SystemExit(f"a search ended before its {limit.nodes:,} nodes")
    return slots * rounds / taken


async def _rates(counts: tuple[int, ...], limit: Limit, scale: Scale) -> tuple[dict[int, float], dict[int, float]]:
    """Return the best searches in a second by number of workers, and by number of local slots, in alternate turns."""
    async with contextlib.AsyncExitStack() as stack:
        remote, local = {}, {}
        for count in counts:
            cluster = stack.enter_context(cluster_of(count))
            remote[count] = await stack.enter_async_context(remote_pool(cluster, count))
            local[count] = await stack.enter_async_context(local_pool(count))
        there, here = dict.fromkeys(counts, 0.0), dict.fromkeys(counts, 0.0)
        for _ in range(scale.turns):
            for count in counts:
                there[count] = max(there[count], await _rate(remote[count], count, limit, scale.rounds))
                here[count] = max(here[count], await _rate(local[count], count, limit, scale.rounds))
    return there, here


async def throughput(scale: Scale) -> list[Figure]:
    """Measure searches in a second of n workers over those of one."""
    return [*await _by_time(scale), *await _by_nodes(scale)]


async def _by_time(scale: Scale) -> list[Figure]:
    """Measure searches with a time limit, whose number does not depend on the cores: only their way is left."""
    there, here = await _rates(scale.workers, Limit(seconds=scale.seconds), scale)
    return [
        Figure(
            f"searches/s of {scale.seconds:g} s, {count} workers over one",
            there[count] / there[1],
            "x",
            SHARE * count,
            detail=f"{there[count]:.2f}/s, one {there[1]:.2f}/s; local slots {here[count]:.2f}/s, one {here[1]:.2f}/s"
            f" ({here[count] / here[1]:.2f} x); {_cores_for(count)}",
        )
        for count in scale.workers[1:]
    ]


def _cores_for(count: int) -> str:
    """Return whether each worker had a core, and what that means."""
    if cores() > count:
        return "each worker had a core"
    return (
        f"{count} workers, the scheduler and the server share {cores()} cores, so that a search visits fewer "
        "positions: the row shows that way and queue keep up, not the speed of the searches"
    )


async def _by_nodes(scale: Scale) -> list[Figure]:
    """Measure searches of the same work, for which each worker needs a core."""
    possible = tuple(count for count in scale.workers if count <= cores())
    there, here = await _rates(possible, Limit(seconds=60.0, nodes=scale.nodes), scale)
    found = []
    for count in scale.workers[1:]:
        quantity = f"searches/s of the same work, {count} workers over one"
        if count not in possible:
            found.append(absent(quantity, f"skipped: {count} workers need {count} cores, there are {cores()}"))
            continue
        found.append(
            Figure(
                quantity,
                there[count] / there[1],
                "x",
                SHARE * count,
                detail=f"{scale.nodes:,} nodes; {there[count]:.2f}/s, one {there[1]:.2f}/s; local slots "
                f"{here[count]:.2f}/s, one {here[1]:.2f}/s ({here[count] / here[1]:.2f} x)"
                + ("" if cores() > count else f"; {cores()} cores for workers, scheduler and server"),
            )
        )
    return found


async def server_time(scale: Scale) -> list[Figure]:
    """Measure the processor time of the server for a search that no client watches, with workers of one slot and more.

    The slots of a worker share its signs of life, so that those of workers with one slot cost the most.
    """
    return [*await _of_workers(scale, 2, 1, MOST_CPU_MS), *await _of_workers(scale, 1, 4, None)]


async def _of_workers(scale: Scale, workers: int, slots: int, goal: float | None) -> list[Figure]:
    count, limit = workers * slots, Limit(seconds=scale.seconds)
    searches = scale.turns * scale.rounds * count
    here = there = wall = scheduler = 0.0
    with cluster_of(workers, slots) as cluster:
        async with local_pool(count) as local, remote_pool(cluster, count) as remote:
            before = spent_s(cluster.scheduler)
            idle = await _idle_share(4 * scale.seconds)
            scheduler_idle = (spent_s(cluster.scheduler) - before) / (4 * scale.seconds)
            for _ in range(scale.turns):
                here += (await _cpu_s(local, count, limit, scale))[0]
                before = spent_s(cluster.scheduler)
                spent, taken = await _cpu_s(remote, count, limit, scale)
                there, wall = there + spent, wall + taken
                scheduler += spent_s(cluster.scheduler) - before
    of_local = 1000 * max(0.0, here - idle * wall) / searches
    size = f"{workers} worker{'s' if workers > 1 else ''} with {slots} slot{'s' if slots > 1 else ''}"
    return [
        Figure(
            f"processor time of the server, unwatched search of {scale.seconds:g} s on {size}",
            1000 * there / searches,
            "ms",
            goal,
            at_least=False,
            detail=f"of {searches}, with the connection to the scheduler, which is {1000 * idle * wall / searches:.2f} "
            f"ms of it ({1000 * idle:.2f} ms in each second, idle); local {of_local:.2f} ms",
        ),
        Figure(
            f"processor time of the scheduler, the same on {size}",
            1000 * max(0.0, scheduler - scheduler_idle * wall) / searches,
            "ms",
            detail=f"jobs, reports and signs of life pass it; beyond its {1000 * scheduler_idle:.1f} ms in each idle "
            "second",
        ),
    ]


async def _cpu_s(pool: SearchPool, count: int, limit: Limit, scale: Scale) -> tuple[float, float]:
    """Return the processor seconds of this process for searches, and the wall seconds."""
    began, cpu = time.perf_counter(), time.process_time()
    await in_turn(pool, count, limit, scale.rounds)
    return time.process_time() - cpu, time.perf_counter() - began


async def _idle_share(seconds: float) -> float:
    """Return the processor seconds of this process in a second of waiting."""
    began, cpu = time.perf_counter(), time.process_time()
    await asyncio.sleep(seconds)
    return (time.process_time() - cpu) / (time.perf_counter() - began)
