"""Hostile clients over real sockets that read or answer nothing: they are cut off, and others are served."""

import asyncio
import json
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from kibitz_protocol.refusals import Close
from kibitz_server.messages.outgoing import OutgoingMessage
from kibitz_server.net.client import ClientConnection
from kibitz_server.net.websocket.client_socket import CLOSE_S, MAX_UNREAD, OPEN
from kibitz_server.net.websocket.sockets import STEP_S
from tests.server.net.hostile import FINAL, PING, PONG, SOON_S, TEXT, HostileTarget, TurnedLoop, listening

pytestmark = pytest.mark.io


async def test_a_client_that_sends_and_never_reads_is_cut_off() -> None:
    """Waiting answers are bounded, then the server stops reading and cuts the client off."""
    async with listening(send_s=SOON_S, messages="100000/s") as target:
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
    async with listening(send_s=SOON_S) as target:
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
    async with listening(send_s=SOON_S) as target:
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


def test_a_hello_must_come_in_time() -> None:
    """A client that opens a WebSocket and says nothing is disconnected with the reason."""

    async def client(target: HostileTarget, loop: TurnedLoop) -> float:
        silent = await target.connect()
        await silent.shake_hands()
        await loop.advance(STEP_S)
        return (await silent.closed_with())[0]

    assert over_time(client) == Close.SLOW_HELLO


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


@pytest.mark.parametrize("ends", ["error", "code", "half"])
def test_a_client_that_does_not_answer_a_close_is_cut_off(ends: str) -> None:
    """It has two seconds, also if it closed its side and does not read the rest."""

    async def client(target: HostileTarget, loop: TurnedLoop) -> float:
        hostile = await target.enter()
        (connection,) = target.runtime.clients.all
        if ends == "error":
            hostile.frame(TEXT, b"x" * 70_000)
        elif ends == "code":
            connection.end(4403, "banned")
        else:
            hostile.stop_reading()
            connection.send(OutgoingMessage(bytes(10_000_000)))
            hostile.writer.write_eof()
        while next(iter(target.sockets.open)).state is OPEN:
            await asyncio.sleep(0)
        seconds = 0.0
        while target.sockets.open and seconds < 60:
            await loop.advance(0.5)
            seconds += 0.5
        return seconds

    assert over_time(client) == CLOSE_S


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
        assert connection.outbox is not None
        assert connection.outbox.weight == 0
        client.writer.transport.resume_reading()  # type: ignore[attr-defined]
        assert (await client.closed_with())[0] == Close.OVERLOADED
