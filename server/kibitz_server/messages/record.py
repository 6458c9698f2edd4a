"""Answers to `record`: the events of a match from the first one, as clients received them during the match.

The functions are pure: a helper process calls them.
"""

from dataclasses import replace

from kibitz_server.core.match.match import Match
from kibitz_server.core.match.phase import phase_after
from kibitz_server.core.match.visibility import PUBLIC, heard, search_info_visible
from kibitz_server.core.values.events import Event, MatchCreated, MovePlayed
from kibitz_server.messages import match_data
from kibitz_server.messages.encoding import encode
from kibitz_server.messages.events import event_data, state_after
from kibitz_server.messages.outgoing import Data
from kibitz_server.store import Entry

PAGE_BYTES = 256 * 1024
"""Longest page; it has at least one event."""


def thinking_told(match: Match) -> bool:
    """Return whether a record of this match may include the search info of engines."""
    return search_info_visible(match)


def page(
    entries: list[Entry],
    since: int,
    last: int,
    audience: int | None,
    *,
    thinking: bool,
    most_bytes: int = PAGE_BYTES,
) -> Data:
    """Return a `Recorded`: the events after `since` up to `last`, as an audience received them.

    It has as many as fit on a page. Without an audience it has everything, as after the end of a match.
    """
    created = entries[0].event
    assert isinstance(created, MatchCreated)
    # The clocks do not run: each state is that of the moment of its event.
    match = Match(created, 0.0)
    seat = None if audience == PUBLIC else audience
    snapshot = None if since else match_data.snapshot_data(match, "", 0, 0.0, seat)
    events: list[Data] = []
    size = 0
    for entry in entries[1:last]:
        phase = phase_after(match.phase, entry.event)
        match.replay(entry.event, 0.0)
        if entry.seq <= since:
            continue
        # The match has added how people write a move where an old event lacks it.
        event = match.moves[-1] if isinstance(entry.event, MovePlayed) else entry.event
        shown = heard(match, event if thinking else _without_search_info(event), audience)
        state = state_after(match, entry.event, entry.seq, 0.0, audience)
        data = event_data(match, entry.seq, entry.at, phase, shown, state)
        size += len(encode(data))
        if events and size > most_bytes:
            break
        events.append(data)
    return {"kind": "recorded", "match": created.id, "snapshot": snapshot, "events": events, "last": last}


def _without_search_info(event: Event) -> Event:
    return replace(event, thought=None) if isinstance(event, MovePlayed) else event
