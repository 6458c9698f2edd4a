"""Commands and results about a match besides its moves: the games of its series, and its spectators."""

from typing import Annotated, Literal

from pydantic import Field

from kibitz_protocol.command import Command
from kibitz_protocol.values import MatchKey, MatchRef, Phase, Ply, Result, SeatView, ServerModel

MAX_NAMES = 50
"""The largest number of spectators that `watchers` names; its `count` includes the others."""


class ShowSeries(Command):
    """List every game of the series that a match belongs to. A single match is a series of one."""

    t: Literal["series"] = "series"
    match: MatchRef
    key: MatchKey = None


class ShowWatchers(Command):
    """List the spectators of a match."""

    t: Literal["watchers"] = "watchers"
    match: MatchRef
    key: MatchKey = None


class SeriesGame(ServerModel):
    """A game of a series, as far as you may see it."""

    number: Annotated[int, Field(ge=1, description="position in the series, from 1")]
    match: str
    code: str
    phase: Phase
    seats: list[SeatView]
    result: Result | None
    ply: Ply
    created_at: float
    ended_at: float | None = Field(description="null until the game is over")


class SeriesTable(ServerModel):
    """Result of `series`: the games created so far, in order. `games` is the planned number."""

    kind: Literal["series"] = "series"
    series: str | None = Field(description="id of the series; null for a single match")
    game: str
    clock: str | None
    games: int
    played: list[SeriesGame]


class Watching(ServerModel):
    """Result of `watchers`: the number of spectators, and the names of the first ones. A player counts once."""

    kind: Literal["watchers"] = "watchers"
    match: str
    count: int
    names: Annotated[list[str], Field(max_length=MAX_NAMES)]


AroundCommand = ShowSeries | ShowWatchers
AroundOutcome = SeriesTable | Watching
