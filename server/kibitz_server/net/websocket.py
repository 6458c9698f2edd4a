"""The socket under a connection: counted from its first byte to its last, and cut off when it holds too much.

websockets answers pings and closes by itself, without asking whether anybody reads the answers, and waits without end
for what it has written to leave; both are bounded here. Who has not sent a byte for a while, though it was sent pings,
is gone without having said so, and who does not answer a close is not waited for.

What can leave at once is written here as a ready frame, past the library's own sending: that has a lock, a task switch
and a frame object for each message, which is most of what a message to many costs. What one client is sent at once, an
answer and the event that follows, is one write. In the same way a text message that comes alone and in one frame is
handed on as it comes, past the library's parser, and one among others past its queue, which would wake a task for it.
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

MOST_UNREAD = 2 << 20
"""How many bytes may wait in a socket whose client does not read: an outbox, and a snapshot more."""
PING_S = 20.0
SILENCE_S = 45.0
"""Two pings without an answer."""
PINGS_AT_ONCE, BETWEEN_PINGS_S = 100, 0.05
"""So many, and then the others have their turn: a thousand who came at once would be pinged at once for ever."""
SWEEP_S = 5.0
MOST_HELD = 1 << 16
"""How much is held back at most, to leave in one write with what follows at once."""


class ClientSocket(ServerConnection):
    """One client's socket. `home` is where it counts, once it was let in."""

    def __init__(self, *args: Any, wires: "ClientSockets", **options: Any) -> None:
        super().__init__(*args, **options)
        self.home: str | None = None
        self.heard_at = self.loop.time()
        self.closing = False
        self.take: Callable[[bytes], bool] | None = None
        """Is offered each text message at once; one that it does not take, and all behind it, wait for `recv`."""
        self._held = b""
        self._unread = 0
        self._begun = False
        self._wires = wires
        self._guard = wires.guard
        self._knocking: str | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """A stranger is at the door; one of too many is turned away without a word."""
        super().connection_made(transport)
        self._wires.add(self)
        peer = peer_address(self)
        # All that a trusted proxy brings comes from one address, so only the sum of that is bounded.
        place = "" if self._wires.door.trusts(peer) else address_block(peer)
        if self._guard.knock(place):
            self._knocking = place
        else:
            self._wires.metrics.cut_off.labels("too many handshakes").inc()
            self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """It counts no longer."""
        super().connection_lost(exc)
        self._wires.open.pop(self, None)
        self._finish()
        if self.home is not None:
            self._guard.leave(self.home)

    def data_received(self, data: bytes) -> None:
        """Bytes of the client, some of which are answered at once."""
        self.heard_at = self.loop.time()
        with self._wires:
            if not self._takes_whole(data):
                self._parse(data)
        if self.transport.get_write_buffer_size() > MOST_UNREAD and not self.transport.is_closing():
            self._wires.metrics.cut_off.labels("does not read").inc()
            self.transport.abort()

    def _parse(self, data: bytes) -> None:
        """Let the library's parser read; `_unread` is what it has not made a message of yet."""
        self._unread += len(data)
        begins = self.request is None
        super().data_received(data)
        if begins and self.request is not None and data.endswith(b"\r\n\r\n"):
            self._unread = 0  # of who does not wait for our answer to the request, all is left to the parser

    def _takes_whole(self, data: bytes) -> bool:
        """Hand on a text message that has come alone; False when that is not so, and nothing is done.

        The library's parser, which stands between two messages then, never hears of it.
        """
        if self._unread or self._begun or self.protocol.state is not State.OPEN:
            return False
        text = frames.whole_text(data)
        return text is not None and self._hands_on(text)

    def _hands_on(self, text: bytes) -> bool:
        """Whether a message was taken; none overtakes what waits for `recv`."""
        return self.take is not None and not self.recv_messages.frames.queue and self.take(text)

    def process_event(self, event: Request | Frame) -> None:  # type: ignore[override]  # what the server's takes
        """What the library's parser has found; a message goes to who takes it."""
        if isinstance(event, Frame):
            # Where a length was written longer than it needs, some stays unread for ever, and the parser reads it all.
            self._unread -= frames.head_size(len(event.data)) + len(event.data)
            if event.opcode in DATA_OPCODES:
                whole = event.fin and not self._begun
                self._begun = not event.fin
                if whole and event.opcode is Opcode.TEXT and self._hands_on(bytes(event.data)):
                    return
        super().process_event(event)

    def offer(self, data: bytes, *, hold: bool = False) -> bool:
        """Send a text message at once, if all before it have left; else nothing is done. Never waits.

        One to `hold` leaves with the next, or when the bytes that led to it have been dealt with.
        """
        if not self._held:
            # Whatever ends the connection sends first what is held, so this need not be asked again.
            transport = self.transport
            if self.protocol.state is not State.OPEN or transport.is_closing() or transport.get_write_buffer_size():
                return False
        self._send(self._wires.frame(data), hold)
        return True

    def _send(self, frame: bytes, hold: bool) -> None:
        held = self._held
        if hold and len(held) < MOST_HELD:
            if not held:
                self._wires.write_soon(self)
            self._held = held + frame
        else:
            self._held = b""
            self.transport.write(held + frame)

    def write_held(self) -> None:
        """Write what was offered."""
        held, self._held = self._held, b""
        if held and not self.transport.is_closing():
            self.transport.write(held)

    def send_data(self) -> None:
        """What the library sends leaves behind what was offered before."""
        self.write_held()
        super().send_data()

    def measure(self) -> None:
        """Send a ping, whose answer tells the lag. Unlike the library's, nobody waits for it."""
        if self.protocol.state is State.OPEN:
            data = random.randbytes(4)
            self.pending_pings[data] = self.loop.create_future(), self.loop.time()
            self._send(frames.ping(data), hold=True)

    def enter(self, address: str) -> LimitExceeded | None:
        """The client's request has come: let it in, or say why not."""
        home = address_block(address)
        denial = self._guard.admit(home)
        self._finish()
        if denial is None:
            self.home = home
        return denial

    def _finish(self) -> None:
        if self._knocking is not None:
            self._guard.finish(self._knocking)
            self._knocking = None


class ClientSockets:
    """All sockets of a listener. Called, it makes one, as websockets wishes.

    As a context it is the time in which bytes of a client are dealt with: what is offered then is written at its end.
    """

    def __init__(
        self, guard: RateLimiter, door: EdgeConfig, metrics: Metrics | None = None, ping_s: float = PING_S
    ) -> None:
        """`ping_s` is how often each connection is sent a ping."""
        self.metrics = metrics or Metrics()
        self.guard = guard
        self.door = door
        self.open: OrderedDict[ClientSocket, float] = OrderedDict()
        """Each with the time of its next ping, the next one first."""
        self._ping_s = ping_s
        self._sweeping = self._pinging = False
        self._data, self._frame = b"", b"\x81\x00"
        self._holding: list[ClientSocket] = []
        self._reading = False

    def __call__(self, *args: Any, **options: Any) -> ClientSocket:
        """A socket for a connection that is about to begin."""
        return ClientSocket(*args, wires=self, **options)

    def __enter__(self) -> None:
        self._reading = True

    def __exit__(self, *_error: object) -> None:
        self._reading = False
        self._write_held()

    def write_soon(self, wire: ClientSocket) -> None:
        """A socket holds something: write it when all that is to be sent now has been offered."""
        if not self._holding and not self._reading:
            wire.loop.call_soon(self._write_held)
        self._holding.append(wire)

    def _write_held(self) -> None:
        holding, self._holding = self._holding, []
        for wire in holding:
            wire.write_held()

    def frame(self, data: bytes) -> bytes:
        """The frame of a text message, made once for all who get it one after the other."""
        if data is not self._data:
            self._data, self._frame = data, frames.framed(data)
        return self._frame

    def add(self, wire: ClientSocket) -> None:
        """Look after a socket until it is closed."""
        self.open[wire] = wire.heard_at + self._ping_s
        self._sweep_later(wire.loop)
        self._ping_later(wire.loop, 0.0)

    def sweep(self, now: float) -> None:
        """Cut off the silent, and those that have been closing since the last time."""
        for wire in list(self.open):
            silent = now - wire.heard_at > SILENCE_S
            if silent or wire.closing:
                self.metrics.cut_off.labels("silent" if silent else "does not close").inc()
                wire.transport.abort()
            wire.closing = wire.state in (State.CLOSING, State.CLOSED)

    def _sweep_later(self, loop: asyncio.AbstractEventLoop) -> None:
        if not self._sweeping and self.open:
            self._sweeping = True
            loop.call_later(SWEEP_S, self._sweep_now, loop)

    def _sweep_now(self, loop: asyncio.AbstractEventLoop) -> None:
        self._sweeping = False
        self.sweep(loop.time())
        self._sweep_later(loop)

    def _ping_later(self, loop: asyncio.AbstractEventLoop, earliest_at: float) -> None:
        # One timer for all: the library would have a task and a timer for each connection.
        if not self._pinging and self.open:
            self._pinging = True
            loop.call_at(max(earliest_at, next(iter(self.open.values()))), self._ping_some, loop)

    def _ping_some(self, loop: asyncio.AbstractEventLoop) -> None:
        self._pinging = False
        now = loop.time()
        for _ in range(min(PINGS_AT_ONCE, len(self.open))):
            wire, due_at = next(iter(self.open.items()))
            if due_at > now:
                break
            self.open[wire] = now + self._ping_s
            self.open.move_to_end(wire)
            wire.measure()
        self._ping_later(loop, now + BETWEEN_PINGS_S)
