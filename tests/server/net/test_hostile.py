"""Hostile clients over real sockets: their resources are bounded, they are cut off, and other clients are served."""

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

from kibitz_server.app import build_runtime
from kibitz_server.core.lobby.registry import MatchRegistry
from kibitz_server.handlers.answers import Answers
from kibitz_server.limits.config import Limits
from kibitz_server.limits.limiter import RateLimiter
from kibitz_server.messages.outgoing import OutgoingMessage
from kibitz_server.net.client import ClientConnection
from kibitz_server.net.context import ServerContext
from kibitz_server.net.edge import EdgeConfig
from kibitz_server.net.server import close, listen
from kibitz_server.net.websocket import MAX_UNREAD, SILENCE_S, ClientSockets
from kibitz_server.store import MemoryStore
from tests.fakes import ManualPool, people_of

pytestmark = pytest.mark.io

TEXT, BINARY, CONTINUED, PING, FINAL = 1, 2, 0, 9, 0x80


class HostileTarget:
    """A listening server without engines, with all its sockets."""

    def __init__(self, **limits: Any) -> None:
        loop = asyncio.get_running_loop()
        store, pool = MemoryStore(), ManualPool()
        self.limiter = RateLimiter(Limits(**limits), loop.time, pool.waiting)
        self.runtime = build_runtime(MatchRegistry(), store, pool, loop, budget=self.limiter)
        edge = EdgeConfig()
        self.sockets = ClientSockets(self.limiter, edge)
        self.context = ServerContext(
            self.runtime, people_of(self.runtime), Answers(), "kibitz/test", edge, self.limiter, send_s=0.2
        )
        self.port = 0
        self.clients: list[RawSocket] = []

    async def connect(self) -> "RawSocket":
        """Connect without a handshake."""
        raw = socket.socket()
        # A small receive buffer of the system, so that unread bytes soon wait in the server.
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 8192)
        raw.setblocking(False)
        await asyncio.get_running_loop().sock_connect(raw, ("127.0.0.1", self.port))
        self.clients.append(RawSocket(*await asyncio.open_connection(sock=raw)))
        return self.clients[-1]

    async def enter(self) -> "RawSocket":
        """Connect, do the WebSocket handshake and say hello."""
        client = await self.connect()
        assert (await client.shake_hands()).startswith("HTTP/1.1 101")
        client.frame(TEXT, b'{"t":"hello"}')
        assert (await client.message())["t"] == "welcome"
        return client

    def buffered(self) -> int:
        """Return the bytes that wait in the server for clients that do not read."""
        clients = [client for client in self.runtime.clients.all if isinstance(client, ClientConnection)]
        boxes = sum(client.outbox.weight for client in clients)
        return boxes + sum(each.transport.get_write_buffer_size() for each in self.sockets.open)


@contextlib.asynccontextmanager
async def listening(**limits: Any) -> AsyncIterator[HostileTarget]:
    """Run a server with some limits."""
    target = HostileTarget(**limits)
    server = await listen(target.context, "127.0.0.1", 0, target.sockets)
    target.port = server.sockets[0].getsockname()[1]
    try:
        yield target
    finally:
        for client in target.clients:
            client.abort()
        await close(server, 1012, "over")


class RawSocket:
    """A client that writes arbitrary bytes."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    async def shake_hands(self) -> str:
        """Request a WebSocket; return the response up to its empty line."""
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
        """Write one frame, masked with zeros, which leave the payload as it is."""
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
        """Return the opcode and payload of the next frame."""
        first, size = await self.reader.readexactly(2)
        if size == 126:
            (size,) = struct.unpack("!H", await self.reader.readexactly(2))
        elif size == 127:
            (size,) = struct.unpack("!Q", await self.reader.readexactly(8))
        return first & 15, await self.reader.readexactly(size)

    async def message(self) -> Any:
        """Return the next message. Pings of the server get no answer."""
        while (frame := await self.read())[0] == PING:
            pass
        opcode, payload = frame
        assert opcode == TEXT, (opcode, payload)
        return json.loads(payload)

    async def closed_with(self) -> tuple[int, str]:
        """Read until the close frame; return its code and reason."""
        while True:
            opcode, payload = await self.read()
            if opcode == 8:
                return struct.unpack("!H", payload[:2])[0], payload[2:].decode()

    async def gone(self) -> None:
        """Read until the server has closed the connection."""
        with contextlib.suppress(ConnectionError):
            while await self.reader.read(65536):
                pass

    def stop_reading(self) -> None:
        """Stop reading, so that bytes wait in the server."""
        transport: Any = self.writer.transport
        transport.pause_reading()

    def abort(self) -> None:
        """Abort the connection."""
        self.writer.transport.abort()


async def test_connections_of_one_address_are_limited() -> None:
    """The refusal of an excess connection says when to retry, and a retry succeeds after another one ends."""
    async with listening(connections_per_address=2) as target:
        first, second = await target.enter(), await target.enter()
        answer = await (await target.connect()).shake_hands()
        assert answer.startswith("HTTP/1.1 429")
        assert "Retry-After: 5" in answer
        first.abort()
        while len(target.sockets.open) > 1:
            await asyncio.sleep(0)
        await target.enter()
        second.say(t="ping", id="1")
        assert (await second.message())["t"] == "accepted"


async def test_a_full_server_answers_503() -> None:
    """All connections of a server together are limited."""
    async with listening(connections=1) as target:
        await target.enter()
        assert (await (await target.connect()).shake_hands()).startswith("HTTP/1.1 503")


async def test_new_connections_have_a_rate() -> None:
    """The refusal of a client that connects too often says how long to wait."""
    async with listening(handshakes="2/20s") as target:
        for _ in range(2):
            await target.enter()
        answer = await (await target.connect()).shake_hands()
        assert answer.startswith("HTTP/1.1 429")
        assert "Retry-After: 10" in answer


async def test_slow_handshakes_are_limited() -> None:
    """Connections that never finish their handshake are limited, and free their places when they end."""
    async with listening(unfinished_per_address=3) as target:
        silent = [await target.connect() for _ in range(3)]
        for one in silent:
            one.writer.write(b"GET / HT")
        while len(target.sockets.open) < 3:
            await asyncio.sleep(0)
        await (await target.connect()).gone()
        for one in silent:
            one.abort()
        while target.sockets.open:
            await asyncio.sleep(0)
        await target.enter()


async def test_headers_are_limited() -> None:
    """Headers are limited in number and length."""
    async with listening() as target:
        endless = await target.connect()
        endless.writer.write(b"GET / HTTP/1.1\r\n" + b"X-Filler: " + b"x" * 100_000)
        await endless.gone()
        many = await target.connect()
        many.writer.write(b"GET / HTTP/1.1\r\n" + b"X-Filler: x\r\n" * 1000)
        await many.gone()


async def test_too_many_messages_are_refused_and_then_close_the_connection() -> None:
    """Each refusal says when to retry; a client that continues is disconnected."""
    async with listening(messages="5/50s", patience="3/m") as target:
        client = await target.enter()
        for number in range(9):
            client.say(t="ping", id=str(number))
        answers = [await client.message() for _ in range(8)]
        assert [answer["t"] for answer in answers] == ["accepted"] * 5 + ["refused"] * 3
        assert answers[-1]["code"] == "too_many"
        assert 0 < answers[-1]["retry_after_s"] <= 10
        code, reason = await client.closed_with()
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
    """Each kind of command has its rate, and the refusal says when to retry."""
    async with listening(**limits) as target:
        client = await target.enter()
        for number in range(3):
            client.say(t=t, id=str(number), **fields)
        while (answer := await client.message()).get("id") != "2":
            pass
        assert (answer["t"], answer["code"]) == ("refused", "too_many")
        assert answer["hint"].startswith("try again in ")
        client.say(t="ping", id="still there")
        assert (await client.message())["t"] == "accepted"


async def test_used_up_engine_time_is_refused_with_a_time() -> None:
    """The refusal tells a guest when engines search for it again."""
    async with listening(guest_search="60/h") as target:
        client = await target.enter()
        (connection,) = target.runtime.clients.all
        target.limiter.spend(connection.player.id, 65)
        client.say(t="hint", id="1", match="NONE")
        answer = await client.message()
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
async def test_invalid_frames_end_the_connection(opcode: int, payload: bytes, code: int) -> None:
    """Invalid UTF-8, a frame above the limit, and invalid opcodes end the connection."""
    async with listening() as target:
        client = await target.enter()
        client.frame(opcode, payload)
        assert (await client.closed_with())[0] == code


async def test_a_huge_length_ends_the_connection() -> None:
    """The connection ends before the bytes of the frame arrive."""
    async with listening() as target:
        client = await target.enter()
        client.writer.write(bytes([TEXT | FINAL, 0x80 | 127]) + struct.pack("!Q", 1 << 40) + bytes(4))
        assert (await client.closed_with())[0] == 1009


async def test_fragments_are_limited() -> None:
    """Fragments count together, and so do empty ones."""
    async with listening() as target:
        client = await target.enter()
        client.frame(TEXT, b"", final=False)
        with contextlib.suppress(ConnectionError):
            for _ in range(5000):
                client.frame(CONTINUED, b"", final=False)
            await client.writer.drain()
        await client.gone()
        assert target.buffered() == 0


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
async def test_extreme_json_is_refused(text: str) -> None:
    """Deep, wide or long JSON is refused soon, and the connection stays open."""
    async with listening() as target:
        client = await target.enter()
        client.frame(TEXT, text.encode())
        answer = await client.message()
        assert (answer["t"], answer["code"]) == ("refused", "bad_message")
        client.say(t="ping", id="2")
        assert (await client.message())["t"] == "accepted"


async def test_a_client_that_sends_and_never_reads_is_cut_off() -> None:
    """Waiting answers are bounded, then the server stops reading and cuts the client off."""
    async with listening(messages="100000/s") as target:
        client, other = await target.enter(), await target.enter()
        client.stop_reading()
        most, number = 0, 0
        while len(target.sockets.open) > 1:
            if client.writer.transport.get_write_buffer_size() < 100_000:
                number += 1
                client.say(t="games", id=str(number))
            most = max(most, target.buffered())
            await asyncio.sleep(0)
        assert 64 * 1024 < most < MAX_UNREAD + (1 << 20)
        other.say(t="ping", id="1")
        assert (await other.message())["t"] == "accepted"


async def test_a_client_that_pings_and_never_reads_is_cut_off() -> None:
    """Answers to pings of a client that does not read are bounded."""
    async with listening() as target:
        client = await target.enter()
        client.stop_reading()
        most = 0
        while target.sockets.open:
            if client.writer.transport.get_write_buffer_size() < 100_000:
                for _ in range(100):
                    client.frame(PING, b"p" * 125)
            most = max(most, target.buffered())
            await asyncio.sleep(0)
        assert most < MAX_UNREAD + (1 << 20)


async def test_a_stalled_spectator_does_not_delay_others() -> None:
    """A spectator that stops reading is cut off, and the others miss nothing."""
    async with listening() as target:
        ann, stalled = await target.enter(), await target.enter()
        ann.say(t="create", id="1", game="gomoku", seats=[{"kind": "me"}, {"kind": "open"}])
        while (entered := await ann.message())["t"] != "accepted":
            pass
        match = entered["result"]["match"]
        stalled.say(t="watch", id="w", match=match)
        assert (await stalled.message())["t"] == "accepted"
        stalled.stop_reading()
        room = target.runtime.rooms.find(match)
        assert room is not None
        most = 0
        while len(target.sockets.open) > 1:
            room.say(room.match.created.host, "x" * 2000, 0.0)
            most = max(most, target.buffered())
            while (await ann.message())["t"] != "said":
                pass
        assert most < MAX_UNREAD + (2 << 20)


async def test_a_silent_connection_is_cut_off() -> None:
    """A connection without any bytes for two pings is cut off."""
    async with listening() as target:
        await target.enter()
        now = asyncio.get_running_loop().time()
        target.sockets.sweep(now)
        assert len(target.sockets.open) == 1
        target.sockets.sweep(now + SILENCE_S + 1)
        while target.sockets.open:
            await asyncio.sleep(0)


async def test_a_client_that_does_not_answer_a_close_is_cut_off() -> None:
    """The second sweep cuts it off."""
    async with listening() as target:
        client = await target.enter()
        client.frame(TEXT, b"x" * 70_000)
        await client.closed_with()
        now = asyncio.get_running_loop().time()
        target.sockets.sweep(now)
        target.sockets.sweep(now)
        await client.gone()


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65535, 65536, 100_000])
async def test_frames_of_every_length_arrive_whole(size: int) -> None:
    """Frames that bypass the library arrive like the library's."""
    async with listening() as target:
        client = await target.enter()
        (server_socket,) = target.sockets.open
        data = b"x" * size
        for _ in range(2):
            assert server_socket.offer(data)
            while (frame := await client.read())[0] == PING:
                pass
            assert frame == (TEXT, data)


async def test_messages_arrive_in_order_for_a_slow_reader() -> None:
    """Messages that bypass the outbox and messages that wait in it keep their order."""
    async with listening(messages="100000/s") as target:
        client = await target.enter()
        (connection,) = target.runtime.clients.all
        sent = 0
        for burst in (10, 200, 10, 200, 10):
            for _ in range(burst):
                connection.send(
                    OutgoingMessage(json.dumps({"t": "notice", "text": f"{sent:06}" + "x" * 4000}).encode())
                )
                sent += 1
            for number in range(sent - burst, sent):
                assert (await client.message())["text"].startswith(f"{number:06}")


async def test_a_client_that_reads_again_gets_the_reason() -> None:
    """The waiting messages are dropped, and the close frame tells the client to resume."""
    async with listening() as target:
        client = await target.enter()
        (connection,) = target.runtime.clients.all
        assert isinstance(connection, ClientConnection)
        client.stop_reading()
        talk = json.dumps({"t": "notice", "text": "x" * 4000}).encode()
        while connection.ending is None:
            connection.send(OutgoingMessage(talk))
        assert connection.outbox.weight == 0
        client.writer.transport.resume_reading()  # type: ignore[attr-defined]
        assert (await client.closed_with())[0] == 1013
