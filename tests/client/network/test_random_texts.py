"""The random text that a client gives for a match with chance, unasked."""

import asyncio
from typing import Any

import pytest

from kibitz_client.match.fairness import wants_lots
from kibitz_client.network.client import Client
from kibitz_client.requests import new_id, random_lots
from kibitz_protocol.refusals import Code
from kibitz_protocol.to_client import Accepted, Entered, Event, LotsGiven, Pong
from kibitz_protocol.to_server import Join, Lots, Ping
from tests.client.dice import opened
from tests.client.network.scripts import QUICK
from tests.client.samples import CODE, MATCH, event
from tests.fakes.client import FakeServer, Peer, refused


@pytest.mark.parametrize(
    ("changes", "wanted"),
    [
        ({}, True),
        ({"lots": ["given", None]}, False),
        ({"lots": [None, "given"]}, True),
        ({"yours": [0, 1], "lots": [None, "given"]}, False),
        ({"yours": [], "you": None}, False),
        ({"phase": "running"}, False),
        ({"seed_hash": None}, False),
    ],
)
def test_when_a_text_is_wanted(changes: dict[str, Any], wanted: bool) -> None:
    """A player gives one text, for all its seats, before the start of a match with chance."""
    assert wants_lots(opened(**changes)) is wanted


def test_a_text_fits_the_protocol() -> None:
    """Texts are random, and no server refuses them."""
    texts = {random_lots() for _ in range(100)}
    assert len(texts) == 100
    assert all(Lots(id="1", match=MATCH, text=text).text == text for text in texts)


async def joined(client: Client, peer: Peer, **changes: Any) -> None:
    """Join the match, whose snapshot follows."""
    asked = asyncio.create_task(client.ask(Join(id=new_id(), match=CODE)))
    await peer.accept(Entered(match=MATCH, code=CODE, seat=0))
    await peer.send(opened(**changes))
    await asked


async def given(peer: Peer) -> Lots:
    """Return the next command, which must be a random text."""
    command = await peer.receive()
    assert isinstance(command, Lots)
    return command


async def next_is_ping(client: Client, peer: Peer) -> bool:
    """Return whether the client sends nothing before its next command."""
    asked = asyncio.create_task(client.ask(Ping(id="p")))
    sent = await peer.accept(Pong(at=1.0))
    await asked
    return isinstance(sent, Ping)


@pytest.mark.io
async def test_a_player_gives_a_text_once(server: FakeServer) -> None:
    """It follows the snapshot, and a second snapshot that has it asks for no other."""
    async with Client(server.url, pace=QUICK) as client:
        peer = await server.peer()
        await joined(client, peer)
        lots = await given(peer)
        assert (lots.match, lots.key) == (MATCH, None)
        await peer.send(Accepted(id=lots.id, result=None), event(4, LotsGiven(seat=0, text=lots.text), phase="open"))
        await peer.send(opened(seq=4, lots=[lots.text, None]))
        messages = client.messages()
        assert [type(await anext(messages)).__name__ for _ in range(3)] == ["Snapshot", "Event", "Snapshot"]
        assert await next_is_ping(client, peer)


@pytest.mark.io
async def test_a_text_is_sent_again_after_a_break(server: FakeServer) -> None:
    """Without an answer, the same text is sent over the next connection."""
    async with Client(server.url, pace=QUICK) as client:
        peer = await server.peer()
        await joined(client, peer)
        lots = await given(peer)
        peer.drop()
        peer = await server.peer()
        commands = [await peer.receive() for _ in range(2)]
        assert [command.t for command in commands] == ["watch", "lots"]
        assert commands[1] == lots


@pytest.mark.io
async def test_a_snapshot_without_the_text_gets_another(server: FakeServer) -> None:
    """A refusal is no error of the client: if the server still waits later, it gets a new text."""
    async with Client(server.url, pace=QUICK) as client:
        peer = await server.peer()
        await joined(client, peer)
        await peer.send(refused(Code.BUSY, "not now", id=(await given(peer)).id))
        assert await next_is_ping(client, peer)
        await peer.send(opened(seq=4))
        await given(peer)


@pytest.mark.io
async def test_a_spectator_gives_none(server: FakeServer) -> None:
    """Only players have a part in the draws."""
    async with Client(server.url, pace=QUICK) as client:
        peer = await server.peer()
        await joined(client, peer, yours=[], you=None)
        assert not isinstance(await anext(client.messages()), Event)
        assert await next_is_ping(client, peer)
