"""Reading for commands of moderators, which are tasks: in the thread of the store, and unpaid."""

import asyncio
from collections.abc import Callable
from typing import TypeVar

from kibitz_protocol.refusals import Code
from kibitz_server.accounts.errors import CommandRefused
from kibitz_server.store import Store
from kibitz_server.store.interface import StoreReader

R = TypeVar("R")
T = TypeVar("T")


class InThread:
    """Does slow work for a moderator, as `SlowWork` says."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def read(self, work: Callable[[], T]) -> T:
        """Read from the store.

        Raises:
            CommandRefused: The database does not answer.
        """
        done: asyncio.Future[T | Exception] = asyncio.get_running_loop().create_future()
        self._store.read(work, done.set_result)
        result = await done
        if isinstance(result, Exception):
            raise CommandRefused(Code.NOT_SAVED, "the database does not answer", "try again in a moment") from result
        return result

    async def query(self, read: Callable[[StoreReader], R], job: Callable[..., T], *more: object) -> T:
        """Read from the store, and do a job with what was read and `more` in a thread."""
        return await asyncio.to_thread(job, await self.read(lambda: read(self._store)), *more)
