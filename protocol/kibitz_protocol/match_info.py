"""What there is around a match: the games of its series, and who watches it."""

from typing import Annotated, Literal

from pydantic import Field

from kibitz_protocol.command import Command
from kibitz_protocol.values import Key, MatchRef, Phase, Ply, Result, SeatView, Told

MOST_NAMES = 50
"""So many of those who watch are named; how many more there are is told."""


class ShowSeries(Command):
    """Every game of the series that a match belongs to, over or not. A match by itself is a series of one."""

    t: Literal["series"] = "series"
    match: MatchRef
    key: Annotated[Key | None, Field(description="of a private match")] = None


class ShowWatchers(Command):
    """Who follows a match without a seat in it."""

    t: Literal["watchers"] = "watchers"
    match: MatchRef
    key: Annotated[Key | None, Field(description="of a private match")] = None


class SeriesGame(Told):
    """A game of a series, as you may see it now."""

    number: Annotated[int, Field(ge=1, description="from 1")]
    match: str
    code: str
    phase: Phase
    seats: list[SeatView]
    result: Result | None
    ply: Ply
    created_at: float
    ended_at: float | None = Field(description="null while it is not over")


class SeriesTable(Told):
    """Result of `series`: the games in their order, as far as there are any; `games` is how many there shall be."""

    kind: Literal["series"] = "series"
    series: str | None = Field(description="its id; null for a match by itself")
    game: str
    clock: str | None
    games: int
    played: list[SeriesGame]


class Watching(Told):
    """Result of `watchers`: how many people, and the names of those who came first. Connections are not counted."""

    kind: Literal["watchers"] = "watchers"
    match: str
    count: int
    names: Annotated[list[str], Field(max_length=MOST_NAMES)]


AroundCommand = ShowSeries | ShowWatchers
AroundOutcome = SeriesTable | Watching
