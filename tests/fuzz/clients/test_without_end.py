"""Servers that never end: no answer to a command, more messages than are read, and records without a last event."""

import asyncio
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any

import pytest

from kibitz_client.cli.main import app
from kibitz_client.errors import NetworkError, UnreadableMessage
from kibitz_client.network.client import NetworkClient
from kibitz_client.network.connection import Pace
from kibitz_client.requests import build
from kibitz_protocol.to_client import Accepted, Entered, Event, Notice, Pong, Recorded, Started
from kibitz_protocol.to_server import Create, ListMatches
from kibitz_protocol.values.seats import Me, Open
from tests import commands
from tests.client.samples import CODE, MATCH, event, snapshot
from tests.fakes.client import Peer
from tests.fuzz.clients.server import serving

pytestmark = pytest.mark.io


async def answer_pings(peer: Peer) -> None:
    """Answer the keepalive alone, which shows that the server and its connection work."""
    while True:
        if (command := await peer.receive()).t == "ping":
            await peer.send(Accepted(id=command.id, result=Pong(at=0.0)))


async def flood(peer: Peer) -> None:
    """Send notices without end."""
    while True:
        await peer.send(Notice(text="x" * 10_000))


async def test_a_command_that_is_never_answered() -> None:
    """The caller does not wait for a server that answers pings alone: exit code 4."""
    pace = Pace(ping_after_s=0.01, answer_s=0.05)
    async with asyncio.timeout(60), serving(answer_pings) as server, NetworkClient(server.url, pace=pace) as client:
        with pytest.raises(NetworkError, match=r"did not answer the command 'list' within 0.05 s") as caught:
            await client.ask(build(ListMatches))
        assert (caught.value.exit_code, caught.value.hint) == (4, "try again, or use another server")


async def test_commands_that_are_never_read() -> None:
    """A server that reads nothing holds up neither the callers, whose sending stops, nor the end of the client."""
    seats, moves = [Me(), Open()], ["x" * 200] * 500

    peers: list[Peer] = []

    async def read_nothing(peer: Peer) -> None:
        peer.socket.transport.pause_reading()
        peers.append(peer)

    pace = Pace(ping_after_s=60, dead_after_s=60, answer_s=0.05, close_s=0.05)
    async with asyncio.timeout(50), serving(read_nothing) as server:
        async with NetworkClient(server.url, pace=pace) as client:
            asked = (client.ask(build(Create, game="nim", seats=seats, moves=moves)) for _ in range(100))
            for error in await asyncio.gather(*asked, return_exceptions=True):
                assert isinstance(error, NetworkError)
        peers[0].drop()


async def test_messages_without_end() -> None:
    """A client keeps a bounded amount of unread messages, and then ends with an error message: exit code 5."""
    async with asyncio.timeout(60), serving(flood) as server, NetworkClient(server.url) as client:
        with pytest.raises(UnreadableMessage, match=r"sends messages faster than they are read: more than 16 MB wait"):
            await client.ask(build(ListMatches))
        read = count()
        with pytest.raises(UnreadableMessage) as caught:
            await read_all(client, read)
        assert caught.value.exit_code == 5
        assert 1000 < next(read) < 2000


async def read_all(client: NetworkClient, read: Iterator[int]) -> None:
    """Count the messages of a client, until they end."""
    async for _ in client.messages():
        next(read)


def growing(known: int) -> list[Event]:
    """Return the page of a record that always has a next one."""
    return [event(seq, Started()) for seq in range(known + 1, known + 1001)]


def repeated(_known: int) -> list[Event]:
    """Return the same page of a record each time."""
    return [event(1, Started())]


@pytest.mark.parametrize(
    ("page", "sentence"),
    [
        (growing, f"error: the server's record of match {MATCH} has more than 40,000 events or 64 MB"),
        (repeated, f"error: events of match {MATCH} are missing: 1 was followed by 1"),
    ],
)
async def test_a_record_without_end(page: Callable[[int], list[Event]], sentence: str) -> None:
    """The download of a record that has no last event ends with an error message: exit code 5."""

    async def behave(peer: Peer) -> None:
        while True:
            command = await peer.receive()
            results: dict[str, Any] = {"watch": Entered(match=MATCH, code=CODE, seat=None)}
            if command.t == "record":
                results["record"] = Recorded(match=MATCH, snapshot=None, events=page(command.since), last=1_000_000)
            await peer.send(Accepted(id=command.id, result=results.get(command.t)))
            if command.t == "watch":
                await peer.send(snapshot())

    async with asyncio.timeout(60), serving(behave) as server:
        result = await asyncio.to_thread(commands.run, app, "export", CODE, "--server", server.url, env={})
    assert result.exit_code == 5
    assert result.stderr.splitlines()[0] == sentence
