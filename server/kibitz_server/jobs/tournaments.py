"""Tournaments from the store that have left memory."""

from kibitz_server.core.tournament.events import Event
from kibitz_server.core.tournament.tournament import Tournament
from kibitz_server.store.interface import StoredEvent, StoreReader, TournamentEntry
from kibitz_server.store.uptime import Uptime


def rows_of_ended(reader: StoreReader, reference: str, code: str) -> tuple[str, list[StoredEvent]] | None:
    """Read the id and the events of a finished tournament; None if there is none with this id or this code."""
    found = reader.find_tournament(reference, code)
    return None if found is None else (found.tournament_id, reader.tournament_rows(found.tournament_id))


def rebuilt_if_found(
    stored: tuple[str, list[StoredEvent]] | None, now: float
) -> tuple[Tournament, list[TournamentEntry]] | None:
    """Return a finished tournament with its events. `now` is the time on the clock of all matches."""
    if stored is None:
        return None
    tournament_id, rows = stored
    entries = [row.tournament_entry(tournament_id) for row in rows]
    return Tournament.rebuild(timed(entries, Uptime(), now), now), entries


def timed(entries: list[TournamentEntry], uptime: Uptime, now: float) -> list[tuple[Event, float]]:
    """Return events with their times on the clock of all matches, which counts the uptime of servers."""
    return [(entry.event, now - uptime.since(entry.at)) for entry in entries]
