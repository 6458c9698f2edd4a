"""Preload of `dask worker` that makes it a place for the searches of Kibitz servers:

dask worker tcp://HOST:8786 --preload kibitz_server.pool.dask_worker --resources kibitz_slot=4
"""

from typing import Any

from kibitz_server.pool.cluster.membership import Member, join

_members: dict[str, Member] = {}


async def dask_setup(worker: Any) -> None:
    """Start the processes for searches, and announce the worker."""
    _members[worker.id] = await join(worker)


async def dask_teardown(worker: Any) -> None:
    """End the processes."""
    member = _members.pop(worker.id, None)
    if member is not None:
        member.end()
        await member.host.close()
