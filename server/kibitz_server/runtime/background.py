"""Work that people wait for and no match does: done in one thread, one piece a player at a time."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from kibitz_protocol.refusals import Code
from kibitz_server.accounts.errors import CommandRefused
from kibitz_server.messages.outgoing import Data

MOST_WAITING = 16


class BackgroundWorker:
    """One for a server."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "aside")
        self._players: dict[str, asyncio.Future[Data]] = {}

    def start(self, player: str, work: Callable[[], Data], then: Callable[[Data | BaseException], None]) -> None:
        """Work for a player; `then` gets on the event loop what came of it. Raises Denied when too much waits."""
        if player in self._players:
            raise CommandRefused(Code.TOO_MANY, "a tree is being explained to you already", "wait for it")
        if len(self._players) >= MOST_WAITING:
            raise CommandRefused(Code.BUSY, "too many trees wait to be explained", "try again in a moment")

        def done(future: asyncio.Future[Data]) -> None:
            del self._players[player]
            if not future.cancelled():
                then(future.exception() or future.result())

        future = asyncio.get_running_loop().run_in_executor(self._thread, work)
        self._players[player] = future
        future.add_done_callback(done)

    async def settled(self) -> None:
        """Wait until nothing is being done."""
        while self._players:
            await asyncio.wait(self._players.values())

    def close(self) -> None:
        """Begin nothing any more."""
        self._thread.shutdown(wait=False, cancel_futures=True)
