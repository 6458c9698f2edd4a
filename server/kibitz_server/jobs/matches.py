"""Matches from the store: pages of the archive and of records, and matches that left memory."""

from collections.abc import Iterable
from itertools import islice

from kibitz_protocol.codec import decode_to_client
from kibitz_protocol.commands.archive import PAGE_CHARACTERS, Export
from kibitz_protocol.formats.forms import written
from kibitz_protocol.formats.record import MAX_BYTES
from kibitz_protocol.refusals import Code
from kibitz_server.accounts.errors import CommandRefused
from kibitz_server.core.match.match import Match
from kibitz_server.core.values.events import Event
from kibitz_server.messages import archive, record
from kibitz_server.messages.encoding import encode
from kibitz_server.store.archive.queries import ArchiveCriteria, Ended
from kibitz_server.store.interface import NumberedEvent, StoredEvent, StoreReader
from kibitz_server.store.uptime import Uptime

TimedEvent = tuple[Event, float]
"""An event, and its time on the clock of the matches."""


def found_by(reader: StoreReader, wanted: ArchiveCriteria) -> list[Ended]:
    """Read the finished matches that meet the criteria."""
    return reader.search(wanted)


def archive_page(found: list[Ended], limit: int, bound: str) -> bytes:
    """Return an encoded page of the archive with at most `limit` matches, whose cursor is bound to their search."""
    return encode(archive.page_data(found, limit, bound))


def rows_of(reader: StoreReader, match_id: str) -> list[StoredEvent]:
    """Read the events of a match."""
    return reader.rows(match_id)


_begun: dict[tuple[object, ...], record.RecordPages] = {}
"""The record whose last page this process made, unless that was the end of it. Its key names the next page."""


_files: dict[tuple[object, ...], str] = {}
"""The file whose last page this process made, unless that was the end of it."""


def record_page(
    rows: list[StoredEvent], match_id: str, since: int, last: int, audience: int | None, thinking: bool
) -> bytes:
    """Return an encoded `Recorded`. The arguments after the rows are those of `messages.record.RecordPages`.

    A client asks for one page after the other. If this process made the one before, it goes on from there.
    """
    pages = _begun.pop((match_id, since, last, audience, thinking), None)
    _begun.clear()
    if pages is None:
        entries = (row.entry(match_id) for row in rows)
        pages = record.RecordPages(entries, since, last, audience, thinking=thinking)
    page = encode(pages.page())
    if not pages.complete:
        _begun[match_id, pages.since, last, audience, thinking] = pages
    return page


def file_page(
    rows: list[StoredEvent],
    command: Export,
    match_id: str,
    name: str,
    last: int,
    audience: int | None,
    thinking: bool,
) -> bytes:
    """Return an encoded `Exported`.

    Args:
        rows: The events of the match.
        command: The command.
        match_id: The id of the match.
        name: The name of the file.
        last: The number of the last event, as for `messages.record.RecordPages`.
        audience: The audience that received the events; None for everything.
        thinking: Whether moves have the search info of engines.

    Raises:
        CommandRefused: The file would be larger than a record may be.
    """
    key = (match_id, last, audience, thinking, command.form, command.comments)
    text = _files.pop(key, None)
    _files.clear()
    if text is None:
        entries = (row.entry(match_id) for row in rows)
        text = _file_text(record.RecordPages(entries, 0, last, audience, thinking=thinking), command)
    end = command.since + PAGE_CHARACTERS
    if end < len(text):
        _files[key] = text
    page = {"content": text[command.since : end], "next": end if end < len(text) else None}
    return encode({"kind": "exported", "match": match_id, "name": name, **page})


def _file_text(pages: record.RecordPages, command: Export) -> str:
    lines = pages.lines()
    if command.form != "record":
        # Decoded one by one: all positions of a long match would not fit into the memory of a helper.
        return written(map(decode_to_client, islice(lines, 1, None)), command.form, comments=command.comments)
    found, size = [], 0
    for line in lines:
        size += len(line) + 1
        if size > MAX_BYTES:
            raise CommandRefused(Code.TOO_MANY, f"the record has more than {MAX_BYTES >> 20} MiB", "take it as PGN")
        found.append(line.decode())
    return "\n".join([*found, ""])


def rows_of_ended(reader: StoreReader, reference: str, code: str) -> tuple[str, list[StoredEvent]] | None:
    """Read the id and the events of a finished match; None if there is no match with this id or this code."""
    match_id = reader.find_ended(reference, code)
    return (match_id, reader.rows(match_id)) if match_id is not None else None


def rebuilt_if_found(stored: tuple[str, list[StoredEvent]] | None, now: float) -> tuple[Match, list[TimedEvent]] | None:
    """Return a finished match with the times of its events. `now` is the time on the clock of the matches."""
    return rebuilt(*stored, Uptime(), now) if stored is not None else None


def rebuilt(match_id: str, rows: list[StoredEvent], uptime: Uptime, now: float) -> tuple[Match, list[TimedEvent]]:
    """Return a match with the times of its events.

    Args:
        match_id: The id of the match.
        rows: Its events.
        uptime: When servers were up, which its clocks go by.
        now: The time on the clock of the matches.
    """
    events = [(entry.event, now - uptime.since(entry.at)) for entry in _entries(match_id, rows)]
    return Match.from_timed_events(events), events


def _entries(match_id: str, rows: Iterable[StoredEvent]) -> list[NumberedEvent]:
    return [row.entry(match_id) for row in rows]
