"""Hostile clients over real sockets: their resources are bounded, they are cut off, and other clients are served."""

import asyncio
import contextlib
import json
import struct
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from kibitz_server.messages.outgoing import OutgoingMessage
from kibitz_server.net.client import ClientConnection
from kibitz_server.net.websocket import MAX_UNREAD
from tests.server.net.hostile import CONTINUED, FINAL, PING, PONG, TEXT, HostileTarget, TurnedLoop, listening

pytestmark = pytest.mark.io


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
        assert await target.is_reset()
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
    async with listening(None, **limits) as target:
        client = await target.enter()
        for number in range(3):
            client.say(t=t, id=str(number), **fields)
        while (answer := await client.message()).get("id") != "2":
            pass
        assert (answer["t"], answer["code"]) == ("refused", "too_many")
        assert answer["hint"].startswith("try again in ")
        client.say(t="ping", id="still there")
        assert (await client.message())["t"] == "accepted"


async def test_queries_of_an_address_wait_and_moves_do_not() -> None:
    """While an address has used up its processor time, its queries are answered in turns, and its moves at once."""
    async with listening(query_time="0.0001/s", query_time_per_client="0.0001/s") as target:
        eve, ann = await target.enter(), await target.enter()
        for number in range(40):
            eve.say(t="list", id=f"list {number}")
        ann.say(t="list", id="waits")
        ann.say(t="ping", id="playing")
        assert (await ann.message())["id"] == "playing"
        assert target.limiter.queries.waiting("127.0.0.1") > 30
        eve.abort()
        ann.abort()
        while target.runtime.clients.all:
            await asyncio.sleep(0)
        assert target.limiter.queries.waiting("127.0.0.1") == 0


async def test_long_messages_of_a_busy_address_wait() -> None:
    """They are not decoded before their turn, and the commands of another connection are carried out meanwhile."""
    async with listening(query_time="0.001/s", query_time_per_client="0.001/s") as target:
        eve, ann = await target.enter(), await target.enter()
        target.limiter.queries.charge("", "127.0.0.1", 60.0)
        (waiting, _) = target.runtime.clients.all
        assert isinstance(waiting, ClientConnection)
        sent = waiting.limiter.sent
        eve.frame(TEXT, b'{"t":"ping","id":"long","padding":"' + b"x" * 5000 + b'"}')
        eve.say(t="ping", id="behind")
        ann.say(t="ping", id="1")
        assert (await ann.message())["id"] == "1"
        assert waiting.limiter.sent == sent


async def test_a_long_hello_is_not_read() -> None:
    """The client is disconnected with a sentence."""
    async with listening() as target:
        client = await target.connect()
        await client.shake_hands()
        client.frame(TEXT, b'{"t":"hello","client":"' + b"x" * 5000 + b'"}')
        assert "too long" in (await client.message())["message"]
        assert (await client.closed_with())[0] == 4400


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


def over_time(client: Callable[[HostileTarget, TurnedLoop], Coroutine[Any, Any, float]]) -> float:
    """Run a server and a client for it on a clock that is turned, and return the client's result."""

    async def run() -> float:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, TurnedLoop)
        async with listening() as target:
            return await client(target, loop)

    with asyncio.Runner(loop_factory=TurnedLoop) as runner:
        return runner.run(run())


@pytest.mark.parametrize("bytes_each", [b"", b"ping"], ids=["silent", "busy"])
def test_pings_must_be_answered(bytes_each: bytes) -> None:
    """A client that answers no ping is cut off within 45 s, also if it sends commands; one that answers stays."""

    async def client(target: HostileTarget, loop: TurnedLoop) -> float:
        honest, hostile = await target.enter(), await target.enter()
        answering = asyncio.create_task(honest.answer_pings())
        reading = asyncio.create_task(hostile.gone())
        seconds = 0.0
        while not reading.done() and seconds < 120:
            if bytes_each:
                hostile.say(t="ping", id=f"{seconds}")
            await loop.advance(2.5)
            seconds += 2.5
        for _ in range(10):
            await loop.advance(5)
        assert not answering.done()
        assert len(target.sockets.open) == 1
        honest.abort()
        await answering
        return seconds

    assert 40 <= over_time(client) <= 47.5


@pytest.mark.parametrize(
    "begin",
    [bytes([0x81]), bytes([0x81, 0xFF]), bytes([0x81, 0x80 | 120]), bytes([0x01, 0x81, 0, 0, 0, 0, 65])],
    ids=["head", "length", "payload", "fragment"],
)
def test_a_message_must_end_in_time(begin: bytes) -> None:
    """A client that sends a message byte by byte is cut off, also if it sends control frames between fragments."""

    async def client(target: HostileTarget, loop: TurnedLoop) -> float:
        hostile = await target.enter()
        reading = asyncio.create_task(hostile.gone())
        fragment = bool(not begin[0] & FINAL)
        hostile.writer.write(begin)
        seconds = 0.0
        while not reading.done() and seconds < 120:
            await loop.advance(2)
            seconds += 2
            if fragment:
                hostile.frame(PING)
            else:
                hostile.writer.write(bytes([0x80 | 120]))
        return seconds

    assert 10 <= over_time(client) <= 18


def test_many_slow_messages_are_no_slow_message() -> None:
    """Each message has its own time: one ends and the next begins in the same bytes."""

    async def client(target: HostileTarget, loop: TurnedLoop) -> float:
        steady = await target.enter()
        pings: list[bytes] = []

        async def read() -> None:
            while True:
                opcode, payload = await steady.read()
                if opcode == PING:
                    pings.append(bytes([FINAL | PONG, 0x80 | len(payload), 0, 0, 0, 0]) + payload)

        reading = asyncio.create_task(read())
        text = b'{"t":"ping","id":"1"}'
        frame = bytes([0x81, 0x80 | len(text), 0, 0, 0, 0]) + text
        steady.writer.write(frame[:3])
        for _ in range(30):
            await loop.advance(4)
            steady.writer.write(frame[3:] + b"".join(pings) + frame[:3])
            pings.clear()
        assert len(target.sockets.open) == 1
        reading.cancel()
        return 0.0

    over_time(client)


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
