"""The commands of lessons and classes: make, list, open, answer, follow and drive them.

Each change is durable before others learn of it. Only the teacher who made a lesson gets its answers and results, and
sets its step.
"""

import json
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

import sqlalchemy as sql

from kibitz_protocol.commands.teaching import lessons as protocol
from kibitz_protocol.match_codes import canonical
from kibitz_protocol.refusals import Code
from kibitz_server.accounts.errors import CommandRefused
from kibitz_server.accounts.ids import new_code
from kibitz_server.handlers.lessons.data import answered_data, lesson_data, pupil_data, task_data
from kibitz_server.handlers.positions.reference import line_of, reach
from kibitz_server.handlers.request import Request
from kibitz_server.lessons import tasks
from kibitz_server.lessons.tasks import BadTask, Task
from kibitz_server.messages.outgoing import Data
from kibitz_server.runtime.lessons.followers import Opening
from kibitz_server.store.archive import lessons
from kibitz_server.store.archive.lessons import StoredAnswer, StoredLesson, StoredPupil

T = TypeVar("T")
ATTEMPTS = 3
"""Codes that are tried for a new lesson."""


async def make(request: Request[protocol.MakeLesson]) -> None:
    """Check and store a lesson, and answer with its code.

    Raises:
        CommandRefused: A task is not valid, or the player has too many lessons.
    """
    message, player, runtime = request.message, request.client.player, request.runtime
    made = list[Task]()
    for number, task in enumerate(message.tasks, 1):
        made.append(await _checked(request, number, task))
    if message.step:
        _check_step(message.step, len(made))
    text = json.dumps(made)
    for _ in range(ATTEMPTS):
        code, at = new_code(listed=True), runtime.wall_clock()
        lesson = StoredLesson(code, player.id, player.name, message.name, text, message.step, at)
        if await request.change(partial(_add, lesson)):
            request.reply({"kind": "lesson_made", "lesson": lesson_data(lesson, 0)})
            return
        if await _query(request, lambda connection: lessons.number_of(connection, player.id)) >= protocol.MAX_LESSONS:
            break
    raise CommandRefused(
        Code.TOO_MANY,
        f"you have {protocol.MAX_LESSONS} lessons and classes, which is the most",
        "delete one that you do not need",
    )


def _add(lesson: StoredLesson, connection: sql.Connection) -> bool:
    return lessons.add(connection, lesson, protocol.MAX_LESSONS)


async def list_own(request: Request[protocol.ListLessons]) -> None:
    """Answer with the lessons of the player."""
    player_id = request.client.player.id
    rows = await _query(
        request,
        # Each row counts the tasks in a text of up to 64 kB, so they are made in the thread of the store.
        lambda connection: [lesson_data(*found) for found in lessons.of_owner(connection, player_id)],
    )
    request.reply({"kind": "lessons", "lessons": rows, "most": protocol.MAX_LESSONS})


async def show(request: Request[protocol.ShowLesson]) -> None:
    """Answer with a lesson of the player as a file.

    Raises:
        CommandRefused: There is no such lesson, or another player made it.
    """
    lesson = await _own(request)
    pupils = await _query(request, lambda connection: lessons.count_pupils(connection, lesson.code))
    text = tasks.source(lesson.name, tasks.read(lesson.tasks))
    request.reply({"kind": "lesson_source", "lesson": lesson_data(lesson, pupils), "text": text})


async def join(request: Request[protocol.JoinLesson]) -> None:
    """Store the player as a pupil of a lesson, or another name of one.

    Raises:
        CommandRefused: There is no such lesson, or it is full.
    """
    lesson, player_id, name = await _found(request), request.client.player.id, request.message.name
    if player_id != lesson.owner:
        code, most = lesson.code, protocol.MAX_PUPILS
        if not await request.change(lambda connection: lessons.join(connection, code, player_id, name, most)):
            await _found(request)  # which says so if the lesson was deleted meanwhile
            raise CommandRefused(Code.TOO_MANY, f"{most} pupils take part already, which is the most")
        pupil = await _pupil(request, lesson)
        if pupil is not None:
            _tell_pupil(request, lesson, pupil)
    request.reply()


async def open_lesson(request: Request[protocol.OpenLesson]) -> None:
    """Open a lesson, as a pupil if the player has joined it.

    Raises:
        CommandRefused: There is no such lesson.
    """
    message, client, followers = request.message, request.client, request.runtime.lessons
    code, player_id = canonical(message.lesson), client.player.id
    with followers.opening(code, client) as opening:
        _, pupil = await _found_with_pupil(request)
        _check_waits(opening)
        room = followers.open(code, client, following=message.following and pupil is not None)
    # From here on the client gets each step. That of the answer, and the pupil's row, must not be older.
    seq = room.pupil_seq
    lesson, pupil = await _found_with_pupil(request)
    count = len(tasks.read(lesson.tasks))
    row = pupil_data(pupil, count, room) if pupil is not None else None
    if row is not None:
        followers.tell_pupil(code, player_id, row)
    request.reply(
        {
            "kind": "lesson_opened",
            "lesson": code,
            "name": lesson.name,
            "teacher": lesson.teacher,
            "tasks": count,
            "yours": player_id == lesson.owner,
            "you": row,
            "step": lesson.step,
            "seq": seq,
        }
    )


def leave(request: Request[protocol.LeaveLesson]) -> None:
    """Send the client no more events of a lesson."""
    request.runtime.lessons.leave(canonical(request.message.lesson), request.client)
    request.reply()


async def show_task(request: Request[protocol.ShowTask]) -> None:
    """Answer with a task.

    Raises:
        CommandRefused: There is no such task.
    """
    lesson = await _found(request)
    number, task = _task(request, lesson)
    pupil = await _pupil(request, lesson)
    try:
        request.reply(task_data(lesson, number, task, _answer_of(pupil, number)))
    except BadTask as error:
        raise _unfit(error) from None


async def answer(request: Request[protocol.AnswerTask]) -> None:
    """Judge an answer, count it for a pupil, and show it to the teacher.

    Raises:
        CommandRefused: There is no such task, or the answer does not fit it.
    """
    lesson, player_id = await _found(request), request.client.player.id
    number, task = _task(request, lesson)
    pupil = await _pupil(request, lesson)
    if pupil is None and player_id != lesson.owner:
        raise CommandRefused(Code.BAD_TASK, "pupils give their name before they answer", "join the lesson first")
    try:
        found = tasks.judge(task, request.message.answer)
        if pupil is not None:
            code, right = lesson.code, found.right
            await request.change(lambda connection: lessons.note_answer(connection, code, player_id, number, right))
            pupil = await _pupil(request, lesson)
        request.reply(answered_data(lesson, number, task, found, _answer_of(pupil, number)))
    except BadTask as error:
        raise _unfit(error) from None
    if pupil is not None:
        _tell_pupil(request, lesson, pupil)


async def follow_results(request: Request[protocol.FollowResults]) -> None:
    """Answer with the results of a lesson of the player, who gets each change from then on.

    Raises:
        CommandRefused: There is no such lesson, or another player made it.
    """
    followers = request.runtime.lessons
    with followers.opening(canonical(request.message.lesson), request.client) as opening:
        lesson = await _own(request)
        _check_waits(opening)
        room = followers.follow(lesson.code, request.client)
    # An event before the answer has a greater number, and the client takes it after the answer.
    seq = room.teacher_seq
    found = await _query(request, lambda connection: lessons.pupils(connection, lesson.code))
    stored = tasks.read(lesson.tasks)
    lesson, _ = await _found_with_pupil(request)
    request.reply(
        {
            "kind": "lesson_results",
            "lesson": lesson_data(lesson, len(found)),
            "questions": [task["question"] for task in stored],
            "pupils": [pupil_data(pupil, len(stored), room) for pupil in found],
            "step": lesson.step,
            "seq": seq,
        }
    )


async def drive(request: Request[protocol.DriveLesson]) -> None:
    """Set the step of a lesson for all pupils.

    Raises:
        CommandRefused: Another player made the lesson, or it has no such step.
    """
    lesson, step = await _own(request), request.message.step
    if step:
        _check_step(step, len(tasks.read(lesson.tasks)))
    await request.change(lambda connection: lessons.set_step(connection, lesson.code, step))
    request.reply()
    request.runtime.lessons.tell_step(lesson.code, step)


async def delete(request: Request[protocol.DeleteLesson]) -> None:
    """Delete a lesson of the player, with its results.

    Raises:
        CommandRefused: There is no such lesson, or another player made it.
    """
    lesson = await _own(request)
    await request.change(lambda connection: lessons.delete(connection, [lesson.code]))
    request.reply()
    request.runtime.lessons.end(lesson.code)


async def _checked(request: Request[protocol.MakeLesson], number: int, task: protocol.LessonTask) -> Task:
    """Return a task as it is stored."""
    try:
        place = task.at if not isinstance(task, protocol.ExerciseTask) else None
        at = (await reach(request, line_of(place)))[1] if place is not None else None
        return tasks.checked(task.model_dump(), at)
    except BadTask as error:
        raise CommandRefused(Code.BAD_TASK, f"task {number}: {error}", "change the task") from None
    except CommandRefused as error:
        raise CommandRefused(error.code, f"task {number}: {error}", error.hint) from None


def _unfit(error: BadTask) -> CommandRefused:
    return CommandRefused(Code.BAD_TASK, str(error), "answer in another way, or go on to the next task")


def _check_waits(opening: Opening) -> None:
    """Check that a client has not left the lesson or the server meanwhile, because nothing would remove it again.

    Raises:
        CommandRefused: It has.
    """
    if opening.left:
        raise CommandRefused(Code.UNKNOWN_LESSON, "you have left the lesson", "open it again")


def _check_step(step: str, count: int) -> None:
    """Check the step of a lesson with that many tasks, or of a class.

    Raises:
        CommandRefused: It has no such step.
    """
    if count == 0 and step != "/learn" and not step.startswith("/learn?"):
        raise CommandRefused(Code.BAD_TASK, "the step of a class is an address of /learn", "such as /learn?step=4")
    if count and step not in map(str, range(1, count + 1)):
        raise CommandRefused(Code.BAD_TASK, f"the lesson has the tasks 1 to {count}", "choose one of them")


def _task(request: Request[Any], lesson: StoredLesson) -> tuple[int, Task]:
    stored, number = tasks.read(lesson.tasks), request.message.task
    if number > len(stored):
        raise CommandRefused(Code.BAD_TASK, f"the lesson has {len(stored)} tasks", "choose one of them")
    return number, stored[number - 1]


def _answer_of(pupil: StoredPupil | None, number: int) -> StoredAnswer | None:
    answers = pupil.answers if pupil is not None else ()
    return next((answer for answer in answers if answer.task == number), None)


def _tell_pupil(request: Request[Any], lesson: StoredLesson, pupil: StoredPupil) -> None:
    followers = request.runtime.lessons
    count = len(tasks.read(lesson.tasks))
    row: Data = pupil_data(pupil, count, followers.room(lesson.code))
    followers.tell_pupil(lesson.code, pupil.player_id, row)


async def _found(request: Request[Any]) -> StoredLesson:
    code = canonical(request.message.lesson)
    found = await _query(request, lambda connection: lessons.find(connection, code))
    if found is None:
        raise _unknown()
    return found


async def _found_with_pupil(request: Request[Any]) -> tuple[StoredLesson, StoredPupil | None]:
    """Return the lesson of a command, and the player as its pupil.

    Raises:
        CommandRefused: There is no such lesson.
    """
    code, player_id = canonical(request.message.lesson), request.client.player.id

    def read(connection: sql.Connection) -> tuple[StoredLesson | None, StoredPupil | None]:
        return lessons.find(connection, code), lessons.pupil(connection, code, player_id)

    lesson, pupil = await _query(request, read)
    if lesson is None:
        # It may have been deleted after the client was added.
        request.runtime.lessons.leave(code, request.client)
        raise _unknown()
    return lesson, pupil


def _unknown() -> CommandRefused:
    return CommandRefused(Code.UNKNOWN_LESSON, hint="ask the teacher for the code")


async def _own(request: Request[Any]) -> StoredLesson:
    lesson = await _found(request)
    if lesson.owner != request.client.player.id:
        raise CommandRefused(Code.NOT_TEACHER, hint="open it as a pupil")
    return lesson


async def _pupil(request: Request[Any], lesson: StoredLesson) -> StoredPupil | None:
    player_id = request.client.player.id
    return await _query(request, lambda connection: lessons.pupil(connection, lesson.code, player_id))


async def _query(request: Request[Any], query: Callable[[sql.Connection], T]) -> T:
    store = request.runtime.store
    return await request.read(lambda: store.query(query))
