"""Watching a match over a broker and a server by turns: when one is lost, the other goes on at the next event.

A `Way` opens one of them, from the match and event that are known on; nothing of a match is told twice or left out,
whichever way it came.
"""

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from typing import NamedTuple, Self

from kibitz_client.errors import NetworkError
from kibitz_client.network.client import Status
from kibitz_client.network.mqtt.feed import Order
from kibitz_client.network.subscriptions import Message, MessageSource
from kibitz_protocol.to_client import Event, Next, Snapshot
from kibitz_protocol.values import Seq


class Opened(NamedTuple):
    """Who tells, and the match that is followed."""

    teller: MessageSource
    match: str


class Transport(NamedTuple):
    """How to follow a match from what is known of it, and what to call that."""

    name: str
    open: Callable[[tuple[str, Seq] | None], AbstractAsyncContextManager[Opened]]


class Failover:
    """A `Teller` over several ways, of which it keeps to the one that works. An asynchronous context manager.

    On `television` the snapshot of another match says that this one is on now.
    """

    def __init__(
        self, ways: Sequence[Transport], on_status: Callable[[Status, str], None], *, television: bool = False
    ) -> None:
        self._ways = list(ways)
        self._on_status = on_status
        self._television = television
        self._stack = AsyncExitStack()
        self._opened: Opened
        self._order = Order()
        self.match = ""

    async def __aenter__(self) -> Self:
        await self._open(None)
        self.match = self._opened.match
        return self

    async def __aexit__(self, *_error: object) -> None:
        await self._stack.aclose()

    async def messages(self) -> AsyncIterator[Message]:
        """What is told, in order, without gaps and repetitions. Raises NetworkError when no way is left."""
        while True:
            try:
                async for message in self._opened.teller.messages():
                    if self._follows(message):
                        yield message
                trouble = NetworkError("the connection was closed")
            except NetworkError as error:
                trouble = error
            await self._stack.aclose()
            if len(self._ways) == 1:
                raise trouble
            self._on_status(Status.OFFLINE, f"{trouble}; going on over another way")
            self._ways.append(self._ways.pop(0))
            seq = self._order.seq
            await self._open((self.match, seq) if seq is not None else None)
            self._on_status(Status.ONLINE, f"going on over {self._ways[0].name}")

    async def _open(self, known: tuple[str, Seq] | None) -> None:
        """Take the first way that works."""
        for tried in range(len(self._ways)):
            try:
                self._opened = await self._stack.enter_async_context(self._ways[0].open(known))
            except NetworkError as error:
                if tried + 1 == len(self._ways):
                    raise
                self._ways.append(self._ways.pop(0))
                self._on_status(Status.OFFLINE, f"{error}; trying {self._ways[0].name}")
            else:
                return

    def _follows(self, message: Message) -> bool:
        if self._television and isinstance(message, Snapshot) and message.match != self.match:
            self.match, self._order = message.match, Order()
        if getattr(message, "match", self.match) != self.match:
            return False
        if isinstance(message, Next) and message.next is not None:
            self.match, self._order = message.next, Order()
        elif isinstance(message, Snapshot | Event):
            return self._order.admits(message)
        return True
