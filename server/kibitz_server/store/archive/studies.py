"""Queries and changes of studies.

Each is a function of a connection. A change may run again after a failure, so it has no effects outside the database.
"""

from typing import NamedTuple

import sqlalchemy as sql

from kibitz_server.store.tables import studies


class StudyHead(NamedTuple):
    """What lists show of a study; the columns are explained at the table."""

    code: str
    owner_id: str
    owner: str
    game: str
    title: str
    listed: bool
    moves: int
    created_at: float
    changed_at: float


class StoredStudy(NamedTuple):
    """A study as it is stored; the columns are explained at the table."""

    code: str
    owner_id: str
    owner: str
    game: str
    options: str
    start: str | None
    title: str
    listed: bool
    version: int
    moves: int
    tree: str
    created_at: float
    changed_at: float


def find(connection: sql.Connection, code: str) -> StoredStudy | None:
    """Return the study with that code."""
    row = connection.execute(sql.select(studies).where(studies.c.code == code)).one_or_none()
    return StoredStudy(*row) if row is not None else None


def number_of(connection: sql.Connection, owner_id: str) -> int:
    """Return how many studies a player has."""
    query = sql.select(sql.func.count()).select_from(studies).where(studies.c.owner_id == owner_id)
    return int(connection.execute(query).scalar_one())


def add(connection: sql.Connection, study: StoredStudy, most: int) -> bool:
    """Store a new study, unless its owner has as many as a player may have. Return whether it is stored."""
    if find(connection, study.code) is not None:
        # The change was applied before, and its success was not heard of.
        return True
    if number_of(connection, study.owner_id) >= most:
        return False
    connection.execute(sql.insert(studies), [study._asdict()])
    return True


def save(connection: sql.Connection, study: StoredStudy) -> bool:
    """Store the next version of a study. Return whether the database had the one before it, or has this one."""
    values = study._asdict()
    before = (studies.c.code == study.code) & (studies.c.version == study.version - 1)
    changed = connection.execute(sql.update(studies).where(before).values(**values)).rowcount
    return changed == 1 or find(connection, study.code) == study


def delete(connection: sql.Connection, code: str) -> None:
    """Delete a study."""
    connection.execute(sql.delete(studies).where(studies.c.code == code))


def of_owner(connection: sql.Connection, owner_id: str, game: str | None, most: int) -> list[StudyHead]:
    """Return the studies of a player, the last changed first."""
    return _heads(connection, studies.c.owner_id == owner_id, game, most)


def listed(connection: sql.Connection, game: str | None, most: int) -> list[StudyHead]:
    """Return the studies that their owners have listed, the last changed first."""
    return _heads(connection, studies.c.listed, game, most)


def _heads(connection: sql.Connection, fits: "sql.ColumnElement[bool]", game: str | None, most: int) -> list[StudyHead]:
    query = sql.select(*(studies.c[name] for name in StudyHead._fields)).where(fits)
    if game is not None:
        query = query.where(studies.c.game == game)
    ordered = query.order_by(studies.c.changed_at.desc(), studies.c.code).limit(most)
    return [StudyHead(*row) for row in connection.execute(ordered)]
