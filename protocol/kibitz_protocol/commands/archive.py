"""Commands and results of the archive: finished matches, files of matches, and ratings."""

from typing import Annotated, Literal, Self

from pydantic import Field, StringConstraints, model_validator

from kibitz_protocol.commands.base import Command
from kibitz_protocol.validation.bounds import MAX_ROWS, MAX_SEATS, Count, Rating, ShortText, Timestamp
from kibitz_protocol.values.base import ServerModel
from kibitz_protocol.values.fields import MatchKey, MatchRef, Ply
from kibitz_protocol.values.matches import Result, views_fault
from kibitz_protocol.values.seats import SeatView, marked_name, reference

ArchivedGame = Annotated[str, StringConstraints(min_length=1, max_length=64)]
PAGE_CHARACTERS = 1 << 17
"""The most characters of a page of a file."""
MOST_FILE = 60_000
"""The most characters of a file that a client sends, in Base64: a message has at most 64 KiB."""
Who = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=64)]


class SearchArchive(Command):
    """Search finished matches, newest first. Fields that are left out do not filter.

    `player` means people or engines, never both. `@ann` is a person, and `engine level:5` or `engine alphabeta` are
    engines, as lists show them. A name without a mark is that of an engine if it begins with an algorithm, because no
    player can take such a name; otherwise it is that of a person.
    """

    t: Literal["archive"] = "archive"
    player: Annotated[Who | None, Field(description="a person, or an engine with or without its limit")] = None
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
        Annotated[str, StringConstraints(max_length=100)] | None,
        Field(description="`next` of the previous page of the same search"),
    ] = None


class ShowRatings(Command):
    """Show the best players of a game by `rating` minus twice the `deviation`, or one player's ratings and history.

    `player` means a person or an engine as in `archive`.
    """

    t: Literal["ratings"] = "ratings"
    game: ArchivedGame | None = None
    player: Who | None = None
    limit: Annotated[int, Field(ge=1, le=100)] = 20


class Export(Command):
    """Get a match as a file, in pages: its record, or a game for other programs.

    The file has what `record` sends: what you may see of the match.
    """

    t: Literal["export"] = "export"
    match: MatchRef
    key: MatchKey = None
    form: Annotated[
        Literal["record", "pgn", "sgf"],
        Field(description="record: the events as JSON lines; pgn: also PDN for draughts; sgf: for Go only"),
    ] = "record"
    comments: Annotated[bool, Field(description="whether PGN and SGF have score, clock and time of each move")] = True
    since: Annotated[int, Field(ge=0, le=1 << 32, description="`next` of the previous page")] = 0


class OpenFile(Command):
    """Read a game of a file in PGN, PDN or SGF, in pages like `record`. The server keeps nothing of it.

    What was left out or guessed is in `notes` of the snapshot. The match has no code on the server.
    """

    t: Literal["open_file"] = "open_file"
    form: Annotated[Literal["pgn", "pdn", "sgf"], Field(description="pdn: PGN for draughts; sgf: for Go only")]
    data: Annotated[
        str, StringConstraints(min_length=1, max_length=MOST_FILE), Field(description="the bytes of the file in Base64")
    ]
    game: Annotated[int, Field(ge=1, le=100_000, description="the number of the game in the file")] = 1
    since: Annotated[int, Field(ge=0, le=1 << 32, description="the last event of the previous page")] = 0


class ArchiveRow(ServerModel):
    """A finished match. `watch` shows all of it."""

    match: ShortText
    code: ShortText
    game: ShortText
    clock: ShortText | None
    seats: list[SeatView] = Field(max_length=MAX_SEATS)
    result: Result
    ply: Ply
    rated: bool
    created_at: Timestamp
    ended_at: Timestamp

    @model_validator(mode="after")
    def _seats_agree(self) -> Self:
        if (fault := views_fault(self.seats, self.result)) is not None:
            raise ValueError(fault)
        return self


class RatingRow(ServerModel):
    """A player's rating at a game. With a chance of two in three, the true rating is within `deviation` of it."""

    player: ShortText
    kind: Literal["human", "engine"] | None = Field(
        default=None, description="what the player is; null where it is not known"
    )
    game: ShortText
    rating: Rating
    deviation: Rating
    matches: Count
    opponents: Count | None = Field(default=None, description="number of different opponents in these matches")
    engines_only: bool = Field(default=False, description="whether all these opponents are engines")

    @property
    def shown(self) -> str:
        """The name as lists show it, with the mark of an engine."""
        return marked_name(self.player, engine=self.kind == "engine")

    @property
    def reference(self) -> str:
        """The text by which `archive` and `ratings` find this player."""
        return reference(self.player, engine=self.kind == "engine")


class RatingStep(ServerModel):
    """The change of a rating by one match."""

    match: ShortText
    game: ShortText
    at: Timestamp
    before: Rating
    after: Rating
    deviation: Rating


class Archive(ServerModel):
    """Result of `archive`. `next` is the cursor of the next page, or null on the last page."""

    kind: Literal["archive"] = "archive"
    matches: list[ArchiveRow] = Field(max_length=MAX_ROWS)
    next: ShortText | None


class RatingList(ServerModel):
    """Result of `ratings`: the highest `rating` minus twice the `deviation` comes first.

    `history`, newest first, is filled only for a single player.
    """

    kind: Literal["ratings"] = "ratings"
    ratings: list[RatingRow] = Field(max_length=MAX_ROWS)
    history: list[RatingStep] = Field(max_length=MAX_ROWS)


class Exported(ServerModel):
    """Result of `export`: a page of the file."""

    kind: Literal["exported"] = "exported"
    match: ShortText
    name: Annotated[ShortText, Field(description="a name for the file, such as chess-K7QX.pgn")]
    content: Annotated[str, StringConstraints(max_length=PAGE_CHARACTERS)]
    next: Annotated[Count | None, Field(description="`since` for the next page; null on the last page")]


ArchiveCommand = SearchArchive | ShowRatings | Export | OpenFile
ArchiveOutcome = Archive | RatingList | Exported
