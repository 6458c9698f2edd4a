"""Writes of all sockets of a listener: each message is framed once for its receivers, and held to leave with others."""

import asyncio
from typing import Protocol

from kibitz_server.net.websocket.frames import framed


class HoldingSocket(Protocol):
    """A socket that may hold bytes back."""

    def write_held(self) -> None:
        """Write the held bytes, if there are any."""


class Writes:
    """What is held back at the moment.

    As a context manager it spans the processing of a client's bytes: what is held meanwhile is written at its end.
    """

    __slots__ = ("_data", "_frame", "_holding", "_loop", "_reading")

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._data, self._frame = b"", framed(b"")
        self._holding: list[HoldingSocket] = []
        self._reading = False

    def __enter__(self) -> None:
        self._reading = True

    def __exit__(self, *_error: object) -> None:
        self._reading = False
        if self._holding:
            self._write_held()

    def write_soon(self, socket: HoldingSocket) -> None:
        """Write the held bytes of a socket once all current messages are offered."""
        if not self._holding and not self._reading:
            self._loop.call_soon(self._write_held)
        self._holding.append(socket)

    def frame(self, data: bytes) -> bytes:
        """Return the frame of a text message, encoded once for consecutive receivers."""
        if data is not self._data:
            self._data, self._frame = data, framed(data)
        return self._frame

    def _write_held(self) -> None:
        holding, self._holding = self._holding, []
        for socket in holding:
            socket.write_held()
