"""Matches that are over, and ratings: what is asked of the archive, and what it answers."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from kibitz_protocol.command import Command
from kibitz_protocol.values import Ply, Result, SeatView, Told

GameName = Annotated[str, StringConstraints(min_length=1, max_length=64)]
Who = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=64)]


class SearchArchive(Command):
    """Look for matches that are over, the last ones first. What is left out does not matter."""

    t: Literal["archive"] = "archive"
    player: Annotated[Who | None, Field(description="a name, or an engine with its limit or without")] = None
    game: GameName | None = None
    result: Annotated[
        Literal["won", "lost", "drawn"] | None, Field(description="for `player`; without one, won is the same as lost")
    ] = None
    rated: bool | None = None
    since: Annotated[float | None, Field(ge=0, le=1e11, description="ended then or later, in seconds since 1970")] = (
        None
    )
    until: Annotated[float | None, Field(ge=0, le=1e11, description="ended before then")] = None
    limit: Annotated[int, Field(ge=1, le=100)] = 20
    cursor: Annotated[
        Annotated[str, StringConstraints(max_length=100)] | None, Field(description="`next` of the page before")
    ] = None


class ShowRatings(Command):
    """The best at a game, or what a player is rated and how that came about."""

    t: Literal["ratings"] = "ratings"
    game: GameName | None = None
    player: Who | None = None
    limit: Annotated[int, Field(ge=1, le=100)] = 20


class ArchiveRow(Told):
    """A match that is over. `watch` shows all of it."""

    match: str
    code: str
    game: str
    clock: str | None
    seats: list[SeatView]
    result: Result
    ply: Ply
    rated: bool
    created_at: float
    ended_at: float


class RatingRow(Told):
    """A player's rating at a game: two times in three the true one is within `deviation` of it."""

    player: str
    game: str
    rating: int
    deviation: int
    matches: int


class RatingStep(Told):
    """What one match did to a rating."""

    match: str
    game: str
    at: float
    before: int
    after: int
    deviation: int


class Archive(Told):
    """Result of `archive`. `next` leads to the page after it; null when this is the last."""

    kind: Literal["archive"] = "archive"
    matches: list[ArchiveRow]
    next: str | None


class RatingList(Told):
    """Result of `ratings`: the highest first. `history`, the last first, is there for one player alone."""

    kind: Literal["ratings"] = "ratings"
    ratings: list[RatingRow]
    history: list[RatingStep]


ArchiveCommand = SearchArchive | ShowRatings
ArchiveOutcome = Archive | RatingList
