"""Membership of a worker of Dask in the cluster: it announces itself to the servers as a place for searches.

Used by the preload of `dask worker` and by the command `kibitz-server worker`.
"""

import asyncio
import platform
import secrets
from importlib.metadata import version
from typing import Any

from kibitz_server.pool.cluster.fingerprints import fingerprints
from kibitz_server.pool.cluster.member.host import SearchHost
from kibitz_server.pool.cluster.wire import HERE_TOPIC, PROTOCOL, Here, encode

RESOURCE = "kibitz_slot"
"""Resource of a Dask worker that says how many searches it runs at once."""
HERE_EVERY_S = 2.0
"""Time between two announcements."""

_members: dict[str, "Member"] = {}
"""Members of this process by the ids of their workers. An actor knows only its worker."""


def versions() -> dict[str, str]:
    """Return the versions that must fit between the members of a cluster, and those that explain differences."""
    return {"distributed": version("distributed"), "kibitz": version("kibitz"), "python": platform.python_version()}


def member_of(worker: Any) -> "Member":
    """Return the membership of a worker of Dask.

    Raises:
        LookupError: The worker was started without the preload.
    """
    try:
        return _members[worker.id]
    except KeyError:
        raise LookupError(f"the worker {worker.address} has no slots for searches") from None


class Member:
    """A worker of Dask that announces its slots until `end`.

    Args:
        worker: The worker.
        host: Where its searches run.
        games: Names of the games that it offers; None for all.
    """

    def __init__(self, worker: Any, host: SearchHost, games: frozenset[str] | None = None) -> None:
        self.host = host
        self._worker = worker
        known = fingerprints()
        self.games = {name: known[name] for name in known if games is None or name in games}
        """Fingerprints of the games that it offers."""
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
            PROTOCOL, self._worker.address, self._instance, host.slots, self.games, versions(), leaving=host.leaving
        )
        self._worker.log_event(HERE_TOPIC, encode(here))

    async def leave(self, grace_s: float) -> None:
        """Announce that the worker leaves, refuse new searches, and wait for the running ones.

        Args:
            grace_s: Longest wait in seconds.
        """
        self.host.leaving = True
        self.announce()
        await self.host.drain(grace_s)

    def end(self) -> None:
        """Announce the worker no more, and end the searches whose answers nothing can send any more."""
        self._announcing.cancel()
        _members.pop(self._worker.id, None)
        self.host.abandon()
