"""Commands and results of puzzles: positions of finished games in which exactly one move is good.

The server keeps no open puzzle. A client sends all moves that it has found each time, and the server judges the last.
The first attempt of a player at a puzzle counts: it is over with a wrong move, with the last right one, or with help.
"""

from typing import Annotated, Literal, Self

from pydantic import Field, StringConstraints, model_validator

from kibitz_protocol.commands.base import Command
from kibitz_protocol.validation.bounds import MAX_SEATS, Count, Line, Rating, ShortText, Timestamp
from kibitz_protocol.values.base import ServerModel
from kibitz_protocol.values.boards import Board
from kibitz_protocol.values.consistency import position_fault
from kibitz_protocol.values.evaluation import Probability
from kibitz_protocol.values.fields import MoveText, Ply, PositionText, Seat
from kibitz_protocol.values.games import GameInfo, GameName, GivenOptions
from kibitz_protocol.values.state import State

PuzzleId = Annotated[str, StringConstraints(pattern=r"^[0-9a-z]{1,16}$")]
MAX_FOUND = 20
"""Moves of a solver."""
Found = Annotated[list[MoveText], Field(max_length=MAX_FOUND)]
Theme = Literal["win", "save", "advantage", "short", "long"]
Harder = Literal["easier", "equal", "harder"]
AttemptResult = Literal["solved", "failed", "helped"]


class NextPuzzle(Command):
    """Get a puzzle near your rating that you have not tried; when you have tried all, one of long ago."""

    t: Literal["next_puzzle"] = "next_puzzle"
    game: Annotated[GameName | None, Field(description="null for any game")] = None
    theme: Annotated[Theme | None, Field(description="what it is about; null for anything")] = None
    level: Annotated[Harder, Field(description="compared with your rating")] = "equal"
    skip: Annotated[PuzzleId | None, Field(description="a puzzle that you do not want again now")] = None


class ShowPuzzle(Command):
    """Get the puzzle with that id."""

    t: Literal["show_puzzle"] = "show_puzzle"
    puzzle: PuzzleId


class DailyPuzzle(Command):
    """Get the puzzle of today: of a game or, without one, of the game whose turn it is."""

    t: Literal["daily_puzzle"] = "daily_puzzle"
    game: Annotated[GameName | None, Field(description="null for the game of today")] = None


class AnswerPuzzle(Command):
    """Answer a puzzle with all moves that you have found, without the replies. The server judges them."""

    t: Literal["answer_puzzle"] = "answer_puzzle"
    puzzle: PuzzleId
    moves: Annotated[list[MoveText], Field(min_length=1, max_length=MAX_FOUND)]


class HelpPuzzle(Command):
    """Get the first cell of the next move, or the whole solution. An open attempt ends with it, and is not rated."""

    t: Literal["help_puzzle"] = "help_puzzle"
    puzzle: PuzzleId
    moves: Annotated[Found, Field(description="the moves that you have found")] = []
    what: Literal["hint", "solution"] = "hint"


class ListPuzzleAttempts(Command):
    """List your attempts that counted, the last one first, with your rating in each game."""

    t: Literal["puzzle_attempts"] = "puzzle_attempts"
    game: GameName | None = None
    limit: Annotated[int, Field(ge=1, le=100)] = 30


class SolverRating(ServerModel):
    """You as a solver of puzzles of a game."""

    game: ShortText
    rating: Rating
    deviation: Rating
    attempts: Count
    solved: Count
    streak: Count = Field(description="puzzles solved since the last failure")
    best: Count = Field(description="longest streak")


class PuzzleSource(ServerModel):
    """Where a puzzle comes from, told after the attempt."""

    players: list[ShortText] = Field(max_length=MAX_SEATS)
    code: ShortText | None = Field(description="code of the match; null for a puzzle that came with the server")
    ply: Ply


class PuzzleShown(ServerModel):
    """Result of `next_puzzle`, `show_puzzle` and `daily_puzzle`: a position, and the side that is to find its move."""

    kind: Literal["puzzle"] = "puzzle"
    puzzle: PuzzleId
    game: GameInfo
    options: GivenOptions
    board: Board
    before: State | None = Field(description="the position before the move that leads here; null without one")
    lead: ShortText | None = Field(description="that move as people write it")
    state: State
    seat: Seat = Field(description="the side that you solve for")
    rating: Rating = Field(description="rating of the puzzle")
    you: SolverRating
    day: Annotated[str, StringConstraints(max_length=10)] | None = Field(
        default=None, description="the day whose puzzle it is, such as 2026-11-30; null for others"
    )
    counts: bool = Field(description="whether an attempt would count: not if you have tried it before")
    result: AttemptResult | None = Field(default=None, description="the result of your attempt that counted")

    @model_validator(mode="after")
    def _parts_agree(self) -> Self:
        for state in (self.before, self.state):
            if state is not None and (fault := position_fault(self.board, state)) is not None:
                raise ValueError(f"state {fault}")
        return self


class PuzzleJudged(ServerModel):
    """Result of `answer_puzzle`, and of `help_puzzle` for the solution."""

    kind: Literal["puzzle_judged"] = "puzzle_judged"
    puzzle: PuzzleId
    right: bool = Field(description="whether all of your moves are those of the puzzle")
    over: bool = Field(description="whether nothing is left to find")
    line: Line = Field(description="the moves of both sides so far, as people write them")
    state: State = Field(description="the position after them")
    reply: ShortText | None = Field(default=None, description="the best reply to a wrong move, as people write it")
    win: Probability | None = Field(default=None, description="your win probability after a wrong move")
    solution: Line = Field(default=[], description="all moves of the puzzle, as people write them, when it is over")
    result: AttemptResult | None = Field(default=None, description="that of your attempt that counts; null while open")
    counted: bool = Field(default=False, description="whether this command has made that result")
    change: int = Field(default=0, ge=-100_000, le=100_000, description="by how much it changed your rating")
    you: SolverRating
    rating: Rating = Field(description="rating of the puzzle")
    themes: list[ShortText] = Field(default=[], max_length=10, description="what it is about, when the attempt is over")
    source: PuzzleSource | None = Field(default=None, description="null while the attempt is open")
    start: PositionText | None = Field(default=None, description="the first position of `moves`, for an analysis board")
    moves: list[MoveText] = Field(
        default=[], max_length=500, description="the move that led to the puzzle and the solution, when it is over"
    )


class PuzzleHint(ServerModel):
    """Result of `help_puzzle` for a hint."""

    kind: Literal["puzzle_hint"] = "puzzle_hint"
    puzzle: PuzzleId
    cell: Annotated[int, Field(ge=0, lt=2500)] | None = Field(description="first cell of the move; null without cells")
    start: ShortText = Field(description="the name of that cell, or the first character of the move")
    result: AttemptResult | None = None


class PuzzleAttempt(ServerModel):
    """An attempt that counted."""

    puzzle: PuzzleId
    game: ShortText
    at: Timestamp
    result: AttemptResult
    before: Rating = Field(description="your rating before it")
    after: Rating = Field(description="your rating after it")


class PuzzleAttempts(ServerModel):
    """Result of `puzzle_attempts`."""

    kind: Literal["puzzle_attempts"] = "puzzle_attempts"
    attempts: list[PuzzleAttempt] = Field(max_length=100)
    games: list[ShortText] = Field(max_length=1000, description="games with puzzles")
    you: list[SolverRating] = Field(max_length=1000)


PuzzleCommand = NextPuzzle | ShowPuzzle | DailyPuzzle | AnswerPuzzle | HelpPuzzle | ListPuzzleAttempts
PuzzleOutcome = PuzzleShown | PuzzleJudged | PuzzleHint | PuzzleAttempts
