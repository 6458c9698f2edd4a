"""Failover between transports of a match."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from kibitz_client.errors import NetworkError
from kibitz_client.network.client import Status
from kibitz_client.network.mqtt.failover import Failover, Opened, Transport
from kibitz_client.network.subscriptions import Message
from kibitz_protocol.to_client import Moved, Notice
from kibitz_protocol.values.fields import Seq
from tests.client.samples import MATCH, event, move, position, report, snapshot


class Script:
    """Transport with scripted messages for each opening, and then an error; None: it cannot be opened."""

    def __init__(self, *openings: list[Message] | None) -> None:
        self.openings = list(openings)
        self.known: list[tuple[str, Seq] | None] = []
        self._messages: list[Message] = []

    @asynccontextmanager
    async def open(self, known: tuple[str, Seq] | None) -> AsyncIterator[Opened]:
        """Open the next scripted connection."""
        self.known.append(known)
        messages = self.openings.pop(0) if self.openings else None
        if messages is None:
            raise NetworkError("not there")
        self._messages = messages
        yield Opened(self, MATCH)

    async def messages(self) -> AsyncIterator[Message]:
        """Yield the scripted messages, and then fail."""
        for message in self._messages:
            yield message
        raise NetworkError("it broke")


def moved(seq: int) -> Any:
    """A move."""
    return event(seq, Moved(move=move(0, 4, report())), position("4"))


async def watched(*scripts: Script, television: bool = False) -> tuple[list[Any], list[str]]:
    """Return the messages until no transport works, and the status texts."""
    statuses: list[str] = []

    def note(_status: Status, text: str) -> None:
        statuses.append(text)

    messages: list[Any] = []
    async with asyncio.timeout(30):
        named = [Transport(f"transport {n}", script.open) for n, script in enumerate(scripts)]
        async with Failover(named, note, television=television) as failover:
            with contextlib.suppress(NetworkError):
                async for message in failover.messages():
                    messages += [message]
    return messages, statuses


async def test_the_next_transport_continues_after_the_last_event() -> None:
    """The next transport starts after the last known event, and repeated events are dropped."""
    broker = Script([snapshot(seq=3), moved(4), moved(5)])
    server = Script([moved(5), moved(6), Notice(text="noon")])
    messages, statuses = await watched(broker, server)
    assert [getattr(message, "seq", message.t) for message in messages] == [3, 4, 5, 6, "notice"]
    assert server.known[0] == (MATCH, 5)
    assert statuses[:2] == ["it broke; trying another transport", "going on over transport 1"]


async def test_repeated_failover() -> None:
    """Failover can repeat, each time after the last known event."""
    broker = Script([snapshot(seq=3)], [moved(5)])
    server = Script([moved(4)])
    messages, _ = await watched(broker, server)
    assert [message.seq for message in messages] == [3, 4, 5]
    assert broker.known[:2] == [None, (MATCH, 4)]


async def test_a_transport_that_does_not_open_is_skipped() -> None:
    """One working transport is enough."""
    messages, _ = await watched(Script(None), Script([snapshot(seq=3)]))
    assert [message.seq for message in messages] == [3]


async def test_the_error_of_a_single_transport() -> None:
    """The error of a single transport is raised."""
    messages, statuses = await watched(Script([snapshot(seq=3)]))
    assert len(messages) == 1
    assert statuses == []


async def test_tv_shows_another_match_after_failover() -> None:
    """On TV, the snapshot of another match switches to it; elsewhere it is dropped."""
    later = [
        moved(4),
        snapshot(match="m2", seq=7),
        event(8, Moved(move=move(0, 4)), position("4"), match="m2"),
        moved(5),
    ]
    for television, seqs in ((True, [3, 4, 7, 8]), (False, [3, 4, 5])):
        messages, _ = await watched(Script([snapshot(seq=3)]), Script(later), television=television)
        assert [message.seq for message in messages] == seqs
