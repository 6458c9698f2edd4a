"""Simple frames are parsed and written like the library's, and all others are left to it."""

import asyncio
import os
from typing import Any

import pytest
from websockets.frames import Frame, Opcode
from websockets.protocol import State
from websockets.server import ServerProtocol

from kibitz_server.limits.config import Limits
from kibitz_server.limits.limiter import RateLimiter
from kibitz_server.net.frames import FrameEnds, framed, whole_text
from kibitz_server.net.websocket import ClientSocket, ClientSockets

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
        pass

    resume_reading = pause_reading

    def set_write_buffer_limits(self, *_limits: Any, **_named: Any) -> None:
        pass


class FakeServer:
    """The part of the library's server that a connection needs."""

    def __init__(self) -> None:
        self.handler_tasks: set[Any] = set()

    async def handler(self, _socket: Any) -> None:
        """Return at once: no task waits for messages."""


class NoProxies:
    """Edge that trusts no proxy."""

    def trusts(self, _address: str) -> bool:
        """Return False."""
        return False


def open_socket(taken: list[bytes], ping_s: float = 20.0) -> ClientSocket:
    """Return a socket after its handshake, whose `on_text` takes each message."""

    def take(text: bytes) -> bool:
        taken.append(text)
        return True

    sockets = ClientSockets(RateLimiter(Limits(), lambda: 0.0, lambda _: 0), NoProxies(), ping_s=ping_s)  # type: ignore[arg-type]
    socket = ClientSocket(ServerProtocol(state=State.OPEN, max_size=1 << 16), FakeServer(), sockets=sockets)
    socket.connection_made(FakeTransport())  # type: ignore[arg-type]  # all of a transport that is used
    socket.request = object()  # type: ignore[assignment]
    socket.on_text = take
    return socket


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


async def test_fragments_are_left_to_the_library() -> None:
    """The library joins fragments, also around a ping, and later messages wait behind them."""
    taken: list[bytes] = []
    socket = open_socket(taken)
    for data in (
        client_frame(Opcode.TEXT, b"in ", fin=False),
        client_frame(Opcode.PING, b""),
        client_frame(Opcode.CONT, b"pieces"),
        client_frame(Opcode.TEXT, b"whole"),
    ):
        socket.data_received(data)
    assert taken == []
    assert [await socket.recv(), await socket.recv()] == ["in pieces", "whole"]
    socket.data_received(client_frame(Opcode.TEXT, b"again"))
    assert taken == [b"again"]
    socket.connection_lost(None)


async def test_a_message_within_a_fragmented_one_is_an_error() -> None:
    """The library closes the connection, and `on_text` gets nothing."""
    taken: list[bytes] = []
    socket = open_socket(taken)
    socket.data_received(client_frame(Opcode.TEXT, b"in ", fin=False))
    socket.data_received(client_frame(Opcode.TEXT, b"whole"))
    assert taken == []
    assert socket.protocol.close_sent is not None
    assert socket.protocol.close_sent.code == 1002
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
    assert socket.latency > 0
    socket.connection_lost(None)
    assert not socket._sockets.open


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


async def test_a_connection_that_is_lost_before_its_request_is_handled_does_not_count() -> None:
    """A client that closes right after its request leaves no open connection behind in the limits."""
    socket = open_socket([])
    socket.connection_lost(None)
    assert socket.admit("192.0.2.1") is None
    assert socket._limiter.open == 0
