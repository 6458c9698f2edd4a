"""Connections between clients and the server: bytes that arrive late, in parts, or not at all."""

import asyncio
import struct
from collections.abc import Callable
from functools import partial
from typing import Any, Protocol

from kibitz_protocol import SUBPROTOCOL
from tests.simulation.machine.loop import SimulatedLoop
from tests.simulation.world import World

REQUEST = (
    "GET / HTTP/1.1\r\nHost: simulation\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: c2ltdWxhdGlvbi1rZXkhIQ==\r\nSec-WebSocket-Version: 13\r\n"
    f"Sec-WebSocket-Protocol: {SUBPROTOCOL}\r\n\r\n"
).encode()
TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
SYSTEM_BYTES = 1 << 12
"""Unread bytes that the systems of both ends keep. The others wait in the server."""


class LinkEnd(Protocol):
    """The client at one end of a connection."""

    def opened(self) -> None:
        """Note that the server accepted the WebSocket."""

    def received(self, message: Any) -> None:
        """Receive a message of the server."""

    def lost(self, code: int | None) -> None:
        """Note that the connection is closed, with the code of the server if it sent one."""


Sent = Callable[["Link", bytes], Any]
"""Called with each text message when the server writes it. It returns the decoded message for the client."""


class Link:
    """One connection, with its delay in both directions."""

    def __init__(self, world: World, loop: SimulatedLoop, number: int, address: str, end: LinkEnd, sent: Sent) -> None:
        self.number = number
        self.address = address
        self.end = end
        self.open = True
        """Whether the client may still send and receive."""
        self.stalled = False
        """Whether the client reads nothing at the moment."""
        self.delay_s = 0.01
        self.server_open = False
        self._world = world
        self._loop = loop
        self._random = world.stream(f"link {number}")
        self._sent = sent
        self._to_server_at = self._to_client_at = 0.0
        self._handshaken = False
        self._unparsed = b""
        self._unread: list[tuple[str, Any]] = []
        self._unread_bytes = 0
        self.transport = _Transport(self)
        factory = loop.listeners[0]
        self.protocol: Any = factory()

        def accept() -> None:
            if self.transport.is_closing():
                return
            self.server_open = True
            self.protocol.connection_made(self.transport)

        self._world.after(self._latency(), lambda: self._call(accept))
        self._carry(REQUEST)

    def _latency(self) -> float:
        return self.delay_s * self._random.uniform(0.5, 1.5)

    # -- from the client to the server

    def send(self, text: bytes) -> None:
        """Send a text message to the server."""
        self._frame(TEXT, text)

    def _frame(self, opcode: int, data: bytes) -> None:
        size = len(data)
        head = struct.pack("!BB", 0x80 | opcode, 0x80 | size) if size < 126 else b""
        if not head:
            head = struct.pack("!BBH", 0x80 | opcode, 0x80 | 126, size)
        self._carry(head + bytes(4) + data)

    def _carry(self, data: bytes) -> None:
        if not self.open:
            return
        parts = [data]
        if len(data) > 1 and self._random.random() < 0.05:
            cut = self._random.randrange(1, len(data))
            parts = [data[:cut], data[cut:]]
        for part in parts:
            self._to_server_at = max(self._to_server_at, self._world.now + self._latency())
            self._world.at(self._to_server_at, partial(self._arrive, part))

    def _arrive(self, data: bytes) -> None:
        self._call(self._read, data)

    def _call(self, call: Callable[..., object], *args: object) -> None:
        """Call in the loop of the server, if its process still runs."""
        if not self._loop.is_closed():
            self._loop.call_soon(call, *args)

    def _read(self, data: bytes) -> None:
        if self.server_open and not self.transport.is_closing():
            self.transport.arrived(data)

    def drop(self, notice_s: float = 0.0) -> None:
        """Break the connection. The client notices at once, the server after `notice_s`."""
        if self.open:
            self.open = False
            self.end.lost(None)
            self._world.after(notice_s, lambda: self._hang_up(ConnectionResetError("connection lost")))

    def leave(self) -> None:
        """Close the connection as a client that ends does."""
        if self.open:
            self._frame(CLOSE, struct.pack("!H", 1000))
            self.open = False
            self.end.lost(None)
            self._to_server_at += self._latency()
            self._world.at(self._to_server_at, lambda: self._hang_up(None))

    def _hang_up(self, error: Exception | None) -> None:
        self._call(self.transport.disconnect, error)

    # -- from the server to the client

    def written(self, data: bytes) -> None:
        """Split what the server wrote into messages, and send them on their way."""
        self._unparsed += data
        if not self._handshaken:
            head, end, rest = self._unparsed.partition(b"\r\n\r\n")
            if not end:
                return
            self._handshaken, self._unparsed = True, rest
            opened = head.startswith(b"HTTP/1.1 101")
            self._deliver("opened" if opened else "lost", None, len(head))
        while (frame := _first_frame(self._unparsed)) is not None:
            opcode, payload, size = frame
            self._unparsed = self._unparsed[size:]
            if opcode == TEXT:
                self._deliver("message", self._sent(self, payload), size)
            elif opcode == PING:
                self._deliver("ping", payload, size)
            elif opcode == CLOSE:
                self._deliver("closed", struct.unpack("!H", payload[:2])[0] if payload else None, size)

    def _deliver(self, what: str, value: Any, size: int) -> None:
        self._unread_bytes += size
        self._unread.append((what, (value, size)))
        if self.stalled:
            self.transport.fill()
        else:
            self._schedule()

    def _schedule(self) -> None:
        self._to_client_at = max(self._to_client_at, self._world.now + self._latency())
        self._world.at(self._to_client_at, self._take_one)

    @property
    def unread_bytes(self) -> int:
        """Bytes that the server has written and the client has not read."""
        return self._unread_bytes

    def resume(self) -> None:
        """Read again after a stall."""
        if self.stalled:
            self.stalled = False
            self._call(self.transport.drain)
            for _ in self._unread:
                self._schedule()

    def _take_one(self) -> None:
        if self.stalled or not self._unread:
            return
        what, (value, size) = self._unread.pop(0)
        self._unread_bytes -= size
        if not self.open:
            return
        match what:
            case "opened":
                self.end.opened()
            case "message":
                self.end.received(value)
            case "ping":
                self._frame(PONG, value)
            case _:
                if what == "closed":
                    self._frame(CLOSE, b"" if value is None else struct.pack("!H", value))
                self.open = False
                self.end.lost(value)
                self._world.at(self._to_server_at, lambda: self._hang_up(None))

    def cut_by_server(self) -> None:
        """Let the client notice that the server has closed the connection."""
        self.server_open = False
        if self.open:
            self.resume()
            self._deliver("lost", None, 0)


def _first_frame(data: bytes) -> tuple[int, bytes, int] | None:
    """Return opcode, payload and size of the first complete frame of a server."""
    if len(data) < 2:
        return None
    size, start = data[1], 2
    if size == 126:
        size, start = int.from_bytes(data[2:4], "big"), 4
    elif size == 127:
        size, start = int.from_bytes(data[2:10], "big"), 10
    if len(data) < start + size:
        return None
    return data[0] & 0x0F, data[start : start + size], start + size


class _Transport(asyncio.Transport):
    """The server's end of a connection."""

    def __init__(self, link: Link) -> None:
        super().__init__({"peername": (link.address, 40000 + link.number), "sockname": ("192.0.2.100", 8765)})
        self._link = link
        self._closing = False
        self._reading = True
        self._full = False
        self._high = 1 << 16
        self._arrived: list[bytes] = []

    def write(self, data: Any) -> None:
        if not self._closing:
            self._link.written(bytes(data))

    def get_write_buffer_size(self) -> int:
        # What has left for the client is no longer in the buffer, unless the client does not read.
        return max(0, self._link.unread_bytes - SYSTEM_BYTES) if self._link.stalled else 0

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:  # noqa: ARG002
        self._high = high or self._high

    def fill(self) -> None:
        """Tell the server to pause if too many bytes wait."""
        if self.get_write_buffer_size() > self._high and not self._full:
            self._full = True
            self._link.protocol.pause_writing()

    def drain(self) -> None:
        """Tell the server that no bytes wait any more."""
        if self._full and not self._closing and not self.get_write_buffer_size():
            self._full = False
            self._link.protocol.resume_writing()

    def is_closing(self) -> bool:
        return self._closing

    def is_reading(self) -> bool:
        return self._reading

    def pause_reading(self) -> None:
        self._reading = False

    def resume_reading(self) -> None:
        self._reading = True
        arrived, self._arrived = self._arrived, []
        for data in arrived:
            self._link._loop.call_soon(self.arrived, data)

    def arrived(self, data: bytes) -> None:
        """Pass bytes of the client to the server, unless it pauses."""
        if not self._reading:
            self._arrived.append(data)
        elif not self._closing:
            self._link.protocol.data_received(data)

    def can_write_eof(self) -> bool:
        return False

    def close(self) -> None:
        self.disconnect(None)

    def abort(self) -> None:
        self.disconnect(None)

    def disconnect(self, error: Exception | None) -> None:
        """Close the server's end, and tell both ends."""
        if self._closing:
            return
        self._closing = True
        link = self._link
        if link.server_open:
            link._call(link.protocol.connection_lost, error)
        link.cut_by_server()
