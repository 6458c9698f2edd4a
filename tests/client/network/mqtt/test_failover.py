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
from kibitz_protocol.values import Seq
from tests.client.samples import MATCH, event, move, position, report, snapshot


class Script:
    """Transport with scripted messages for each opening, and then an error; None: it cannot be opened."""

    def __init__(self, *openings: list[Message] | None) -> None:
        self.openings = list(openings)
        self.known: list[tuple[str, Seq] | None] = []
        self._telling: list[Message] = []

    @asynccontextmanager
    async def open(self, known: tuple[str, Seq] | None) -> AsyncIterator[Opened]:
        """Open the next scripted connection."""
        self.known.append(known)
        told = self.openings.pop(0) if self.openings else None
        if told is None:
            raise NetworkError("not there")
        self._telling = told
        yield Opened(self, MATCH)

    async def messages(self) -> AsyncIterator[Message]:
        """Yield the scripted messages, and then fail."""
        for message in self._telling:
            yield message
        raise NetworkError("it broke")


def moved(seq: int) -> Any:
    """A move."""
    return event(seq, Moved(move=move(0, 4, report())), position("4"))


async def heard(*ways: Script, television: bool = False) -> tuple[list[Any], list[str]]:
    """Return the messages until no transport works, and the status texts."""
    statuses: list[str] = []

    def note(_status: Status, text: str) -> None:
        statuses.append(text)

    told: list[Any] = []
    async with asyncio.timeout(30):
        named = [Transport(f"way {n}", way.open) for n, way in enumerate(ways)]
        async with Failover(named, note, television=television) as relay:
            with contextlib.suppress(NetworkError):
                async for message in relay.messages():
                    told += [message]
    return told, statuses


async def test_the_other_way_goes_on_at_the_next_event() -> None:
    """The next transport starts after the last known event, and repeated events are dropped."""
    broker = Script([snapshot(seq=3), moved(4), moved(5)])
    server = Script([moved(5), moved(6), Notice(text="noon")])
    told, statuses = await heard(broker, server)
    assert [getattr(message, "seq", message.t) for message in told] == [3, 4, 5, 6, "notice"]
    assert server.known[0] == (MATCH, 5)
    assert statuses[:2] == ["it broke; trying another transport", "going on over way 1"]


async def test_and_back_again() -> None:
    """Failover can repeat, each time after the last known event."""
    broker = Script([snapshot(seq=3)], [moved(5)])
    server = Script([moved(4)])
    told, _ = await heard(broker, server)
    assert [message.seq for message in told] == [3, 4, 5]
    assert broker.known[:2] == [None, (MATCH, 4)]


async def test_a_way_that_is_not_there_at_the_start_is_passed_over() -> None:
    """One working transport is enough."""
    told, _ = await heard(Script(None), Script([snapshot(seq=3)]))
    assert [message.seq for message in told] == [3]


async def test_a_single_way_that_breaks_is_the_end() -> None:
    """The error of a single transport is raised."""
    told, statuses = await heard(Script([snapshot(seq=3)]))
    assert len(told) == 1
    assert statuses == []


async def test_another_match_is_on_when_the_way_has_changed() -> None:
    """On TV, the snapshot of another match switches to it; elsewhere it is dropped."""
    later = [
        moved(4),
        snapshot(match="m2", seq=7),
        event(8, Moved(move=move(0, 4)), position("4"), match="m2"),
        moved(5),
    ]
    for television, seqs in ((True, [3, 4, 7, 8]), (False, [3, 4, 5])):
        told, _ = await heard(Script([snapshot(seq=3)]), Script(later), television=television)
        assert [message.seq for message in told] == seqs
