"""A match told from its first event on, as it was told while it was played: what `record` answers.

Pure functions of what is stored, so that a thread that reads may do it all.
"""

from dataclasses import replace

from kibitz_protocol.codec import encode
from kibitz_server.core.match.match import Match
from kibitz_server.core.match.phase import phase_after
from kibitz_server.core.match.visibility import search_info_visible
from kibitz_server.core.values.events import Event, MatchCreated, MovePlayed
from kibitz_server.messages import match_data, outgoing
from kibitz_server.messages.events import event_data, state_after
from kibitz_server.store import Entry

PAGE_BYTES = 256 * 1024
"""How long a page may become; at least one event is in it."""


def thinking_told(match: Match) -> bool:
    """Whether what engines thought may be in a record of this match now."""
    return search_info_visible(match)


def page(entries: list[Entry], since: int, last: int, *, thinking: bool, most_bytes: int = PAGE_BYTES) -> outgoing.Data:
    """A `Recorded`: the events after `since` up to `last`, as many as a page holds."""
    created = entries[0].event
    assert isinstance(created, MatchCreated)
    # Nobody waits here: each event is told as of the moment at which it happened.
    match = Match(created, 0.0)
    snapshot = None if since else match_data.snapshot_data(match, "", 0, 0.0)
    events: list[outgoing.Data] = []
    size = 0
    for entry in entries[1:last]:
        phase = phase_after(match.phase, entry.event)
        match.replay(entry.event, 0.0)
        if entry.seq <= since:
            continue
        told = _told(entry.event, thinking=thinking)
        state = state_after(match, entry.event, 0.0)
        data = event_data(created.id, entry.seq, entry.at, phase, told, state)
        size += len(encode(data))
        if events and size > most_bytes:
            break
        events.append(data)
    return {"kind": "recorded", "match": created.id, "snapshot": snapshot, "events": events, "last": last}


def _told(event: Event, *, thinking: bool) -> Event:
    return replace(event, thought=None) if isinstance(event, MovePlayed) and not thinking else event
