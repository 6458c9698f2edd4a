"""Sockets of clients: counted from the handshake to the last byte, and cut off if they buffer too much.

`websockets` answers pings and closes by itself, without checking whether the client reads the answers, and it waits
without limit for written bytes to leave. Both are bounded here. A client that has answered no ping for `SILENCE_S` is
cut off, whatever else it sends. So is one that does not end a message within `MESSAGE_S`, or does not answer a close.

A message that can leave at once is written here as a ready frame, and bypasses the library's `send`. That takes a lock,
a task switch and a frame object for each message, which is most of the cost of a broadcast. Messages that one client is
sent at the same time, such as an answer and the event that follows, are one write. In the other direction, a text
message that arrives alone and in one frame bypasses the library's parser. One that arrives together with others
bypasses its queue, which would wake a task for it.
"""

import asyncio
import math
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
from kibitz_server.net.accept import Handshake, Handshakes
from kibitz_server.net.edge import EdgeConfig, peer_address
from kibitz_server.net.frames import FrameEnds
from kibitz_server.telemetry.metrics import Metrics

MAX_UNREAD = 2 << 20
"""Bytes that may wait in the socket of a client that does not read: a full outbox and a snapshot."""
PING_S = 20.0
SILENCE_S = 40.0
"""Two ping intervals. With the time until the next sweep it is 45 s at most."""
MESSAGE_S = 10.0
"""From the first byte of a message until its last one."""
RECENT_PINGS = 8
"""At least so many round trips count as recent, and at most twice as many: those of about three to five minutes."""
PINGS_AT_ONCE, BETWEEN_PINGS_S = 100, 0.05
"""Pings are spread: otherwise a thousand clients that connected together would always be pinged together."""
SWEEP_S = 5.0
REQUEST_END = b"\r\n\r\n"
MAX_HELD = 1 << 16
"""Bytes that may be held back, to leave in one write with the next message."""


class RoundTrips:
    """Recent round trips of a connection, of which the shortest counts.

    A client can answer a ping late but never early, so a longer round trip proves nothing.
    """

    __slots__ = ("_before", "_count", "_least")

    def __init__(self) -> None:
        self._before = self._least = math.inf
        self._count = 0

    def add(self, seconds: float) -> None:
        """Add a round trip. Those before the last `RECENT_PINGS` to twice as many are forgotten."""
        if self._count == RECENT_PINGS:
            self._before, self._least, self._count = self._least, math.inf, 0
        self._least = min(self._least, seconds)
        self._count += 1

    @property
    def shortest_s(self) -> float:
        """The shortest one in seconds; 0 before the first."""
        shortest = min(self._before, self._least)
        return shortest if shortest < math.inf else 0.0


class ClientSocket(ServerConnection):
    """One client's socket. `block` is the address block that it counts for, once it is admitted."""

    def __init__(self, *args: Any, sockets: "ClientSockets", **options: Any) -> None:
        super().__init__(*args, **options)
        self.block: str | None = None
        self.round_trips = RoundTrips()
        self.answered_at = self.loop.time()
        """When the client last answered a ping, or when it connected."""
        self.message_began_at: float | None = None
        """When the message began that has not ended yet."""
        self.closing = False
        self.on_text: Callable[[bytes], bool] | None = None
        """Called with each text message when it arrives, on the event loop. If it returns False, the message waits for
        `recv`, and so do all messages behind it."""
        self._held = b""
        self._frame_ends = FrameEnds()
        self._request_end = b""
        self._in_fragments = False
        self._sockets = sockets
        self._limiter = sockets.limiter
        self._lost = False
        self._handshake: Handshake | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take over the handshake that counts since `accept`."""
        super().connection_made(transport)
        self._sockets.add(self)
        handshakes = self._sockets.handshakes
        accepted = self.transport.get_extra_info("socket")
        handshake = handshakes.of(accepted.fileno()) if accepted is not None else None
        if handshake is None:
            # The event loop of Windows does not call `accept` of the listening socket.
            handshake = handshakes.begin(peer_address(self), self.transport.abort)
        if handshake is None:
            self.transport.abort()
        else:
            handshake.cut_off = self.transport.abort
        self._handshake = handshake

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop counting the connection."""
        super().connection_lost(exc)
        self._lost = True
        self._sockets.open.pop(self, None)
        self.end_handshake()
        if self.block is not None:
            self._limiter.release(self.block)

    def data_received(self, data: bytes) -> None:
        """Read bytes of the client. Some messages are answered during this call."""
        with self._sockets:
            if not self._take_whole(data):
                self._parse(data)
        if self.transport.get_write_buffer_size() > MAX_UNREAD and not self.transport.is_closing():
            self._sockets.metrics.cut_off.labels("does not read").inc()
            self.transport.abort()

    def _parse(self, data: bytes) -> None:
        """Pass bytes to the library's parser, and note since when a message is incomplete."""
        self._frame_ends.feed(data if self.request is not None else self._after_request(data))
        super().data_received(data)
        if not self._frame_ends.inside and not self._in_fragments:
            self.message_began_at = None
        elif self.message_began_at is None:
            self.message_began_at = self.loop.time()

    def _after_request(self, data: bytes) -> bytes:
        """Return the bytes behind the HTTP request: frames may follow it at once."""
        seen = self._request_end + data
        end = seen.find(REQUEST_END)
        self._request_end = seen[-len(REQUEST_END) + 1 :] if end < 0 else b""
        return seen[end + len(REQUEST_END) :] if end >= 0 else b""

    def _take_whole(self, data: bytes) -> bool:
        """Pass on a text message that arrived alone. Return False, and do nothing, if the bytes are anything else.

        The library's parser is between two messages then, and does not see this one.
        """
        if self._frame_ends.inside or self._in_fragments or self.protocol.state is not State.OPEN:
            return False
        text = frames.whole_text(data)
        return text is not None and self._pass_on(text)

    def _pass_on(self, text: bytes) -> bool:
        """Return whether `on_text` took a message. No message overtakes one that waits for `recv`."""
        return self.on_text is not None and not self.recv_messages.frames.queue and self.on_text(text)

    def acknowledge_pings(self, data: bytes) -> None:
        """Note that the client has answered a ping, and how long that took."""
        answered = data in self.pending_pings
        super().acknowledge_pings(data)
        if answered:
            self.answered_at = self.loop.time()
            self.round_trips.add(self.latency)

    def process_event(self, event: Request | Frame) -> None:  # type: ignore[override]  # a server's events
        """Handle what the library's parser found. A text message goes to `on_text`."""
        if isinstance(event, Frame):
            in_fragments = self._in_fragments
            if event.opcode in DATA_OPCODES:
                self._in_fragments = not event.fin
            if not self._in_fragments:
                self.message_began_at = None
            if event.opcode is Opcode.TEXT and event.fin and not in_fragments and self._pass_on(bytes(event.data)):
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
        if exceeded is not None:
            return exceeded
        if self._lost:
            # The request is handled in a task, which may begin after the loss of the connection.
            self._limiter.release(block)
            return None
        self.block = block
        return self._sockets.handshakes.move(self._handshake, block) if self._handshake is not None else None

    def end_handshake(self) -> None:
        """Stop counting the connection as unfinished: the client has said hello, or is gone."""
        if self._handshake is not None:
            self._sockets.handshakes.end(self._handshake)
            self._handshake = None


class ClientSockets:
    """All sockets of a listener. It is the factory of connections that `websockets` calls.

    As a context manager it spans the processing of a client's bytes: messages offered meanwhile are written at its end.
    """

    def __init__(
        self, limiter: RateLimiter, edge: EdgeConfig, metrics: Metrics | None = None, ping_s: float = PING_S
    ) -> None:
        """Create the sockets.

        Args:
            limiter: counts connections.
            edge: says which proxies are trusted.
            metrics: counts connections that are cut off.
            ping_s: seconds between two pings of a connection.
        """
        self.metrics = metrics or Metrics()
        self.limiter = limiter
        self.handshakes = Handshakes(limiter, edge, self.metrics)
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
        self.open[socket] = socket.answered_at + self._ping_s
        self._sweep_later(socket.loop)
        self._ping_later(socket.loop, 0.0)

    def sweep(self, now: float) -> None:
        """Cut off silent and slow sockets, and those that were closing at the last sweep already."""
        for socket in list(self.open):
            why = _trouble(socket, now)
            if why is not None:
                self.metrics.cut_off.labels(why).inc()
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


def _trouble(socket: ClientSocket, now: float) -> str | None:
    """Return why a socket must be cut off; None if it need not be."""
    if now - socket.answered_at > SILENCE_S:
        return "silent"
    if socket.message_began_at is not None and now - socket.message_began_at > MESSAGE_S:
        return "slow message"
    return "does not close" if socket.closing else None
