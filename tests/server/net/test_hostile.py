"""Strangers who mean harm, over real sockets: each is shed, what it can pin is bounded, and the others play on."""

import asyncio
import base64
import contextlib
import json
import os
import socket
import struct
from collections.abc import AsyncIterator
from typing import Any

import pytest

from kibitz_server.core.lobby.registry import MatchRegistry
from kibitz_server.handlers.answers import Answers
from kibitz_server.limits.config import Limits
from kibitz_server.limits.limiter import RateLimiter
from kibitz_server.messages.outgoing import OutgoingMessage
from kibitz_server.net.connection import ClientConnection, ServerContext
from kibitz_server.net.edge import EdgeConfig
from kibitz_server.net.server import close, listen
from kibitz_server.net.websocket import MOST_UNREAD, SILENCE_S, ClientSockets
from kibitz_server.runtime.runtime import Runtime
from kibitz_server.store import MemoryStore
from tests.fakes import ManualPool, people_of

pytestmark = pytest.mark.io

TEXT, BINARY, CONTINUED, PING, FINAL = 1, 2, 0, 9, 0x80


class Place:
    """A listening server without engines, and all its sockets."""

    def __init__(self, **limits: Any) -> None:
        loop = asyncio.get_running_loop()
        store, pool = MemoryStore(), ManualPool()
        self.guard = RateLimiter(Limits(**limits), loop.time, pool.waiting)
        self.runtime = Runtime(MatchRegistry(), store, pool, loop, meter=self.guard)
        door = EdgeConfig()
        self.wires = ClientSockets(self.guard, door)
        self.desk = ServerContext(
            self.runtime, people_of(self.runtime), Answers(), "kibitz/test", door, self.guard, send_s=0.2
        )
        self.port = 0
        self.callers: list[Stranger] = []

    async def call(self) -> "Stranger":
        """Connect, and say nothing yet."""
        raw = socket.socket()
        # The system should hold little of what a stranger does not read, so that it piles up at the server soon.
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 8192)
        raw.setblocking(False)
        await asyncio.get_running_loop().sock_connect(raw, ("127.0.0.1", self.port))
        self.callers.append(Stranger(*await asyncio.open_connection(sock=raw)))
        return self.callers[-1]

    async def enter(self) -> "Stranger":
        """Connect, shake hands and say hello."""
        stranger = await self.call()
        assert (await stranger.shake_hands()).startswith("HTTP/1.1 101")
        stranger.frame(TEXT, b'{"t":"hello"}')
        assert (await stranger.message())["t"] == "welcome"
        return stranger

    def pinned(self) -> int:
        """The bytes that wait in the server for clients who do not read."""
        clients = [peer for peer in self.runtime.clients.all if isinstance(peer, ClientConnection)]
        boxes = sum(client.outbox.weight for client in clients)
        return boxes + sum(wire.transport.get_write_buffer_size() for wire in self.wires.open)


@contextlib.asynccontextmanager
async def place(**limits: Any) -> AsyncIterator[Place]:
    """A server with some limits of its own, until the end of the block."""
    made = Place(**limits)
    server = await listen(made.desk, "127.0.0.1", 0, made.wires)
    made.port = server.sockets[0].getsockname()[1]
    try:
        yield made
    finally:
        for caller in made.callers:
            caller.hang_up()
        await close(server, 1012, "over")


class Stranger:
    """A client that does as it likes, byte by byte."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    async def shake_hands(self) -> str:
        """Ask for a WebSocket; gives the server's answer up to its empty line."""
        key = base64.b64encode(os.urandom(16)).decode()
        request = [
            "GET / HTTP/1.1",
            "Host: x",
            "Upgrade: websocket",
            "Connection: Upgrade",
            "Sec-WebSocket-Version: 13",
            f"Sec-WebSocket-Key: {key}",
        ]
        self.writer.write("\r\n".join([*request, "", ""]).encode())
        return (await self.reader.readuntil(b"\r\n\r\n")).decode()

    def frame(self, opcode: int, payload: bytes = b"", final: bool = True) -> None:
        """Write one frame, masked with zeros, which leave it as it is."""
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
        """The next frame: opcode and payload."""
        first, size = await self.reader.readexactly(2)
        if size == 126:
            (size,) = struct.unpack("!H", await self.reader.readexactly(2))
        elif size == 127:
            (size,) = struct.unpack("!Q", await self.reader.readexactly(8))
        return first & 15, await self.reader.readexactly(size)

    async def message(self) -> Any:
        """The next message; what the server pings stays without an answer."""
        while (frame := await self.read())[0] == PING:
            pass
        opcode, payload = frame
        assert opcode == TEXT, (opcode, payload)
        return json.loads(payload)

    async def closed_with(self) -> tuple[int, str]:
        """Read on to the close frame: its code and reason."""
        while True:
            opcode, payload = await self.read()
            if opcode == 8:
                return struct.unpack("!H", payload[:2])[0], payload[2:].decode()

    async def gone(self) -> None:
        """Read until the server has hung up, with or without a word."""
        with contextlib.suppress(ConnectionError):
            while await self.reader.read(65536):
                pass

    def stop_reading(self) -> None:
        """Let everything from now on pile up at the server's side."""
        transport: Any = self.writer.transport
        transport.pause_reading()

    def hang_up(self) -> None:
        """Vanish."""
        self.writer.transport.abort()


async def test_connections_of_one_address_are_bounded() -> None:
    """One too many is told when to come back, and there is room again when one leaves."""
    async with place(connections_per_address=2) as here:
        first, second = await here.enter(), await here.enter()
        answer = await (await here.call()).shake_hands()
        assert answer.startswith("HTTP/1.1 429")
        assert "Retry-After: 5" in answer
        first.hang_up()
        while len(here.wires.open) > 1:
            await asyncio.sleep(0)
        await here.enter()
        second.say(t="ping", id="1")
        assert (await second.message())["t"] == "accepted"


async def test_a_full_server_answers_503() -> None:
    """All connections together are bounded too."""
    async with place(connections=1) as here:
        await here.enter()
        assert (await (await here.call()).shake_hands()).startswith("HTTP/1.1 503")


async def test_new_connections_have_a_rate() -> None:
    """Whoever calls again and again waits, and is told how long."""
    async with place(handshakes="2/20s") as here:
        for _ in range(2):
            await here.enter()
        answer = await (await here.call()).shake_hands()
        assert answer.startswith("HTTP/1.1 429")
        assert "Retry-After: 10" in answer


async def test_slow_handshakes_are_bounded() -> None:
    """Sockets that are opened and say nothing fill only a few places, and leave them when they go."""
    async with place(unfinished_per_address=3) as here:
        silent = [await here.call() for _ in range(3)]
        for one in silent:
            one.writer.write(b"GET / HT")
        while len(here.wires.open) < 3:
            await asyncio.sleep(0)
        await (await here.call()).gone()
        for one in silent:
            one.hang_up()
        while here.wires.open:
            await asyncio.sleep(0)
        await here.enter()


async def test_a_handshake_without_end_is_no_handshake() -> None:
    """Headers are bounded in number and length."""
    async with place() as here:
        endless = await here.call()
        endless.writer.write(b"GET / HTTP/1.1\r\n" + b"X-Filler: " + b"x" * 100_000)
        await endless.gone()
        many = await here.call()
        many.writer.write(b"GET / HTTP/1.1\r\n" + b"X-Filler: x\r\n" * 1000)
        await many.gone()


async def test_too_many_messages_are_refused_and_then_the_connection_is_closed() -> None:
    """Each message too many is told when to come again; who does not listen is hung up on."""
    async with place(messages="5/50s", patience="3/m") as here:
        stranger = await here.enter()
        for number in range(9):
            stranger.say(t="ping", id=str(number))
        answers = [await stranger.message() for _ in range(8)]
        assert [answer["t"] for answer in answers] == ["accepted"] * 5 + ["refused"] * 3
        assert answers[-1]["code"] == "too_many"
        assert 0 < answers[-1]["retry_after_s"] <= 10
        code, reason = await stranger.closed_with()
        assert code == 4429
        assert reason == "too many messages; come back in 20 s"


@pytest.mark.parametrize(
    ("limits", "t", "fields"),
    [
        ({"matches": "2/m"}, "create", {"game": "tictactoe", "seats": [{"kind": "me"}, {"kind": "open"}]}),
        ({"chat": "2/m"}, "chat", {"match": "NONE", "text": "hello"}),
        ({"hints": "2/m"}, "hint", {"match": "NONE"}),
    ],
)
async def test_too_many_commands_are_refused_with_a_time(
    limits: dict[str, str], t: str, fields: dict[str, Any]
) -> None:
    """What one may do in a while is bounded for each kind, and the refusal says when there will be more."""
    async with place(**limits) as here:
        stranger = await here.enter()
        for number in range(3):
            stranger.say(t=t, id=str(number), **fields)
        while (answer := await stranger.message()).get("id") != "2":
            pass
        assert (answer["t"], answer["code"]) == ("refused", "too_many")
        assert answer["hint"].startswith("try again in ")
        stranger.say(t="ping", id="still there")
        assert (await stranger.message())["t"] == "accepted"


async def test_engine_time_that_is_used_up_is_refused_with_a_time() -> None:
    """A guest hears when engines will think again."""
    async with place(guest_search="60/h") as here:
        stranger = await here.enter()
        (peer,) = here.runtime.clients.all
        here.guard.spend(peer.player.id, 65)
        stranger.say(t="hint", id="1", match="NONE")
        answer = await stranger.message()
        assert answer["code"] == "engine_budget"
        assert 300 < answer["retry_after_s"] <= 360
        assert answer["hint"] == "try again in 6 minutes"


@pytest.mark.parametrize(
    ("opcode", "payload", "code"),
    [
        (TEXT, b'{"t":"chat","id":"1","match":"X","text":"\xff\xfe"}', 1007),
        (TEXT, b"x" * 70_000, 1009),
        (3, b"", 1002),
        (CONTINUED, b"", 1002),
    ],
)
async def test_what_is_no_frame_of_ours_ends_the_connection(opcode: int, payload: bytes, code: int) -> None:
    """Text that is no UTF-8, more than the longest frame, and what no WebSocket may send."""
    async with place() as here:
        stranger = await here.enter()
        stranger.frame(opcode, payload)
        assert (await stranger.closed_with())[0] == code


async def test_a_promised_giant_is_not_waited_for() -> None:
    """A frame that says it is huge ends the connection before its bytes come."""
    async with place() as here:
        stranger = await here.enter()
        stranger.writer.write(bytes([TEXT | FINAL, 0x80 | 127]) + struct.pack("!Q", 1 << 40) + bytes(4))
        assert (await stranger.closed_with())[0] == 1009


async def test_a_message_in_endless_pieces_is_bounded() -> None:
    """Fragments count together, and empty ones count too."""
    async with place() as here:
        stranger = await here.enter()
        stranger.frame(TEXT, b"", final=False)
        with contextlib.suppress(ConnectionError):
            for _ in range(5000):
                stranger.frame(CONTINUED, b"", final=False)
            await stranger.writer.drain()
        await stranger.gone()
        assert here.pinned() == 0


@pytest.mark.parametrize(
    "text",
    [
        '{"t":"move","id":"1","match":"X","ply":' + "9" * 60_000 + ',"move":"a1"}',
        '{"t":"create","id":"1","game":"nim","seats":' + "[" * 30_000,
        '{"t":"create","id":"1","game":"nim","options":{' + ",".join(f'"{n}":1' for n in range(6000)) + '},"seats":[]}',
        '{"t":"create","id":"1","game":"nim","seats":[' + ",".join(['{"kind":"open"}'] * 3000) + "]}",
        '{"t":"move","id":"1","match":"X","ply":1e400,"move":"a1"}',
        '{"t":"chat","id":"1","match":"X","text":"\\ud800"}',
    ],
)
async def test_monstrous_json_is_answered_in_words(text: str) -> None:
    """Deep, wide or long: a refusal, soon, and the connection goes on."""
    async with place() as here:
        stranger = await here.enter()
        stranger.frame(TEXT, text.encode())
        answer = await stranger.message()
        assert (answer["t"], answer["code"]) == ("refused", "bad_message")
        stranger.say(t="ping", id="2")
        assert (await stranger.message())["t"] == "accepted"


async def test_who_asks_and_never_reads_is_cut_off() -> None:
    """Answers pile up to a bound, then nothing more is read, and soon the connection ends; others are served."""
    async with place(messages="100000/s") as here:
        stranger, other = await here.enter(), await here.enter()
        stranger.stop_reading()
        most, number = 0, 0
        while len(here.wires.open) > 1:
            if stranger.writer.transport.get_write_buffer_size() < 100_000:
                number += 1
                stranger.say(t="games", id=str(number))
            most = max(most, here.pinned())
            await asyncio.sleep(0)
        assert 64 * 1024 < most < MOST_UNREAD + (1 << 20)
        other.say(t="ping", id="1")
        assert (await other.message())["t"] == "accepted"


async def test_who_pings_and_never_reads_is_cut_off() -> None:
    """websockets answers each ping; answers that nobody reads do not pile up for ever."""
    async with place() as here:
        stranger = await here.enter()
        stranger.stop_reading()
        most = 0
        while here.wires.open:
            if stranger.writer.transport.get_write_buffer_size() < 100_000:
                for _ in range(100):
                    stranger.frame(PING, b"p" * 125)
            most = max(most, here.pinned())
            await asyncio.sleep(0)
        assert most < MOST_UNREAD + (1 << 20)


async def test_a_stalled_watcher_holds_up_nobody() -> None:
    """One who follows matches and stops reading is dropped; those who read miss nothing."""
    async with place() as here:
        ann, stalled = await here.enter(), await here.enter()
        ann.say(t="create", id="1", game="gomoku", seats=[{"kind": "me"}, {"kind": "open"}])
        while (entered := await ann.message())["t"] != "accepted":
            pass
        match = entered["result"]["match"]
        stalled.say(t="watch", id="w", match=match)
        assert (await stalled.message())["t"] == "accepted"
        stalled.stop_reading()
        room = here.runtime.rooms.find(match)
        assert room is not None
        most = 0
        while len(here.wires.open) > 1:
            room.say(room.match.created.host, "x" * 2000, 0.0)
            most = max(most, here.pinned())
            while (await ann.message())["t"] != "said":
                pass
        assert most < MOST_UNREAD + (2 << 20)


async def test_who_vanished_without_a_word_is_forgotten() -> None:
    """After two pings without any sign of life the connection is given up; one that answers stays."""
    async with place() as here:
        await here.enter()
        now = asyncio.get_running_loop().time()
        here.wires.sweep(now)
        assert len(here.wires.open) == 1
        here.wires.sweep(now + SILENCE_S + 1)
        while here.wires.open:
            await asyncio.sleep(0)


async def test_who_does_not_answer_a_close_is_not_waited_for() -> None:
    """A client that keeps its side open is cut off at the second look."""
    async with place() as here:
        stranger = await here.enter()
        stranger.frame(TEXT, b"x" * 70_000)
        await stranger.closed_with()
        now = asyncio.get_running_loop().time()
        here.wires.sweep(now)
        here.wires.sweep(now)
        await stranger.gone()


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65535, 65536, 100_000])
async def test_frames_of_every_length_arrive_whole(size: int) -> None:
    """What is written past the library is what the library would have written."""
    async with place() as here:
        stranger = await here.enter()
        (wire,) = here.wires.open
        data = b"x" * size
        for _ in range(2):
            assert wire.offer(data)
            while (frame := await stranger.read())[0] == PING:
                pass
            assert frame == (TEXT, data)


async def test_everything_arrives_in_order_however_slowly_it_is_read() -> None:
    """At once, through the outbox, and at once again."""
    async with place(messages="100000/s") as here:
        stranger = await here.enter()
        (client,) = here.runtime.clients.all
        sent = 0
        for burst in (10, 200, 10, 200, 10):
            for _ in range(burst):
                client.send(OutgoingMessage(json.dumps({"t": "notice", "text": f"{sent:06}" + "x" * 4000}).encode()))
                sent += 1
            for number in range(sent - burst, sent):
                assert (await stranger.message())["text"].startswith(f"{number:06}")


async def test_who_reads_again_hears_why_it_was_given_up() -> None:
    """The backlog is dropped, and a client that is slow but alive is told to come back and resume."""
    async with place() as here:
        stranger = await here.enter()
        (client,) = here.runtime.clients.all
        assert isinstance(client, ClientConnection)
        stranger.stop_reading()
        talk = json.dumps({"t": "notice", "text": "x" * 4000}).encode()
        while client.ending is None:
            client.send(OutgoingMessage(talk))
        assert client.outbox.weight == 0
        stranger.writer.transport.resume_reading()  # type: ignore[attr-defined]
        assert (await stranger.closed_with())[0] == 1013
