"""Sockets of clients: counted from the first byte to the last, and cut off if they buffer too much.

`websockets` answers pings and closes by itself, without checking whether the client reads the answers, and it waits
without limit for written bytes to leave. Both are bounded here. A client that has sent no byte for `SILENCE_S`,
although the server sent pings, is cut off. So is one that does not answer a close.

A message that can leave at once is written here as a ready frame, and bypasses the library's `send`. That takes a lock,
a task switch and a frame object for each message, which is most of the cost of a broadcast. Messages that one client is
sent at the same time, such as an answer and the event that follows, are one write. In the other direction, a text
message that arrives alone and in one frame bypasses the library's parser. One that arrives together with others
bypasses its queue, which would wake a task for it.
"""

import asyncio
import random
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

from websockets.asyncio.server import ServerConnection
from websockets.frames import DATA_OPCODES, Frame, Opcode
from websockets.http11 import Request
from websockets.protocol import State

from kibitz_server.addresses import address_block
from kibitz_server.limits.limiter import LimitExceeded, RateLimiter
from kibitz_server.net import frames
from kibitz_server.net.edge import EdgeConfig, peer_address
from kibitz_server.telemetry.metrics import Metrics

MAX_UNREAD = 2 << 20
"""Bytes that may wait in the socket of a client that does not read: a full outbox and a snapshot."""
PING_S = 20.0
SILENCE_S = 45.0
"""Longer than two ping intervals."""
PINGS_AT_ONCE, BETWEEN_PINGS_S = 100, 0.05
"""Pings are spread: otherwise a thousand clients that connected together would always be pinged together."""
SWEEP_S = 5.0
MAX_HELD = 1 << 16
"""Bytes that may be held back, to leave in one write with the next message."""


class ClientSocket(ServerConnection):
    """One client's socket. `block` is the address block that it counts for, once it is admitted."""

    def __init__(self, *args: Any, sockets: "ClientSockets", **options: Any) -> None:
        super().__init__(*args, **options)
        self.block: str | None = None
        self.last_read_at = self.loop.time()
        self.closing = False
        self.on_text: Callable[[bytes], bool] | None = None
        """Called with each text message when it arrives, on the event loop. If it returns False, the message waits for
        `recv`, and so do all messages behind it."""
        self._held = b""
        self._unparsed = 0
        self._in_fragments = False
        self._sockets = sockets
        self._limiter = sockets.limiter
        self._handshake_block: str | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Count the handshake, or cut the connection off without an answer if there are too many."""
        super().connection_made(transport)
        self._sockets.add(self)
        peer = peer_address(self)
        # All clients of a trusted proxy come from one address, so only the total is bounded for them.
        block = "" if self._sockets.edge.trusts(peer) else address_block(peer)
        if self._limiter.begin_handshake(block):
            self._handshake_block = block
        else:
            self._sockets.metrics.cut_off.labels("too many handshakes").inc()
            self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop counting the connection."""
        super().connection_lost(exc)
        self._sockets.open.pop(self, None)
        self._end_handshake()
        if self.block is not None:
            self._limiter.release(self.block)

    def data_received(self, data: bytes) -> None:
        """Read bytes of the client. Some messages are answered during this call."""
        self.last_read_at = self.loop.time()
        with self._sockets:
            if not self._take_whole(data):
                self._parse(data)
        if self.transport.get_write_buffer_size() > MAX_UNREAD and not self.transport.is_closing():
            self._sockets.metrics.cut_off.labels("does not read").inc()
            self.transport.abort()

    def _parse(self, data: bytes) -> None:
        """Pass bytes to the library's parser. `_unparsed` counts those that are not yet part of a frame."""
        self._unparsed += len(data)
        in_handshake = self.request is None
        super().data_received(data)
        if in_handshake and self.request is not None and data.endswith(b"\r\n\r\n"):
            self._unparsed = 0  # otherwise frames followed the request at once, and the parser reads all

    def _take_whole(self, data: bytes) -> bool:
        """Pass on a text message that arrived alone. Return False, and do nothing, if the bytes are anything else.

        The library's parser is between two messages then, and does not see this one.
        """
        if self._unparsed or self._in_fragments or self.protocol.state is not State.OPEN:
            return False
        text = frames.whole_text(data)
        return text is not None and self._pass_on(text)

    def _pass_on(self, text: bytes) -> bool:
        """Return whether `on_text` took a message. No message overtakes one that waits for `recv`."""
        return self.on_text is not None and not self.recv_messages.frames.queue and self.on_text(text)

    def process_event(self, event: Request | Frame) -> None:  # type: ignore[override]  # a server's events
        """Handle what the library's parser found. A text message goes to `on_text`."""
        if isinstance(event, Frame):
            # If a length is longer than needed, some bytes stay counted, and the parser reads all from then on.
            self._unparsed -= frames.head_size(len(event.data)) + len(event.data)
            if event.opcode in DATA_OPCODES:
                whole = event.fin and not self._in_fragments
                self._in_fragments = not event.fin
                if whole and event.opcode is Opcode.TEXT and self._pass_on(bytes(event.data)):
                    return
        super().process_event(event)

    def offer(self, data: bytes, *, hold: bool = False) -> bool:
        """Send a text message at once. Return False, and do nothing, if earlier bytes have not left. Never blocks.

        With `hold` the message leaves together with the next one, or when the bytes that caused it are processed.
        """
        if not self._held:
            # Whatever closes the connection writes the held bytes first, so this needs no second check while some are.
            transport = self.transport
            if self.protocol.state is not State.OPEN or transport.is_closing() or transport.get_write_buffer_size():
                return False
        self._send(self._sockets.frame(data), hold)
        return True

    def _send(self, frame: bytes, hold: bool) -> None:
        held = self._held
        if hold and len(held) < MAX_HELD:
            if not held:
                self._sockets.write_soon(self)
            self._held = held + frame
        else:
            self._held = b""
            self.transport.write(held + frame)

    def write_held(self) -> None:
        """Write the held bytes."""
        held, self._held = self._held, b""
        if held and not self.transport.is_closing():
            self.transport.write(held)

    def send_data(self) -> None:
        """Write the held bytes, then what the library sends."""
        self.write_held()
        super().send_data()

    def send_ping(self) -> None:
        """Send a ping, whose answer measures the lag. Unlike the library's `ping`, it needs no waiting task."""
        if self.protocol.state is State.OPEN:
            data = random.randbytes(4)
            self.pending_pings[data] = self.loop.create_future(), self.loop.time()
            self._send(frames.ping(data), hold=True)

    def admit(self, address: str) -> LimitExceeded | None:
        """Admit the client whose request has arrived, or return the exceeded limit."""
        block = address_block(address)
        exceeded = self._limiter.admit(block)
        self._end_handshake()
        if exceeded is None:
            self.block = block
        return exceeded

    def _end_handshake(self) -> None:
        if self._handshake_block is not None:
            self._limiter.end_handshake(self._handshake_block)
            self._handshake_block = None


class ClientSockets:
    """All sockets of a listener. It is the factory of connections that `websockets` calls.

    As a context manager it spans the processing of a client's bytes: messages offered meanwhile are written at its end.
    """

    def __init__(
        self, limiter: RateLimiter, edge: EdgeConfig, metrics: Metrics | None = None, ping_s: float = PING_S
    ) -> None:
        """Create the sockets.

        Args:
            limiter: counts connections and handshakes.
            edge: says which proxies are trusted.
            metrics: counts connections that are cut off.
            ping_s: seconds between two pings of a connection.
        """
        self.metrics = metrics or Metrics()
        self.limiter = limiter
        self.edge = edge
        self.open: OrderedDict[ClientSocket, float] = OrderedDict()
        """Open sockets with the time of their next ping, the earliest first."""
        self._ping_s = ping_s
        self._sweeping = self._pinging = False
        self._data, self._frame = b"", b"\x81\x00"
        self._holding: list[ClientSocket] = []
        self._reading = False

    def __call__(self, *args: Any, **options: Any) -> ClientSocket:
        """Return a socket for a new connection."""
        return ClientSocket(*args, sockets=self, **options)

    def __enter__(self) -> None:
        self._reading = True

    def __exit__(self, *_error: object) -> None:
        self._reading = False
        self._write_held()

    def write_soon(self, socket: ClientSocket) -> None:
        """Write the held bytes of a socket once all current messages are offered."""
        if not self._holding and not self._reading:
            socket.loop.call_soon(self._write_held)
        self._holding.append(socket)

    def _write_held(self) -> None:
        holding, self._holding = self._holding, []
        for socket in holding:
            socket.write_held()

    def frame(self, data: bytes) -> bytes:
        """Return the frame of a text message, encoded once for consecutive receivers."""
        if data is not self._data:
            self._data, self._frame = data, frames.framed(data)
        return self._frame

    def add(self, socket: ClientSocket) -> None:
        """Ping and check a socket until it is closed."""
        self.open[socket] = socket.last_read_at + self._ping_s
        self._sweep_later(socket.loop)
        self._ping_later(socket.loop, 0.0)

    def sweep(self, now: float) -> None:
        """Cut off silent sockets, and those that were closing at the last sweep already."""
        for socket in list(self.open):
            silent = now - socket.last_read_at > SILENCE_S
            if silent or socket.closing:
                self.metrics.cut_off.labels("silent" if silent else "does not close").inc()
                socket.transport.abort()
            socket.closing = socket.state in (State.CLOSING, State.CLOSED)

    def _sweep_later(self, loop: asyncio.AbstractEventLoop) -> None:
        if not self._sweeping and self.open:
            self._sweeping = True
            loop.call_later(SWEEP_S, self._sweep_now, loop)

    def _sweep_now(self, loop: asyncio.AbstractEventLoop) -> None:
        self._sweeping = False
        self.sweep(loop.time())
        self._sweep_later(loop)

    def _ping_later(self, loop: asyncio.AbstractEventLoop, earliest_at: float) -> None:
        # One timer serves all connections: the library would use a task and a timer for each.
        if not self._pinging and self.open:
            self._pinging = True
            loop.call_at(max(earliest_at, next(iter(self.open.values()))), self._ping_some, loop)

    def _ping_some(self, loop: asyncio.AbstractEventLoop) -> None:
        self._pinging = False
        now = loop.time()
        for _ in range(min(PINGS_AT_ONCE, len(self.open))):
            socket, due_at = next(iter(self.open.items()))
            if due_at > now:
                break
            self.open[socket] = now + self._ping_s
            self.open.move_to_end(socket)
            socket.send_ping()
        self._ping_later(loop, now + BETWEEN_PINGS_S)
