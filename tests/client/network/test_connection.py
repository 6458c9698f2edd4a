"""Opening and keeping a connection, with a scripted server."""

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from kibitz_client.errors import NetworkError, RefusedError, UnreadableMessage, UsageError
from kibitz_client.network.client import NetworkClient
from kibitz_client.network.connection import Pace
from kibitz_protocol.refusals import Close, Code
from kibitz_protocol.to_client import Pong, Starting
from tests.client.network.scripts import QUICK
from tests.fakes.client import TOKEN, FakeServer, refused, welcome

pytestmark = pytest.mark.io


async def test_no_server(server: FakeServer) -> None:
    """If no server listens, the error has a hint how to start one."""
    await server.shut()
    with pytest.raises(NetworkError, match=f"no Kibitz server answers at {server.url}") as caught:
        await NetworkClient(server.url, pace=QUICK).__aenter__()
    assert "kibitz-server serve" in str(caught.value.hint)
    await server.listen()


async def test_another_kind_of_server() -> None:
    """Another kind of server has a different error than a missing one."""

    async def answer(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
        writer.close()
        await writer.wait_closed()

    async with await asyncio.start_server(answer, "127.0.0.1", 0) as other:
        port = other.sockets[0].getsockname()[1]
        with pytest.raises(NetworkError, match=r"is not a Kibitz server \(HTTP 404\)"):
            await NetworkClient(f"ws://127.0.0.1:{port}", pace=QUICK).__aenter__()


async def test_a_websocket_server_of_something_else() -> None:
    """A WebSocket server without the subprotocol is refused."""
    async with FakeServer(subprotocols=()) as other:
        with pytest.raises(NetworkError, match=r"does not speak kibitz\.v1"):
            await NetworkClient(other.url, pace=QUICK).__aenter__()


async def test_an_invalid_address() -> None:
    """An invalid address is a usage error."""
    with pytest.raises(UsageError, match="is not the address of a server"):
        await NetworkClient("http//nowhere", pace=QUICK).__aenter__()


@pytest.mark.parametrize("answer", [refused(Code.UNKNOWN_TOKEN, "unknown token"), Close.UNKNOWN_TOKEN])
async def test_an_unknown_token_of_ours_is_refused(server: FakeServer, answer: Any) -> None:
    """A given token that the server does not know is an error: the player does not become a guest."""
    server.greet = lambda _hello: answer
    with pytest.raises(RefusedError) as caught:
        await NetworkClient(server.url, token="x" * 20, pace=QUICK).__aenter__()
    assert caught.value.refused.code == Code.UNKNOWN_TOKEN


@pytest.mark.parametrize("answer", ["{}", Pong(at=0.0), 1011])
async def test_no_welcome(server: FakeServer, answer: Any) -> None:
    """A server that sends another message than a welcome, or none, is an error."""
    server.greet = lambda _hello: answer
    with pytest.raises(NetworkError if isinstance(answer, int) else UnreadableMessage) as caught:
        await NetworkClient(server.url, pace=QUICK).__aenter__()
    assert caught.value.exit_code == (4 if isinstance(answer, int) else 5)


async def test_silence_is_answered_by_a_ping(server: FakeServer) -> None:
    """After a silence the client sends a ping, and one answer is enough."""
    async with NetworkClient(server.url, pace=Pace(ping_after_s=0.01, dead_after_s=10)):
        peer = await server.peer()
        assert (await peer.accept(Pong(at=0.0))).t == "ping"
        assert (await peer.accept(Pong(at=0.0))).t == "ping"


async def test_a_dead_connection_is_replaced(server: FakeServer) -> None:
    """A server that stays silent is replaced by a new connection."""
    pace = Pace(ping_after_s=0.01, dead_after_s=0.03, first_delay_s=0.001, longest_delay_s=0.002)
    async with NetworkClient(server.url, pace=pace):
        await server.peer()
        assert (await server.peer()).hello.token == TOKEN


async def test_a_starting_server_is_waited_for(server: FakeServer) -> None:
    """A server that loads its matches says so: the client tells its user once, and waits longer for the welcome."""
    told: list[str] = []
    server.greet = lambda _hello: Starting(loaded=3, matches=516)
    pace = replace(QUICK, open_s=0.5, starting_s=30.0)
    client = NetworkClient(server.url, pace=pace, on_status=lambda _, text: told.append(text))
    entering = asyncio.create_task(client.__aenter__())
    peer = await server.peer()
    for loaded in (100, 400):
        await peer.send(Starting(loaded=loaded, matches=516))
    await peer.send(welcome(server.hellos[0]))
    await entering
    assert told == ["the server is starting: 3 of 516 matches are loaded"]
    assert client.welcome.token == TOKEN
    await client.__aexit__()


async def test_a_server_that_never_ends_to_start(server: FakeServer) -> None:
    """A client does not wait for a welcome without end, whatever the server sends before it."""
    server.greet = lambda _hello: Starting(loaded=0, matches=1)
    pace = replace(QUICK, open_s=0.3, starting_s=0.1)
    entering = asyncio.create_task(NetworkClient(server.url, pace=pace).__aenter__())
    peer = await server.peer()
    while not entering.done():
        await peer.send(Starting(loaded=0, matches=1))
        await asyncio.wait([entering], timeout=0.01)
    with pytest.raises(NetworkError, match="does not send a welcome"):
        await entering
