"""Commands and messages of a client, with a scripted server."""

import asyncio
from dataclasses import replace

import pytest

from kibitz_client.errors import ClientError, LostSync, NetworkError, RefusedError, UnreadableMessage
from kibitz_client.network.client import NetworkClient
from kibitz_protocol.refusals import Code
from kibitz_protocol.to_client import (
    Accepted,
    Notice,
    Pong,
    Seeking,
)
from kibitz_protocol.to_server import Ping, Seek, Watch
from tests.client.network.scripts import ENTERED, QUICK, next_seq, numbered, watched
from tests.client.samples import CODE, MATCH, snapshot
from tests.fakes.client import TOKEN, FakeServer, refused

pytestmark = pytest.mark.io


async def test_it_says_hello_and_keeps_the_token(server: FakeServer) -> None:
    """A client sends its name, and a new guest keeps the server's token."""
    async with NetworkClient(server.url, "otter", pace=QUICK) as client:
        assert (await server.peer()).hello.name == "otter"
        assert client.welcome.server == "fake"
        assert client.token == TOKEN


async def test_an_answer_belongs_to_its_question(server: FakeServer) -> None:
    """Answers are matched by the ids of the commands, in any order."""
    async with NetworkClient(server.url, pace=QUICK) as client:
        peer = await server.peer()
        one = asyncio.create_task(client.ask(Ping(id="one")))
        two = asyncio.create_task(client.ask(Ping(id="two")))
        assert {(await peer.receive()).id, (await peer.receive()).id} == {"one", "two"}
        await peer.send(Accepted(id="two", result=Pong(at=2.0)), Accepted(id="one", result=Pong(at=1.0)))
        assert [(await one).at, (await two).at] == [1.0, 2.0]


async def test_a_refusal_is_raised_where_it_was_asked_for(server: FakeServer) -> None:
    """A refused command raises the server's sentence and hint."""
    async with NetworkClient(server.url, pace=QUICK) as client:
        peer = await server.peer()
        asked = asyncio.create_task(client.ask(Watch(id="w", match="nosuch")))
        await peer.receive()
        await peer.send(refused(Code.UNKNOWN_MATCH, "there is no such match", "see the lobby", id="w"))
        with pytest.raises(RefusedError, match="there is no such match") as caught:
            await asked
        assert (caught.value.hint, caught.value.refused.code) == ("see the lobby", Code.UNKNOWN_MATCH)


async def test_a_cancelled_search_ends_at_the_server(server: FakeServer) -> None:
    """A call that is cancelled before its answer waits for the id of the seek, and ends it."""
    async with NetworkClient(server.url, pace=QUICK) as client:
        peer = await server.peer()
        search = asyncio.create_task(client.seek(Seek(id="s", game="nim")))
        await peer.receive()
        search.cancel()
        await peer.send(Accepted(id="s", result=Seeking(others=0, seek="s1")))
        ended = await peer.receive()
        assert (ended.t, ended.seek) == ("unseek", "s1")
        await peer.send(Accepted(id=ended.id, result=None))
        with pytest.raises(asyncio.CancelledError):
            await search


async def test_a_gap_is_refetched_once(server: FakeServer) -> None:
    """After a missing event, the client requests a snapshot, and continues."""
    async with NetworkClient(server.url, pace=QUICK) as client:
        peer = await server.peer()
        await watched(client, peer)
        await peer.send(numbered(6))
        again = await peer.accept(ENTERED)
        assert (again.t, again.match, again.since) == ("watch", MATCH, None)
        await peer.send(snapshot(seq=6), numbered(7))
        messages = client.messages()
        assert [await next_seq(messages), await next_seq(messages)] == [6, 7]


async def test_a_gap_that_stays_is_lost_sync(server: FakeServer) -> None:
    """If the snapshot does not close the gap, the client raises LostSync."""
    async with NetworkClient(server.url, pace=QUICK) as client:
        peer = await server.peer()
        await watched(client, peer)
        await peer.send(numbered(6), snapshot(seq=6), numbered(9))
        messages = client.messages()
        assert await next_seq(messages) == 6
        with pytest.raises(LostSync):
            await anext(messages)


async def test_what_cannot_be_read_is_skipped(server: FakeServer) -> None:
    """An unknown message is skipped, and an unknown answer is an error of its command."""
    async with NetworkClient(server.url, pace=QUICK) as client:
        peer = await server.peer()
        await peer.send('{"t":"fireworks"}', Notice(text="hello"))
        assert await anext(client.messages()) == Notice(text="hello")
        asked = asyncio.create_task(client.ask(Ping(id="p")))
        await peer.receive()
        await peer.send('{"t":"accepted","id":"p","result":{"kind":"fireworks"}}')
        with pytest.raises(NetworkError, match="cannot be read"):
            await asked


async def test_a_message_that_is_none_ends_the_client(server: FakeServer) -> None:
    """A message of a known type with a wrong field is an error of every caller, which says what is wrong."""
    async with NetworkClient(server.url, pace=QUICK) as client:
        peer = await server.peer()
        asked = asyncio.create_task(client.ask(Ping(id="p")))
        await peer.receive()
        await peer.send('{"t":"notice","text":7}')
        for failing in (asked, anext(client.messages())):
            with pytest.raises(UnreadableMessage, match="in a 'notice' message, text must be text") as caught:
                await failing
            assert caught.value.exit_code == 5


async def test_an_answer_that_is_none_is_an_error_of_its_command(server: FakeServer) -> None:
    """An answer that cannot be read does not end the connection."""
    async with NetworkClient(server.url, pace=QUICK) as client:
        peer = await server.peer()
        asked = asyncio.create_task(client.ask(Ping(id="p")))
        await peer.receive()
        await peer.send('{"t":"accepted","id":"p","result":{"kind":"pong","at":-1}}', Notice(text="hello"))
        with pytest.raises(UnreadableMessage, match=r"pong\.at must be at least 0"):
            await asked
        assert await anext(client.messages()) == Notice(text="hello")


async def test_an_event_before_its_snapshot_is_lost_sync(server: FakeServer) -> None:
    """A client that entered a match does not wait for a snapshot that its events have passed."""
    async with NetworkClient(server.url, pace=QUICK) as client:
        peer = await server.peer()
        asked = asyncio.create_task(client.ask(Watch(id="w", match=CODE)))
        await peer.accept(ENTERED)
        await asked
        await peer.send(numbered(4))
        with pytest.raises(LostSync, match="without its snapshot"):
            await anext(client.messages())


async def test_a_snapshot_that_never_comes_is_lost_sync(server: FakeServer) -> None:
    """A client does not wait without end for the snapshot of a match that it entered."""
    async with NetworkClient(server.url, pace=replace(QUICK, snapshot_s=0.01)) as client:
        peer = await server.peer()
        asked = asyncio.create_task(client.ask(Watch(id="w", match=CODE)))
        await peer.accept(ENTERED)
        await asked
        with pytest.raises(LostSync, match="did not send the snapshot"):
            await anext(client.messages())


async def test_messages_end_with_the_client(server: FakeServer) -> None:
    """After closing the client, messages end, and commands fail."""
    async with NetworkClient(server.url, pace=QUICK) as client:
        await server.peer()
    assert [message async for message in client.messages()] == []
    with pytest.raises(ClientError, match="was closed"):
        await client.ask(Ping(id="p"))
