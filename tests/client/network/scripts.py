"""What tests of the client make a scripted server do."""

import asyncio
from collections.abc import AsyncIterator

from kibitz_client.network.client import NetworkClient
from kibitz_client.network.connection import Pace
from kibitz_client.network.subscriptions import Message
from kibitz_client.requests import new_id
from kibitz_protocol.to_client import (
    Entered,
    Event,
    Snapshot,
    Started,
)
from kibitz_protocol.to_server import Watch
from kibitz_protocol.values.matches import MatchRow
from tests.client.samples import CODE, MATCH, event, snapshot
from tests.fakes.client import Peer

QUICK = Pace(open_s=5, ping_after_s=60, dead_after_s=60, first_delay_s=0.001, longest_delay_s=0.002, give_up_after_s=30)
ENTERED = Entered(match=MATCH, code=CODE, seat=None)


async def watched(client: NetworkClient, peer: Peer) -> Snapshot:
    """Watch the match, and return the snapshot as of event 3."""
    asked = asyncio.create_task(client.ask(Watch(id=new_id(), match=CODE)))
    await peer.accept(ENTERED)
    await peer.send(snapshot())
    await asked
    first = await anext(client.messages())
    assert isinstance(first, Snapshot)
    return first


async def next_seq(messages: AsyncIterator[Message]) -> int:
    """Return the number of the next message, which must be a snapshot or an event."""
    message = await anext(messages)
    assert isinstance(message, Snapshot | Event)
    return message.seq


def numbered(seq: int) -> Event:
    """Return an event with this number."""
    return event(seq, Started())


def row(match: str) -> MatchRow:
    """Return a row of the lobby."""
    return MatchRow(
        match=match,
        code=match,
        game="mnk",
        options={},
        phase="open",
        seats=[],
        ply=0,
        clock=None,
        watchers=0,
        result=None,
    )
