"""Watching a match over several transports: a broker and a server.

When one transport fails, the next one continues after the last known event, without gaps or repetitions.
"""

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from typing import NamedTuple, Self

from kibitz_client.errors import NetworkError
from kibitz_client.network.client import Status
from kibitz_client.network.mqtt.feed import EventOrder
from kibitz_client.network.subscriptions import Message, MessageSource
from kibitz_protocol.to_client import Event, Next, Snapshot
from kibitz_protocol.values.fields import Seq


class Opened(NamedTuple):
    """An open transport: its messages, and the followed match."""

    source: MessageSource
    match: str


class Transport(NamedTuple):
    """A way to follow a match. `open` gets the match and its last known event, or None at first."""

    name: str
    open: Callable[[tuple[str, Seq] | None], AbstractAsyncContextManager[Opened]]


class Failover:
    """A `MessageSource` over several transports. Use it as an asynchronous context manager.

    With `television`, the snapshot of another match means that TV shows that match now.
    """

    def __init__(
        self, transports: Sequence[Transport], on_status: Callable[[Status, str], None], *, television: bool = False
    ) -> None:
        self._transports = list(transports)
        self._on_status = on_status
        self._television = television
        self._stack = AsyncExitStack()
        self._opened: Opened
        self._order = EventOrder()
        self.match = ""

    async def __aenter__(self) -> Self:
        await self._open(None)
        self.match = self._opened.match
        return self

    async def __aexit__(self, *_error: object) -> None:
        await self._stack.aclose()

    async def messages(self) -> AsyncIterator[Message]:
        """Yield the messages in order, without gaps and repetitions.

        Raises:
            NetworkError: No transport works.
        """
        while True:
            try:
                async for message in self._opened.source.messages():
                    if self._follows(message):
                        yield message
                failure = NetworkError("the connection was closed")
            except NetworkError as error:
                failure = error
            await self._stack.aclose()
            if len(self._transports) == 1:
                raise failure
            self._on_status(Status.OFFLINE, f"{failure}; trying another transport")
            self._transports.append(self._transports.pop(0))
            seq = self._order.seq
            await self._open((self.match, seq) if seq is not None else None)
            self._on_status(Status.ONLINE, f"going on over {self._transports[0].name}")

    async def _open(self, known: tuple[str, Seq] | None) -> None:
        """Open the first transport that works. Raise the last error if none does."""
        for tried in range(len(self._transports)):
            try:
                self._opened = await self._stack.enter_async_context(self._transports[0].open(known))
            except NetworkError as error:
                if tried + 1 == len(self._transports):
                    raise
                self._transports.append(self._transports.pop(0))
                self._on_status(Status.OFFLINE, f"{error}; trying {self._transports[0].name}")
            else:
                return

    def _follows(self, message: Message) -> bool:
        if self._television and isinstance(message, Snapshot) and message.match != self.match:
            self.match, self._order = message.match, EventOrder()
        if getattr(message, "match", self.match) != self.match:
            return False
        if isinstance(message, Next) and message.next is not None:
            self.match, self._order = message.next, EventOrder()
        elif isinstance(message, Snapshot | Event):
            return self._order.admits(message)
        return True
