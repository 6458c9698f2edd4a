"""Download of records, page by page."""

from typing import Any

import pytest

from kibitz_client.errors import UnreadableMessage
from kibitz_client.network.record import fetch_record
from kibitz_protocol.to_client import Moved
from kibitz_protocol.to_client import Recorded as Page
from kibitz_protocol.to_server import Record
from tests.client.samples import MATCH, event, move, position, snapshot
from tests.fakes.client import FakeClient


async def test_pages_are_asked_for_until_the_last_event() -> None:
    """Each page starts after the last event of the page before."""
    events = [event(4 + ply, Moved(move=move(ply, int("408"[ply]))), position("408"[: ply + 1])) for ply in range(3)]
    pages = {0: (snapshot(), events[:1]), 4: (None, events[1:])}

    def answer(command: Any) -> Page:
        assert isinstance(command, Record)
        made, page = pages[command.since]
        return Page(match=MATCH, snapshot=made, events=page, last=6)

    client = FakeClient(answer)
    assert [message.seq async for message in fetch_record(client, MATCH)] == [3, 4, 5, 6]
    assert [command.since for command in client.asked] == [0, 4]


async def test_a_record_longer_than_any_file_is_an_error() -> None:
    """A server cannot fill the memory of the client."""
    page = Page(match=MATCH, snapshot=None, events=[event(1, Moved(move=move(0, 4)), position("4"))] * 40_001, last=2)
    with pytest.raises(UnreadableMessage, match="has more than 40,000 events or 64 MB"):
        assert [message async for message in fetch_record(FakeClient(lambda _: page), MATCH)]
