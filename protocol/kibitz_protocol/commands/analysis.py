"""Command, progress and result of the analysis of a finished match: a search of each position, and what moves lost.

A win probability is the expected result of a side, from 0 (lost) over 0.5 (even) to 1 (won); a draw counts half.
"""

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from kibitz_protocol.commands.base import Command
from kibitz_protocol.validation.bounds import (
    MAX_PLIES,
    MAX_SEATS,
    Accuracy,
    Count,
    Line,
    Plies,
    Score,
    Seconds,
    ShortText,
    SignedPlies,
)
from kibitz_protocol.values.base import ServerModel
from kibitz_protocol.values.engines import Prospects
from kibitz_protocol.values.evaluation import (
    BETTER_MOVES,
    Evaluation,
    Judgement,
    Mistake,
    Probability,
    Reason,
    other_side,
    short_score,
)
from kibitz_protocol.values.fields import MatchKey, MatchRef, Ply, Seat
from kibitz_protocol.values.seats import seats_fault

Effort = Annotated[
    Literal["quick", "normal", "deep"],
    Field(description="10,000, 100,000 or 1,000,000 nodes for each position"),
]


class Analyse(Command):
    """Search every position of a finished match, and judge its moves. A running match is refused.

    The answer follows when the analysis is complete; until then the server sends `analysing`. The server keeps the
    result, so that the same command is answered at once later. If you disconnect, the analysis goes on.
    """

    t: Literal["analyse"] = "analyse"
    match: MatchRef
    key: MatchKey = None
    effort: Effort = "normal"


class AnalysedMove(ServerModel):
    """A move of the match, judged by the searches of the positions before and after it.

    `score` and `wins_in` are those of the position before it, for the side that moved, as in a `SearchReport`.
    """

    ply: Ply
    seat: Seat
    move: ShortText
    before: Probability = Field(description="win probability of the side that moved, before its move")
    after: Probability = Field(description="win probability of the same side by the search after its move")
    best: ShortText = Field(description="the best move there")
    line: Line = Field(description="the expected line, which begins with `best`")
    score: Score
    wins_in: SignedPlies | None
    exact: bool = False
    depth: Plies
    loss: Probability = Field(
        description="win probability that the move lost; 0 for the best move, and less than the difference of `before`"
        " and `after` where deeper searches say so"
    )
    judgement: Judgement = "good"
    exempt: Literal["forced", "random"] | None = Field(
        default=None,
        description="why the move is not judged: it was the only legal one, or a level played it at random",
    )
    said: ShortText | None = Field(default=None, description="how people write the move; null where that is `move`")
    said_line: Line = Field(
        default=[],
        description="how people write the first moves of `line`; empty where they write them so, and for a good move",
    )
    book: bool = Field(default=False, description="whether the move is one of theory, which loses nothing")
    checked: Plies | None = Field(
        default=None,
        description="depth of the deeper searches, of this move and of the best one, that confirmed a loss",
    )
    why: Reason | None = Field(default=None, description="a proven reason for the loss, if there is one")
    prospects: Prospects | None = Field(default=None, description="chances in a game with gammons, with the best move")
    points_lost: Annotated[float, Field(ge=0, le=1000)] | None = Field(
        default=None, description="`loss` in points, in a game whose scores are in points, such as backgammon"
    )

    @property
    def written(self) -> str:
        """The move as people write it."""
        return self.said or self.move

    def better(self, most: int) -> str:
        """Return at most this many moves of the better line, as people write them."""
        return " ".join((self.said_line or self.line)[:most])

    def as_mistake(self) -> Mistake:
        """Return a move that lost win probability as a mistake."""
        return Mistake(
            ply=self.ply,
            seat=self.seat,
            before=self.before,
            after=round(max(0.0, self.before - self.loss), 4),
            better=self.better(BETTER_MOVES) or self.best,
            score=short_score(self),
            judgement=self.judgement,
            checked=self.checked,
            why=self.why,
        )


class AnalysedSide(ServerModel):
    """How well a side played. `accuracy` is in percent, null when none of its moves was judged."""

    seat: Seat
    name: ShortText = Field(default="", description="name of the side in the game")
    player: ShortText | None = Field(default=None, description="its player, as lists show it: `@ann`, `engine level:5`")
    accuracy: Accuracy | None
    judged: Plies = Field(description="number of moves that were judged")
    inaccuracies: Plies
    mistakes: Plies
    blunders: Plies
    points_lost: Annotated[float, Field(ge=0, le=100_000)] | None = Field(
        default=None, description="points that its judged moves lost together, in such a game"
    )


class Analysed(ServerModel):
    """Result of `analyse`."""

    kind: Literal["analysed"] = "analysed"
    match: ShortText
    code: ShortText
    game: ShortText
    algorithm: ShortText
    effort: ShortText
    nodes: Count = Field(description="nodes of all searches together")
    seconds: Seconds = Field(description="time of all searches together")
    moves: list[AnalysedMove] = Field(max_length=MAX_PLIES)
    final: Probability = Field(description="win probability of the first side after the last move")
    sides: list[AnalysedSide] = Field(max_length=MAX_SEATS)
    evaluation: Evaluation | None = Field(
        default=None, description="the same in the form of a record's: the inaccuracies, mistakes and blunders"
    )

    def evaluated(self) -> Evaluation:
        """Return the win probability before each move, and the inaccuracies, mistakes and blunders."""
        return Evaluation(
            values=[move.before if move.seat == 0 else other_side(move.before) for move in self.moves],
            mistakes=[move.as_mistake() for move in self.moves if move.judgement != "good"],
        )

    @model_validator(mode="after")
    def _seats_agree(self) -> Self:
        if [side.seat for side in self.sides] != list(range(len(self.sides))):
            raise ValueError("does not number its sides from 0 in order")
        if (fault := seats_fault(len(self.sides), (move.seat for move in self.moves))) is not None:
            raise ValueError(fault)
        return self


class Analysing(ServerModel):
    """Progress of an analysis that you wait for. Not numbered: the newest replaces the previous one."""

    t: Literal["analysing"] = "analysing"
    match: ShortText
    done: Count = Field(description="positions that were searched")
    total: Count
    waiting: Count = Field(default=0, description="analyses that the server does before this one")
