"""Commands and results of lessons and classes.

A lesson is a list of tasks that a teacher made. Pupils open it by its code, and answer task by task. A lesson without
tasks is a class: its step is an address of `/learn`, which the teacher chooses and the pupils see.
"""

from typing import Annotated, Literal, Self

from pydantic import AfterValidator, Field, StringConstraints, model_validator

from kibitz_protocol.commands.base import Command
from kibitz_protocol.commands.explain import OfGame
from kibitz_protocol.validation.bounds import Count, ShortText, Timestamp
from kibitz_protocol.validation.characters import check_legible
from kibitz_protocol.values.base import ClientModel, ServerModel
from kibitz_protocol.values.boards import Board
from kibitz_protocol.values.consistency import position_fault
from kibitz_protocol.values.fields import IN_SCHEMA, Line, MoveText, Name, PositionText, Seq
from kibitz_protocol.values.games import GameInfo, GivenOptions
from kibitz_protocol.values.state import State

MAX_TASKS = 30
MAX_LESSONS = 50
"""Lessons and classes of one player."""
MAX_PUPILS = 200
MAX_ANSWERS = 8
MAX_CHOICES = 6
MAX_ANSWER = 40
MAX_STEP = 2000

LessonCode = Annotated[
    str,
    StringConstraints(min_length=1, max_length=32, strip_whitespace=True),
    Field(description="code of the lesson, in any spelling"),
]
TaskNumber = Annotated[int, Field(ge=1, le=MAX_TASKS, description="number of the task, from 1")]
Explanation = Annotated[Line | Literal[""], Field(description="shown after an answer")]
Choice = Annotated[
    str,
    StringConstraints(min_length=1, max_length=120, strip_whitespace=True),
    AfterValidator(check_legible),
    IN_SCHEMA,
]
Answer = Annotated[list[MoveText], Field(min_length=1, max_length=MAX_ANSWER)]
StepText = Annotated[str, StringConstraints(max_length=MAX_STEP), AfterValidator(check_legible), IN_SCHEMA]
ExerciseKind = Literal["value", "cut", "order"]
TaskKind = Literal["move", "choice", "exercise"]
LeavesText = Annotated[str, StringConstraints(min_length=1, max_length=400)]
NodePath = Annotated[str, StringConstraints(pattern=r"^(?:\d{1,2}(?:\.\d{1,2}){0,9})?$")]


class MoveTask(ClientModel):
    """Find a move in a position."""

    kind: Literal["move"] = "move"
    at: OfGame
    question: Line
    answers: Annotated[
        list[MoveText], Field(min_length=1, max_length=MAX_ANSWERS, description="the moves that are right")
    ]
    explanation: Explanation = ""


class ChoiceTask(ClientModel):
    """Choose one of several answers to a question, about a position or without one."""

    kind: Literal["choice"] = "choice"
    at: OfGame | None = None
    question: Line
    choices: Annotated[list[Choice], Field(min_length=2, max_length=MAX_CHOICES)]
    right: Annotated[int, Field(ge=1, le=MAX_CHOICES, description="number of the right choice, from 1")]
    explanation: Explanation = ""

    @model_validator(mode="after")
    def _parts_agree(self) -> Self:
        if self.right > len(self.choices):
            raise ValueError(f"has no choice {self.right}")
        return self


class ExerciseTask(ClientModel):
    """An exercise about a search tree: a value, the branches that are cut, or the best order of the root's branches."""

    kind: Literal["exercise"] = "exercise"
    exercise: ExerciseKind
    leaves: Annotated[LeavesText, Field(description="leaf values, as in `explain`")]
    first: Annotated[Literal["max", "min"], Field(description="the player to move at the root")] = "max"
    at: Annotated[NodePath, Field(description="the node whose value is asked for, such as 2.1; empty for the root")] = (
        ""
    )
    question: Annotated[Line | Literal[""], Field(description="empty for the usual question")] = ""
    explanation: Explanation = ""


LessonTask = Annotated[MoveTask | ChoiceTask | ExerciseTask, Field(discriminator="kind")]


class MakeLesson(Command):
    """Make a lesson; without tasks a class."""

    t: Literal["make_lesson"] = "make_lesson"
    name: Name
    tasks: Annotated[list[LessonTask], Field(max_length=MAX_TASKS)] = []
    step: Annotated[StepText, Field(description="first step of a class")] = ""


class ListLessons(Command):
    """List your lessons and classes, the newest first."""

    t: Literal["list_lessons"] = "list_lessons"


class ShowLesson(Command):
    """Get a lesson of yours as a file, with the right answers."""

    t: Literal["show_lesson"] = "show_lesson"
    lesson: LessonCode


class OpenLesson(Command):
    """Open a lesson or a class, and get its steps from then on."""

    t: Literal["open_lesson"] = "open_lesson"
    lesson: LessonCode
    following: Annotated[bool, Field(description="whether you follow the steps of the teacher")] = True


class JoinLesson(Command):
    """Take part in a lesson or a class as a pupil. `open_lesson` follows."""

    t: Literal["join_lesson"] = "join_lesson"
    lesson: LessonCode
    name: Annotated[Name, Field(description="how the teacher sees you")]


class LeaveLesson(Command):
    """Get no more steps or results of a lesson. Your answers stay."""

    t: Literal["leave_lesson"] = "leave_lesson"
    lesson: LessonCode


class ShowTask(Command):
    """Get a task of a lesson, without its answer."""

    t: Literal["show_task"] = "show_task"
    lesson: LessonCode
    task: TaskNumber


class AnswerTask(Command):
    """Answer a task. You may answer again; the results count the tries."""

    t: Literal["answer_task"] = "answer_task"
    lesson: LessonCode
    task: TaskNumber
    answer: Annotated[
        Answer,
        Field(
            description="a move; the number of a choice, from 1; a value; the branches that are cut, such as 1.2, or -"
            " for none; or the branches of the root in order"
        ),
    ]


class FollowResults(Command):
    """Get the results of a lesson of yours, and each change of them from then on."""

    t: Literal["lesson_results"] = "lesson_results"
    lesson: LessonCode


class DriveLesson(Command):
    """Set the step of a lesson of yours: a task's number for a lesson, an address of `/learn` for a class."""

    t: Literal["drive_lesson"] = "drive_lesson"
    lesson: LessonCode
    step: StepText


class DeleteLesson(Command):
    """Delete a lesson of yours, with its results."""

    t: Literal["delete_lesson"] = "delete_lesson"
    lesson: LessonCode


class LessonRow(ServerModel):
    """A lesson of yours in a list."""

    lesson: ShortText
    name: ShortText
    tasks: Count = Field(description="number of tasks; 0 for a class")
    pupils: Count
    at: Timestamp = Field(description="when it was made")


class LessonMade(ServerModel):
    """Result of `make_lesson`."""

    kind: Literal["lesson_made"] = "lesson_made"
    lesson: LessonRow


class Lessons(ServerModel):
    """Result of `list_lessons`."""

    kind: Literal["lessons"] = "lessons"
    lessons: list[LessonRow] = Field(max_length=MAX_LESSONS)
    most: Count = Field(description="how many you may have")


class LessonSource(ServerModel):
    """Result of `show_lesson`."""

    kind: Literal["lesson_source"] = "lesson_source"
    lesson: LessonRow
    text: Annotated[str, StringConstraints(max_length=200_000)] = Field(
        description="JSON with `name` and `tasks`, as `make_lesson` takes them"
    )


class TaskMark(ServerModel):
    """How a pupil has answered a task."""

    right: bool | None = Field(description="whether an answer was right; null before the first one")
    tries: Count = Field(description="answers up to the first right one")


class PupilRow(ServerModel):
    """A pupil with the results so far."""

    pupil: Count = Field(description="number of the pupil in the lesson, from 1")
    name: ShortText
    marks: list[TaskMark] = Field(max_length=MAX_TASKS, description="one for each task")
    here: bool = Field(description="whether the pupil has the lesson open")
    following: bool = Field(description="whether it is open and follows the steps of the teacher")


class LessonOpened(ServerModel):
    """Result of `open_lesson`."""

    kind: Literal["lesson_opened"] = "lesson_opened"
    lesson: ShortText
    name: ShortText
    teacher: ShortText
    tasks: Count
    yours: bool = Field(description="whether you are the teacher")
    you: PupilRow | None = Field(description="you as a pupil; null before you have given a name")
    step: StepText = Field(description="the present step; empty before the first one")
    seq: Seq = Field(description="number of the last event")


class TaskShown(ServerModel):
    """Result of `show_task`."""

    kind: Literal["task"] = "task"
    lesson: ShortText
    task: TaskNumber
    what: TaskKind
    question: ShortText | Annotated[str, StringConstraints(max_length=400)]
    game: GameInfo | None = Field(default=None, description="null without a position")
    options: GivenOptions = {}
    board: Board | None = None
    state: State | None = None
    position: PositionText | None = Field(default=None, description="the position as one line")
    choices: list[ShortText] = Field(default=[], max_length=MAX_CHOICES)
    exercise: ExerciseKind | None = None
    leaves: LeavesText | None = None
    first: Literal["max", "min"] = "max"
    at: NodePath = ""
    mark: TaskMark
    explanation: Annotated[str, StringConstraints(max_length=400)] = Field(
        default="", description="empty before an answer"
    )
    solution: list[ShortText] = Field(
        default=[], max_length=MAX_ANSWER, description="the right answers, after one of them was given"
    )

    @model_validator(mode="after")
    def _parts_agree(self) -> Self:
        if self.board is not None and self.state is not None:
            fault = position_fault(self.board, self.state)
            if fault is not None:
                raise ValueError(f"state {fault}")
        return self


class TaskAnswered(ServerModel):
    """Result of `answer_task`."""

    kind: Literal["task_answered"] = "task_answered"
    lesson: ShortText
    task: TaskNumber
    right: bool
    said: ShortText = Field(description="the answer as people write it")
    state: State | None = Field(default=None, description="the position after the move of the answer")
    mark: TaskMark
    explanation: Annotated[str, StringConstraints(max_length=400)] = ""
    solution: list[ShortText] = Field(default=[], max_length=MAX_ANSWER, description="the right answers, if it was one")


class LessonResults(ServerModel):
    """Result of `lesson_results`."""

    kind: Literal["lesson_results"] = "lesson_results"
    lesson: LessonRow
    questions: list[Annotated[str, StringConstraints(max_length=400)]] = Field(
        max_length=MAX_TASKS, description="one for each task; empty for the usual question of an exercise"
    )
    pupils: list[PupilRow] = Field(max_length=MAX_PUPILS)
    step: StepText
    seq: Seq = Field(description="number of the last event")


class LessonEvent(ServerModel):
    """A change of a lesson that you have opened, or whose results you follow. The numbers of each are without a gap."""

    t: Literal["lesson"] = "lesson"
    lesson: ShortText
    seq: Seq
    step: StepText | None = Field(default=None, description="the new step; null where another thing has changed")
    pupil: PupilRow | None = Field(default=None, description="a pupil with a change; only for the teacher")
    ended: bool = Field(default=False, description="whether the lesson was deleted")


LessonCommand = (
    MakeLesson
    | ListLessons
    | ShowLesson
    | JoinLesson
    | OpenLesson
    | LeaveLesson
    | ShowTask
    | AnswerTask
    | FollowResults
    | DriveLesson
    | DeleteLesson
)
LessonOutcome = LessonMade | Lessons | LessonSource | LessonOpened | TaskShown | TaskAnswered | LessonResults
