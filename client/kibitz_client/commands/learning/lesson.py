"""`kibitz lesson`: a teacher's lessons as files, with their results."""

import json
from pathlib import Path

from kibitz_client.errors import UsageError
from kibitz_client.network.servers.connect import connect
from kibitz_client.requests import build
from kibitz_client.settings import Settings
from kibitz_client.terminal.output import Output
from kibitz_client.text.formatting import table, time_text
from kibitz_protocol.commands.teaching.lessons import (
    DeleteLesson,
    FollowResults,
    LessonRow,
    ListLessons,
    MakeLesson,
    PupilRow,
    ShowLesson,
    TaskMark,
)
from kibitz_protocol.validation.reading import read_small

HEADINGS = ("code", "name", "tasks", "pupils", "made")


async def show_list(settings: Settings, output: Output) -> None:
    """List the lessons and classes of the user."""
    async with connect(settings, output) as connected:
        found = await connected.client.ask(build(ListLessons))
    output.emit(found)
    if settings.json:
        return
    if found.lessons:
        output.say(*table([HEADINGS, *map(_row, found.lessons)]))
    else:
        output.say("you have no lessons; `kibitz lesson import FILE` makes one")


async def make(settings: Settings, output: Output, file: Path) -> None:
    """Make a lesson of a file.

    Raises:
        UsageError: The file has no lesson.
    """
    try:
        source = json.loads(read_small(file))
    except (OSError, ValueError) as error:
        raise UsageError(f"{file} cannot be read: {error}") from None
    if not isinstance(source, dict) or not isinstance(source.get("tasks"), list):
        raise UsageError(f"{file} has no lesson: it needs a name and a list of tasks")
    command = build(MakeLesson, name=source.get("name", ""), tasks=source["tasks"])
    async with connect(settings, output) as connected:
        made = await connected.client.ask(command)
    output.emit(made)
    if not settings.json:
        output.say(
            f"lesson {made.lesson.lesson} with {made.lesson.tasks} tasks: pupils open /lesson/{made.lesson.lesson}"
        )


async def export(settings: Settings, output: Output, code: str) -> None:
    """Print a lesson as a file, which `kibitz lesson import` takes."""
    async with connect(settings, output) as connected:
        found = await connected.client.ask(build(ShowLesson, lesson=code))
    output.emit(found)
    if not settings.json:
        output.say(*json.dumps(json.loads(found.text), ensure_ascii=False, indent=2).splitlines())


async def results(settings: Settings, output: Output, code: str) -> None:
    """Show how the pupils have answered."""
    async with connect(settings, output) as connected:
        found = await connected.client.ask(build(FollowResults, lesson=code))
    output.emit(found)
    if settings.json:
        return
    if found.pupils:
        numbers = (str(number + 1) for number in range(len(found.questions)))
        output.say(*table([("pupil", *numbers, "solved"), *map(_results, found.pupils)]))
    else:
        output.say("no pupil has joined yet")


async def delete(settings: Settings, output: Output, code: str) -> None:
    """Delete a lesson with its results."""
    async with connect(settings, output) as connected:
        await connected.client.ask(build(DeleteLesson, lesson=code))
    if not settings.json:
        output.say(f"lesson {code} is deleted, and so are its results")


def _row(lesson: LessonRow) -> tuple[str, ...]:
    tasks = str(lesson.tasks) if lesson.tasks else "class"
    return lesson.lesson, lesson.name, tasks, str(lesson.pupils), time_text(lesson.at)


def _results(pupil: PupilRow) -> tuple[str, ...]:
    solved = sum(mark.right is True for mark in pupil.marks)
    return pupil.name, *map(_mark, pupil.marks), str(solved)


def _mark(mark: TaskMark) -> str:
    """Return a mark with the number of tries, if there were several."""
    if mark.right is None:
        return "-"
    return ("right" if mark.right else "wrong") + (f" ({mark.tries})" if mark.tries > 1 else "")
