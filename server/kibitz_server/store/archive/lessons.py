"""Queries and changes of lessons, of their pupils, and of their answers.

Each is a function of a connection. A change may run again after a failure, so it has no effects outside the database.
"""

from collections.abc import Collection
from typing import NamedTuple

import sqlalchemy as sql

from kibitz_server.store.tables import lesson_answers, lesson_pupils, lessons

MOST_TRIES = 1000


class StoredLesson(NamedTuple):
    """A lesson as it is stored; the columns are explained at the table."""

    code: str
    owner: str
    teacher: str
    name: str
    tasks: str
    step: str
    at: float


class StoredAnswer(NamedTuple):
    """How a pupil has answered a task, whose numbers begin at 1."""

    task: int
    right: bool
    tries: int


class StoredPupil(NamedTuple):
    """A pupil of a lesson, whose numbers begin at 1, with the answers so far."""

    player_id: str
    number: int
    name: str
    answers: tuple[StoredAnswer, ...] = ()


def add(connection: sql.Connection, lesson: StoredLesson, most: int) -> bool:
    """Store a lesson, unless its code is taken or its owner has `most` lessons. Return whether it is stored."""
    if (known := find(connection, lesson.code)) is not None:
        # The change may have been applied before, and its success was not heard of.
        return known == lesson
    if number_of(connection, lesson.owner) >= most:
        return False
    connection.execute(sql.insert(lessons), [lesson._asdict()])
    return True


def find(connection: sql.Connection, code: str) -> StoredLesson | None:
    """Return a lesson by its code."""
    row = connection.execute(sql.select(lessons).where(lessons.c.code == code)).one_or_none()
    return StoredLesson(*row) if row is not None else None


def number_of(connection: sql.Connection, owner: str) -> int:
    """Return how many lessons a player has."""
    query = sql.select(sql.func.count()).select_from(lessons).where(lessons.c.owner == owner)
    return connection.execute(query).scalar_one()


def of_owner(connection: sql.Connection, owner: str) -> list[tuple[StoredLesson, int]]:
    """Return the lessons of a player with the numbers of their pupils, the newest first."""
    table = lesson_pupils
    count = sql.select(sql.func.count()).where(table.c.code == lessons.c.code).scalar_subquery()
    query = sql.select(lessons, count).where(lessons.c.owner == owner)
    found = connection.execute(query.order_by(lessons.c.at.desc(), lessons.c.code))
    return [(StoredLesson(*row), number) for *row, number in found]


def count_pupils(connection: sql.Connection, code: str) -> int:
    """Return how many pupils a lesson has."""
    query = sql.select(sql.func.count()).select_from(lesson_pupils).where(lesson_pupils.c.code == code)
    return connection.execute(query).scalar_one()


def pupils(connection: sql.Connection, code: str) -> list[StoredPupil]:
    """Return the pupils of a lesson with their answers, by number."""
    answers: dict[str, list[StoredAnswer]] = {}
    table = lesson_answers
    for row in connection.execute(sql.select(table).where(table.c.code == code).order_by(table.c.task)):
        answers.setdefault(row.player_id, []).append(StoredAnswer(row.task, row.right, row.tries))
    query = sql.select(lesson_pupils).where(lesson_pupils.c.code == code).order_by(lesson_pupils.c.number)
    return [
        StoredPupil(row.player_id, row.number, row.name, tuple(answers.get(row.player_id, ())))
        for row in connection.execute(query)
    ]


def pupil(connection: sql.Connection, code: str, player_id: str) -> StoredPupil | None:
    """Return a pupil of a lesson with the answers so far."""
    table, given = lesson_pupils, lesson_answers
    row = connection.execute(
        sql.select(table).where(table.c.code == code, table.c.player_id == player_id)
    ).one_or_none()
    if row is None:
        return None
    answers = connection.execute(
        sql.select(given.c.task, given.c.right, given.c.tries)
        .where(given.c.code == code, given.c.player_id == player_id)
        .order_by(given.c.task)
    )
    return StoredPupil(player_id, row.number, row.name, tuple(StoredAnswer(*answer) for answer in answers))


def join(connection: sql.Connection, code: str, player_id: str, name: str, most: int) -> bool:
    """Store a pupil, or another name of one. Return whether there was room, and the lesson is still there."""
    table = lesson_pupils
    if find(connection, code) is None:
        return False
    own = sql.update(table).where(table.c.code == code, table.c.player_id == player_id).values(name=name)
    if connection.execute(own).rowcount:
        return True
    if count_pupils(connection, code) >= most:
        return False
    last = connection.execute(sql.select(sql.func.max(table.c.number)).where(table.c.code == code)).scalar()
    values = {"code": code, "player_id": player_id, "number": (last or 0) + 1, "name": name}
    connection.execute(sql.insert(table), [values])
    return True


def note_answer(connection: sql.Connection, code: str, player_id: str, task: int, right: bool) -> None:
    """Count an answer of a pupil, unless one before it was right or the pupil is gone."""
    known = pupil(connection, code, player_id)
    if known is None:
        return
    table = lesson_answers
    earlier = next((answer for answer in known.answers if answer.task == task), None)
    if earlier is None:
        values = {"code": code, "player_id": player_id, "task": task, "right": right, "tries": 1}
        connection.execute(sql.insert(table), [values])
    elif not earlier.right:
        same = (table.c.code == code, table.c.player_id == player_id, table.c.task == task)
        tries = min(MOST_TRIES, earlier.tries + 1)
        connection.execute(sql.update(table).where(*same).values(right=right, tries=tries))


def set_step(connection: sql.Connection, code: str, step: str) -> None:
    """Store the step of a lesson."""
    connection.execute(sql.update(lessons).where(lessons.c.code == code).values(step=step))


def delete(connection: sql.Connection, codes: Collection[str]) -> None:
    """Delete lessons with their pupils and answers."""
    for table in (lesson_answers, lesson_pupils, lessons):
        connection.execute(sql.delete(table).where(table.c.code.in_(codes)))


def delete_players(connection: sql.Connection, players: Collection[str]) -> None:
    """Delete the lessons that players made, and all that they did in lessons of others."""
    delete(
        connection, list(connection.execute(sql.select(lessons.c.code).where(lessons.c.owner.in_(players))).scalars())
    )
    for table in (lesson_answers, lesson_pupils):
        connection.execute(sql.delete(table).where(table.c.player_id.in_(players)))
