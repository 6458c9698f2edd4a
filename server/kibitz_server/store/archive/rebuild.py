"""Fills the tables that are derived from the events: what is missing at a start, or all of it anew."""

from itertools import groupby
from typing import Any

import sqlalchemy as sql
import structlog

from kibitz_server.core.match.match import Match
from kibitz_server.store.archive import queries
from kibitz_server.store.archive.ratings import Ratings
from kibitz_server.store.archive.summary import summary
from kibitz_server.store.event_json import load
from kibitz_server.store.tables import LAST, ended, ended_seats, events, rating_changes

log = structlog.get_logger(__name__)

AT_ONCE = 100


def fill(engine: sql.Engine) -> int:
    """Add matches that are over and not in the archive, the oldest first, and rate who played; how many there were."""
    known = sql.select(ended.c.match_id)
    missing = sql.select(events.c.match_id).where(sql.text(LAST), events.c.match_id.not_in(known))
    with engine.connect() as connection:
        ids = list(dict.fromkeys(connection.execute(missing.order_by(events.c.at, events.c.match_id)).scalars()))
        if not ids:
            return 0
        ratings = Ratings(queries.ratings(connection))
    for first in range(0, len(ids), AT_ONCE):
        with engine.begin() as connection:
            _add(connection, ids[first : first + AT_ONCE], ratings)
    log.info("matches were added to the archive", matches=len(ids))
    return len(ids)


def anew(engine: sql.Engine) -> int:
    """Throw away what is derived and make it again from the events; how many matches are in the archive."""
    with engine.begin() as connection:
        for table in (rating_changes, ended_seats, ended):
            connection.execute(sql.delete(table))
    return fill(engine)


def _add(connection: sql.Connection, ids: list[str], ratings: Ratings) -> None:
    wanted = sql.select(events).where(events.c.match_id.in_(ids)).order_by(events.c.match_id, events.c.seq)
    rows = {match_id: list(rows) for match_id, rows in groupby(connection.execute(wanted), lambda row: row.match_id)}
    for match_id in ids:
        try:
            match, ended_at = _rebuilt(rows[match_id])
        except Exception:
            log.exception("a match cannot be rebuilt; `kibitz-server db check` says more", match=match_id)
            continue
        queries.add(connection, summary(match, ended_at, ratings.note(match)))


def _rebuilt(rows: list[Any]) -> tuple[Match, float]:
    match = Match.from_events((load(row.kind, row.body) for row in rows), 0.0)
    return match, next(row.at for row in rows if row.kind in ("MatchFinished", "MatchAborted"))
