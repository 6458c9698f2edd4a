"""Minimal WebSocket clients that add little to the measurement: raw sockets, polled without pause.

If a client slept until a message arrives, the sender would pay for its wake-up. On loopback that is half the time of a
message.
"""

import base64
import json
import os
import select
import socket
import struct
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

TEXT, PING, CLOSE = 1, 9, 8
RECEIVE = 1 << 18


class ConnectionEnded(SystemExit):
    """The server closed a connection or refused it. That ends a benchmark which does not expect it."""


class ClientSocket:
    """One connection. It calls `on_message` with the payload of each text message, on the polling thread.

    `source` is the local address that it comes from; by default the system selects one. `timeout_s` bounds the time to
    connect; a connection that takes longer raises OSError.
    """

    __slots__ = ("buffer", "on_message", "sock", "unsent")

    def __init__(
        self,
        address: str,
        on_message: Callable[["ClientSocket", bytes], None],
        source: str | None = None,
        timeout_s: float | None = None,
    ) -> None:
        parts = urlsplit(address)
        self.sock = socket.create_connection(
            (parts.hostname, parts.port), timeout_s, source_address=None if source is None else (source, 0)
        )
        self.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        key = base64.b64encode(os.urandom(16)).decode()
        self.sock.sendall(
            f"GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n".encode()
        )
        self.on_message = on_message
        self.buffer = b""
        self.unsent = b""

    def open(self) -> None:
        """Wait for the answer to the handshake."""
        while b"\r\n\r\n" not in self.buffer:
            data = self.sock.recv(4096)
            if not data:
                raise ConnectionEnded("the server closed the connection during the handshake")
            self.buffer += data
        head, _, self.buffer = self.buffer.partition(b"\r\n\r\n")
        if not head.startswith(b"HTTP/1.1 101"):
            raise ConnectionEnded(f"the server refused: {head.decode()}")
        self.sock.setblocking(False)

    def send(self, payload: bytes, opcode: int = TEXT) -> None:
        """Send a frame, masked with zeros, which do not change it."""
        size = len(payload)
        head = bytes([0x80 | opcode, 0x80 | size]) if size < 126 else struct.pack("!BBH", 0x80 | opcode, 0xFE, size)
        data = self.unsent + head + b"\0\0\0\0" + payload
        try:
            sent = self.sock.send(data)
        except BlockingIOError:
            sent = 0
        self.unsent = data[sent:]

    def send_json(self, **message: Any) -> None:
        """Send an object as JSON."""
        self.send(json.dumps(message).encode())

    def read(self) -> None:
        """Read the available data."""
        try:
            data = self.sock.recv(RECEIVE)
        except BlockingIOError:
            return
        if not data:
            raise ConnectionEnded("the server closed the connection")
        data = self.buffer + data if self.buffer else data
        at, end = 0, len(data)
        while end - at >= 2:
            size, start = data[at + 1], at + 2
            if size == 126:
                if end - at < 4:
                    break
                size, start = data[at + 2] << 8 | data[at + 3], at + 4
            elif size == 127:
                if end - at < 10:
                    break
                size, start = int.from_bytes(data[at + 2 : at + 10], "big"), at + 10
            if start + size > end:
                break
            self._frame(data[at] & 15, data[start : start + size])
            at = start + size
        self.buffer = data[at:]

    def _frame(self, opcode: int, payload: bytes) -> None:
        if opcode == TEXT:
            self.on_message(self, payload)
        elif opcode == PING:
            self.send(payload, 10)
        elif opcode == CLOSE:
            raise ConnectionEnded(f"the server closed: {payload[2:].decode()}")


class Poll:
    """Poller of many client sockets. It never sleeps, unless it is given a time."""

    def __init__(self) -> None:
        self._epoll = select.epoll()
        self._clients: dict[int, ClientSocket] = {}

    def add(self, client: ClientSocket) -> None:
        """Add a client socket."""
        self._clients[client.sock.fileno()] = client
        self._epoll.register(client.sock.fileno(), select.EPOLLIN)

    def remove(self, client: ClientSocket) -> None:
        """Remove a client socket and close it."""
        del self._clients[client.sock.fileno()]
        self._epoll.unregister(client.sock.fileno())
        client.sock.close()

    def ready(self, seconds: float = 0.0) -> list[ClientSocket]:
        """Return the client sockets that have data. Wait up to a time for the first of them."""
        return [self._clients[descriptor] for descriptor, _ in self._epoll.poll(seconds, 512)]

    def poll_once(self, seconds: float = 0.0) -> None:
        """Read from all client sockets that are ready."""
        for client in self.ready(seconds):
            client.read()
