"""Frames in and out of one socket: the simple ones as the library has them, and all others through it."""

import asyncio
import os
from typing import Any

import pytest
from websockets.frames import Frame, Opcode

from kibitz_server.limits.config import Limits
from kibitz_server.limits.limiter import RateLimiter
from kibitz_server.net.edge import EdgeConfig
from kibitz_server.net.websocket.client_socket import CLOSING, ClientSocket
from kibitz_server.net.websocket.frames import FrameEnds, framed, simple_frame, whole_text
from kibitz_server.net.websocket.sockets import ClientSockets
from kibitz_server.telemetry.logs import CONNECTION

SIZES = (0, 1, 125, 126, 127, 65535)
LONG_FORM = bytes([0x81, 0xFE, 0, 5, 0, 0, 0, 0]) + b"fifth"
"""A length of five, written as if it were more than 125."""


def client_frame(opcode: Opcode, data: bytes, fin: bool = True) -> bytes:
    """Return the frame of a client."""
    return Frame(opcode, data, fin).serialize(mask=True)


@pytest.mark.parametrize("size", SIZES)
def test_a_whole_message_is_parsed(size: int) -> None:
    """A frame with exactly one text message gives its text."""
    text = os.urandom(size)
    data = client_frame(Opcode.TEXT, text)
    assert whole_text(data) == text


@pytest.mark.parametrize("size", [*SIZES, 65536])
def test_frames_equal_those_of_the_library(size: int) -> None:
    """The bytes are the same."""
    text = os.urandom(size)
    assert framed(text) == Frame(Opcode.TEXT, text).serialize(mask=False)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        client_frame(Opcode.TEXT, b"hello")[:-1],
        client_frame(Opcode.TEXT, b"hello") + b"x",
        client_frame(Opcode.TEXT, b"hello")[:1],
        client_frame(Opcode.TEXT, bytes(300))[:3],
        client_frame(Opcode.TEXT, b"hello", fin=False),
        client_frame(Opcode.BINARY, b"hello"),
        client_frame(Opcode.PING, b"hello"),
        client_frame(Opcode.TEXT, bytes(65536)),
        Frame(Opcode.TEXT, b"hello").serialize(mask=False),
        bytes([0xC1]) + client_frame(Opcode.TEXT, b"hello")[1:],
    ],
    ids=[  # the masks are random, and pytest-xdist needs the same ids in each worker
        *("empty", "partial", "longer", "one byte", "partial head", "fragment", "binary", "ping", "long"),
        *("unmasked", "reserved bit"),
    ],
)
def test_everything_else_is_none(data: bytes) -> None:
    """Partial, longer, binary, unmasked and otherwise different frames give None."""
    assert whole_text(data) is None


@pytest.mark.parametrize("masked", [True, False], ids=["masked", "unmasked"])
def test_the_end_of_each_frame_is_found(masked: bool) -> None:
    """After each byte it is known whether a frame is incomplete, also if a length is longer than needed."""
    parts = [*(Frame(Opcode.TEXT, bytes(size)).serialize(mask=masked) for size in (0, 3, 126, 300)), LONG_FORM]
    parts.append(Frame(Opcode.PING, b"").serialize(mask=masked))
    ends = FrameEnds()
    for part in parts:
        for at in range(len(part)):
            ends.feed(part[at : at + 1])
            assert ends.inside is (at < len(part) - 1)
    whole = b"".join(parts)
    for split in range(len(whole)):
        at_once = FrameEnds()
        at_once.feed(whole[:split])
        at_once.feed(whole[split:])
        assert not at_once.inside


class FakeTransport:
    """Transport that keeps the written bytes."""

    def __init__(self) -> None:
        self.written = b""
        self.writes = 0
        self.closing = False
        self.reading = True

    def write(self, data: bytes) -> None:
        self.written += data
        self.writes += 1

    def abort(self) -> None:
        self.closing = True

    def is_closing(self) -> bool:
        return self.closing

    def can_write_eof(self) -> bool:
        return False

    close = abort

    def get_write_buffer_size(self) -> int:
        return 0

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return ("192.0.2.1", 1) if name == "peername" else default

    def pause_reading(self) -> None:
        self.reading = False

    def resume_reading(self) -> None:
        self.reading = True

    def set_write_buffer_limits(self, *_limits: Any, **_named: Any) -> None:
        pass


class Recorder:
    """Receiver that takes each message while it may, and notes what else happens."""

    def __init__(self, taken: list[bytes]) -> None:
        self.taken = taken
        self.takes = True
        self.events: list[str] = []

    def receive(self, text: bytes) -> bool:
        if self.takes:
            self.taken.append(text)
        return self.takes

    def note_waiting(self) -> None:
        self.events.append("waiting")

    def note_written(self) -> None:
        self.events.append("written")

    def note_lost(self) -> None:
        self.events.append("lost")


REQUEST = (
    b"GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)


def new_socket(receiver: Recorder, ping_s: float = 20.0) -> tuple[ClientSocket, ClientSockets]:
    """Return a socket that waits for its request."""
    sockets = ClientSockets(RateLimiter(Limits(), lambda: 0.0, lambda _: 0), EdgeConfig(), ping_s=ping_s)
    sockets.respond = lambda _socket, _request: None
    sockets.receiver = lambda _socket: receiver
    socket = sockets()
    socket.connection_made(FakeTransport())  # type: ignore[arg-type]  # all of a transport that is used
    return socket, sockets


def open_socket(taken: list[bytes], ping_s: float = 20.0) -> ClientSocket:
    """Return a socket after its request, whose receiver takes each message."""
    socket, _ = new_socket(Recorder(taken), ping_s)
    socket.data_received(REQUEST)
    transport: Any = socket.transport
    assert transport.written.startswith(b"HTTP/1.1 101 ")
    transport.written, transport.writes = b"", 0
    return socket


def waiting(socket: ClientSocket) -> list[bytes | None]:
    """Return all messages that wait, which then wait no longer."""
    messages = []
    while socket.waits:
        messages.append(socket.first())
        socket.drop_first()
    return messages


async def test_what_a_client_causes_is_logged_with_its_connection() -> None:
    """Each call of the receiver runs with the number of its own socket, whichever socket was busy before."""
    numbers: list[int | None] = []

    class Numbers(Recorder):
        def receive(self, text: bytes) -> bool:
            numbers.append(CONNECTION.get(None))
            return super().receive(text)

        def note_written(self) -> None:
            numbers.append(CONNECTION.get(None))

        note_lost = note_written

    one, _ = new_socket(Numbers([]))
    other, _ = new_socket(Numbers([]))
    for socket in (one, other):
        socket.data_received(REQUEST)
    for socket in (one, other, one):
        socket.data_received(client_frame(Opcode.TEXT, b"text"))
    for socket in (other, one):
        socket.resume_writing()
        socket.connection_lost(None)
    assert one.number != other.number
    assert numbers == [each.number for each in (one, other, one, other, other, one, one)]


@pytest.mark.parametrize(
    "odd",
    [client_frame(Opcode.PING, b"?"), client_frame(Opcode.PONG, b"!"), LONG_FORM],
    ids=["ping", "pong", "long form"],
)
async def test_messages_arrive_in_order_however_they_are_split(odd: bytes) -> None:
    """Each message arrives once, and control frames between messages change nothing."""
    texts = [b"one", b"two" * 50, b"", b"four"]
    pieces = [client_frame(Opcode.TEXT, texts[0]), odd, *(client_frame(Opcode.TEXT, text) for text in texts[1:])]
    stream = b"".join(pieces)
    expected = [texts[0], *([b"fifth"] if odd is LONG_FORM else []), *texts[1:]]
    taken: list[bytes] = []
    socket = open_socket(taken)
    for first in range(len(stream)):
        for second in (first, first + 1, len(stream) - 9):
            taken.clear()
            for part in (stream[:first], stream[first : max(first, second)], stream[max(first, second) :]):
                socket.data_received(part)
            assert taken == expected, (first, second)
    socket.connection_lost(None)


async def test_fragments_are_joined() -> None:
    """A message may come in fragments, also around a ping, and later messages come behind it."""
    taken: list[bytes] = []
    socket = open_socket(taken)
    for data in (
        client_frame(Opcode.TEXT, b"in ", fin=False),
        client_frame(Opcode.PING, b""),
        client_frame(Opcode.CONT, b"pieces"),
        client_frame(Opcode.TEXT, b"whole"),
    ):
        socket.data_received(data)
    assert taken == [b"in pieces", b"whole"]
    socket.connection_lost(None)


async def test_no_message_overtakes_one_that_waits() -> None:
    """Messages that their receiver does not take wait in order, and all later ones behind them."""
    receiver = Recorder([])
    socket, _ = new_socket(receiver)
    socket.data_received(REQUEST)
    receiver.takes = False
    socket.data_received(client_frame(Opcode.TEXT, b"1"))
    receiver.takes = True
    socket.data_received(client_frame(Opcode.TEXT, b"2") + client_frame(Opcode.BINARY, b"3"))
    socket.data_received(client_frame(Opcode.TEXT, b"4"))
    assert receiver.taken == []
    assert receiver.events == ["waiting"] * 4
    assert waiting(socket) == [b"1", b"2", None, b"4"]
    socket.data_received(client_frame(Opcode.TEXT, b"5"))
    assert receiver.taken == [b"5"]
    socket.connection_lost(None)
    assert receiver.events[-1] == "lost"


async def test_reading_pauses_while_many_messages_wait() -> None:
    """A client whose messages are not taken soon sends no more of them, and goes on when few are left."""
    receiver = Recorder([])
    receiver.takes = False
    socket, _ = new_socket(receiver)
    socket.data_received(REQUEST)
    transport: Any = socket.transport
    for number in range(17):
        assert transport.reading
        socket.data_received(client_frame(Opcode.TEXT, b"%d" % number))
    assert not transport.reading
    for _ in range(12):
        socket.drop_first()
        assert not transport.reading
    socket.drop_first()
    assert transport.reading
    socket.connection_lost(None)


@pytest.mark.parametrize("cut", range(len(REQUEST) + 1))
async def test_frames_may_follow_the_request_at_once(cut: int) -> None:
    """The request may arrive in two parts, with a whole message and a part of one behind it."""
    taken: list[bytes] = []
    socket, _ = new_socket(Recorder(taken))
    frame = client_frame(Opcode.TEXT, b"hello")
    stream = REQUEST + frame + frame[:3]
    socket.data_received(stream[:cut])
    socket.data_received(stream[cut:])
    assert taken == [b"hello"]
    socket.data_received(frame[3:])
    assert taken == [b"hello", b"hello"]
    assert socket.message_began_at is None
    socket.connection_lost(None)


async def test_nothing_of_the_parser_stays_between_two_messages() -> None:
    """An open connection without an unfinished message keeps neither the request nor a parser."""
    taken: list[bytes] = []
    socket = open_socket(taken)
    for odd in (client_frame(Opcode.PING, b"?"), LONG_FORM, client_frame(Opcode.TEXT, b"x")[:4]):
        socket.data_received(odd)
    assert socket._parser is not None
    assert socket.message_began_at is not None
    socket.data_received(client_frame(Opcode.TEXT, b"x")[4:6] + b"\0")
    kept: list[object] = [socket._parser, socket._upgrade, socket.message_began_at]
    assert kept == [None] * 3
    assert len(taken) == 2
    socket.connection_lost(None)


async def test_a_message_within_a_fragmented_one_is_an_error() -> None:
    """The connection is closed, and the receiver gets nothing."""
    taken: list[bytes] = []
    socket = open_socket(taken)
    transport: Any = socket.transport
    socket.data_received(client_frame(Opcode.TEXT, b"in ", fin=False))
    socket.data_received(client_frame(Opcode.TEXT, b"whole"))
    assert taken == []
    assert socket.state is CLOSING
    assert (1002).to_bytes(2, "big") in transport.written
    assert transport.closing
    socket.connection_lost(None)


async def test_what_comes_before_a_close_is_answered() -> None:
    """A message and a close in one read: the answer leaves before the close."""
    taken: list[bytes] = []
    receiver = Recorder(taken)
    socket, _ = new_socket(receiver)
    socket.data_received(REQUEST)
    transport: Any = socket.transport
    transport.written = b""
    close = client_frame(Opcode.CLOSE, (1000).to_bytes(2, "big"))
    part = client_frame(Opcode.TEXT, b"first")
    socket.data_received(part[:3])

    def answer(text: bytes) -> bool:
        return socket.offer(b"answer to " + text, hold=True)

    receiver.receive = answer  # type: ignore[method-assign]
    socket.data_received(part[3:] + client_frame(Opcode.TEXT, b"second") + close)
    assert transport.written == framed(b"answer to first") + framed(b"answer to second") + b"\x88\x02\x03\xe8"
    assert not socket.offer(b"late")
    socket.connection_lost(None)


async def test_many_pings_are_answered_in_one_write() -> None:
    """The pongs leave together, behind the answers to the messages before them."""
    socket = open_socket([])
    transport: Any = socket.transport
    assert socket.offer(b"answer", hold=True)
    socket.data_received(b"".join(client_frame(Opcode.PING, b"%d" % number) for number in range(1000)))
    pongs = b"".join(Frame(Opcode.PONG, b"%d" % number).serialize(mask=False) for number in range(1000))
    assert (transport.writes, transport.written) == (1, framed(b"answer") + pongs)
    socket.connection_lost(None)


async def test_messages_after_a_close_are_ignored() -> None:
    """After a close frame `on_text` gets nothing."""
    taken: list[bytes] = []
    socket = open_socket(taken)
    socket.data_received(client_frame(Opcode.CLOSE, b""))
    socket.data_received(client_frame(Opcode.TEXT, b"late"))
    assert taken == []
    socket.connection_lost(None)


async def test_a_silent_connection_is_pinged_repeatedly() -> None:
    """The answer to a ping measures the latency."""
    socket = open_socket([], ping_s=0.0)
    transport: Any = socket.transport
    while transport.writes < 3:
        await asyncio.sleep(0)
    pings = [transport.written[at : at + 6] for at in range(0, len(transport.written), 6)]
    assert {ping[:2] for ping in pings} == {bytes([0x89, 4])}
    assert len(set(pings)) == len(pings)
    socket.data_received(client_frame(Opcode.PONG, pings[1][2:]))
    assert socket.lag_s > 0
    sockets: Any = socket._owner
    socket.connection_lost(None)
    assert not sockets.open


async def test_an_answer_leaves_with_the_next_message() -> None:
    """Both are one write; a single answer leaves when the client's bytes are processed."""
    socket = open_socket([])
    transport: Any = socket.transport
    assert socket.offer(b"answer", hold=True)
    assert transport.writes == 0
    assert socket.offer(b"event")
    assert (transport.writes, transport.written) == (1, framed(b"answer") + framed(b"event"))
    assert socket.offer(b"answer", hold=True)
    while transport.writes < 2:
        await asyncio.sleep(0)
    assert transport.written.endswith(framed(b"answer"))
    socket.connection_lost(None)


async def test_nothing_is_offered_while_written_bytes_wait() -> None:
    """The transport says when bytes wait, and when all have left; a closing one takes nothing."""
    receiver = Recorder([])
    socket, _ = new_socket(receiver)
    socket.data_received(REQUEST)
    transport: Any = socket.transport
    socket.pause_writing()
    assert not socket.offer(b"early")
    socket.resume_writing()
    assert receiver.events == ["written"]
    assert socket.offer(b"now")
    transport.closing = True
    assert not socket.offer(b"late")
    assert transport.written.endswith(framed(b"now"))
    socket.connection_lost(None)


async def test_a_lost_connection_does_not_count() -> None:
    """A client that closes right after its request leaves no open connection behind in the limits."""
    socket, sockets = new_socket(Recorder([]))
    assert socket.admit("192.0.2.1") is None
    assert sockets.limiter.open == 1
    socket.connection_lost(None)
    assert sockets.limiter.open == 0
    assert not sockets.handshakes


async def test_bytes_that_are_no_request_end_the_connection() -> None:
    """They get an HTTP refusal or nothing, and nothing behind them is read."""
    taken: list[bytes] = []
    socket, sockets = new_socket(Recorder(taken))
    socket.data_received(b"hello\r\n\r\n" + REQUEST)
    socket.data_received(REQUEST)
    assert socket.state is CLOSING
    assert sockets.limiter.open == 0
    socket.connection_lost(None)


async def test_whole_frames_are_found_one_after_another() -> None:
    """Text messages and pongs are found at any offset, and everything else is not simple."""
    frames = [client_frame(Opcode.TEXT, bytes(size)) for size in SIZES]
    frames.insert(2, client_frame(Opcode.PONG, b"pong"))
    data, at, payloads = b"".join(frames), 0, []
    while (frame := simple_frame(data, at)) is not None:
        payloads.append(len(frame[1]))
        at = frame[2]
    assert at == len(data)
    assert payloads == [0, 1, 4, *SIZES[2:]]
    for odd in (
        *(client_frame(Opcode.TEXT, bytes(300))[:size] for size in range(308)),
        client_frame(Opcode.TEXT, bytes(65536)),
        client_frame(Opcode.TEXT, b"hello", fin=False),
        client_frame(Opcode.PING, b"hello"),
        client_frame(Opcode.CLOSE, b""),
        client_frame(Opcode.BINARY, b"hello"),
        Frame(Opcode.TEXT, b"hello").serialize(mask=False),
        bytes([0x8A, 0xFE, 0, 200]) + bytes(204),
    ):
        assert simple_frame(b"before" + odd, 6) is None
