"""Derivation of the archive from the events: of what is missing at startup, or of all matches and tournaments."""

from itertools import groupby
from typing import Any

import sqlalchemy as sql
import structlog

from kibitz_server.core.match.match import Match
from kibitz_server.core.tournament.tournament import Tournament
from kibitz_server.store.archive import queries, tournaments
from kibitz_server.store.archive.ratings import Ratings
from kibitz_server.store.archive.summary import summary
from kibitz_server.store.archive.tournament_summary import tournament_summary
from kibitz_server.store.event_json import load, load_of_tournament
from kibitz_server.store.tables import (
    LAST,
    ended,
    ended_entrants,
    ended_seats,
    ended_tournaments,
    events,
    rating_changes,
    tournament_events,
)

log = structlog.get_logger(__name__)

BATCH = 100
"""Matches in one transaction."""


def fill(engine: sql.Engine) -> int:
    """Add matches and tournaments that have ended and that the archive lacks, oldest first, and update ratings.

    Returns the number of matches.
    """
    _fill_tournaments(engine)
    archived = sql.select(ended.c.match_id)
    missing = sql.select(events.c.match_id).where(sql.text(LAST), events.c.match_id.not_in(archived))
    with engine.connect() as connection:
        ids = list(dict.fromkeys(connection.execute(missing.order_by(events.c.at, events.c.match_id)).scalars()))
        if not ids:
            return 0
        ratings = Ratings(queries.standings(connection))
    for first in range(0, len(ids), BATCH):
        with engine.begin() as connection:
            _add(connection, ids[first : first + BATCH], ratings)
    log.info("matches added to the archive", matches=len(ids))
    return len(ids)


def rebuild_archive(engine: sql.Engine) -> int:
    """Delete the archive and derive it again from the events; return the number of matches."""
    with engine.begin() as connection:
        for table in (rating_changes, ended_seats, ended, ended_entrants, ended_tournaments):
            connection.execute(sql.delete(table))
    return fill(engine)


def _fill_tournaments(engine: sql.Engine) -> None:
    table = tournament_events
    with engine.connect() as connection:
        ids = tournaments.unarchived(connection)
    for tournament_id in ids:
        with engine.begin() as connection:
            rows = connection.execute(sql.select(table).where(table.c.tournament_id == tournament_id))
            try:
                events = [
                    (load_of_tournament(row.kind, row.body), row.at) for row in sorted(rows, key=lambda row: row.seq)
                ]
                tournament = Tournament.rebuild(events, events[-1][1])
                found = tournament_summary(tournament, tournament.ended_at or 0.0)
            except Exception:
                log.exception("a tournament cannot be replayed; see `kibitz-server db check`", tournament=tournament_id)
                continue
            tournaments.add(connection, found)


def _add(connection: sql.Connection, ids: list[str], ratings: Ratings) -> None:
    query = sql.select(events).where(events.c.match_id.in_(ids)).order_by(events.c.match_id, events.c.seq)
    rows = {match_id: list(rows) for match_id, rows in groupby(connection.execute(query), lambda row: row.match_id)}
    for match_id in ids:
        try:
            match, ended_at = _replayed(rows[match_id])
        except Exception:
            log.exception("a match cannot be replayed; see `kibitz-server db check`", match=match_id)
            continue
        queries.add(connection, summary(match, ended_at, ratings.note(match)))


def _replayed(rows: list[Any]) -> tuple[Match, float]:
    match = Match.from_events((load(row.kind, row.body) for row in rows), 0.0)
    return match, next(row.at for row in rows if row.kind in ("MatchFinished", "MatchAborted"))
