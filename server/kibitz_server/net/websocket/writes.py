"""Writes of all sockets of a listener: each message is framed once for its receivers, and held to leave with others."""

import asyncio
from typing import Protocol

from kibitz_server.net.websocket.frames import framed


class HoldingSocket(Protocol):
    """A socket that may hold bytes back."""

    def write_held(self) -> None:
        """Write the held bytes, if there are any."""


class Writes:
    """What is held back at the moment."""

    __slots__ = ("_holding", "_loop", "last_data", "last_frame", "reading")

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self.last_data, self.last_frame = b"", framed(b"")
        """The message that was framed last, and its frame."""
        self._holding: list[HoldingSocket] = []
        self.reading = False
        """Whether the bytes of a client are processed. What is held meanwhile is written by `end_reading`."""

    def end_reading(self) -> None:
        """Write what is held back: the bytes of a client are processed."""
        self.reading = False
        if self._holding:
            self._write_held()

    def write_soon(self, socket: HoldingSocket) -> None:
        """Write the held bytes of a socket once all current messages are offered."""
        if not self._holding and not self.reading:
            self._loop.call_soon(self._write_held)
        self._holding.append(socket)

    def frame(self, data: bytes) -> bytes:
        """Return the frame of a text message, encoded once for consecutive receivers."""
        if data is not self.last_data:
            self.last_data, self.last_frame = data, framed(data)
        return self.last_frame

    def _write_held(self) -> None:
        holding, self._holding = self._holding, []
        for socket in holding:
            socket.write_held()
