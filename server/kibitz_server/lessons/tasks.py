"""Tasks of lessons as they are stored, and the judgement of answers. Pure.

A stored task is JSON: what the teacher sent, and `start`, the position of the task as one line, so that no moves are
played when pupils open it.
"""

import json
from typing import Any, NamedTuple

from kibitz_server.games.ends.studies import going_on
from kibitz_server.games.game import BadPosition, IllegalMove, Position
from kibitz_server.games.registry import UnknownGame, load, named_game
from kibitz_server.lessons import trees

Task = dict[str, Any]


class BadTask(ValueError):
    """A task, or an answer that does not fit it; the message is for users."""


class LessonVerdict(NamedTuple):
    """What an answer to a task has come to.

    Attributes:
        right: Whether it is right.
        said: The answer as people write it.
        after: The position after a move; None for other tasks.
    """

    right: bool
    said: str
    after: Position | None = None


def checked(task: Task, at: Position | None) -> Task:
    """Return a task as it is stored.

    Args:
        task: What the teacher sent.
        at: Its position; None for a task without one.

    Raises:
        BadTask: An answer of the teacher is not legal, or a tree is not valid.
    """
    if task["kind"] == "exercise":
        try:
            trees.check(*_exercise(task))
        except trees.BadExercise as error:
            raise BadTask(str(error)) from None
        return task
    if at is None:
        return task
    if at.game.declaration.hidden:
        raise BadTask("games with hidden cards have no tasks")
    task = {**task, "start": at.text}
    if task["kind"] != "move":
        return task
    if at.chances:
        raise BadTask("a chance event is due in the position, so no side has a move: add its outcome to the moves")
    # The position as pupils get it: it must take the answers.
    shown = position(task)
    assert shown is not None
    try:
        answers = [shown.find(text).text for text in task["answers"]]
    except IllegalMove as error:
        raise BadTask(str(error)) from None
    return {**task, "answers": list(dict.fromkeys(answers))}


def read(text: str) -> list[Task]:
    """Return the tasks of a stored lesson."""
    found: list[Task] = json.loads(text)
    return found


def source(name: str, tasks: list[Task]) -> str:
    """Return a lesson as a file, which `make_lesson` takes."""
    sent = [{field: value for field, value in task.items() if field != "start"} for task in tasks]
    return json.dumps({"name": name, "tasks": sent}, ensure_ascii=False)


def position(task: Task) -> Position | None:
    """Return the position of a task; None if it has none. As on an analysis board, no draw is claimed there.

    Raises:
        BadTask: The game or its rules have changed since the task was made.
    """
    place = task.get("at")
    if not isinstance(place, dict):
        return None
    try:
        game = load(*named_game(place["game"], place["options"]))
        return going_on(game.start(task["start"]), game)
    except (UnknownGame, BadPosition, ValueError) as error:
        raise BadTask(f"this server cannot show that task: {error}") from None


def judge(task: Task, answer: list[str]) -> LessonVerdict:
    """Return whether an answer is right.

    Raises:
        BadTask: The answer does not fit the task: an illegal move, or no such choice.
    """
    if task["kind"] == "exercise":
        try:
            return LessonVerdict(trees.judge(*_exercise(task), answer), ", ".join(answer)[:200])
        except trees.BadExercise as error:
            raise BadTask(str(error)) from None
    if len(answer) != 1:
        raise BadTask("give one answer")
    if task["kind"] == "choice":
        choices = task["choices"]
        number = int(answer[0]) if answer[0].isascii() and answer[0].isdecimal() and len(answer[0]) < 3 else 0
        if not 1 <= number <= len(choices):
            raise BadTask(f"choose one of the answers 1 to {len(choices)}")
        return LessonVerdict(number == task["right"], choices[number - 1])
    at = position(task)
    assert at is not None, "a task about a move has a position"
    try:
        move = at.find(answer[0])
    except IllegalMove as error:
        raise BadTask(str(error)) from None
    return LessonVerdict(move.text in task["answers"], at.said(move) or move.text, at.after(move))


def solution(task: Task) -> list[str]:
    """Return the right answers, as people write them.

    Raises:
        BadTask: The rules of the game have changed since the task was made.
    """
    if task["kind"] == "exercise":
        return trees.solution(*_exercise(task))
    if task["kind"] == "choice":
        return [task["choices"][task["right"] - 1]]
    at = position(task)
    if at is None:
        return list(task["answers"])
    try:
        return [at.said(at.find(text)) or text for text in task["answers"]]
    except IllegalMove as error:
        raise BadTask(f"this server does not know the answer any more: {error}") from None


def _exercise(task: Task) -> tuple[str, str, str, str]:
    return task["exercise"], task["leaves"], task["first"], task["at"]
