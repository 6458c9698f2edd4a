"""Conversion of lessons to protocol data."""

from kibitz_server.games.game import Position
from kibitz_server.lessons import tasks
from kibitz_server.lessons.tasks import LessonVerdict, Task
from kibitz_server.messages import games, match_data
from kibitz_server.messages.outgoing import Data
from kibitz_server.runtime.lessons.followers import LessonRoom
from kibitz_server.store.archive.lessons import StoredAnswer, StoredLesson, StoredPupil


def lesson_data(lesson: StoredLesson, pupils: int) -> Data:
    """Return a `LessonRow`."""
    return {
        "lesson": lesson.code,
        "name": lesson.name,
        "tasks": len(tasks.read(lesson.tasks)),
        "pupils": pupils,
        "at": lesson.at,
    }


def mark_data(answer: StoredAnswer | None) -> Data:
    """Return a `TaskMark`."""
    return {"right": answer.right if answer else None, "tries": answer.tries if answer else 0}


def pupil_data(pupil: StoredPupil, count: int, room: LessonRoom) -> Data:
    """Return a `PupilRow`.

    Args:
        pupil: The pupil.
        count: The number of tasks.
        room: The clients of the lesson.
    """
    answers = {answer.task: answer for answer in pupil.answers}
    here, following = room.presence(pupil.player_id)
    return {
        "pupil": pupil.number,
        "name": pupil.name,
        "marks": [mark_data(answers.get(number)) for number in range(1, count + 1)],
        "here": here,
        "following": following,
    }


def task_data(lesson: StoredLesson, number: int, task: Task, answer: StoredAnswer | None) -> Data:
    """Return a `TaskShown`. It tells the explanation after an answer, and the solution after a right one.

    Raises:
        BadTask: The server does not have the game of the task any more.
    """
    at = tasks.position(task)
    data: Data = {
        "kind": "task",
        "lesson": lesson.code,
        "task": number,
        "what": task["kind"],
        "question": task["question"],
        "choices": task.get("choices", []),
        "mark": mark_data(answer),
        "explanation": task["explanation"] if answer else "",
        "solution": tasks.solution(task) if answer and answer.right else [],
    }
    if at is not None:
        data["game"] = games.game_data(at.game.declaration)
        data["options"] = at.game.options
        data["board"] = games.board_data(at.game.board)
        data["state"] = _state(at)
        data["position"] = task["start"]
    if task["kind"] == "exercise":
        data |= {field: task[field] for field in ("exercise", "leaves", "first", "at")}
    return data


def answered_data(
    lesson: StoredLesson, number: int, task: Task, found: LessonVerdict, answer: StoredAnswer | None
) -> Data:
    """Return a `TaskAnswered`."""
    return {
        "kind": "task_answered",
        "lesson": lesson.code,
        "task": number,
        "right": found.right,
        "said": found.said,
        "state": _state(found.after, 1) if found.after is not None else None,
        "mark": mark_data(answer),
        "explanation": task["explanation"],
        "solution": tasks.solution(task) if found.right else [],
    }


def _state(position: Position, ply: int = 0) -> Data:
    return match_data.state_data(position, ply, position.outcome is not None, match_data.NO_TIMES)
