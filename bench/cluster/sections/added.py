"""What a worker adds to a search: time from the submission to the report, and until a cancelled slot is free."""

import asyncio
import contextlib
import statistics
import time
from collections.abc import Sequence
from typing import cast

from bench.cluster.processes import EMPTY, POLL_S, cluster_of, empty, local_pool, remote_pool, submit
from bench.cluster.scale import Scale
from bench.engine.figures import Figure
from kibitz_server.engine.driver import SearchResult
from kibitz_server.engine.limit import Limit
from kibitz_server.pool.cluster.remote_slot import RemoteSlot
from kibitz_server.pool.cluster.wire import Answer, decode_answer, decode_job, encode, encode_job
from kibitz_server.pool.interface import Priority
from kibitz_server.pool.pool import SearchPool


def quantile(times: Sequence[float], share: float) -> float:
    """Return the time that a share of all times does not exceed."""
    return sorted(times)[min(len(times) - 1, int(share * len(times)))]


async def added(scale: Scale) -> list[Figure]:
    """Measure the same empty search, alternately in a local slot and on a worker, and the parts of its way."""
    with cluster_of(1) as cluster:
        async with local_pool(1) as local, remote_pool(cluster, 1) as remote:
            pairs = [(await empty(local), await empty(remote)) for _ in range(scale.pairs)]
            parts = await _parts(remote, scale.parts)
            cancelled = [(await _cancel(local), await _cancel(remote)) for _ in range(scale.cancels)]
    here, there = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    differences = [remote - local for local, remote in pairs]
    ours, theirs = [pair[0] for pair in cancelled], [pair[1] for pair in cancelled]
    beside = f"of {scale.pairs} pairs; local median {statistics.median(here):.2f}, p99 {quantile(here, 0.99):.2f} ms"
    remote_times = f"on a worker {statistics.median(there):.2f}, p99 {quantile(there, 0.99):.2f} ms"
    return [
        Figure(
            "added to a search by a worker, median",
            statistics.median(differences),
            "ms",
            5.0,
            at_least=False,
            detail=f"remote minus local, {beside}; {remote_times}",
        ),
        Figure(
            "added to a search by a worker, p99",
            quantile(differences, 0.99),
            "ms",
            20.0,
            at_least=False,
            detail=f"worst {max(differences):.1f} ms",
        ),
        *parts,
        Figure(
            "cancel on a worker until the slot is free, median",
            statistics.median(theirs),
            "ms",
            20.0,
            at_least=False,
            detail=f"of {scale.cancels}, worst {max(theirs):.1f} ms; local median {statistics.median(ours):.2f}, "
            f"worst {max(ours):.1f} ms",
        ),
    ]


async def _parts(pool: SearchPool, count: int) -> list[Figure]:
    """Measure parts of the way: a call that does nothing there, through the scheduler and without it, and the JSON."""
    slot = cast(RemoteSlot, next(iter(pool._slots)))
    called = []
    for _ in range(count):
        began = time.perf_counter()
        await slot.ask("stop", 0)  # there is no such search
        called.append(1000 * (time.perf_counter() - began))
    position = EMPTY.position()
    report = await pool.submit(EMPTY, position, Priority.PLAYER).result
    return [
        Figure(
            "of this, a call that does nothing",
            statistics.median(called),
            "ms",
            detail=f"Dask only: from the server to the scheduler, to the worker, and back; p99 "
            f"{quantile(called, 0.99):.2f} ms, fastest tenth {quantile(called, 0.1):.2f} ms",
        ),
        Figure(
            "of this, JSON",
            1000 * _json_s(report, count),
            "ms",
            detail="a job and its report, encoded and decoded once each",
        ),
    ]


def _json_s(report: SearchResult, count: int) -> float:
    position = EMPTY.position()
    began = time.process_time()
    for _ in range(count):
        decode_job(encode_job(EMPTY, position, True))
        decode_answer(encode(Answer(report)))
    return (time.process_time() - began) / count


async def _cancel(pool: SearchPool) -> float:
    """Cancel a search that runs. Return the milliseconds until its slot is free."""
    search = submit(pool, Limit(seconds=30.0))
    await asyncio.sleep(0.05)
    while not pool._running:
        await asyncio.sleep(POLL_S)
    began = time.perf_counter()
    search.cancel()
    while pool._running:
        await asyncio.sleep(POLL_S)
    taken = 1000 * (time.perf_counter() - began)
    with contextlib.suppress(asyncio.CancelledError):
        await search.result
    return taken
