"""Download of the whole record of a match."""

from collections.abc import AsyncIterator

from kibitz_client.errors import LostSync, UnreadableMessage
from kibitz_client.match.record import MAX_EVENTS
from kibitz_client.network.client import NetworkClient
from kibitz_client.requests import build
from kibitz_protocol.codec import encode
from kibitz_protocol.formats.record import MAX_BYTES
from kibitz_protocol.to_client import Event, Snapshot
from kibitz_protocol.to_server import Record


async def fetch_record(client: NetworkClient, match: str, key: str | None = None) -> AsyncIterator[Snapshot | Event]:
    """Yield the first snapshot and all events of a match, page by page.

    Raises:
        LostSync: The events are not numbered without gaps.
        UnreadableMessage: The record is larger than the largest record file.
    """
    known = count = size = 0
    while True:
        page = await client.ask(build(Record, match=match, since=known, key=key))
        count += len(page.events)
        size += len(encode(page))
        if count > MAX_EVENTS or size > MAX_BYTES:
            most = f"{MAX_EVENTS:,} events or {MAX_BYTES >> 20} MB"
            raise UnreadableMessage(f"the server's record of match {match} has more than {most}")
        if page.snapshot is not None:
            known = page.snapshot.seq
            yield page.snapshot
        for event in page.events:
            if event.seq != known + 1:
                raise LostSync(f"events of match {match} are missing: {known} was followed by {event.seq}", "try again")
            known = event.seq
            yield event
        if known >= page.last or not page.events:
            return
