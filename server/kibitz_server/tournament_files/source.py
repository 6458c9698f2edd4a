"""What files of a tournament are made from: its stored events, and those of its matches."""

from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from kibitz_server.core.match.match import Match
from kibitz_server.core.tournament.events import GameBegun
from kibitz_server.core.tournament.tournament import Tournament
from kibitz_server.core.values.events import MatchCreated
from kibitz_server.messages.record import RecordPages, thinking_told
from kibitz_server.store.interface import NumberedEvent, StoredEvent, StoreReader, TournamentEntry

MOST_BYTES = 64 << 20
"""Largest stored events of the matches that files with moves are made of."""


class StoredTournament(NamedTuple):
    """Rows of a tournament, and those of its matches by id. `whole`: whether all matches are there."""

    tournament_id: str
    rows: list[StoredEvent]
    matches: dict[str, list[StoredEvent]]
    whole: bool


def read_tournament(reader: StoreReader, tournament_id: str, *, with_matches: bool) -> StoredTournament:
    """Read a tournament and, if wanted, its matches, as far as they fit into memory."""
    rows = reader.tournament_rows(tournament_id)
    matches: dict[str, list[StoredEvent]] = {}
    size = 0
    for row in rows if with_matches else ():
        if row.kind != GameBegun.__name__:
            continue
        begun = row.tournament_entry(tournament_id).event
        assert isinstance(begun, GameBegun)
        found = reader.rows(begun.match_id)
        size += sum(len(each.body) for each in found)
        if size > MOST_BYTES:
            return StoredTournament(tournament_id, rows, matches, whole=False)
        matches[begun.match_id] = found
    return StoredTournament(tournament_id, rows, matches, whole=True)


class TournamentSource:
    """A tournament with its matches, decoded."""

    def __init__(self, stored: StoredTournament) -> None:
        """Rebuild the tournament.

        Raises:
            ValueError: The rows are not those of a tournament.
        """
        self.entries = [row.tournament_entry(stored.tournament_id) for row in stored.rows]
        self.tournament = rebuilt(self.entries)
        self._matches = stored.matches

    def ended_matches(self) -> Iterator[tuple[int, list[NumberedEvent]]]:
        """Yield the number and the events of each game that is over, and of which nothing is hidden any more."""
        for game in self.tournament.games:
            rows = self._matches.get(game.begun.match_id)
            if game.runs or not rows:
                continue
            events = [row.entry(game.begun.match_id) for row in rows]
            if is_revealed(events):
                yield game.number, events


def rebuilt(entries: list[TournamentEntry]) -> Tournament:
    """Return the tournament of stored events. The clock of matches begins with its creation.

    Raises:
        ValueError: The events do not begin with the creation of a tournament.
    """
    began_at = entries[0].at if entries else 0.0
    timed = [(entry.event, entry.at - began_at) for entry in entries]
    return Tournament.rebuild(timed, timed[-1][1] if timed else 0.0)


def replayed(events: list[NumberedEvent]) -> Match:
    """Return the match of stored events.

    Raises:
        ValueError: The first event is not that of a creation.
    """
    created = events[0].event
    if not isinstance(created, MatchCreated):
        raise ValueError("the events of a match begin with its creation")
    match = Match(created, 0.0)
    for entry in events[1:]:
        match.replay(entry.event, 0.0)
    return match


def is_revealed(events: list[NumberedEvent]) -> bool:
    """Return whether a match is over, and shows all that was hidden in it."""
    match = replayed(events)
    return match.over and match.revealed


def record_of(events: list[NumberedEvent]) -> RecordPages:
    """Return the record of a match that is over, as its players may have it."""
    return RecordPages(events, 0, len(events), None, thinking=thinking_told(replayed(events)))


with_games = partial(read_tournament, with_matches=True)
without_games = partial(read_tournament, with_matches=False)
