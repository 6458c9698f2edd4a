"""Plain frames are read and written as the library does it, and all others are left to it."""

import asyncio
import os
from itertools import count
from typing import Any

import pytest
from websockets.frames import Frame, Opcode
from websockets.protocol import State
from websockets.server import ServerProtocol

from kibitz_server.limits.config import Limits
from kibitz_server.limits.limiter import RateLimiter
from kibitz_server.net.frames import framed, head_size, whole_text
from kibitz_server.net.websocket import ClientSocket, ClientSockets

SIZES = (0, 1, 125, 126, 127, 65535)


def sent(opcode: Opcode, data: bytes, fin: bool = True) -> bytes:
    """The frame of a client."""
    return Frame(opcode, data, fin).serialize(mask=True)


@pytest.mark.parametrize("size", SIZES)
def test_a_whole_message_is_read(size: int) -> None:
    """One frame with all of a text, and nothing else."""
    text = os.urandom(size)
    data = sent(Opcode.TEXT, text)
    assert whole_text(data) == text
    assert len(data) == head_size(size) + size


@pytest.mark.parametrize("size", [*SIZES, 65536])
def test_a_message_is_framed_as_the_library_does(size: int) -> None:
    """Byte for byte."""
    text = os.urandom(size)
    assert framed(text) == Frame(Opcode.TEXT, text).serialize(mask=False)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        sent(Opcode.TEXT, b"hello")[:-1],
        sent(Opcode.TEXT, b"hello") + b"x",
        sent(Opcode.TEXT, b"hello")[:1],
        sent(Opcode.TEXT, bytes(300))[:3],
        sent(Opcode.TEXT, b"hello", fin=False),
        sent(Opcode.BINARY, b"hello"),
        sent(Opcode.PING, b"hello"),
        sent(Opcode.TEXT, bytes(65536)),
        Frame(Opcode.TEXT, b"hello").serialize(mask=False),
        bytes([0xC1]) + sent(Opcode.TEXT, b"hello")[1:],
    ],
    ids=count(),  # the mask of a frame is drawn at random, and each worker must know a test by the same name
)
def test_everything_else_is_none(data: bytes) -> None:
    """Less, more, another kind, too long, unmasked, a reserved bit."""
    assert whole_text(data) is None


class Line:
    """A transport that keeps what is written."""

    def __init__(self) -> None:
        self.written = b""
        self.writes = 0
        self.closing = False

    def write(self, data: bytes) -> None:
        """See `asyncio.Transport`."""
        self.written += data
        self.writes += 1

    def abort(self) -> None:
        """See `asyncio.Transport`."""
        self.closing = True

    def is_closing(self) -> bool:
        """See `asyncio.Transport`."""
        return self.closing

    def can_write_eof(self) -> bool:
        """See `asyncio.Transport`."""
        return False

    close = abort

    def get_write_buffer_size(self) -> int:
        """See `asyncio.Transport`."""
        return 0

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        """See `asyncio.Transport`."""
        return ("192.0.2.1", 1) if name == "peername" else default

    def pause_reading(self) -> None:
        """See `asyncio.Transport`."""

    resume_reading = pause_reading

    def set_write_buffer_limits(self, *_limits: Any, **_named: Any) -> None:
        """See `asyncio.Transport`."""


class Nobody:
    """What a connection needs of the library's server."""

    def __init__(self) -> None:
        self.handler_tasks: set[Any] = set()

    async def handler(self, _socket: Any) -> None:
        """Nothing waits for messages."""


class Door:
    """Trusts nobody."""

    def trusts(self, _address: str) -> bool:
        """See `Door`."""
        return False


def wire_with(taken: list[bytes], ping_s: float = 20.0) -> ClientSocket:
    """A socket that has shaken hands and hands on what it can."""

    def take(text: bytes) -> bool:
        taken.append(text)
        return True

    wires = ClientSockets(RateLimiter(Limits(), lambda: 0.0, lambda _: 0), Door(), ping_s=ping_s)  # type: ignore[arg-type]
    wire = ClientSocket(ServerProtocol(state=State.OPEN, max_size=1 << 16), Nobody(), wires=wires)
    wire.connection_made(Line())  # type: ignore[arg-type]  # all of a transport that is used
    wire.request = object()  # type: ignore[assignment]
    wire.take = take
    return wire


LONG_FORM = bytes([0x81, 0xFE, 0, 5, 0, 0, 0, 0]) + b"fifth"
"""A length of five, written as if it were more than 125."""


@pytest.mark.parametrize("odd", [sent(Opcode.PING, b"?"), sent(Opcode.PONG, b"!"), LONG_FORM], ids=count())
async def test_messages_come_in_their_order_however_they_are_cut(odd: bytes) -> None:
    """Alone, together, in halves: each once, and what is no message between them changes nothing."""
    texts = [b"one", b"two" * 50, b"", b"four"]
    pieces = [sent(Opcode.TEXT, texts[0]), odd, *(sent(Opcode.TEXT, text) for text in texts[1:])]
    stream = b"".join(pieces)
    expected = [texts[0], *([b"fifth"] if odd is LONG_FORM else []), *texts[1:]]
    taken: list[bytes] = []
    wire = wire_with(taken)
    for first in range(len(stream)):
        for second in (first, first + 1, len(stream) - 9):
            taken.clear()
            for part in (stream[:first], stream[first : max(first, second)], stream[max(first, second) :]):
                wire.data_received(part)
            assert taken == expected, (first, second)
    wire.connection_lost(None)


async def test_fragments_stay_with_the_library() -> None:
    """A message in pieces is joined by it, also with a ping between them, and what follows waits behind it."""
    taken: list[bytes] = []
    wire = wire_with(taken)
    for data in (
        sent(Opcode.TEXT, b"in ", fin=False),
        sent(Opcode.PING, b""),
        sent(Opcode.CONT, b"pieces"),
        sent(Opcode.TEXT, b"whole"),
    ):
        wire.data_received(data)
    assert taken == []
    assert [await wire.recv(), await wire.recv()] == ["in pieces", "whole"]
    wire.data_received(sent(Opcode.TEXT, b"again"))
    assert taken == [b"again"]
    wire.connection_lost(None)


async def test_a_message_amid_another_is_an_error() -> None:
    """As the library says, and it is not taken."""
    taken: list[bytes] = []
    wire = wire_with(taken)
    wire.data_received(sent(Opcode.TEXT, b"in ", fin=False))
    wire.data_received(sent(Opcode.TEXT, b"whole"))
    assert taken == []
    assert wire.protocol.close_sent is not None
    assert wire.protocol.close_sent.code == 1002
    wire.connection_lost(None)


async def test_nothing_is_taken_after_a_goodbye() -> None:
    """Who has said that it closes is heard no more."""
    taken: list[bytes] = []
    wire = wire_with(taken)
    wire.data_received(sent(Opcode.CLOSE, b""))
    wire.data_received(sent(Opcode.TEXT, b"late"))
    assert taken == []
    wire.connection_lost(None)


async def test_a_silent_connection_is_pinged_again_and_again() -> None:
    """And an answer tells how long the way is."""
    wire = wire_with([], ping_s=0.0)
    line: Any = wire.transport
    while line.writes < 3:
        await asyncio.sleep(0)
    pings = [line.written[at : at + 6] for at in range(0, len(line.written), 6)]
    assert {ping[:2] for ping in pings} == {bytes([0x89, 4])}
    assert len(set(pings)) == len(pings)
    wire.data_received(sent(Opcode.PONG, pings[1][2:]))
    assert wire.latency > 0
    wire.connection_lost(None)
    assert not wire._wires.open


async def test_an_answer_leaves_with_what_follows_it() -> None:
    """In one write; alone, when the bytes that led to it have been dealt with."""
    wire = wire_with([])
    line: Any = wire.transport
    assert wire.offer(b"answer", hold=True)
    assert line.writes == 0
    assert wire.offer(b"event")
    assert (line.writes, line.written) == (1, framed(b"answer") + framed(b"event"))
    assert wire.offer(b"answer", hold=True)
    while line.writes < 2:
        await asyncio.sleep(0)
    assert line.written.endswith(framed(b"answer"))
    wire.connection_lost(None)
