"""Tests of stored lessons, pupils and answers."""

from collections.abc import Iterator

import pytest
import sqlalchemy as sql

from kibitz_server.store.archive import lessons
from kibitz_server.store.archive.lessons import StoredAnswer, StoredLesson
from kibitz_server.store.tables import metadata


@pytest.fixture
def database() -> Iterator[sql.Connection]:
    """Open a database in memory with two lessons of different owners."""
    engine = sql.create_engine("sqlite://")
    metadata.create_all(engine)
    with engine.begin() as connection:
        for code, owner in (("A", "ann"), ("B", "bob")):
            assert lessons.add(connection, StoredLesson(code, owner, owner.title(), "Forks", "[]", "", 1.0), 1)
        yield connection
    engine.dispose()


def test_a_code_and_a_number_of_lessons_are_kept(database: sql.Connection) -> None:
    """Neither a second lesson with the code nor one more of the owner is stored."""
    found = lessons.find(database, "A")
    assert found is not None
    assert not lessons.add(database, found._replace(owner="eve"), 1)
    assert not lessons.add(database, found._replace(code="C"), 1)
    # A change that runs again after a lost answer is not a second lesson.
    assert lessons.add(database, found, 1)
    assert [(lesson.code, pupils) for lesson, pupils in lessons.of_owner(database, "ann")] == [("A", 0)]


def test_pupils_keep_their_numbers_and_first_right_answers(database: sql.Connection) -> None:
    """A pupil may change the name. A lesson that is full admits no other one."""
    assert lessons.join(database, "A", "p1", "Zoë", 2)
    assert lessons.join(database, "A", "p2", "Max", 2)
    assert not lessons.join(database, "A", "p3", "Eve", 2)
    assert lessons.join(database, "A", "p1", "Zoe", 2)
    for right in (False, True, False):
        lessons.note_answer(database, "A", "p1", 3, right)
    lessons.note_answer(database, "A", "p3", 1, True)
    found = lessons.pupils(database, "A")
    assert [(pupil.number, pupil.name) for pupil in found] == [(1, "Zoe"), (2, "Max")]
    assert [pupil.answers for pupil in found] == [(StoredAnswer(3, True, 2),), ()]


def test_what_a_player_did_is_deleted(database: sql.Connection) -> None:
    """Lessons of the player go with all results, and its answers in lessons of others."""
    for code in ("A", "B"):
        for player in ("ann", "p1"):
            lessons.join(database, code, player, player, 9)
            lessons.note_answer(database, code, player, 1, True)
    lessons.delete_players(database, ["ann"])
    assert lessons.find(database, "A") is None
    assert lessons.pupils(database, "A") == []
    assert [pupil.player_id for pupil in lessons.pupils(database, "B")] == ["p1"]
