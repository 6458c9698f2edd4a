"""Queue of what line mode waits for: server messages and typed lines."""

import asyncio
import contextlib
from typing import Self

from kibitz_client.errors import NetworkError
from kibitz_client.network.subscriptions import Message, MessageSource
from kibitz_client.terminal.keyboard import Keyboard


class EndOfInput:
    """Marks the end of the typed lines."""


def typed(line: str | EndOfInput) -> str | None:
    """Return a line as a keyboard gives it: None for the end of the input."""
    return None if isinstance(line, EndOfInput) else line


Item = Message | str | EndOfInput

MAX_MESSAGES = 1000
"""How many messages wait here. The source, which has a bound of its own, keeps those after them."""


class Inbox:
    """Messages and lines in the order of their arrival. Use it as an asynchronous context manager."""

    def __init__(self, source: MessageSource, keyboard: Keyboard | None = None) -> None:
        self._source = source
        self._keyboard = keyboard
        self._queue: asyncio.Queue[Item | Exception] = asyncio.Queue()
        self._places = asyncio.Semaphore(MAX_MESSAGES)
        self._pump: asyncio.Task[None]

    async def __aenter__(self) -> Self:
        self._pump = asyncio.create_task(self._collect())
        if self._keyboard is not None:
            loop = asyncio.get_running_loop()

            def receive(line: str | None) -> None:
                # The loop may be closed already.
                with contextlib.suppress(RuntimeError):
                    loop.call_soon_threadsafe(self._queue.put_nowait, EndOfInput() if line is None else line)

            self._keyboard.listen(receive)
        return self

    async def __aexit__(self, *_error: object) -> None:
        self._pump.cancel()
        if self._keyboard is not None:
            await self._keyboard.close()
            # Lines that have arrived in another thread are in the queue after one more turn of the loop.
            await asyncio.sleep(0)
            self._keyboard.unread(self._lines_left())

    def _lines_left(self) -> list[str | None]:
        """Return the lines that were not read, with None for the end of the input."""
        left: list[str | None] = []
        while not self._queue.empty():
            item = self._queue.get_nowait()
            if isinstance(item, str | EndOfInput):
                left.append(typed(item))
        return left

    async def next(self, timeout_s: float | None = None) -> Item | None:
        """Return the next message or line, or None after the timeout.

        Raises:
            ClientError: The error that ended the messages, or `NetworkError` at their regular end.
        """
        try:
            async with asyncio.timeout(timeout_s):
                item = await self._queue.get()
        except TimeoutError:
            return None
        if isinstance(item, Exception):
            raise item
        if not isinstance(item, str | EndOfInput):
            self._places.release()
        return item

    @property
    def empty(self) -> bool:
        """Whether all messages and lines were read."""
        return self._queue.empty()

    async def _collect(self) -> None:
        try:
            async for message in self._source.messages():
                await self._places.acquire()
                self._queue.put_nowait(message)
            self._queue.put_nowait(NetworkError("the connection was closed"))
        except Exception as error:
            self._queue.put_nowait(error)
