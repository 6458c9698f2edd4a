"""Commands and results of the archive: finished matches and ratings."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from kibitz_protocol.command import Command
from kibitz_protocol.values import Ply, Result, SeatView, ServerModel

ArchivedGame = Annotated[str, StringConstraints(min_length=1, max_length=64)]
Who = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=64)]


class SearchArchive(Command):
    """Search finished matches, newest first. Fields that are left out do not filter."""

    t: Literal["archive"] = "archive"
    player: Annotated[Who | None, Field(description="a name, or an engine with or without its limit")] = None
    game: ArchivedGame | None = None
    result: Annotated[
        Literal["won", "lost", "drawn"] | None,
        Field(description="as seen by `player`; without a player, won and lost mean the same"),
    ] = None
    rated: bool | None = None
    since: Annotated[
        float | None, Field(ge=0, le=1e11, description="ended at or after this time, in seconds since 1970")
    ] = None
    until: Annotated[
        float | None, Field(ge=0, le=1e11, description="ended before this time, in seconds since 1970")
    ] = None
    limit: Annotated[int, Field(ge=1, le=100)] = 20
    cursor: Annotated[
        Annotated[str, StringConstraints(max_length=100)] | None, Field(description="`next` of the previous page")
    ] = None


class ShowRatings(Command):
    """Show the highest rated players of a game, or the ratings of one player with their history."""

    t: Literal["ratings"] = "ratings"
    game: ArchivedGame | None = None
    player: Who | None = None
    limit: Annotated[int, Field(ge=1, le=100)] = 20


class ArchiveRow(ServerModel):
    """A finished match. `watch` shows all of it."""

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


class RatingRow(ServerModel):
    """A player's rating at a game. With a chance of two in three, the true rating is within `deviation` of it."""

    player: str
    game: str
    rating: int
    deviation: int
    matches: int


class RatingStep(ServerModel):
    """The change of a rating by one match."""

    match: str
    game: str
    at: float
    before: int
    after: int
    deviation: int


class Archive(ServerModel):
    """Result of `archive`. `next` is the cursor of the next page, or null on the last page."""

    kind: Literal["archive"] = "archive"
    matches: list[ArchiveRow]
    next: str | None


class RatingList(ServerModel):
    """Result of `ratings`, highest first. `history`, newest first, is filled only for a single player."""

    kind: Literal["ratings"] = "ratings"
    ratings: list[RatingRow]
    history: list[RatingStep]


ArchiveCommand = SearchArchive | ShowRatings
ArchiveOutcome = Archive | RatingList
