"""Command, progress and result of the analysis of a finished match: a search of each position, and what moves lost.

A win probability is the expected result of a side, from 0 (lost) over 0.5 (even) to 1 (won); a draw counts half.
"""

from typing import Annotated, Literal

from pydantic import Field

from kibitz_protocol.command import Command
from kibitz_protocol.values import MatchKey, MatchRef, Ply, Seat, ServerModel

Effort = Annotated[
    Literal["quick", "normal", "deep"],
    Field(description="10,000, 100,000 or 1,000,000 nodes for each position"),
]
Probability = Annotated[float, Field(ge=0, le=1)]
Judgement = Literal["good", "inaccuracy", "mistake", "blunder"]


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
    move: str
    before: Probability = Field(description="win probability of the side that moved, before its move")
    after: Probability = Field(description="win probability of the same side by the search after its move")
    best: str = Field(description="the best move there")
    line: list[str] = Field(description="the expected line, which begins with `best`")
    score: int
    wins_in: int | None
    exact: bool = False
    depth: int
    loss: Probability = Field(
        description="win probability that the move lost; 0 for the best move, and less than the difference of `before`"
        " and `after` where a third search says so"
    )
    judgement: Judgement = "good"
    exempt: Literal["forced", "random"] | None = Field(
        default=None,
        description="why the move is not judged: it was the only legal one, or a level played it at random",
    )


class AnalysedSide(ServerModel):
    """How well a side played. `accuracy` is in percent, null when none of its moves was judged."""

    seat: Seat
    name: str = Field(default="", description="name of the side in the game")
    player: str | None = Field(default=None, description="name of its player")
    accuracy: float | None
    judged: int = Field(description="number of moves that were judged")
    inaccuracies: int
    mistakes: int
    blunders: int


class Analysed(ServerModel):
    """Result of `analyse`."""

    kind: Literal["analysed"] = "analysed"
    match: str
    code: str
    game: str
    algorithm: str
    effort: str
    nodes: int = Field(description="nodes of all searches together")
    seconds: float = Field(description="time of all searches together")
    moves: list[AnalysedMove]
    final: Probability = Field(description="win probability of the first side after the last move")
    sides: list[AnalysedSide]


class Analysing(ServerModel):
    """Progress of an analysis that you wait for. Not numbered: the newest replaces the previous one."""

    t: Literal["analysing"] = "analysing"
    match: str
    done: int = Field(description="positions that were searched")
    total: int
    waiting: int = Field(default=0, description="analyses that the server does before this one")
