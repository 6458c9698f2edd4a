"""The client seed that a client gives for a match with chance without being asked."""

import asyncio
from typing import Any

import pytest

from kibitz_client.match.fairness import wants_client_seed
from kibitz_client.network.client import NetworkClient
from kibitz_client.requests import new_id, random_client_seed
from kibitz_protocol.fairness.check import Received
from kibitz_protocol.refusals import Code
from kibitz_protocol.to_client import Accepted, ClientSeedGiven, Entered, Event, Pong
from kibitz_protocol.to_server import GiveClientSeed, Join, Ping
from tests.client.dice import SEED_HASH, opened
from tests.client.network.scripts import QUICK
from tests.client.samples import CODE, MATCH, event
from tests.fakes.client import FakeServer, Peer, refused


@pytest.mark.parametrize(
    ("changes", "wanted"),
    [
        ({}, True),
        ({"client_seeds": ["given", None]}, False),
        ({"client_seeds": [None, "given"]}, True),
        ({"yours": [0, 1], "client_seeds": [None, "given"]}, False),
        ({"yours": [], "you": None}, False),
        ({"phase": "running"}, False),
        ({"server_seed_hash": None}, False),
    ],
)
def test_when_a_text_is_wanted(changes: dict[str, Any], wanted: bool) -> None:
    """A player gives one text, for all its seats, before the start of a match with chance."""
    assert wants_client_seed(opened(**changes)) is wanted


def test_a_text_fits_the_protocol() -> None:
    """Texts are random, and no server refuses them."""
    texts = {random_client_seed() for _ in range(100)}
    assert len(texts) == 100
    assert all(GiveClientSeed(id="1", match=MATCH, client_seed=text).client_seed == text for text in texts)


async def joined(client: NetworkClient, peer: Peer, **changes: Any) -> None:
    """Join the match, whose snapshot follows."""
    asked = asyncio.create_task(client.ask(Join(id=new_id(), match=CODE)))
    await peer.accept(Entered(match=MATCH, code=CODE, seat=0))
    await peer.send(opened(**changes))
    await asked


async def given(peer: Peer) -> GiveClientSeed:
    """Return the next command, which must be a client seed."""
    command = await peer.receive()
    assert isinstance(command, GiveClientSeed)
    return command


async def next_is_ping(client: NetworkClient, peer: Peer) -> bool:
    """Return whether the client sends nothing before its next command."""
    asked = asyncio.create_task(client.ask(Ping(id="p")))
    sent = await peer.accept(Pong(at=1.0))
    await asked
    return isinstance(sent, Ping)


@pytest.mark.io
async def test_a_player_gives_a_client_seed_once(server: FakeServer) -> None:
    """It follows the snapshot, and a second snapshot that has it asks for no other."""
    async with NetworkClient(server.url, pace=QUICK) as client:
        peer = await server.peer()
        await joined(client, peer)
        given_seed = await given(peer)
        assert (given_seed.match, given_seed.key) == (MATCH, None)
        told = ClientSeedGiven(seat=0, client_seed=given_seed.client_seed)
        await peer.send(Accepted(id=given_seed.id, result=None), event(4, told, phase="open"))
        await peer.send(opened(seq=4, client_seeds=[given_seed.client_seed, None]))
        messages = client.messages()
        assert [type(await anext(messages)).__name__ for _ in range(3)] == ["Snapshot", "Event", "Snapshot"]
        assert await next_is_ping(client, peer)


@pytest.mark.io
async def test_a_text_is_sent_again_after_a_break(server: FakeServer) -> None:
    """Without an answer, the same text is sent over the next connection."""
    async with NetworkClient(server.url, pace=QUICK) as client:
        peer = await server.peer()
        await joined(client, peer)
        given_seed = await given(peer)
        peer.drop()
        peer = await server.peer()
        commands = [await peer.receive() for _ in range(2)]
        assert [command.t for command in commands] == ["watch", "give_client_seed"]
        assert commands[1] == given_seed


@pytest.mark.io
async def test_a_snapshot_without_the_text_gets_the_same_again(server: FakeServer) -> None:
    """A refusal is not an error of the client. A server that got several client seeds could use the one it likes."""
    async with NetworkClient(server.url, pace=QUICK) as client:
        peer = await server.peer()
        await joined(client, peer)
        first = await given(peer)
        await peer.send(refused(Code.BUSY, "not now", id=first.id))
        assert await next_is_ping(client, peer)
        await peer.send(opened(seq=4))
        again = await given(peer)
        assert (again.client_seed, again.id != first.id) == (first.client_seed, True)


@pytest.mark.io
async def test_what_was_received_before_the_start_is_passed_on(server: FakeServer) -> None:
    """First the hash, and then with it the client seed that the server has accepted."""
    received: list[Received] = []
    async with NetworkClient(server.url, pace=QUICK, on_received=received.append) as client:
        peer = await server.peer()
        await joined(client, peer)
        sent = await given(peer)
        assert received == [Received(MATCH, SEED_HASH, None)]
        await peer.send(Accepted(id=sent.id, result=None))
        assert await next_is_ping(client, peer)
        assert received[1:] == [Received(MATCH, SEED_HASH, sent.client_seed)]


@pytest.mark.io
async def test_a_spectator_gives_none(server: FakeServer) -> None:
    """Only players have a part in the chance events."""
    async with NetworkClient(server.url, pace=QUICK) as client:
        peer = await server.peer()
        await joined(client, peer, yours=[], you=None)
        assert not isinstance(await anext(client.messages()), Event)
        assert await next_is_ping(client, peer)
