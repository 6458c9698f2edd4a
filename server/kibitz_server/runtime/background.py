"""Slow work for players that no match waits for, done by helper processes: one queue, fair between address blocks.

Work that may take seconds leaves one helper free for work that is short.
"""

import asyncio
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from kibitz_protocol.refusals import Code
from kibitz_server.accounts.client_info import ClientInfo
from kibitz_server.accounts.errors import CommandRefused
from kibitz_server.addresses import address_block
from kibitz_server.core.values.players import Human
from kibitz_server.pool.fair_queue import FairQueue
from kibitz_server.pool.helpers import HelperDied, Helpers, Spent, ignore

T = TypeVar("T")
MOST_WAITING = 128
"""Requests of all players that are not answered."""
MOST_OF_A_BLOCK = 32
MOST_OF_A_PLAYER = 8
SHORT, LONG = 0, 1
"""Priorities of the queue."""
TOO_LARGE = "that took more time or memory than the server spends on one command, and it gave up"
STOPPING = "the server is about to stop, and your command was not done"


class Asker(Protocol):
    """A client that waits for work, or the browser of a visitor."""

    @property
    def player(self) -> Human:
        """Its player."""

    @property
    def info(self) -> ClientInfo:
        """Its connection."""


@dataclass(slots=True, eq=False)
class _Work:
    player: str
    block: str
    priority: int
    job: Callable[..., Any]
    args: tuple[object, ...]
    then: Callable[[Any], None]
    spent: Spent
    answered: bool = False


class BackgroundWork:
    """Queue of the work that waits for a helper. All calls are on the event loop."""

    def __init__(self, helpers: Helpers) -> None:
        self._helpers = helpers
        self._queue: FairQueue[_Work] = FairQueue()
        self._running: dict[asyncio.Future[Any], _Work] = {}
        self._of_players: Counter[tuple[str, int]] = Counter()
        self._of_blocks: Counter[str] = Counter()
        self._closed = False

    def start(
        self,
        client: Asker,
        job: Callable[..., T],
        args: tuple[object, ...],
        then: Callable[[T | BaseException], None],
        *,
        long: bool = False,
        spent: Spent = ignore,
    ) -> None:
        """Do a job for a client in a helper process.

        Args:
            client: The client that waits for it.
            job: A function of a module.
            args: Its arguments, as plain data.
            then: Called once on the event loop with the result, or with the exception of the job, which is a refusal
                if the helper gave up.
            long: Whether the job may take seconds. A player may have one such job.
            spent: Called once with the processor time of the job, before `then`, if a helper began it.

        Raises:
            CommandRefused: Too many jobs wait, of the player, of its address block or of all, or the server stops.
        """
        player, block = client.player.id, address_block(client.info.address)
        priority = LONG if long else SHORT
        if self._closed:
            raise CommandRefused(Code.DRAINING, STOPPING, "try again in a minute", retry_after_s=60)
        if self._of_players[player, priority] >= (1 if long else MOST_OF_A_PLAYER):
            raise CommandRefused(Code.TOO_MANY, "your last request of this kind is not answered yet", "wait for it")
        if self._of_blocks[block] >= MOST_OF_A_BLOCK or self._of_players.total() >= MOST_WAITING:
            raise CommandRefused(Code.BUSY, "too many requests of this kind wait", "try again in a moment")
        self._of_players[player, priority] += 1
        self._of_blocks[block] += 1
        self._queue.push(priority, block, _Work(player, block, priority, job, args, then, spent))
        self._fill()

    def _fill(self) -> None:
        """Start jobs while helpers are idle."""
        while (work := self._next()) is not None:
            future = self._helpers.run(work.job, *work.args, spent=work.spent)
            self._running[future] = work
            if future.done():
                self._take(future)
            else:
                future.add_done_callback(self._finished)

    def _next(self) -> _Work | None:
        waiting, slots = self._queue.depths(), self._helpers.slots
        if self._closed or len(self._running) >= slots:
            return None
        long = sum(work.priority == LONG for work in self._running.values())
        if waiting.get(SHORT) or (waiting.get(LONG) and long < max(1, slots - 1)):
            return self._queue.pop()
        return None

    def _finished(self, future: asyncio.Future[Any]) -> None:
        self._take(future)
        self._fill()

    def _take(self, future: asyncio.Future[Any]) -> None:
        """Pass on the outcome of a job that has ended."""
        work = self._running.pop(future)
        if future.cancelled() or isinstance(error := future.exception(), HelperDied):
            self._answer(work, CommandRefused(Code.INTERNAL, TOO_LARGE, "ask for something smaller"))
        else:
            self._answer(work, future.result() if error is None else error)

    def _answer(self, work: _Work, result: object) -> None:
        """Pass on the result of a job, unless `close` has refused it already."""
        if work.answered:
            return
        work.answered = True
        # A difference of counters leaves out what is counted down to zero.
        self._of_players -= Counter([(work.player, work.priority)])
        self._of_blocks -= Counter([work.block])
        work.then(result)

    async def settled(self) -> None:
        """Wait until no work is left."""
        while self._running:
            await asyncio.wait(list(self._running))

    def close(self) -> None:
        """Refuse all work that is not done, and take no more."""
        self._closed = True
        for work in (*self._running.values(), *self._queue.drain()):
            self._answer(work, CommandRefused(Code.DRAINING, STOPPING, "try again in a minute", retry_after_s=60))
        for future in list(self._running):
            future.cancel()
