"""Dask actor through which a server uses one slot of a worker. It runs in the process of the worker.

The actor lives as long as the server that made it is connected to the scheduler.
"""

from distributed import get_worker

from kibitz_server.pool.cluster.member.membership import member_of


class SlotActor:
    """One slot of a worker for one server.

    Args:
        key: Key under which Dask knows the actor.
        server: Id of the server.
    """

    def __init__(self, key: str, server: str) -> None:
        self._key = key
        self._server = server
        self._worker = get_worker()
        self._host = member_of(self._worker).host

    async def search(self, number: int, data: bytes) -> bytes:
        """Run a job, and return the answer (`SearchHost.search`)."""
        return await self._host.search(self._server, number, data, self._wanted)

    async def stop(self, number: int) -> None:
        """Let a search end now."""
        self._host.stop(self._server, number)

    async def watch(self, number: int) -> None:
        """Send search info of a search for a limited time."""
        self._host.watch(self._server, number)

    async def compile(self, data: bytes) -> bytes:
        """Compile a search, and return the result (`SearchHost.compile`)."""
        return await self._host.compile(data)

    def _wanted(self) -> bool:
        """Return whether the server is still there."""
        return self._worker.state.actors.get(self._key) is self
