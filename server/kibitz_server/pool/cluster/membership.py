"""A worker of Dask as a place for searches: it announces itself to the servers of the cluster.

Used by the preload of `dask worker` and by the command `kibitz-server worker`.
"""

import asyncio
import multiprocessing
import os
import platform
import secrets
from importlib.metadata import version
from typing import Any

import structlog

from kibitz_server.pool.cluster.fingerprints import fingerprints
from kibitz_server.pool.cluster.host import SearchHost
from kibitz_server.pool.cluster.wire import HERE_TOPIC, PROTOCOL, Here, encode

log = structlog.get_logger(__name__)

RESOURCE = "kibitz_slot"
"""Resource of a Dask worker that says how many searches it runs at once."""
HERE_EVERY_S = 2.0
"""Time between two announcements."""
NICE_VARIABLE = "KIBITZ_WORKER_NICE"

_members: dict[str, "Member"] = {}


def versions() -> dict[str, str]:
    """Return the versions that must fit between the members of a cluster, and those that explain differences."""
    return {"distributed": version("distributed"), "kibitz": version("kibitz"), "python": platform.python_version()}


def host_of(worker: Any) -> SearchHost:
    """Return where a worker of Dask runs searches.

    Raises:
        LookupError: The worker was started without the preload.
    """
    try:
        return _members[worker.id].host
    except KeyError:
        raise LookupError(f"the worker {worker.address} has no slots for searches") from None


class Member:
    """A worker of Dask that announces its slots.

    Args:
        worker: The worker. Its resource says how many slots it has.
        host: Where its searches run.
        games: Names of the games that it offers; None for all.
    """

    def __init__(self, worker: Any, host: SearchHost, games: frozenset[str] | None = None) -> None:
        self.host = host
        self._worker = worker
        known = fingerprints()
        self._games = {name: known[name] for name in known if games is None or name in games}
        self._instance = secrets.token_hex(8)
        host.worker, host.publish = worker.address, worker.log_event
        _members[worker.id] = self
        self._announcing = asyncio.get_running_loop().create_task(self._announce())

    async def _announce(self) -> None:
        while True:
            self.announce()
            await asyncio.sleep(HERE_EVERY_S)

    def announce(self) -> None:
        """Tell all servers of the cluster that the worker is here, or that it is leaving."""
        host = self.host
        here = Here(
            PROTOCOL, self._worker.address, self._instance, host.slots, self._games, versions(), leaving=host.leaving
        )
        self._worker.log_event(HERE_TOPIC, encode(here))

    def end(self) -> None:
        """Announce it no more."""
        self._announcing.cancel()
        _members.pop(self._worker.id, None)


async def join(worker: Any) -> Member:
    """Make a worker that `dask worker` has started a place for searches."""
    # A nanny starts its worker as a daemon, which may have no processes of its own.
    multiprocessing.current_process().daemon = False
    slots = int(worker.state.total_resources.get(RESOURCE, 1))
    host = SearchHost(slots, int(os.environ.get(NICE_VARIABLE, "19")))
    await host.warm_up()
    return Member(worker, host)
