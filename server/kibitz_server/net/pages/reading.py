"""Reading of the archive for requests over HTTP, whose answers wait for it. No player is charged for them."""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import NamedTuple, TypeVar

from kibitz_server.accounts.client_info import ClientInfo
from kibitz_server.core.values.players import Human
from kibitz_server.jobs.database import Unreadable, read_and_do
from kibitz_server.runtime.runtime import Runtime
from kibitz_server.store.interface import StoreReader

R = TypeVar("R")
T = TypeVar("T")


class Visitor(NamedTuple):
    """The browser for which the archive is read. All visitors count as one player."""

    player: Human
    info: ClientInfo


class ArchiveReading:
    """Slow work, as `Rooms` and `TournamentRooms` ask for it, for a visitor at an address."""

    def __init__(self, runtime: Runtime, address: str) -> None:
        self._runtime = runtime
        self._visitor = Visitor(Human("", ""), ClientInfo("", address=address))

    async def read(self, work: Callable[[], T]) -> T:
        """Read from the store in its thread, and return the result.

        Raises:
            Unreadable: `work` failed.
        """
        answer: asyncio.Future[T | Exception] = asyncio.get_running_loop().create_future()
        self._runtime.store.read(work, partial(_end, answer))
        found = await answer
        if isinstance(found, Exception):
            raise Unreadable(str(found)) from found
        return found

    async def query(self, read: Callable[[StoreReader], R], job: Callable[..., T], *more: object) -> T:
        """Read from the database and do a job in a helper process. If only this process can read it, it does so.

        Raises:
            CommandRefused: Too much work waits, or the job failed.
            Unreadable: The database does not answer.
        """
        store = self._runtime.store
        if store.url is None:
            return await self._help(job, (await self.read(lambda: read(store)), *more))
        return await self._help(read_and_do, (store.url, read, job, more))

    async def _help(self, job: Callable[..., T], args: tuple[object, ...]) -> T:
        answer: asyncio.Future[T | BaseException] = asyncio.get_running_loop().create_future()
        self._runtime.background.start(self._visitor, job, args, partial(_end, answer))
        result = await answer
        if isinstance(result, BaseException):
            raise result
        return result


def _end(answer: asyncio.Future[T], outcome: T) -> None:
    """Note an outcome, unless the visitor's request was given up."""
    if not answer.done():
        answer.set_result(outcome)
