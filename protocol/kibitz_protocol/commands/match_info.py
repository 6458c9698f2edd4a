"""Commands and results about a match besides its moves: the games of its series, and its spectators."""

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from kibitz_protocol.commands.base import Command
from kibitz_protocol.commands.statistics import EloFigures
from kibitz_protocol.validation.bounds import MAX_PLIES, MAX_ROWS, MAX_SEATS, Count, Plies, ShortText, Timestamp
from kibitz_protocol.values.base import ServerModel
from kibitz_protocol.values.fields import MatchKey, MatchRef, Ply
from kibitz_protocol.values.matches import Phase, Result, views_fault
from kibitz_protocol.values.seats import SeatView

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

    number: Annotated[int, Field(ge=1, le=MAX_PLIES, description="position in the series, from 1")]
    match: ShortText
    code: ShortText
    phase: Phase
    seats: list[SeatView] = Field(max_length=MAX_SEATS)
    result: Result | None
    ply: Ply
    created_at: Timestamp
    ended_at: Timestamp | None = Field(description="null until the game is over")

    @model_validator(mode="after")
    def _seats_agree(self) -> Self:
        if (fault := views_fault(self.seats, self.result)) is not None:
            raise ValueError(fault)
        return self


class SeriesScore(ServerModel):
    """Results of a series, as seen by the player who moved first in its first game. Only games with a result count."""

    won: Count
    drawn: Count
    lost: Count
    pairs: list[Count] = Field(
        default=[],
        max_length=5,
        description="pairs of games with sides swapped, in which that player has 0, 1/2, 1, 3/2 and 2 points",
    )
    strength: EloFigures | None = Field(
        default=None, description="what the pairs say about two different engines; null for other players"
    )


class SeriesTable(ServerModel):
    """Result of `series`: the games created so far, in order. `games` is the planned number."""

    kind: Literal["series"] = "series"
    series: ShortText | None = Field(description="id of the series; null for a single match")
    game: ShortText
    clock: ShortText | None
    games: Plies
    played: list[SeriesGame] = Field(max_length=MAX_ROWS)
    score: SeriesScore | None = Field(default=None, description="null from older servers")


class Watching(ServerModel):
    """Result of `watchers`: the number of spectators, and the names of the first ones. A player counts once."""

    kind: Literal["watchers"] = "watchers"
    match: ShortText
    count: Count
    names: Annotated[list[ShortText], Field(max_length=MAX_NAMES)]


AroundCommand = ShowSeries | ShowWatchers
AroundOutcome = SeriesTable | Watching
