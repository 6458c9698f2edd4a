"""Unread messages of one stream, with a bound. No I/O."""

import asyncio
from collections import deque
from typing import Generic, TypeVar

from kibitz_client.errors import ClientError

MAX_UNREAD = 10_000
"""How many messages a stream keeps for a program that does not read them."""

T = TypeVar("T")


class TooSlow(ClientError):
    """A program reads a stream more slowly than the server writes it."""


class Mailbox(Generic[T]):
    """Messages in order, until an error ends them."""

    def __init__(self, error: Exception | None = None) -> None:
        self._unread: deque[T] = deque()
        self._error = error
        self._wake = asyncio.Event()

    @property
    def newest(self) -> T | None:
        """The last message, if it is unread."""
        return self._unread[-1] if self._unread else None

    def put(self, message: T, *, replace: bool = False) -> None:
        """Add a message. `replace`: the last message, which is unread, is out of date."""
        if self._error is not None:
            return
        if replace:
            self._unread.pop()
        self._unread.append(message)
        if len(self._unread) > MAX_UNREAD:
            self._unread.clear()
            self.fail(TooSlow(f"a stream has more than {MAX_UNREAD} unread messages", "read it, or close it"))
        self._wake.set()

    def fail(self, error: Exception) -> None:
        """Raise an error from `next`, after the unread messages. Only the first error counts."""
        self._error = self._error or error
        self._wake.set()

    async def next(self) -> T:
        """Return the next message, as soon as there is one.

        Raises:
            ClientError: The error that ended the messages.
        """
        while not self._unread:
            if self._error is not None:
                raise self._error
            self._wake.clear()
            await self._wake.wait()
        return self._unread.popleft()
