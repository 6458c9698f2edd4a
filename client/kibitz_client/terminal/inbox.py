"""What a command waits for, in one queue: messages of the server and lines that were typed."""

import asyncio
import contextlib
from typing import Self

from kibitz_client.errors import NetworkError
from kibitz_client.network.subscriptions import Message, MessageSource
from kibitz_client.terminal.keyboard import Keyboard


class EndOfInput:
    """Nothing more will be typed."""


Happening = Message | str | EndOfInput


class Inbox:
    """Messages and lines in the order in which they came. Use it as an asynchronous context manager."""

    def __init__(self, client: MessageSource, keyboard: Keyboard | None = None) -> None:
        self._client = client
        self._keyboard = keyboard
        self._queue: asyncio.Queue[Happening | Exception] = asyncio.Queue()
        self._pump: asyncio.Task[None]

    async def __aenter__(self) -> Self:
        self._pump = asyncio.create_task(self._collect())
        if self._keyboard is not None:
            loop = asyncio.get_running_loop()

            def receive(line: str | None) -> None:
                # The loop may have been closed since.
                with contextlib.suppress(RuntimeError):
                    loop.call_soon_threadsafe(self._queue.put_nowait, EndOfInput() if line is None else line)

            self._keyboard.listen(receive)
        return self

    async def __aexit__(self, *_error: object) -> None:
        self._pump.cancel()

    async def next(self, timeout_s: float | None = None) -> Happening | None:
        """The next thing that happens; None when nothing does in time. Raises what the link gave up for."""
        try:
            async with asyncio.timeout(timeout_s):
                happening = await self._queue.get()
        except TimeoutError:
            return None
        if isinstance(happening, Exception):
            raise happening
        return happening

    @property
    def empty(self) -> bool:
        """Whether nothing has happened that was not looked at."""
        return self._queue.empty()

    async def _collect(self) -> None:
        try:
            async for message in self._client.messages():
                self._queue.put_nowait(message)
            self._queue.put_nowait(NetworkError("the connection was closed"))
        except Exception as error:
            self._queue.put_nowait(error)
