"""Messages that a client received and its program has not read yet, with a bound on their size. No I/O."""

import asyncio
from typing import Generic, TypeVar

from kibitz_client.errors import UnreadableMessage

MAX_UNREAD = 16 << 20
"""The largest size of all unread messages together, in bytes of JSON text."""
OVERHEAD = 1 << 10
"""What a message takes besides its text."""

T = TypeVar("T")


class UnreadMessages(Generic[T]):
    """Queue of messages, which has an end."""

    def __init__(self, sender: str) -> None:
        """Make an empty queue.

        Args:
            sender: Who sends the messages, for an error: "the server at ...".
        """
        self._sender = sender
        self._queue: asyncio.Queue[tuple[T | None, int]] = asyncio.Queue()
        self._size = 0

    def put(self, message: T, size: int) -> None:
        """Add a message.

        Args:
            size: The length of the text that it came in.

        Raises:
            UnreadableMessage: The unread messages are too large.
        """
        size += OVERHEAD
        if self._size + size > MAX_UNREAD:
            most = f"{MAX_UNREAD >> 20} MB"
            raise UnreadableMessage(f"{self._sender} sends messages faster than they are read: more than {most} wait")
        self._size += size
        self._queue.put_nowait((message, size))

    def end(self) -> None:
        """End the messages, after those that are unread."""
        self._queue.put_nowait((None, 0))

    async def next(self) -> T | None:
        """Return the next message as soon as there is one, or None at the end."""
        message, size = await self._queue.get()
        self._size -= size
        return message
