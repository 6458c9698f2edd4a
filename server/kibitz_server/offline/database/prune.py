"""Lets go of matches that ended long ago."""

import json
import re
import time

import sqlalchemy as sql

from kibitz_server.store.migrations.upgrade import check_known, revision
from kibitz_server.store.tables import LAST, ended_seats, events
from kibitz_server.store.tables import ended as archived

DAYS = {"d": 1, "w": 7, "y": 365}
MATCHES_AT_ONCE = 200
"""A running server waits for no more than this."""


class BadAge(Exception):
    """An age that is none; the text is a sentence for people."""

    hint = "write it like 90d, 12w or 2y"


def days(age: str) -> int:
    """How many days an age has. Raises BadAge."""
    found = re.fullmatch(r"([1-9]\d{0,4})([dwy])", age.strip())
    if found is None:
        raise BadAge(f"{age!r} is no age")
    return int(found[1]) * DAYS[found[2]]


def prune(engine: sql.Engine, age: str, rated: bool, dry_run: bool) -> tuple[int, int]:
    """Delete what ended longer ago than `age`; how many matches and events that is.

    Raises BadAge, BadDatabase and sqlalchemy's errors.
    """
    before = time.time() - days(age) * 86_400
    check_known(engine, revision(engine))
    ended = sql.select(events.c.match_id).where(sql.text(LAST), events.c.at < before)
    with engine.connect() as connection:
        matches = sorted(set(connection.execute(ended).scalars()) - (set() if rated else _rated(connection)))
    count = 0
    for first in range(0, len(matches), MATCHES_AT_ONCE):
        some = matches[first : first + MATCHES_AT_ONCE]
        theirs = events.c.match_id.in_(some)
        with engine.begin() as connection:
            count += connection.execute(sql.select(sql.func.count()).where(theirs)).scalar_one()
            if not dry_run:
                connection.execute(sql.delete(events).where(theirs))
                for table in (archived, ended_seats):
                    connection.execute(sql.delete(table).where(table.c.match_id.in_(some)))
    return len(matches), count


def _rated(connection: sql.Connection) -> set[str]:
    """The matches that count for ratings."""
    created = connection.execute(sql.select(events.c.match_id, events.c.body).where(events.c.seq == 1))
    return {row.match_id for row in created if json.loads(row.body).get("terms", {}).get("rated")}
