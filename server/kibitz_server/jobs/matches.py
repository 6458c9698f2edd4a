"""Matches from the store: pages of their records, and matches that left memory."""

from collections.abc import Iterable

from kibitz_protocol.codec import encode
from kibitz_server.core.match.match import Match
from kibitz_server.core.values.events import Event
from kibitz_server.messages import record
from kibitz_server.store.interface import Entry, StoredEvent
from kibitz_server.store.uptime import Uptime

TimedEvent = tuple[Event, float]
"""An event, and its time on the clock of the matches."""


def record_page(match_id: str, rows: list[StoredEvent], since: int, last: int, thinking: bool) -> bytes:
    """Return an encoded `Recorded`. The arguments after the rows are those of `messages.record.page`."""
    return encode(record.page(_entries(match_id, rows), since, last, thinking=thinking))


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


def _entries(match_id: str, rows: Iterable[StoredEvent]) -> list[Entry]:
    return [row.entry(match_id) for row in rows]
