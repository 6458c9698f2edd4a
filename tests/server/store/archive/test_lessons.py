"""Tests of stored lessons, pupils and answers."""

import pytest
import sqlalchemy as sql

from kibitz_server.store.archive import lessons
from kibitz_server.store.archive.lessons import StoredAnswer, StoredLesson


@pytest.fixture(name="two")
def with_two(database: sql.Connection) -> sql.Connection:
    """Return a database with two lessons of different owners."""
    for code, owner in (("A", "ann"), ("B", "bob")):
        lesson = StoredLesson(code, owner, owner.title(), "Forks", "[]", "", 1796096479.1093316)
        assert lessons.add(database, lesson, 1)
    return database


def test_a_code_and_a_number_of_lessons_are_kept(two: sql.Connection) -> None:
    """Neither a second lesson with the code nor one more of the owner is stored."""
    found = lessons.find(two, "A")
    assert found is not None
    assert not lessons.add(two, found._replace(owner="eve"), 1)
    assert not lessons.add(two, found._replace(code="C"), 1)
    # A change that runs again after a lost answer is not a second lesson.
    assert lessons.add(two, found, 1)
    assert [(lesson.code, pupils) for lesson, pupils in lessons.of_owner(two, "ann")] == [("A", 0)]


def test_pupils_keep_their_numbers_and_first_right_answers(two: sql.Connection) -> None:
    """A pupil may change the name. A lesson that is full admits no other one."""
    assert lessons.join(two, "A", "p1", "Zoë", 2)
    assert lessons.join(two, "A", "p2", "Max", 2)
    assert not lessons.join(two, "A", "p3", "Eve", 2)
    assert lessons.join(two, "A", "p1", "Zoe", 2)
    for right in (False, True, False):
        lessons.note_answer(two, "A", "p1", 3, right)
    lessons.note_answer(two, "A", "p3", 1, True)
    found = lessons.pupils(two, "A")
    assert [(pupil.number, pupil.name) for pupil in found] == [(1, "Zoe"), (2, "Max")]
    assert [pupil.answers for pupil in found] == [(StoredAnswer(3, True, 2),), ()]


def test_what_a_player_did_is_deleted(two: sql.Connection) -> None:
    """Lessons of the player go with all results, and its answers in lessons of others."""
    for code in ("A", "B"):
        for player in ("ann", "p1"):
            lessons.join(two, code, player, player, 9)
            lessons.note_answer(two, code, player, 1, True)
    lessons.delete_players(two, ["ann"])
    assert lessons.find(two, "A") is None
    assert lessons.pupils(two, "A") == []
    assert [pupil.player_id for pupil in lessons.pupils(two, "B")] == ["p1"]
