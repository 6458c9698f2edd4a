"""Tournaments from the store that have left memory."""

from kibitz_server.core.tournament.tournament import Tournament
from kibitz_server.messages.tournaments.snapshot import TimeOfDay
from kibitz_server.store.interface import StoredEvent, StoreReader, TournamentEntry


def rows_of_ended(reader: StoreReader, reference: str, code: str) -> tuple[str, list[StoredEvent]] | None:
    """Read the id and the events of a finished tournament; None if there is none with this id or this code."""
    found = reader.find_tournament(reference, code)
    return None if found is None else (found.tournament_id, reader.tournament_rows(found.tournament_id))


def rebuilt_if_found(
    stored: tuple[str, list[StoredEvent]] | None, time: TimeOfDay
) -> tuple[Tournament, list[TournamentEntry]] | None:
    """Return a finished tournament with its events. `time` is that of the clock of all tournaments."""
    if stored is None:
        return None
    tournament_id, rows = stored
    entries = [row.tournament_entry(tournament_id) for row in rows]
    return Tournament.rebuild([(entry.event, time.on_clock(entry.at)) for entry in entries], time.now), entries
