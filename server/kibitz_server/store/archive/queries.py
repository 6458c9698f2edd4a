"""Matches that are over, as they are searched, and the ratings they made. All of it can be derived from the events."""

from typing import NamedTuple

import sqlalchemy as sql

from kibitz_server.core.lobby.ratings import Rating
from kibitz_server.store.tables import ended, ended_seats, rating_changes

MOST_CHANGES = 200


class EndedSeat(NamedTuple):
    """Who sat at a seat: `kind` as in the protocol, `player_id` for people alone."""

    name: str
    kind: str
    player_id: str | None = None
    bot: bool = False


class Change(NamedTuple):
    """What a match did to a player's rating."""

    player: str
    name: str
    before: Rating
    after: Rating


class RatingChange(NamedTuple):
    """A line of a player's history."""

    game: str
    match_id: str
    at: float
    before: Rating
    after: Rating


class Ended(NamedTuple):
    """A match that is over. `host_id` and the players find it even where it is not `listed`.

    `series_number` is its place in the series, from 1.
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
    seats: tuple[EndedSeat, ...] = ()
    changes: tuple[Change, ...] = ()


class Search(NamedTuple):
    """What is looked for. `after` is the place, in time and id, of the last match that was seen.

    `player` is a name, or the algorithm of engines; `result` is won, lost or drawn, by that player if there is one.
    Of a `series` everything is found, listed or not, also a game that was aborted: who asks has been let into one.
    """

    viewer_id: str | None = None
    player: str | None = None
    game: str | None = None
    result: str | None = None
    rated: bool | None = None
    since: float | None = None
    until: float | None = None
    after: tuple[float, str] | None = None
    series: str | None = None
    limit: int = 20


def add(connection: sql.Connection, match: Ended) -> None:
    """Note that a match is over. Once more changes nothing."""
    if connection.execute(sql.select(ended.c.match_id).where(ended.c.match_id == match.match_id)).first():
        return
    row = match._asdict()
    seats, changes = row.pop("seats"), row.pop("changes")
    connection.execute(sql.insert(ended), [row])
    if seats:
        connection.execute(
            sql.insert(ended_seats),
            [
                {**seat._asdict(), "name_key": fold(seat.name), "match_id": match.match_id, "seat": number}
                for number, seat in enumerate(seats)
            ],
        )
    if changes:
        connection.execute(sql.insert(rating_changes), [_row(match, change) for change in changes])


def _row(match: Ended, change: Change) -> dict[str, object]:
    return {
        "player": change.player,
        "game": match.game,
        "matches": change.after.matches,
        "match_id": match.match_id,
        "at": match.ended_at,
        "name": change.name,
        "name_key": fold(change.name),
        "mu_before": change.before.mu,
        "sigma_before": change.before.sigma,
        "mu": change.after.mu,
        "sigma": change.after.sigma,
    }


def fold(name: str) -> str:
    """A name as it is compared."""
    return name.strip().casefold()


def search(connection: sql.Connection, wanted: Search) -> list[Ended]:
    """The matches that are looked for, the last ones first."""
    query = sql.select(ended).where(*_conditions(wanted))
    query = query.order_by(ended.c.ended_at.desc(), ended.c.match_id.desc()).limit(wanted.limit)
    found = [Ended(**row) for row in connection.execute(query).mappings()]
    who = sql.select(ended_seats).where(ended_seats.c.match_id.in_([match.match_id for match in found]))
    seats: dict[str, list[EndedSeat]] = {}
    for row in connection.execute(who.order_by(ended_seats.c.match_id, ended_seats.c.seat)):
        seats.setdefault(row.match_id, []).append(EndedSeat(row.name, row.kind, row.player_id, row.bot))
    return [match._replace(seats=tuple(seats.get(match.match_id, ()))) for match in found]


def _conditions(wanted: Search) -> list[sql.ColumnElement[bool]]:
    seen = sql.or_(ended.c.listed, ended.c.host_id == wanted.viewer_id, _sat(wanted.viewer_id))
    conditions = [sql.not_(ended.c.aborted), seen] if wanted.series is None else [ended.c.series_id == wanted.series]
    if wanted.player is not None:
        conditions.append(_played(wanted.player, wanted.result))
    elif wanted.result is not None:
        drawn = ended.c.winner.is_(None)
        conditions.append(drawn if wanted.result == "drawn" else sql.not_(drawn))
    if wanted.game is not None:
        conditions.append(ended.c.game == wanted.game)
    if wanted.rated is not None:
        conditions.append(ended.c.rated == wanted.rated)
    if wanted.since is not None:
        conditions.append(ended.c.ended_at >= wanted.since)
    if wanted.until is not None:
        conditions.append(ended.c.ended_at < wanted.until)
    if wanted.after is not None:
        at, match_id = wanted.after
        conditions.append(sql.or_(ended.c.ended_at < at, sql.and_(ended.c.ended_at == at, ended.c.match_id < match_id)))
    return conditions


def _sat(player_id: str | None) -> sql.ColumnElement[bool]:
    return sql.exists().where(ended_seats.c.match_id == ended.c.match_id, ended_seats.c.player_id == player_id)


def _played(name: str, result: str | None) -> sql.ColumnElement[bool]:
    key = fold(name)
    theirs = sql.or_(
        ended_seats.c.name_key == key,
        sql.and_(ended_seats.c.kind == "engine", ended_seats.c.name_key.startswith(f"{key}:", autoescape=True)),
    )
    conditions = [ended_seats.c.match_id == ended.c.match_id, theirs]
    if result == "won":
        conditions.append(ended.c.winner == ended_seats.c.seat)
    elif result == "lost":
        conditions.append(ended.c.winner != ended_seats.c.seat)
    elif result == "drawn":
        conditions.append(ended.c.winner.is_(None))
    return sql.exists().where(*conditions)


def find(connection: sql.Connection, match_id: str, code: str) -> str | None:
    """The id of the match with that id or code; the last one, should two have had the code."""
    known = sql.select(ended.c.match_id).where(sql.or_(ended.c.match_id == match_id, ended.c.code == code))
    return connection.execute(known.order_by(ended.c.ended_at.desc())).scalars().first()


def ratings(connection: sql.Connection) -> dict[tuple[str, str], tuple[str, Rating]]:
    """The name and the rating of every player at every game: what the last match made of it."""
    key = (rating_changes.c.player, rating_changes.c.game)
    last = sql.select(*key, sql.func.max(rating_changes.c.matches)).group_by(*key)
    query = sql.select(rating_changes).where(sql.tuple_(*key, rating_changes.c.matches).in_(last))
    return {
        (row.player, row.game): (row.name, Rating(row.mu, row.sigma, row.matches)) for row in connection.execute(query)
    }


def changes_of(connection: sql.Connection, name: str, game: str | None) -> list[RatingChange]:
    """What happened to the ratings of a player, the last first."""
    query = sql.select(rating_changes).where(rating_changes.c.name_key == fold(name))
    if game is not None:
        query = query.where(rating_changes.c.game == game)
    found = connection.execute(query.order_by(rating_changes.c.at.desc()).limit(MOST_CHANGES))
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
