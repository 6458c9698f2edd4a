"""Answers to `record`: the events of a match from the first one, as clients received them during the match.

A helper process makes them.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice

from kibitz_protocol.formats.record import HEADER
from kibitz_protocol.values.evaluation import evaluation_of
from kibitz_protocol.values.matches import MoveView
from kibitz_server.core.match.match import Match
from kibitz_server.core.match.phase import phase_after
from kibitz_server.core.match.visibility import PUBLIC, heard, search_info_visible
from kibitz_server.core.values.events import Event, MatchCreated, MovePlayed
from kibitz_server.messages import match_data
from kibitz_server.messages.encoding import encode
from kibitz_server.messages.events import event_data, state_after
from kibitz_server.messages.outgoing import Data
from kibitz_server.store import NumberedEvent

PAGE_BYTES = 256 * 1024
"""Longest page; it has at least one event."""


def thinking_told(match: Match) -> bool:
    """Return whether a record of this match may include the search info of engines."""
    return search_info_visible(match)


class RecordPages:
    """Pages of a record in their order. The match is replayed once for all of them, as far as they go."""

    def __init__(
        self, entries: Iterable[NumberedEvent], since: int, last: int, audience: int | None, *, thinking: bool
    ) -> None:
        """Begin after event `since`.

        Args:
            entries: The events of the match from the first one on, at least up to `last`.
            since: The number of the event before the first page.
            last: The number of the last event.
            audience: The audience that received the events; None for everything, as after the end of a match.
            thinking: Whether moves have the search info of engines.
        """
        source = iter(entries)
        created = next(source).event
        assert isinstance(created, MatchCreated)
        # The clocks do not run: each state is that of the moment of its event.
        self._match = Match(created, 0.0)
        self.since = since
        """The number of the event before the next page."""
        self._last = last
        self._audience = audience
        self._thinking = thinking
        seat = None if audience == PUBLIC else audience
        self._snapshot = None if since else match_data.snapshot_data(self._match, "", 0, 0.0, seat)
        self._rest = self._events(source)
        self._next = next(self._rest, None)

    @property
    def complete(self) -> bool:
        """Whether no event is left for a further page."""
        return self._next is None

    def page(self, most_bytes: int = PAGE_BYTES) -> Data:
        """Return the next page, a `Recorded`. It has as many events as fit on it, at least one if any is left."""
        snapshot, self._snapshot = self._snapshot, None
        events: list[Data] = []
        size = 0
        while self._next is not None:
            size += len(encode(self._next))
            if events and size > most_bytes:
                break
            events.append(self._next)
            self.since = self._next["seq"]
            self._next = next(self._rest, None)
        match = self._match.created.id
        page = {"kind": "recorded", "match": match, "snapshot": snapshot, "events": events, "last": self._last}
        return page | {"evaluation": self._evaluation() if self.complete else None}

    def _evaluation(self) -> Data | None:
        """Return the `Evaluation` of the whole match; None where searches are private, or judge only hidden cards."""
        match = self._match
        if match.game.hidden or not self._thinking:
            return None
        moves = [match_data.move_data(match.game, move, move.thought) for move in match.moves]
        return evaluation_of([MoveView.model_validate(move) for move in moves]).model_dump()

    def lines(self, notes: Sequence[str] = ()) -> Iterator[bytes]:
        """Yield the lines of a record file that begins here: its header, the snapshot, and all events that are left.

        Args:
            notes: What was left out or guessed when the match was read from a file, for the snapshot.
        """
        assert self._snapshot is not None
        yield from map(encode, (HEADER, {**self._snapshot, "notes": notes}))
        while self._next is not None:
            yield encode(self._next)
            self._next = next(self._rest, None)

    def _events(self, entries: Iterator[NumberedEvent]) -> Iterator[Data]:
        """Yield the events after `since`, as the audience received them."""
        match, since, audience = self._match, self.since, self._audience
        for entry in islice(entries, self._last - 1):
            phase = phase_after(match.phase, entry.event)
            match.replay(entry.event, 0.0)
            if entry.seq <= since:
                continue
            # The match has added how people write a move where an old event lacks it.
            event = match.moves[-1] if isinstance(entry.event, MovePlayed) else entry.event
            shown = heard(match, event if self._thinking else _without_search_info(event), audience)
            state = state_after(match, entry.event, entry.seq, 0.0, audience)
            yield event_data(match, entry.seq, entry.at, phase, shown, state)


def _without_search_info(event: Event) -> Event:
    return replace(event, thought=None) if isinstance(event, MovePlayed) else event
