"""A server for hostile clients, and a client that writes arbitrary bytes."""

import asyncio
import base64
import contextlib
import json
import os
import socket
import struct
from collections.abc import AsyncIterator
from typing import Any

from kibitz_server.core.lobby.registry import MatchRegistry
from kibitz_server.handlers.answers import Answers
from kibitz_server.limits.config import Limits
from kibitz_server.limits.limiter import RateLimiter
from kibitz_server.net.client import ClientConnection
from kibitz_server.net.context import ServerContext
from kibitz_server.net.edge import EdgeConfig
from kibitz_server.net.pages.page import WebPage
from kibitz_server.net.server import listen
from kibitz_server.net.websocket.sockets import ClientSockets
from kibitz_server.store import MemoryStore
from kibitz_server.wiring import build_runtime
from tests.fakes.server import InlineHelpers, ManualPool, people_of

PATIENT_S = 30.0
"""Seconds in which a busy machine reads a message."""
SOON_S = 0.2
"""The same for a client that is to be cut off for not reading."""

TEXT, BINARY, CONTINUED, PING, PONG, FINAL = 1, 2, 0, 9, 10, 0x80


class TurnedLoop(asyncio.SelectorEventLoop):
    """Event loop whose clock a test moves forward. Sockets are real; timers fire as if the time had passed."""

    ahead_s = 0.0

    def time(self) -> float:
        """Return the time in seconds."""
        return super().time() + self.ahead_s

    async def advance(self, seconds: float) -> None:
        """Let time pass, and what is due happen."""
        self.ahead_s += seconds
        for _ in range(20):
            await asyncio.sleep(0)


class HostileTarget:
    """A listening server without engines, with all its sockets. A message gets `send_s` to leave."""

    def __init__(self, edge: EdgeConfig, page: WebPage | None = None, send_s: float = PATIENT_S, **limits: Any) -> None:
        loop = asyncio.get_running_loop()
        store, pool = MemoryStore(), ManualPool()
        self.limiter = RateLimiter(Limits(**limits), loop.time, pool.waiting)
        self.runtime = build_runtime(MatchRegistry(), store, pool, loop, InlineHelpers(), budget=self.limiter)
        self.sockets = ClientSockets(self.limiter, edge)
        self.context = ServerContext(
            self.runtime, people_of(self.runtime), Answers(), "kibitz/test", edge, self.limiter, send_s, page=page
        )
        self.port = 0
        self.clients: list[RawSocket] = []

    async def connect(self, local: str = "127.0.0.1") -> "RawSocket":
        """Connect without a handshake, from an address of this machine."""
        raw = socket.socket(proto=socket.IPPROTO_TCP)  # only then asyncio sends small writes at once
        raw.bind((local, 0))
        # A small receive buffer of the system, so that unread bytes soon wait in the server.
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 8192)
        raw.setblocking(False)
        try:
            await asyncio.get_running_loop().sock_connect(raw, ("127.0.0.1", self.port))
        except ConnectionResetError:
            raw.close()
            raise
        self.clients.append(RawSocket(*await asyncio.open_connection(sock=raw)))
        return self.clients[-1]

    async def is_reset(self, local: str = "127.0.0.1") -> bool:
        """Connect, and return whether the server resets the connection before it has read anything."""
        try:
            client = await self.connect(local)
            return not await client.reader.read(1)
        except ConnectionResetError:
            return True

    async def enter(self, local: str = "127.0.0.1") -> "RawSocket":
        """Connect, do the WebSocket handshake and say hello."""
        client = await self.connect(local)
        assert (await client.shake_hands()).startswith("HTTP/1.1 101")
        client.frame(TEXT, b'{"t":"hello"}')
        assert (await client.message())["t"] == "welcome"
        return client

    def buffered(self) -> int:
        """Return the bytes that wait in the server for clients that do not read."""
        clients = [client for client in self.runtime.clients.all if isinstance(client, ClientConnection)]
        boxes = sum(client.outbox.weight for client in clients if client.outbox is not None)
        return boxes + sum(each.transport.get_write_buffer_size() for each in self.sockets.open)


@contextlib.asynccontextmanager
async def listening(
    edge: EdgeConfig | None = None, page: WebPage | None = None, send_s: float = PATIENT_S, **limits: Any
) -> AsyncIterator[HostileTarget]:
    """Run a server with some limits, by default without the web page."""
    target = HostileTarget(edge or EdgeConfig(), page, send_s, **limits)
    server = await listen(target.context, ["127.0.0.1"], 0, target.sockets)
    target.port = server.sockets[0].getsockname()[1]
    try:
        yield target
    finally:
        for client in target.clients:
            client.abort()
        await server.close(1012, "over")


class RawSocket:
    """A client that writes arbitrary bytes."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    async def shake_hands(self, *headers: str) -> str:
        """Request a WebSocket; return the response up to its empty line."""
        key = base64.b64encode(os.urandom(16)).decode()
        request = [
            "GET / HTTP/1.1",
            "Host: x",
            "Upgrade: websocket",
            "Connection: Upgrade",
            "Sec-WebSocket-Version: 13",
            f"Sec-WebSocket-Key: {key}",
            *headers,
        ]
        self.writer.write("\r\n".join([*request, "", ""]).encode())
        return (await self.reader.readuntil(b"\r\n\r\n")).decode()

    def frame(self, opcode: int, payload: bytes = b"", final: bool = True) -> None:
        """Write one frame, masked with zeros, which leave the payload as it is."""
        size = len(payload)
        first = bytes([opcode | (FINAL if final else 0)])
        if size < 126:
            head = first + bytes([0x80 | size])
        elif size < 65536:
            head = first + bytes([0x80 | 126]) + struct.pack("!H", size)
        else:
            head = first + bytes([0x80 | 127]) + struct.pack("!Q", size)
        self.writer.write(head + bytes(4) + payload)

    def say(self, **message: Any) -> None:
        """Send a command."""
        self.frame(TEXT, json.dumps(message).encode())

    async def read(self) -> tuple[int, bytes]:
        """Return the opcode and payload of the next frame."""
        first, size = await self.reader.readexactly(2)
        if size == 126:
            (size,) = struct.unpack("!H", await self.reader.readexactly(2))
        elif size == 127:
            (size,) = struct.unpack("!Q", await self.reader.readexactly(8))
        return first & 15, await self.reader.readexactly(size)

    async def message(self) -> Any:
        """Return the next message. Pings of the server get no answer."""
        while (frame := await self.read())[0] == PING:
            pass
        opcode, payload = frame
        assert opcode == TEXT, (opcode, payload)
        return json.loads(payload)

    async def closed_with(self) -> tuple[int, str]:
        """Read until the close frame; return its code and reason."""
        while True:
            opcode, payload = await self.read()
            if opcode == 8:
                return struct.unpack("!H", payload[:2])[0], payload[2:].decode()

    async def answer_pings(self) -> None:
        """Read until the end of the connection, and answer each ping."""
        with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError):
            while True:
                opcode, payload = await self.read()
                if opcode == PING:
                    self.frame(PONG, payload)

    async def gone(self) -> None:
        """Read until the server has closed the connection."""
        with contextlib.suppress(ConnectionError):
            while await self.reader.read(65536):
                pass

    def stop_reading(self) -> None:
        """Stop reading, so that bytes wait in the server."""
        transport: Any = self.writer.transport
        transport.pause_reading()

    def abort(self) -> None:
        """Abort the connection."""
        self.writer.transport.abort()
