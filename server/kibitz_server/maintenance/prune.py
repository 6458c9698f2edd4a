"""Pruning of a database: delete matches that ended long ago, and guests that own nothing."""

import json
import re
import time
from typing import Any

import sqlalchemy as sql

from kibitz_server.store.database import writing
from kibitz_server.store.migrations.upgrade import check_known, revision
from kibitz_server.store.tables import LAST, analyses, ended_seats, events, guests, mutes, sanctions, turn_wishes
from kibitz_server.store.tables import ended as archived

DAYS = {"d": 1, "w": 7, "y": 365}
MATCHES_AT_ONCE = 200
"""Matches of one transaction: a running server waits for it."""
GUESTS_AT_ONCE = 500
"""Guests of one statement."""
SLACK_S = 3600.0
"""How far the time of day of the server may be behind that of this program."""


class BadAge(Exception):
    """Age in another format; the message is for users."""

    hint = "write it like 90d, 12w or 2y"


def days(age: str) -> int:
    """Return the number of days of an age such as `90d`, `12w` or `2y`.

    Raises:
        BadAge: The age has another form.
    """
    found = re.fullmatch(r"([1-9]\d{0,4})([dwy])", age.strip())
    if found is None:
        raise BadAge(f"{age!r} is not an age")
    return int(found[1]) * DAYS[found[2]]


def prune(engine: sql.Engine, age: str, rated: bool, dry_run: bool) -> tuple[int, int]:
    """Delete the matches that ended longer ago than `age`, and return the numbers of matches and events.

    Args:
        rated: Whether rated matches are deleted too.
        dry_run: Whether to count only, and delete nothing.

    Raises:
        BadAge: The age has another form.
        BadDatabase: The database is from a newer Kibitz.
        sqlalchemy.exc.SQLAlchemyError: The database cannot be used.
    """
    before = time.time() - days(age) * 86_400
    check_known(engine, revision(engine))
    ended = sql.select(events.c.match_id).where(sql.text(LAST), events.c.at < before)
    with engine.connect() as connection:
        matches = sorted(set(connection.execute(ended).scalars()) - (set() if rated else _rated(connection)))
    count = 0
    for first in range(0, len(matches), MATCHES_AT_ONCE):
        batch = matches[first : first + MATCHES_AT_ONCE]
        of_batch = events.c.match_id.in_(batch)
        with writing(engine) as connection:
            count += connection.execute(sql.select(sql.func.count()).where(of_batch)).scalar_one()
            if not dry_run:
                connection.execute(sql.delete(events).where(of_batch))
                for table in (archived, ended_seats, analyses):
                    connection.execute(sql.delete(table).where(table.c.match_id.in_(batch)))
    return len(matches), count


def prune_guests(engine: sql.Engine, age: str, dry_run: bool) -> int:
    """Delete the guests that are older than `age` and own nothing. Return their number.

    A guest owns seats, matches, mutes, turn alerts and sanctions.

    Raises:
        BadAge: The age has another form.
        BadDatabase: The database is from a newer Kibitz.
        sqlalchemy.exc.SQLAlchemyError: The database cannot be used.
    """
    before = time.time() - days(age) * 86_400
    check_known(engine, revision(engine))
    began_at = time.time()
    with engine.connect() as connection:
        old = connection.execute(sql.select(guests.c.id).where(guests.c.created_at < before)).scalars().all()
        unused = sorted(set(old) - _owners(connection)) if old else []
    if unused and not dry_run:
        with writing(engine) as connection:
            # A server that runs meanwhile waits for this, so only the matches since the first look are read again.
            unused = sorted(set(unused) - _owners(connection, began_at - SLACK_S))
            for first in range(0, len(unused), GUESTS_AT_ONCE):
                batch = unused[first : first + GUESTS_AT_ONCE]
                connection.execute(sql.delete(guests).where(guests.c.id.in_(batch)))
    return len(unused)


def _owners(connection: sql.Connection, since: float = 0.0) -> set[str]:
    """Return the ids of players: of matches stored since a time, and of all mutes, turn alerts and sanctions."""
    found: set[str] = set()
    for owner in (mutes.c.player_id, turn_wishes.c.player_id, sanctions.c.target):
        found |= set(connection.execute(sql.select(owner)).scalars())
    created = sql.select(events.c.body).where(events.c.kind.in_(["MatchCreated", "SeatTaken"]), events.c.at >= since)
    for body in connection.execute(created).scalars():
        found |= _ids(json.loads(body))
    return found


def _ids(body: dict[str, Any]) -> set[str]:
    """Return the ids of the players in a stored event: host, seats and their invitations, or the one who sat down."""
    players = [body.get("host"), body.get("player"), *body.get("seats", ())]
    return {str(each[name]) for each in players if each for name in ("id", "who_id") if each.get(name)}


def _rated(connection: sql.Connection) -> set[str]:
    """Return the ids of all rated matches."""
    created = connection.execute(sql.select(events.c.match_id, events.c.body).where(events.c.seq == 1))
    return {row.match_id for row in created if json.loads(row.body).get("terms", {}).get("rated")}
