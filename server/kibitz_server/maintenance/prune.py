"""Pruning of a database: delete matches and tournaments that ended long ago, and guests that own nothing.

The matches of a tournament stay as long as it does: its results and its statistics come from them.
"""

import json
import re
import time
from typing import Any, NamedTuple

import sqlalchemy as sql

from kibitz_server.store.archive import lessons
from kibitz_server.store.database import writing
from kibitz_server.store.migrations.upgrade import check_known, revision
from kibitz_server.store.tables import (
    LAST,
    LAST_OF_TOURNAMENT,
    alert_channels,
    alerts_sent,
    analyses,
    ended_entrants,
    ended_seats,
    ended_tournaments,
    events,
    guests,
    lesson_pupils,
    mutes,
    puzzle_attempts,
    puzzle_ratings,
    puzzle_sources,
    sanctions,
    studies,
    tournament_events,
    turn_wishes,
)
from kibitz_server.store.tables import ended as archived
from kibitz_server.store.tables import lessons as lesson_plans

DAYS = {"d": 1, "w": 7, "y": 365}
MATCHES_AT_ONCE = 200
"""Matches of one transaction: a running server waits for it."""
GUESTS_AT_ONCE = 500
"""Guests of one statement."""
OF_GUESTS = (puzzle_attempts, puzzle_ratings, alerts_sent)
"""Tables with rows of guests that go with them."""
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


class Pruned(NamedTuple):
    """Numbers of what was deleted, or would be."""

    matches: int
    tournaments: int
    events: int


def prune(engine: sql.Engine, age: str, rated: bool, dry_run: bool) -> Pruned:
    """Delete the matches and tournaments that ended longer ago than `age`, and return their numbers.

    Args:
        rated: Whether rated matches, and tournaments of them, are deleted too.
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
        tournaments = _old_tournaments(connection, before, rated)
        kept = _of_other_tournaments(connection, tournaments) | (set() if rated else _rated(connection, events))
        matches = sorted(set(connection.execute(ended).scalars()) - kept)
    count = 0
    tables = (events, archived, ended_seats, analyses, alerts_sent, puzzle_sources)
    for first in range(0, len(matches), MATCHES_AT_ONCE):
        count += _delete(engine, matches[first : first + MATCHES_AT_ONCE], tables, dry_run)
    for tournament in sorted(tournaments):
        count += _delete(engine, [tournament], (tournament_events, ended_tournaments, ended_entrants), dry_run)
    return Pruned(len(matches), len(tournaments), count)


def _delete(engine: sql.Engine, ids: list[str], tables: tuple[sql.Table, ...], dry_run: bool) -> int:
    """Delete what tables have under these ids, and return how many events that are, which the first table has.

    A database of an older version lacks some of the tables.
    """
    with writing(engine) as connection:
        of_batch = tables[0].columns.values()[0].in_(ids)
        count: int = connection.execute(sql.select(sql.func.count()).where(of_batch)).scalar_one()
        known = sql.inspect(connection)
        for table in () if dry_run else filter(lambda table: known.has_table(table.name), tables):
            column = table.c.match_id if table is alerts_sent else table.columns.values()[0]
            connection.execute(sql.delete(table).where(column.in_(ids)))
    return count


def _old_tournaments(connection: sql.Connection, before: float, rated: bool) -> set[str]:
    """Return the ids of the tournaments that ended before a time; rated ones only if `rated`."""
    if not _has_tournaments(connection):
        return set()
    events = tournament_events
    over = sql.select(events.c.tournament_id).where(sql.text(LAST_OF_TOURNAMENT), events.c.at < before)
    return set(connection.execute(over).scalars()) - (set() if rated else _rated(connection, events))


def _has_tournaments(connection: sql.Connection) -> bool:
    """Return whether the database has tournaments: one of an older version has not."""
    return sql.inspect(connection).has_table(tournament_events.name)


def _of_other_tournaments(connection: sql.Connection, pruned: set[str]) -> set[str]:
    """Return the ids of the matches of all tournaments that stay."""
    if not _has_tournaments(connection):
        return set()
    columns = (tournament_events.c.tournament_id, tournament_events.c.body)
    begun = connection.execute(sql.select(*columns).where(tournament_events.c.kind == "GameBegun"))
    return {json.loads(row.body)["match_id"] for row in begun if row.tournament_id not in pruned}


def prune_guests(engine: sql.Engine, age: str, dry_run: bool) -> int:
    """Delete the guests that are older than `age` and own nothing. Return their number.

    A guest owns seats, matches, tournaments and places in them, studies, mutes, turn alerts, sanctions, and puzzles
    that it tried and lessons that it made or joined, if these were made since then. Older ones, and its answers in
    older lessons of others, go with it.

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
        kept = _owners(connection) | _active(connection, before) | _pupils(connection, before) if old else set()
        unused = sorted(set(old) - kept)
    if unused and not dry_run:
        with writing(engine) as connection:
            # A server that runs meanwhile waits for this, so only the matches since the first look are read again.
            since = began_at - SLACK_S
            kept = _owners(connection, since) | _active(connection, since) | _pupils(connection, before)
            unused = sorted(set(unused) - kept)
            known = sql.inspect(connection)
            tables = [table for table in OF_GUESTS if known.has_table(table.name)]
            for first in range(0, len(unused), GUESTS_AT_ONCE):
                batch = unused[first : first + GUESTS_AT_ONCE]
                connection.execute(sql.delete(guests).where(guests.c.id.in_(batch)))
                for table in tables:
                    connection.execute(sql.delete(table).where(table.c.player_id.in_(batch)))
                if known.has_table(lesson_pupils.name):  # an older version has no lessons
                    lessons.delete_players(connection, batch)
    return len(unused)


def _active(connection: sql.Connection, since: float) -> set[str]:
    """Return the ids of players who tried a puzzle or made a lesson since a time.

    A database of an older version lacks some of the tables.
    """
    known = sql.inspect(connection)
    found: set[str] = set()
    for player, at in ((puzzle_attempts.c.player_id, puzzle_attempts.c.at), (lesson_plans.c.owner, lesson_plans.c.at)):
        if known.has_table(at.table.name):
            found |= set(connection.execute(sql.select(player).where(at >= since)).scalars())
    return found


def _pupils(connection: sql.Connection, since: float) -> set[str]:
    """Return the ids of the pupils of lessons that were made since a time: their teachers look at the results."""
    if not sql.inspect(connection).has_table(lesson_pupils.name):
        return set()
    of_lesson = lesson_plans.c.code == lesson_pupils.c.code
    query = sql.select(lesson_pupils.c.player_id).join(lesson_plans, of_lesson).where(lesson_plans.c.at >= since)
    return set(connection.execute(query).scalars())


def _owners(connection: sql.Connection, since: float = 0.0) -> set[str]:
    """Return the ids of players: of matches stored since a time, and of all studies, mutes, turn alerts and
    sanctions."""
    found: set[str] = set()
    for owner in (mutes.c.player_id, turn_wishes.c.player_id, sanctions.c.target):
        found |= set(connection.execute(sql.select(owner)).scalars())
    # A database of an older version has no addresses for alerts, and no studies.
    for later in (alert_channels.c.player_id, studies.c.owner_id):
        if sql.inspect(connection).has_table(later.table.name):
            found |= set(connection.execute(sql.select(later)).scalars())
    created = sql.select(events.c.body).where(events.c.kind.in_(["MatchCreated", "SeatTaken"]), events.c.at >= since)
    bodies = list(connection.execute(created).scalars())
    if _has_tournaments(connection):
        kinds = tournament_events.c.kind.in_(["TournamentCreated", "EntrantJoined"])
        joined = sql.select(tournament_events.c.body).where(kinds, tournament_events.c.at >= since)
        bodies += connection.execute(joined).scalars()
    for body in bodies:
        found |= _ids(json.loads(body))
    return found


def _ids(body: dict[str, Any]) -> set[str]:
    """Return the ids of the players in a stored event: host, seats and their invitations, or the one who sat down.

    Of a tournament these are its organiser, or an entrant.
    """
    entrant = body.get("entrant") or {}
    players = [
        body.get("host"),
        body.get("player"),
        *body.get("seats", ()),
        body.get("organiser"),
        entrant.get("player"),
    ]
    return {str(each[name]) for each in players if each for name in ("id", "who_id") if each.get(name)}


def _rated(connection: sql.Connection, table: sql.Table) -> set[str]:
    """Return the ids of all rated matches, or of all tournaments of such, by the table of their events."""
    created = connection.execute(
        sql.select(table.columns.values()[0].label("id"), table.c.body).where(table.c.seq == 1)
    )
    return {row.id for row in created if json.loads(row.body).get("terms", {}).get("rated")}
