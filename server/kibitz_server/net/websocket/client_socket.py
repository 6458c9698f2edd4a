"""One client's socket: the request of a WebSocket, then frames in and out, and what ends it.

Between two messages an open socket is little more than its transport. A whole text message is read here when it
arrives, and a message that can leave at once is written here as a ready frame. The library reads all other bytes; its
parser is dropped as soon as it is between two messages again.
"""

import asyncio
import http
import itertools
import random
from collections import deque
from collections.abc import Sequence
from typing import Protocol, cast

import structlog
from websockets.frames import DATA_OPCODES, CloseCode, Opcode
from websockets.http11 import Response
from websockets.protocol import State
from websockets.typing import Origin

from kibitz_server.addresses import address_block
from kibitz_server.limits.limiter import LimitExceeded, RateLimiter
from kibitz_server.net.accept import Handshake, Handshakes
from kibitz_server.net.edge import HttpRequest
from kibitz_server.net.pages.texts import text as text_page
from kibitz_server.net.websocket import frames
from kibitz_server.net.websocket.ended import ENDED
from kibitz_server.net.websocket.parser import FrameParser
from kibitz_server.net.websocket.request import common_request
from kibitz_server.net.websocket.round_trips import RoundTrips
from kibitz_server.net.websocket.upgrade import Upgrade
from kibitz_server.net.websocket.writes import Writes
from kibitz_server.telemetry.logs import CONNECTION
from kibitz_server.telemetry.metrics import Metrics

log = structlog.get_logger(__name__)

MAX_UNREAD = 2 << 20
"""Bytes that may wait in the socket of a client that does not read: a full outbox and a snapshot."""
MAX_HELD = 1 << 16
"""Bytes that may be held back, to leave in one write with the next message."""
MAX_WAITING, FEW_WAITING = 16, 4
"""Messages that wait for their receiver: at this many, no more bytes are read until only a few wait."""
CLOSE_S = 2.0
"""Seconds for a client to answer a close, and to read what comes before it."""
MAX_REASON = 120
"""Bytes of the reason that fit into a close frame."""
CONNECTING, OPEN, CLOSING, CLOSED = State
FAILURE = text_page(http.HTTPStatus.INTERNAL_SERVER_ERROR, "The server failed to answer.\n")

Answer = Response | asyncio.Future[Response] | None
"""A page or a refusal, perhaps a later one; None to open a WebSocket. No request for a WebSocket has a later one."""

_numbers = itertools.count(random.getrandbits(31))


class Receiver(Protocol):
    """Receives the messages of one open WebSocket. All calls are made on the event loop."""

    def receive(self, text: bytes) -> bool:
        """Handle a text message that has just arrived. Return False, and do nothing, if it must wait."""

    def note_waiting(self) -> None:
        """Note that a message waits, which `ClientSocket.first` returns: it is binary, or `receive` did not take it."""

    def note_written(self) -> None:
        """Note that all written bytes have left, after some had to wait."""

    def note_lost(self) -> None:
        """Note that the connection has ended."""


class _NoReceiver:
    """Receiver of a socket that is not open."""

    __slots__ = ()

    def receive(self, text: bytes) -> bool:  # noqa: ARG002
        return True

    def note_waiting(self) -> None:
        pass

    note_written = note_lost = note_waiting


NO_RECEIVER = _NoReceiver()


class SocketOwner(Protocol):
    """What a socket needs of the listener."""

    loop: asyncio.AbstractEventLoop
    buffer: memoryview
    handshakes: Handshakes
    limiter: RateLimiter
    metrics: Metrics
    writes: Writes

    @property
    def origins(self) -> Sequence[Origin | None]:
        """Origins of pages that may connect."""

    def respond(self, socket: "ClientSocket", request: HttpRequest) -> Answer:
        """Return the answer to a request."""

    def receiver(self, socket: "ClientSocket") -> Receiver:
        """Return the receiver of a socket that has just opened."""

    def add(self, socket: "ClientSocket") -> None:
        """Follow a new socket until `remove`."""

    def asked(self, socket: "ClientSocket") -> None:
        """Note that the request for a page has arrived, whose answer is not ready."""

    def opened(self, socket: "ClientSocket") -> None:
        """Note that the WebSocket is open, and the hello is due."""

    def greeted(self, socket: "ClientSocket") -> None:
        """Note that the hello has arrived."""

    def remove(self, socket: "ClientSocket") -> None:
        """Note that the connection has ended."""


class ClientSocket(asyncio.BufferedProtocol):
    """One client's socket. `block` is the address block that it counts for, once it is admitted.

    All sockets read into one buffer, because the bytes are taken from it at once. A `Protocol` of asyncio would get a
    new object of 256 KiB for each read, which takes three times as long as all the rest of a read.
    """

    __slots__ = (
        "_abort_timer",
        "_awaited",
        "_congested",
        "_handshake",
        "_held",
        "_owner",
        "_parser",
        "_paused",
        "_pings",
        "_upgrade",
        "_waiting",
        "_writes",
        "address",
        "answered_at",
        "block",
        "message_began_at",
        "number",
        "ready",
        "receiver",
        "round_trips",
        "state",
        "transport",
    )

    def __init__(self, owner: SocketOwner) -> None:
        self.number = next(_numbers) & 0xFFFFFFFF
        """Names the connection in the log."""
        self.address = ""
        """Address of the client, which a trusted proxy may have named, once its request has arrived."""
        self.block: str | None = None
        self.state = CONNECTING
        self.ready = False
        """Whether the WebSocket is open and all written bytes have left, so that a message can leave at once."""
        self.round_trips: RoundTrips | None = None
        """Round trips of pings, once the client has answered one."""
        self.answered_at = owner.loop.time()
        """When the client last answered a ping, or when it connected."""
        self.message_began_at: float | None = None
        """When the message began that has not ended yet."""
        self.transport: asyncio.Transport
        self.receiver: Receiver = NO_RECEIVER
        self._owner = owner
        self._writes = owner.writes
        self._handshake: Handshake | None = None
        self._upgrade: Upgrade | None = None
        self._awaited: asyncio.Future[Response] | None = None
        """The answer to its request, which is not ready yet. It takes no more bytes."""
        self._parser: FrameParser | None = None
        self._waiting: deque[bytes | None] | None = None
        self._paused = self._congested = False
        self._held = b""
        self._pings: list[tuple[bytes, float]] | None = None
        self._abort_timer: asyncio.TimerHandle | None = None

    # -- what the transport calls

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take over the handshake that counts since `accept`."""
        self.transport = transport = cast(asyncio.Transport, transport)
        # `ready` is false from the first byte that waits until the last one has left.
        transport.set_write_buffer_limits(1, 0)
        self._owner.add(self)
        handshakes = self._owner.handshakes
        accepted = transport.get_extra_info("socket")
        handshake = handshakes.of(accepted.fileno()) if accepted is not None else None
        if handshake is None:
            # The event loop of Windows does not call `accept` of the listening socket.
            handshake = handshakes.begin(self.peer_address, self.abort)
        if handshake is None:
            transport.abort()
        else:
            handshake.cut_off = self.abort
        self._handshake = handshake

    def get_buffer(self, sizehint: int) -> memoryview:  # noqa: ARG002  # the name is asyncio's
        """Return where the transport puts the next bytes."""
        return self._owner.buffer

    def buffer_updated(self, nbytes: int) -> None:
        """Take the bytes that the transport has put there."""
        self.data_received(self._owner.buffer[:nbytes].tobytes())

    def data_received(self, data: bytes) -> None:
        """Read bytes of the client. Some messages are answered during this call."""
        CONNECTION.set(self.number)
        writes = self._writes
        writes.reading = True
        try:
            if self._parser is not None:
                self._parse(self._parser, data)
            elif self.state is OPEN:
                text = frames.whole_text(data)
                if text is None:
                    self._read(data)
                elif self._waiting or not self.receiver.receive(text):
                    self._keep(text)
            elif self.state is CONNECTING and self._awaited is None:
                self._read_request(data)
        finally:
            writes.end_reading()
        if self._congested and self.transport.get_write_buffer_size() > MAX_UNREAD and not self.transport.is_closing():
            self.cut_off("does not read")

    def eof_received(self) -> None:
        """Note that the client sends nothing more. The transport closes the connection when all bytes have left."""
        self._begin_closing()

    def pause_writing(self) -> None:
        """Note that written bytes wait in the transport."""
        self._congested = True
        self.ready = False

    def resume_writing(self) -> None:
        """Note that all written bytes have left."""
        CONNECTION.set(self.number)
        self._congested = False
        if self.state is OPEN:
            self.ready = True
            self.receiver.note_written()

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002  # the name is asyncio's
        """Stop counting the connection."""
        CONNECTION.set(self.number)
        self.state = CLOSED
        self.ready = False
        self._owner.remove(self)
        self.end_handshake()
        if self.block is not None:
            self._owner.limiter.release(self.block)
        if self._abort_timer is not None:
            self._abort_timer.cancel()
            self._abort_timer = None
        self._parser = self._upgrade = None
        receiver, self.receiver = self.receiver, NO_RECEIVER
        receiver.note_lost()
        self.transport = ENDED

    # -- the handshake

    @property
    def peer_address(self) -> str:
        """Address of the connection's other end, or "" if it is closed already."""
        return str((self.transport.get_extra_info("peername") or ("",))[0])

    @property
    def local_address(self) -> str:
        """Address of this machine at which the connection arrived, or "" if it is closed already."""
        return str((self.transport.get_extra_info("sockname") or ("",))[0])

    def admit(self, address: str) -> LimitExceeded | None:
        """Admit the client whose request has arrived, or return the exceeded limit."""
        block = address_block(address)
        owner = self._owner
        exceeded = owner.limiter.admit(block)
        if exceeded is not None:
            return exceeded
        self.block = block
        return owner.handshakes.move(self._handshake, block) if self._handshake is not None else None

    def admit_page(self, address: str, weight: float = 1.0) -> LimitExceeded | None:
        """Count a request for a page, or return the exceeded limit. The connection stays an unfinished one."""
        block, owner = address_block(address), self._owner
        exceeded = owner.limiter.page(block, weight)
        if exceeded is not None or self._handshake is None:
            return exceeded
        return owner.handshakes.move(self._handshake, block)

    def end_handshake(self) -> None:
        """Stop counting the connection as unfinished: the client has said hello, or is gone."""
        if self._handshake is not None:
            self._owner.handshakes.end(self._handshake)
            self._handshake = None
            self._owner.greeted(self)

    def _read_request(self, data: bytes) -> None:
        owner, upgrade = self._owner, self._upgrade
        if upgrade is None:
            common = common_request(data, owner.origins)
            if common is not None:
                answer = self._answer(common)
                assert not isinstance(answer, asyncio.Future)
                self._send_all([common.acceptance] if answer is None else [answer.serialize(), b""])
                if answer is None:
                    self._open()
                return
            upgrade = self._upgrade = Upgrade(owner.origins)
        request, rest = upgrade.receive(data)
        if request is None:
            # Bytes that are not a request have got a refusal.
            self._send_all(upgrade.to_send())
            return
        answer = self._answer(request)
        if isinstance(answer, asyncio.Future):
            self._awaited = answer
            self._owner.asked(self)
            answer.add_done_callback(self._send_awaited)
            return
        opens = upgrade.respond(answer or upgrade.accept(request))
        self._send_all(upgrade.to_send())
        self._upgrade = None
        if opens:
            self._open()
            if rest:
                self._read(rest)

    def _send_awaited(self, answer: asyncio.Future[Response]) -> None:
        """Send a page that was not ready at once, if the client still waits for it."""
        CONNECTION.set(self.number)
        upgrade, self._upgrade, self._awaited = self._upgrade, None, None
        if upgrade is None or self.state is not CONNECTING:
            return
        if answer.cancelled():
            self.abort()
            return
        if (error := answer.exception()) is not None:
            log.error("a request failed", exc_info=error)
        upgrade.respond(FAILURE if error is not None else answer.result())
        self._send_all(upgrade.to_send())

    def _answer(self, request: HttpRequest) -> Answer:
        """Return the answer to a request, or that of a server that failed to make it."""
        try:
            return self._owner.respond(self, request)
        except Exception:
            log.exception("a request failed")
            return FAILURE

    def _open(self) -> None:
        self.state = OPEN
        self.ready = not self._congested
        self._owner.opened(self)
        self.receiver = self._owner.receiver(self)

    # -- reading

    def _read(self, data: bytes) -> None:
        """Read bytes that begin a message: usually several whole text messages, or a pong."""
        at, size = 0, len(data)
        while self._parser is None and (frame := frames.simple_frame(data, at)) is not None:
            opcode, payload, at = frame
            if opcode == frames.TEXT:
                self._pass_on(payload)
            else:
                self._note_pong(payload)
            if at == size:
                return
        if self._parser is None:
            self._parser = FrameParser()
        self._parse(self._parser, data[at:])

    def _parse(self, parser: FrameParser, data: bytes) -> None:
        """Let the library read bytes, and note since when a message is incomplete."""
        was_open = self.state is OPEN
        for frame in parser.receive(data):
            if frame.opcode in DATA_OPCODES:
                message = parser.join(frame)
                if message is not None and was_open:
                    is_text, payload = message
                    if is_text:
                        self._pass_on(payload)
                    else:
                        self._keep(None)
            elif frame.opcode is Opcode.PONG:
                self._note_pong(bytes(frame.data))
            if not parser.in_fragments:
                self.message_began_at = None
        self._send_all(parser.to_send())
        if not parser.is_open:
            self._begin_closing()
        elif not parser.inside and self._parser is parser:
            self._parser = None
        elif self.message_began_at is None:
            self.message_began_at = self._owner.loop.time()

    def _pass_on(self, text: bytes) -> None:
        """Give a message to the receiver. No message overtakes one that waits."""
        if self._waiting or not self.receiver.receive(text):
            self._keep(text)

    def _keep(self, message: bytes | None) -> None:
        waiting = self._waiting
        if waiting is None:
            waiting = self._waiting = deque()
        waiting.append(message)
        if len(waiting) > MAX_WAITING and not self._paused:
            self._paused = True
            self.transport.pause_reading()
        self.receiver.note_waiting()

    @property
    def waits(self) -> bool:
        """Whether a message waits."""
        return bool(self._waiting)

    def first(self) -> bytes | None:
        """Return the message that waits for the longest time; None if it is binary. It still waits."""
        assert self._waiting is not None
        return self._waiting[0]

    def drop_first(self) -> None:
        """Let the message that `first` returns wait no longer: it is handled."""
        waiting = self._waiting
        assert waiting is not None
        waiting.popleft()
        if self._paused and len(waiting) <= FEW_WAITING:
            self._paused = False
            if not self.transport.is_closing():
                self.transport.resume_reading()
        if not waiting:
            self._waiting = None

    # -- pings

    def send_ping(self) -> None:
        """Send a ping, whose answer measures the lag."""
        if self.state is not OPEN:
            return
        data = random.randbytes(4)
        if self._pings is None:
            self._pings = []
        self._pings.append((data, self._owner.loop.time()))
        if not self._held:
            self._writes.write_soon(self)
        self._held += frames.ping(data)

    def _note_pong(self, data: bytes) -> None:
        """Note that the client has answered a ping, and all pings before it, and how long that took."""
        for index, (sent, at) in enumerate(self._pings or ()):
            if sent == data:
                self._pings = (self._pings or [])[index + 1 :] or None
                self.answered_at = self._owner.loop.time()
                if self.round_trips is None:
                    self.round_trips = RoundTrips()
                self.round_trips.add(self.answered_at - at)
                return

    @property
    def lag_s(self) -> float:
        """Shortest recent round trip in seconds; 0 before the first."""
        return self.round_trips.shortest_s if self.round_trips is not None else 0.0

    # -- writing

    def offer(self, data: bytes, *, hold: bool = False) -> bool:
        """Send a text message at once. Return False, and do nothing, if earlier bytes have not left. Never blocks.

        With `hold` the message leaves together with the next one, or when the bytes that caused it are processed.
        """
        held, transport = self._held, self.transport
        # A closing transport drops what is written. Whatever closes it writes the held bytes first.
        if not self.ready or (not held and transport.is_closing()):
            return False
        writes = self._writes
        frame = writes.last_frame if data is writes.last_data else writes.frame(data)
        # One call for each step would be a third of the cost of a broadcast.
        if hold and len(held) < MAX_HELD:
            if not held:
                writes.write_soon(self)
            self._held = held + frame
        elif held:
            self._held = b""
            transport.write(held + frame)
        else:
            transport.write(frame)
        return True

    def send(self, data: bytes) -> None:
        """Send a text message behind all earlier bytes. It is lost if the WebSocket is not open."""
        if self.state is OPEN:
            held, self._held = self._held, b""
            self.transport.write(held + self._writes.frame(data))

    def write_held(self) -> None:
        """Write the held bytes."""
        held, self._held = self._held, b""
        if held and not self.transport.is_closing():
            self.transport.write(held)

    def _send_all(self, parts: list[bytes]) -> None:
        """Write the held bytes, then what the library sends. Empty bytes at the end are the end of the stream."""
        if not parts:
            return
        held, self._held = self._held, b""
        transport, ends = self.transport, not parts[-1]
        if transport.is_closing():
            return
        # One write, because a client may send thousands of pings in one read.
        transport.write(held + b"".join(parts))
        if ends:
            self._begin_closing()
            if not transport.can_write_eof():
                transport.close()
                return
            try:
                transport.write_eof()
            except (OSError, RuntimeError):
                transport.abort()

    # -- the end

    def close(self, code: int, reason: str) -> None:
        """Send a close frame, and abort the connection if the client does not answer it within `CLOSE_S`."""
        self._end(code, reason, failed=False)

    def fail_unless_utf8(self, text: bytes) -> None:
        """Close the connection if a text message is not valid UTF-8, as the protocol of WebSockets demands."""
        try:
            text.decode()
        except UnicodeDecodeError as error:
            self._end(CloseCode.INVALID_DATA, f"{error.reason} at position {error.start}", failed=True)

    def _end(self, code: int, reason: str, failed: bool) -> None:
        if self.state is not OPEN:
            return
        if self._parser is None:
            self._parser = FrameParser()
        reason = reason.encode()[:MAX_REASON].decode(errors="ignore")
        if failed:
            self._parser.fail(code, reason)
        else:
            self._parser.close(code, reason)
        self._send_all(self._parser.to_send())
        self._begin_closing()

    def _begin_closing(self) -> None:
        if self.state in (CONNECTING, OPEN):
            self.state = CLOSING
            self.ready = False
            self._abort_timer = self._owner.loop.call_later(CLOSE_S, self.cut_off, "does not close")

    def cut_off(self, why: str) -> None:
        """Abort the connection, and count why."""
        self._owner.metrics.cut_off.labels(why).inc()
        self.abort()

    def abort(self) -> None:
        """Abort the connection: what it has not sent is lost."""
        self.ready = False
        self.transport.abort()
