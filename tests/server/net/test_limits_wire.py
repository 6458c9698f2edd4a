"""Hostile clients over real sockets that connect or ask too often: they are refused, and others are served."""

import asyncio
from typing import Any

import pytest

from kibitz_protocol.refusals import Close
from kibitz_server.net.client import ClientConnection
from tests.server.net.hostile import TEXT, listening

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
        assert code == Close.TOO_MANY
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
    limits: dict[str, Any], t: str, fields: dict[str, Any]
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


async def test_a_client_with_many_refused_messages_is_read_slowly() -> None:
    """All of them are answered in order, and what it sends behind them as well."""
    async with listening(chat="1/h") as target:
        client, began = await target.enter(), asyncio.get_running_loop().time()
        for number in range(9):
            client.say(t="chat", id=str(number), match="NONE", text="hello")
        client.say(t="ping", id="9")
        answers = [await client.message() for _ in range(10)]
        assert [answer["id"] for answer in answers] == [str(number) for number in range(10)]
        assert [answer["t"] for answer in answers] == ["refused"] * 9 + ["accepted"]
        assert asyncio.get_running_loop().time() - began >= 0.3
        other = await target.enter()
        other.say(t="ping", id="other")
        assert (await other.message())["id"] == "other"


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
    """The client is disconnected with a reason."""
    async with listening() as target:
        client = await target.connect()
        await client.shake_hands()
        client.frame(TEXT, b'{"t":"hello","client":"' + b"x" * 5000 + b'"}')
        assert "too long" in (await client.message())["message"]
        assert (await client.closed_with())[0] == Close.BAD_MESSAGE


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
