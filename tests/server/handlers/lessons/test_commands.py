"""The commands of lessons and classes, on a server in memory."""

import json
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

import pytest

from kibitz_protocol.codec import BadMessage
from kibitz_protocol.commands.teaching.lessons import MAX_LESSONS
from tests.fakes.server import WaitingStore
from tests.server.conftest import FakeClient, InProcessServer
from tests.server.handlers.puzzles.test_commands import ask, result

T = TypeVar("T")
WIN = {"kind": "game", "game": "tictactoe", "position": "XX-/OO-/--- X"}
MOVE = {"kind": "move", "at": WIN, "question": "Win at once.", "answers": ["C3"], "explanation": "Three in a row."}
CHOICE = {"kind": "choice", "question": "What is cut?", "choices": ["nothing", "the rest"], "right": 2}
EXERCISE = {"kind": "exercise", "exercise": "value", "leaves": "3 12 / 2 4"}
TASKS: list[dict[str, Any]] = [MOVE, CHOICE, EXERCISE]


def made(teacher: FakeClient, tasks: list[dict[str, Any]] = TASKS, **fields: Any) -> str:
    """Return the code of a new lesson."""
    code: str = result(teacher, "make_lesson", name="Forks", tasks=tasks, **fields).lesson.lesson
    return code


def joined(server: InProcessServer, code: str, who: str) -> FakeClient:
    """Return a pupil who has opened a lesson."""
    pupil = server.connect(who)
    result(pupil, "join_lesson", lesson=code, name=who.title())
    result(pupil, "open_lesson", lesson=code)
    return pupil


def events(client: FakeClient) -> list[Any]:
    """Return the events of lessons that a client has received."""
    return [message for message in client.received if message.t == "lesson"]


def test_answers_are_judged_and_explained(server: InProcessServer) -> None:
    """A task tells nothing of its answer before one was given, and the right answers only after one of them."""
    code = made(server.connect("teacher"))
    ann = joined(server, code, "ann")
    task = result(ann, "show_task", lesson=code.lower(), task=1)
    assert (task.what, task.question, task.explanation, task.solution) == ("move", "Win at once.", "", [])
    assert task.state.to_move == 0
    wrong = result(ann, "answer_task", lesson=code, task=1, answer=["c1"])
    assert (wrong.right, wrong.mark.right, wrong.mark.tries, wrong.solution) == (False, False, 1, [])
    assert wrong.explanation == "Three in a row."
    right = result(ann, "answer_task", lesson=code, task=1, answer=["c3"])
    assert (right.right, right.mark.tries, right.solution) == (True, 2, ["c3"])
    assert right.state.ply == 1
    assert result(ann, "answer_task", lesson=code, task=2, answer=["2"]).right
    assert result(ann, "answer_task", lesson=code, task=3, answer=["3"]).right
    assert result(ann, "answer_task", lesson=code, task=1, answer=["c1"]).mark.right
    assert result(ann, "show_task", lesson=code, task=1).solution == ["c3"]


def test_the_teacher_sees_results_live(server: InProcessServer) -> None:
    """Each answer is an event with the next number, and a pupil who leaves is shown as away."""
    teacher = server.connect("teacher")
    code = made(teacher)
    ann = joined(server, code, "ann")
    first = result(teacher, "lesson_results", lesson=code)
    assert [(pupil.name, pupil.here) for pupil in first.pupils] == [("Ann", True)]
    assert first.questions == ["Win at once.", "What is cut?", ""]
    result(ann, "answer_task", lesson=code, task=2, answer=["1"])
    bob = joined(server, code, "bob")
    result(bob, "leave_lesson", lesson=code)
    seen = events(teacher)
    assert [event.seq for event in seen] == list(range(first.seq + 1, first.seq + 1 + len(seen)))
    assert [(mark.right, mark.tries) for mark in seen[0].pupil.marks] == [(None, 0), (False, 1), (None, 0)]
    assert (seen[-1].pupil.name, seen[-1].pupil.here) == ("Bob", False)
    assert events(ann) == []


def test_a_class_follows_the_steps_of_its_teacher(server: InProcessServer) -> None:
    """A late pupil gets the present step, and the teacher sees who follows."""
    teacher = server.connect("teacher")
    code = made(teacher, [], step="/learn")
    result(teacher, "lesson_results", lesson=code)
    ann = joined(server, code, "ann")
    result(teacher, "drive_lesson", lesson=code, step="/learn?step=4")
    assert [event.step for event in events(ann)] == ["/learn?step=4"]
    bob = server.connect("bob")
    assert result(bob, "open_lesson", lesson=code).step == "/learn?step=4"
    assert events(teacher)[-1].step == "/learn?step=4"
    result(ann, "open_lesson", lesson=code, following=False)
    pupil = events(teacher)[-1].pupil
    assert (pupil.here, pupil.following) == (True, False)
    server.runtime.clients.depart(ann.connection)
    assert events(teacher)[-1].pupil.here is False


def test_only_the_teacher_drives_and_sees_results(server: InProcessServer) -> None:
    """Pupils get neither the answers nor the names of others, and they change no step."""
    code = made(server.connect("teacher"))
    ann = joined(server, code, "ann")
    for t, fields in (
        ("lesson_results", {}),
        ("show_lesson", {}),
        ("delete_lesson", {}),
        ("drive_lesson", {"step": "1"}),
    ):
        answer = ask(ann, t, lesson=code, **fields)
        assert (answer.code, answer.message) == ("not_teacher", "only the teacher who made the lesson can do that")
    assert ask(server.connect("bob"), "answer_task", lesson=code, task=1, answer=["c3"]).code == "bad_task"


def test_a_lesson_is_exported_listed_and_deleted(server: InProcessServer) -> None:
    """The file makes the same lesson again. Open pages learn that it is gone."""
    teacher = server.connect("teacher")
    code = made(teacher)
    ann = joined(server, code, "ann")
    source = json.loads(result(teacher, "show_lesson", lesson=code).text)
    copy = made(teacher, source["tasks"])
    assert json.loads(result(teacher, "show_lesson", lesson=copy).text) == source
    assert {row.lesson: row.pupils for row in result(teacher, "list_lessons").lessons} == {code: 1, copy: 0}
    result(teacher, "delete_lesson", lesson=code)
    assert events(ann)[-1].ended
    assert ask(ann, "open_lesson", lesson=code).code == "unknown_lesson"


def test_bad_tasks_are_refused_with_their_number(server: InProcessServer) -> None:
    """Illegal answers, positions that are none, hidden cards, trees that are none, and steps that a lesson lacks."""
    teacher = server.connect("teacher")
    bad = [
        {**MOVE, "answers": ["a3"]},
        {**MOVE, "at": {**WIN, "position": "nothing"}},
        {**MOVE, "at": {"kind": "game", "game": "kuhn"}, "answers": ["bet"]},
        {**EXERCISE, "leaves": "3 x"},
        {**EXERCISE, "at": "7"},
        {**MOVE, "at": {"kind": "game", "game": "backgammon"}, "answers": ["31"]},
    ]
    for task in bad:
        answer = ask(teacher, "make_lesson", name="Bad", tasks=[CHOICE, task])
        assert answer.t == "refused", task
        assert answer.message.startswith("task 2: "), answer
    code = made(teacher)
    for step in ("4", "0", "00001", "00010"):
        assert ask(teacher, "drive_lesson", lesson=code, step=step).code == "bad_task"
    assert ask(teacher, "show_task", lesson=code, task=4).code == "bad_task"
    assert ask(teacher, "answer_task", lesson=code, task=2, answer=["3"]).code == "bad_task"


@pytest.mark.parametrize(
    "fields",
    [{"step": "/learn?\x1b[31m"}, {"tasks": [{**CHOICE, "choices": ["x\u202ey", "b"]}]}],
    ids=["step", "choice"],
)
def test_texts_that_control_a_terminal_are_refused(server: InProcessServer, fields: dict[str, Any]) -> None:
    """Steps and choices are shown to others."""
    with pytest.raises(BadMessage, match="cannot be shown"):
        server.connect("teacher").send("make_lesson", name="Bad", **fields)


def test_a_player_has_a_bounded_number_of_lessons(server: InProcessServer) -> None:
    """One more is refused with a way out."""
    teacher = server.connect("teacher")
    for _ in range(MAX_LESSONS):
        made(teacher, [])
    answer = ask(teacher, "make_lesson", name="More")
    assert (answer.code, answer.hint) == ("too_many", "delete one that you do not need")


def test_a_position_that_is_drawn_by_a_count_has_answers(server: InProcessServer) -> None:
    """No draw is claimed there, neither for the teacher nor for pupils."""
    at = {"kind": "game", "game": "chess", "position": "6k1/8/8/8/8/8/8/K6R w - - 100 90"}
    code = made(server.connect("teacher"), [{**MOVE, "at": at, "answers": ["Rh2"]}])
    ann = joined(server, code, "ann")
    assert result(ann, "show_task", lesson=code, task=1).state.legal
    assert result(ann, "answer_task", lesson=code, task=1, answer=["h1h2"]).right


class SlowReads(WaitingStore):
    """Store whose reads are answered when the test says so."""

    def __init__(self) -> None:
        super().__init__()
        self.held: list[Callable[[], None]] | None = None

    def read(self, work: Callable[[], T], then: Callable[[T | Exception], object]) -> None:
        if self.held is None:
            super().read(work, then)
        else:
            self.held.append(partial(super().read, work, then))

    def answer(self) -> None:
        """Answer all reads that wait, and those that follow at once."""
        held, self.held = self.held or [], None
        for read in held:
            read()


@pytest.mark.parametrize("departs", [False, True])
def test_a_pupil_who_leaves_while_the_lesson_opens_is_away(departs: bool) -> None:
    """The lesson opens after a wait for the database, and must not keep a client that has left meanwhile."""
    store = SlowReads()
    server = InProcessServer(store)
    teacher = server.connect("teacher")
    code = made(teacher)
    ann = server.connect("ann")
    result(ann, "join_lesson", lesson=code, name="Ann")
    store.held = []
    ann.send("open_lesson", lesson=code)
    if departs:
        server.runtime.clients.depart(ann.connection)
    else:
        ann.send("leave_lesson", lesson=code)
    store.answer()
    assert [pupil.here for pupil in result(teacher, "lesson_results", lesson=code).pupils] == [False]
