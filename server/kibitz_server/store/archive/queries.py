"""Queries of the archive of finished matches and of ratings, which are derived from the events."""

import sys
from collections.abc import Iterable
from dataclasses import replace
from itertools import groupby
from typing import NamedTuple

import sqlalchemy as sql

from kibitz_server.core.lobby.ratings import Rating, of_engine
from kibitz_server.core.rated import RatedEnd
from kibitz_server.store.archive.sought import Sought, fold, sought
from kibitz_server.store.inserts import Addition, Insert, Row
from kibitz_server.store.tables import accounts, ended, ended_seats, rating_changes

ADD_MATCHES = Insert(ended)
ADD_SEATS = Insert(ended_seats)
ADD_CHANGES = Insert(rating_changes)
MAX_CHANGES = 200
MOST_RATED_ENDS = 20_000
"""Rated matches of the last day that a server reads at its start."""


class EndedSeat(NamedTuple):
    """A seat of a finished match: `kind` and `label` as in the protocol, `player_id` for human players only."""

    name: str
    kind: str
    player_id: str | None = None
    bot: bool = False
    label: str | None = None


class Standing(NamedTuple):
    """A player at a game: the last name, the rating, and the identities of the opponents in rated matches."""

    name: str
    rating: Rating
    opponents: set[str]
    """It grows: the standing after the next match has the same set."""
    engines_only: bool
    """Whether all opponents are engines."""

    def after(self, name: str, rating: Rating, opponents: Iterable[str]) -> "Standing":
        """Return the standing after another match, and add its opponents."""
        # One string for each player, in all sets: these take most of the memory of ratings.
        met = [sys.intern(opponent) for opponent in opponents]
        self.opponents.update(met)
        return Standing(name, rating, self.opponents, self.engines_only and all(map(of_engine, met)))


class Change(NamedTuple):
    """Effect of a match on the rating of a player."""

    player: str
    name: str
    before: Rating
    after: Rating


class RatingChange(NamedTuple):
    """An entry of a player's rating history."""

    game: str
    match_id: str
    at: float
    before: Rating
    after: Rating


class Ended(NamedTuple):
    """A finished match. Its host and its players find it even if it is not `listed`.

    `series_number` counts from 1. `uncounted` is why a rated match does not count, `quitter` the seat that quit one.
    """

    match_id: str
    code: str
    game: str
    clock: str | None
    host_id: str
    listed: bool
    rated: bool
    aborted: bool
    winner: int | None
    reason: str
    plies: int
    created_at: float
    ended_at: float
    series_id: str | None = None
    series_number: int | None = None
    uncounted: str | None = None
    quitter: int | None = None
    tournament_id: str | None = None
    round: int | None = None
    pair: int | None = None
    tournament_game: int | None = None
    seats: tuple[EndedSeat, ...] = ()
    changes: tuple[Change, ...] = ()


COLUMNS = tuple(name for name in Ended._fields if name not in ("seats", "changes"))
"""What the table of finished matches has of one, in the order of its columns."""


class ArchiveCriteria(NamedTuple):
    """Criteria of a search.

    `after` is the end time and the id of the last match of the page before. `player` says which people or which engines
    (`sought`). `result` is won, lost or drawn, for that player if there is one. A search for
    a `series` also finds unlisted and aborted games, because the caller has access to one of them.
    """

    viewer_id: str | None = None
    player: Sought | None = None
    game: str | None = None
    result: str | None = None
    rated: bool | None = None
    since: float | None = None
    until: float | None = None
    after: tuple[float, str] | None = None
    series: str | None = None
    limit: int = 20


def add(connection: sql.Connection, match: Ended) -> None:
    """Add a finished match. Adding it again changes nothing."""
    if connection.execute(sql.select(ended.c.match_id).where(ended.c.match_id == match.match_id)).first():
        return
    for insert, rows in addition(match).inserts:
        if rows:
            connection.execute(insert.statement, insert.records(rows))


def addition(match: Ended) -> Addition:
    """Return the rows of a finished match, for the writer."""
    id = match.match_id
    seats = [
        (id, number, seat.name, fold(seat.name), seat.kind, seat.player_id, seat.bot, seat.label)
        for number, seat in enumerate(match.seats)
    ]
    changes = [_row(match, change) for change in match.changes]
    rows = ((ADD_MATCHES, [match[: len(COLUMNS)]]), (ADD_SEATS, seats), (ADD_CHANGES, changes))
    return Addition(rows, lambda connection: add(connection, match))


def _row(match: Ended, change: Change) -> Row:
    key = (change.player, match.game, change.after.matches, match.match_id, match.ended_at)
    ratings = (change.before.mu, change.before.sigma, change.after.mu, change.after.sigma)
    return (*key, change.name, fold(change.name), *ratings)


def search(connection: sql.Connection, criteria: ArchiveCriteria) -> list[Ended]:
    """Return the matches that meet the criteria, the last ones first."""
    query = sql.select(*(ended.c[name] for name in COLUMNS)).where(*_conditions(criteria, connection.dialect.name))
    query = query.order_by(ended.c.ended_at.desc(), ended.c.match_id.desc()).limit(criteria.limit)
    # Rows as tuples: the names of the columns would be looked up for each row, which takes most of the time.
    found = [Ended._make((*row, (), ())) for row in connection.execute(query)]
    columns = (ended_seats.c[name] for name in ("match_id", *EndedSeat._fields))
    seats_query = sql.select(*columns).where(ended_seats.c.match_id.in_([match.match_id for match in found]))
    seats: dict[str, list[EndedSeat]] = {}
    for match_id, *seat in connection.execute(seats_query.order_by(ended_seats.c.match_id, ended_seats.c.seat)):
        seats.setdefault(match_id, []).append(EndedSeat._make(seat))
    return [match._replace(seats=tuple(seats.get(match.match_id, ()))) for match in found]


def _conditions(criteria: ArchiveCriteria, dialect: str) -> list[sql.ColumnElement[bool]]:
    visible = sql.or_(ended.c.listed, ended.c.host_id == criteria.viewer_id, _sat(criteria.viewer_id))
    conditions = (
        [sql.not_(ended.c.aborted), visible] if criteria.series is None else [ended.c.series_id == criteria.series]
    )
    if criteria.player is not None:
        named = _named(criteria.player, dialect, criteria.viewer_id)
        # Found by the index of the names. Without it the database would look at the seats of every match.
        conditions.append(ended.c.match_id.in_(sql.select(ended_seats.c.match_id).where(named)))
        if criteria.result is not None:
            conditions.append(_scored(named, criteria.result))
    elif criteria.result is not None:
        drawn = ended.c.winner.is_(None)
        conditions.append(drawn if criteria.result == "drawn" else sql.not_(drawn))
    if criteria.game is not None:
        conditions.append(ended.c.game == criteria.game)
    if criteria.rated is not None:
        conditions.append(ended.c.rated == criteria.rated)
    if criteria.since is not None:
        conditions.append(ended.c.ended_at >= criteria.since)
    if criteria.until is not None:
        conditions.append(ended.c.ended_at < criteria.until)
    if criteria.after is not None:
        at, match_id = criteria.after
        conditions.append(sql.or_(ended.c.ended_at < at, sql.and_(ended.c.ended_at == at, ended.c.match_id < match_id)))
    return conditions


def _sat(player_id: str | None) -> sql.ColumnElement[bool]:
    return sql.exists().where(ended_seats.c.match_id == ended.c.match_id, ended_seats.c.player_id == player_id)


def _named(player: Sought, dialect: str, viewer_id: str | None) -> sql.ColumnElement[bool]:
    """Return the condition for a seat of a person, or of an engine by its name or its algorithm alone.

    Names at one keyboard are found by the player who gave them.
    """
    key, column = player.key, ended_seats.c.name_key
    if player.engine:
        if dialect == "sqlite":
            # All texts that begin with the algorithm and a colon. SQLite uses the index for a range of bytes.
            of_algorithm: sql.ColumnElement[bool] = sql.and_(column >= f"{key}:", column < f"{key};")
        else:
            of_algorithm = column.startswith(f"{key}:", autoescape=True)
        return sql.and_(ended_seats.c.kind == "engine", sql.or_(column == key, of_algorithm))
    named = sql.and_(column == key, ended_seats.c.kind == "human")
    if player.label is None:
        return named
    # The database ignores the case of ASCII letters alone.
    label = sql.or_(ended_seats.c.label == player.label, sql.func.lower(ended_seats.c.label) == key)
    return sql.or_(named, sql.and_(ended_seats.c.player_id == viewer_id, label))


def _scored(named: sql.ColumnElement[bool], result: str) -> sql.ColumnElement[bool]:
    """Return the condition for a match with this result for the player of a seat."""
    if result == "drawn":
        return ended.c.winner.is_(None)
    won = ended.c.winner == ended_seats.c.seat if result == "won" else ended.c.winner != ended_seats.c.seat
    return sql.exists().where(ended_seats.c.match_id == ended.c.match_id, named, won)


def find(connection: sql.Connection, match_id: str, code: str) -> str | None:
    """Return the id of the match with that id or code; the last one, if several have had the code."""
    query = sql.select(ended.c.match_id).where(sql.or_(ended.c.match_id == match_id, ended.c.code == code))
    return connection.execute(query.order_by(ended.c.ended_at.desc())).scalars().first()


def rated_ends(connection: sql.Connection, since: float) -> list[RatedEnd]:
    """Return the rated matches that ended since a time, oldest first; at most the last MOST_RATED_ENDS."""
    columns = (ended.c[name] for name in ("match_id", "game", "ended_at", "aborted", "uncounted", "quitter"))
    query = sql.select(*columns).where(ended.c.rated, ended.c.ended_at >= since)
    last = query.order_by(ended.c.ended_at.desc(), ended.c.match_id).limit(MOST_RATED_ENDS).subquery()
    seated = sql.join(last, ended_seats, last.c.match_id == ended_seats.c.match_id)
    joined = sql.outerjoin(seated, accounts, accounts.c.id == ended_seats.c.player_id)
    person = sql.func.coalesce(accounts.c.owner_id, ended_seats.c.player_id).label("person")
    seats = (ended_seats.c.seat, ended_seats.c.player_id, person)
    players = sql.select(*last.c, *seats).select_from(joined).where(ended_seats.c.player_id.is_not(None))
    found: dict[str, RatedEnd] = {}
    for row in connection.execute(players.order_by(last.c.ended_at, last.c.match_id, ended_seats.c.seat)):
        counts = not row.aborted and row.uncounted is None
        end = found.get(row.match_id) or RatedEnd(row.match_id, row.game, row.ended_at, (), counts, None)
        quit_by = row.player_id if row.seat == row.quitter else end.quitter
        found[row.match_id] = replace(end, persons=(*end.persons, row.person), quitter=quit_by)
    return list(found.values())


def standings(connection: sql.Connection) -> dict[tuple[str, str], Standing]:
    """Return what every player is at each game, after the last match."""
    key = (rating_changes.c.player, rating_changes.c.game)
    last = sql.select(*key, sql.func.max(rating_changes.c.matches)).group_by(*key)
    query = sql.select(rating_changes).where(sql.tuple_(*key, rating_changes.c.matches).in_(last))
    met = _opponents(connection)
    found = {}
    for row in connection.execute(query):
        opponents = met[row.player, row.game]
        rating = Rating(row.mu, row.sigma, row.matches)
        found[row.player, row.game] = Standing(row.name, rating, opponents, all(map(of_engine, opponents)))
    return found


def _opponents(connection: sql.Connection) -> dict[tuple[str, str], set[str]]:
    """Return the opponents of every player for each game."""
    columns = (rating_changes.c[name] for name in ("match_id", "game", "player"))
    rows = connection.execute(sql.select(*columns).order_by(rating_changes.c.match_id))
    met: dict[tuple[str, str], set[str]] = {}
    for _, sides in groupby(rows, lambda row: row[0]):
        players = [(sys.intern(player), game) for _, game, player in sides]
        for player, game in players:
            met.setdefault((player, game), set()).update(other for other, _ in players if other != player)
    return met


def changes_of(connection: sql.Connection, name: str, game: str | None) -> list[RatingChange]:
    """Return the rating changes of the people or the engine that a name means, the last first; at most MAX_CHANGES."""
    wanted, of_engine = sought(name), rating_changes.c.player == rating_changes.c.name
    kind = of_engine if wanted.engine else sql.not_(of_engine)
    query = sql.select(rating_changes).where(rating_changes.c.name_key == wanted.key, kind)
    if game is not None:
        query = query.where(rating_changes.c.game == game)
    found = connection.execute(query.order_by(rating_changes.c.at.desc()).limit(MAX_CHANGES))
    return [
        RatingChange(
            row.game,
            row.match_id,
            row.at,
            Rating(row.mu_before, row.sigma_before, row.matches - 1),
            Rating(row.mu, row.sigma, row.matches),
        )
        for row in found
    ]
