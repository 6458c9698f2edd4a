"""Slow work for players that no match waits for. One thread does it, with at most one request of each player."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from kibitz_protocol.refusals import Code
from kibitz_server.accounts.errors import CommandRefused

T = TypeVar("T")
MAX_WAITING = 16


class BackgroundWorker:
    """One thread with a short queue."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "background")
        self._players: dict[str, asyncio.Future[Any]] = {}

    def start(self, player: str, work: Callable[[], T], then: Callable[[T | BaseException], None]) -> None:
        """Do work for a player in the thread.

        Args:
            player: Id of the player.
            work: Called in the thread.
            then: Called once on the event loop with the result or the exception of `work`; not called after `close`.

        Raises:
            CommandRefused: The player has a request already, or too many requests wait.
        """
        if player in self._players:
            raise CommandRefused(Code.TOO_MANY, "your last request of this kind is not answered yet", "wait for it")
        if len(self._players) >= MAX_WAITING:
            raise CommandRefused(Code.BUSY, "too many requests of this kind wait", "try again in a moment")

        def done(future: asyncio.Future[T]) -> None:
            del self._players[player]
            if not future.cancelled():
                then(future.exception() or future.result())

        future = asyncio.get_running_loop().run_in_executor(self._thread, work)
        self._players[player] = future
        future.add_done_callback(done)

    async def settled(self) -> None:
        """Wait until no work is left."""
        while self._players:
            await asyncio.wait(self._players.values())

    def close(self) -> None:
        """Start no more work."""
        self._thread.shutdown(wait=False, cancel_futures=True)
