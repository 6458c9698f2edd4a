"""Engine pools that are connected to a cluster, and searches for them."""

import contextlib
from collections.abc import AsyncIterator
from dataclasses import replace

from kibitz_server.engine.driver import Job
from kibitz_server.engine.limit import Limit
from kibitz_server.pool.cluster.address import ClusterAddress, TlsFiles
from kibitz_server.pool.cluster.connection import Cluster
from kibitz_server.pool.interface import Priority, SubmittedSearch
from kibitz_server.pool.placement import Use
from kibitz_server.pool.pool import SearchPool
from kibitz_server.pool.search import PooledSearch
from tests.server.pool.cluster.processes import until

WORKERS = 3
LONG = Job("connect4", (("columns", 8),), None, (), "alphabeta", Limit(seconds=300.0))
"""A search that ends when it is stopped."""
QUICK = replace(LONG, algorithm="random", limit=Limit(seconds=300.0, seed=1))
"""A search that ends at once."""


@contextlib.asynccontextmanager
async def joined(
    url: str, local: int, use: Use, workers: int = WORKERS, tls: TlsFiles | None = None
) -> AsyncIterator[tuple[SearchPool, Cluster]]:
    """Connect a pool to a cluster for the duration of the block, and wait for workers. It searches in plain Python.

    Args:
        url: Address of the scheduler.
        local: Number of slots on this machine.
        use: How the cluster is used.
        workers: Number of workers to wait for.
        tls: Certificates.
    """
    pool = SearchPool(local, nice=0, use=use)
    pool.local.can_compile = False
    cluster = Cluster(ClusterAddress.parse(url, tls), pool)
    try:
        await pool.warm_up()
        cluster.start()
        await until(lambda: cluster.answering >= workers, "all workers join")
        yield pool, cluster
    finally:
        await pool.close()
        await cluster.close()


def ask(pool: SearchPool, job: Job) -> SubmittedSearch:
    """Submit a search for a player."""
    return pool.submit(job, job.position(), Priority.PLAYER)


def place(search: SubmittedSearch) -> str:
    """Return where a search runs; nothing while it waits."""
    assert isinstance(search, PooledSearch)
    return search.slot.place if search.slot is not None else ""


async def begun(search: SubmittedSearch) -> str:
    """Wait until a search has found something, and return where it runs."""
    await until(search.progress, "search info comes")
    return place(search)
