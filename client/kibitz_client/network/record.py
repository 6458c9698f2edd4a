"""Download of the whole record of a match."""

from collections.abc import AsyncIterator

from kibitz_client.network.client import Client
from kibitz_client.requests import build
from kibitz_protocol.to_client import Event, Snapshot
from kibitz_protocol.to_server import Record


async def fetch_record(client: Client, match: str, key: str | None = None) -> AsyncIterator[Snapshot | Event]:
    """Yield the first snapshot and all events of a match, page by page."""
    known = 0
    while True:
        page = await client.ask(build(Record, match=match, since=known, key=key))
        if page.snapshot is not None:
            known = page.snapshot.seq
            yield page.snapshot
        for event in page.events:
            known = event.seq
            yield event
        if known >= page.last or not page.events:
            return
