"""Values that messages consist of. All models are immutable.

Values from a client forbid unknown fields, so that a misspelt field is reported. Values from a server ignore unknown
fields, so that an older client keeps working when a field is added.
"""

from collections.abc import Iterable, Sequence
from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, model_validator

from kibitz_protocol.bounds import (
    MAX_CELLS,
    MAX_HEAPS,
    MAX_HOUSES,
    MAX_MOVES,
    MAX_PLIES,
    MAX_SEATS,
    MAX_SIDE,
    MAX_UNITS,
    Cells,
    Character,
    Count,
    Integer,
    Label,
    LongText,
    Milliseconds,
    Moves,
    Path,
    Plies,
    Rating,
    Rows,
    Score,
    Seconds,
    ShortText,
    SignedPlies,
    Thousandths,
    Units,
)
from kibitz_protocol.bounds import Line as MoveLine

Seat = Annotated[int, Field(ge=0, lt=MAX_SEATS, description="a side of the match, from 0; seat 0 moves first")]
Ply = Annotated[int, Field(ge=0, le=MAX_PLIES, description="number of moves played")]
OptionValue = Integer | bool | ShortText
Seq = Annotated[int, Field(ge=0, le=10 * MAX_PLIES, description="number of an event in its match, from 1")]
MatchRef = Annotated[str, StringConstraints(min_length=1, max_length=64, strip_whitespace=True)]
GameName = Annotated[str, StringConstraints(min_length=1, max_length=32)]
GameOptions = Annotated[dict[str, OptionValue], Field(max_length=16)]
GivenOptions = Annotated[dict[ShortText, OptionValue], Field(max_length=100)]
"""The options of a match, as its server sends them."""
PositionText = Annotated[str, StringConstraints(max_length=1000)]
MoveText = Annotated[str, StringConstraints(min_length=1, max_length=200)]
# No control, format or unassigned characters, and no line separators: the text of one player is drawn on the terminal
# of another.
Name = Annotated[
    str, StringConstraints(min_length=1, max_length=32, strip_whitespace=True, pattern=r"^[^\p{C}\p{Zl}\p{Zp}]+$")
]
Line = Annotated[
    str, StringConstraints(min_length=1, max_length=400, strip_whitespace=True, pattern=r"^[^\p{C}\p{Zl}\p{Zp}]+$")
]


def exact(number: float) -> str:
    """Return the shortest text of a number that parses back to the same number, without a final `.0`."""
    return repr(number).removesuffix(".0")


class ClientModel(BaseModel):
    """Base class of values from a client."""

    # Invalid input may be a secret, so validation errors do not repeat it.
    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True)


class ServerModel(BaseModel):
    """Base class of values from a server."""

    model_config = ConfigDict(extra="ignore", frozen=True, allow_inf_nan=False)


class Limit(ClientModel):
    """Limits of a search, which stops at the first one reached. Without any, the server sets a limit in seconds."""

    seconds: Annotated[float, Field(gt=0, le=300)] | None = None
    depth: Annotated[int, Field(ge=1, le=200, description="plies")] | None = None
    nodes: Annotated[int, Field(ge=1, le=10**12)] | None = None
    playouts: Annotated[int, Field(ge=1, le=10**12, description="random games of a Monte Carlo search")] | None = None
    seed: Annotated[int, Field(ge=0, lt=2**63, description="makes a randomized search reproducible")] | None = None


LEVEL = "level"
"""The name of the algorithm that plays at a level of strength. The server selects the search for each level."""


class EngineSpec(ClientModel):
    """An engine of the server: a search algorithm with its limit for each move, or a level of strength."""

    algorithm: Annotated[str, StringConstraints(min_length=1, max_length=32, strip_whitespace=True, to_lower=True)]
    level: Annotated[int, Field(ge=1, le=10, description="strength, only for the algorithm 'level'")] | None = None
    limit: Limit = Limit()

    @model_validator(mode="after")
    def _level_or_not(self) -> Self:
        if (self.algorithm == LEVEL) != (self.level is not None):
            raise ValueError("write an engine with a level as level:1 to level:10; no other engine has a level")
        return self

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse an engine such as `alphabeta:seconds=1,depth=8`, `level:7` or `random`.

        Raises:
            ValueError: The text is not an engine. A value out of range raises pydantic's ValidationError.
        """
        algorithm, _, rest = text.strip().partition(":")
        limit: dict[str, str] = {}
        level: str | None = None
        for item in filter(None, (part.strip() for part in rest.split(","))):
            if algorithm.strip().lower() == LEVEL and item.isdecimal():
                level = item
                continue
            name, equals, value = item.partition("=")
            if not equals or name.strip() not in Limit.model_fields:
                known = ", ".join(f"{field}=" for field in Limit.model_fields)
                raise ValueError(
                    f"{item!r} in engine {text!r} is not one of {known}; write it like alphabeta:seconds=1"
                )
            limit[name.strip()] = value.strip()
        return cls.model_validate({"algorithm": algorithm, "level": level, "limit": limit})

    def __str__(self) -> str:
        spent = [f"{name}={exact(value)}" for name, value in self.limit.model_dump(exclude_none=True).items()]
        given = ",".join([str(self.level), *spent] if self.level else spent)
        return f"{self.algorithm}:{given}" if given else self.algorithm


class Delay(ClientModel):
    """Spectator delay of a match: in moves, in seconds, or in both."""

    moves: Annotated[int, Field(ge=0, le=50)] = 0
    seconds: Annotated[float, Field(ge=0, le=3_600)] = 0.0

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse `3` (moves), `30s` (seconds) or both as `3+30s`.

        Raises:
            ValueError: The text is not a delay, or a number is out of range.
        """
        given: dict[str, str] = {}
        for part in (part.strip().lower() for part in text.split("+")):
            given["seconds" if part.endswith("s") else "moves"] = part.removesuffix("s")
        try:
            return cls.model_validate(given)
        except ValueError as error:
            raise ValueError(f"{text!r} is not a delay; write moves, such as 2, or seconds, such as 30s") from error

    def __str__(self) -> str:
        parts = [str(self.moves)] if self.moves or not self.seconds else []
        return "+".join([*parts, f"{exact(self.seconds)}s"] if self.seconds else parts)


class Me(ClientModel):
    """The seat is for the creator of the match.

    A creator who takes every seat plays all sides, for two people at one keyboard: such a match is never rated, and
    offers take effect at once.
    """

    kind: Literal["me"] = "me"
    label: Annotated[Name | None, Field(description="name of this side, if you take every seat")] = None


class Open(ClientModel):
    """The seat is open to any player who joins."""

    kind: Literal["open"] = "open"


class Engine(ClientModel):
    """The seat is for an engine of the server."""

    kind: Literal["engine"] = "engine"
    engine: EngineSpec


class Invite(ClientModel):
    """The seat is reserved for the account of that name, or else for the only connected guest with that name."""

    kind: Literal["invite"] = "invite"
    name: Name


class Bot(ClientModel):
    """The seat is reserved for the bot of that name. A bot is a program that plays over a connection."""

    kind: Literal["bot"] = "bot"
    name: Name


SeatSpec = Annotated[Me | Open | Engine | Invite | Bot, Field(discriminator="kind")]
Visibility = Annotated[
    Literal["public", "unlisted", "private"],
    Field(description="public: in the lobby; unlisted: accessible by code; private: accessible by code and key"),
]
Key = Annotated[str, StringConstraints(min_length=1, max_length=64, strip_whitespace=True)]
MatchKey = Annotated[Key | None, Field(description="key of a private match")]


class Grid(ServerModel):
    """The fixed part of a board of cells in rows and columns, numbered from 0 at the top left, row by row."""

    shape: Literal["grid"] = "grid"
    column_labels: list[Label] = Field(min_length=1, max_length=MAX_SIDE)
    row_labels: list[Label] = Field(min_length=1, max_length=MAX_SIDE, description="from the top")
    symbols: dict[Character, ShortText] = Field(
        max_length=100, description="each character that a cell may contain, with its name in words"
    )
    cell_labels: list[Label] = Field(
        max_length=MAX_CELLS,
        description="names of the cells, where they are not column and row; empty for a cell that is not in play",
    )
    block: int = Field(
        ge=0, le=MAX_SIDE, description="number of cells between heavier lines, across and down; 0 for none"
    )
    every_empty_cell: bool = Field(
        default=False,
        description="whether each empty cell is a legal move in every position, so that marks tell nothing",
    )
    top: Seat | None = Field(
        default=None, description="the seat whose side is drawn at the top; null for a board without sides"
    )
    stars: Cells = Field(default=[], description="empty cells that are drawn with a dot, for orientation")

    @model_validator(mode="after")
    def _cells_agree(self) -> Self:
        cells = len(self.column_labels) * len(self.row_labels)
        if self.cell_labels and len(self.cell_labels) != cells:
            raise ValueError(f"has labels of {len(self.cell_labels)} cells where the grid has {cells}")
        if self.block > min(len(self.column_labels), len(self.row_labels)):
            raise ValueError(f"has blocks of {self.block} cells, which are larger than the grid")
        if max(self.stars, default=0) >= cells:
            raise ValueError(f"has a star on cell {max(self.stars)} where the grid has {cells}")
        return self


class Pits(ServerModel):
    """The fixed part of a board of two rows of pits between two stores, each cell holding a number of units.

    Cells are numbered counter-clockwise: the pits of the first seat (bottom row, left to right), its store (right), the
    pits of the second seat (top row, right to left), its store (left).
    """

    shape: Literal["pits"] = "pits"
    houses: int = Field(ge=1, le=MAX_HOUSES)
    cell_labels: list[Label] = Field(max_length=2 * MAX_HOUSES + 2, description="the input text of each cell")
    cell_names: list[Label] = Field(
        max_length=2 * MAX_HOUSES + 2, description="the name of each cell for a screen reader"
    )
    unit: Label

    @model_validator(mode="after")
    def _cells_agree(self) -> Self:
        cells = 2 * self.houses + 2
        for what, found in (("labels", len(self.cell_labels)), ("names", len(self.cell_names))):
            if found != cells:
                raise ValueError(f"has {what} of {found} cells where {self.houses} houses a side make {cells}")
        return self


class Heaps(ServerModel):
    """The fixed part of a row of heaps, each cell holding a number of units."""

    shape: Literal["heaps"] = "heaps"
    cell_labels: list[Label] = Field(min_length=1, max_length=MAX_HEAPS)
    unit: Label
    most: int = Field(ge=0, le=MAX_UNITS, description="the largest number in any heap")


Board = Annotated[Grid | Pits | Heaps, Field(discriminator="shape")]


class OptionInfo(ServerModel):
    """An option of a game."""

    name: ShortText
    default: OptionValue
    range: ShortText
    meaning: LongText


class GameInfo(ServerModel):
    """A game that the server offers."""

    name: ShortText
    title: ShortText
    summary: LongText
    move_help: LongText
    seats: list[ShortText] = Field(max_length=MAX_SEATS)
    options: list[OptionInfo] = Field(max_length=100)
    guide: LongText = Field(
        default="",
        description="the rules and the notation for a player who does not know the game, one paragraph a line;"
        " empty in snapshots",
    )
    notation: ShortText | None = Field(
        default=None,
        description="a notation of moves and positions that other programs know: uci (moves such as e2e4, positions as"
        " FEN); null where the game has a notation of its own",
    )


class State(ServerModel):
    """A position, complete enough to draw it and to play from it without the rules of the game."""

    ply: Ply
    to_move: Seat | None
    position: ShortText = Field(description="id of the position; may be sent with a move")
    text: PositionText = Field(description="the position as one line")
    rows: Rows = Field(description="rows of a grid from the top, one character a cell; empty for other boards")
    counts: Units = Field(description="number of units in each pit or heap; empty for a grid")
    blocks: str = Field(
        max_length=MAX_CELLS, description="the owner of each block of a grid with blocks, row by row; else empty"
    )
    last: Cells = Field(description="the cells that the last move changed")
    legal: Moves = Field(description="the legal moves")
    paths: list[Path] = Field(
        max_length=MAX_MOVES, description="for each legal move, the cells from its origin to its target"
    )
    counters: dict[ShortText, Integer] = Field(max_length=100)
    lines: list[Path] = Field(
        default=[],
        max_length=1000,
        description="the cells of each line that won; empty before the end and for other results",
    )
    remaining_ms: list[Milliseconds] | None = Field(
        max_length=MAX_SEATS,
        description="clock of each seat when this was sent: the time left for the match, for the byo-yomi period or for"
        " the move; null without a clock",
    )
    flag_ms: list[Milliseconds] | None = Field(
        max_length=MAX_SEATS,
        description="how long each seat can think about one move, with delay and periods; null without a clock",
    )
    periods: list[Plies] | None = Field(
        max_length=MAX_SEATS,
        description="periods left for each seat, including the running one; null without byo-yomi",
    )
    ticking: Seat | None = Field(description="the seat whose clock runs; null when none runs")
    first_move_ms: Milliseconds | None = Field(
        default=None, description="time left for a first move that is free of clock time; null where it has no deadline"
    )

    @model_validator(mode="after")
    def _moves_have_paths(self) -> Self:
        if len(self.paths) != len(self.legal):
            raise ValueError(f"has {len(self.legal)} legal moves and {len(self.paths)} paths")
        return self


class SearchReport(ServerModel):
    """Search info: the result of a finished or running search."""

    algorithm: ShortText
    score: Score = Field(description="score for the side to move, in the game's units (hundredths of a stone or disc)")
    wins_in: SignedPlies | None = Field(
        description="plies to a proven win; negative for a proven loss; null when unproven"
    )
    depth: Plies = Field(description="plies searched completely")
    nodes: Count
    seconds: Seconds
    line: MoveLine = Field(description="the principal variation")
    selective: Plies = Field(description="the deepest ply that was searched; 0 where that is the depth")
    fill: Thousandths = Field(description="used part of the transposition table, in thousandths")
    shares: list[tuple[ShortText, Thousandths]] = Field(
        max_length=MAX_MOVES,
        description="moves with their share of the visits of a Monte Carlo search, in thousandths, largest first",
    )
    exact: bool = Field(description="whether the score is the result under best play, in the game's own unit")
    distance: SignedPlies | None = Field(description="plies to that result")
    source: Literal["search", "book", "random"] = Field(
        default="search",
        description="where the move comes from: a search, the opening book, or a random choice, which has no score",
    )
    win: float | None = Field(
        default=None,
        ge=0,
        le=1,
        description="win probability of the side to move, from 0 to 1, in which a draw counts half; null when unknown",
    )


class Strength(ServerModel):
    """A rating. With a chance of two in three, the true rating is within `deviation` of it."""

    rating: Rating
    deviation: Rating


class RatingChange(ServerModel):
    """The rating of a player before and after a match."""

    before: Rating
    after: Rating


class SeatView(ServerModel):
    """A seat of a match and its player."""

    seat: Seat
    kind: Literal["open", "human", "engine"]
    name: ShortText | None
    kept_for: ShortText | None = Field(
        default=None, description="name of the player that the open seat is reserved for"
    )
    bot: bool = Field(default=False, description="whether a bot has the seat, or it is reserved for one")
    strength: Strength | None = Field(
        default=None, description="rating at this game; null for a player without rated matches"
    )
    label: ShortText | None = Field(
        default=None, description="name of this side, given by the player of all sides for people at one keyboard"
    )
    account: bool | None = Field(
        default=None, description="whether the player has an account; false for a guest, null where it is not known"
    )


class Result(ServerModel):
    """The result of a match."""

    winner: Seat | None = Field(description="null for a draw, or when the match has no winner")
    reason: LongText
    points: list[Integer] | None = Field(default=None, max_length=MAX_SEATS)
    ratings: list[RatingChange] | None = Field(
        default=None,
        max_length=MAX_SEATS,
        description="for each seat, how the match changed the rating; null where that is not known",
    )


class MoveView(ServerModel):
    """A move that was played."""

    ply: Ply = Field(description="the ply at which it was played; the first is 0")
    seat: Seat
    move: ShortText
    elapsed_ms: Milliseconds
    lag_ms: Milliseconds = Field(
        default=0, description="network lag in `elapsed_ms`, as measured by the server and not charged to the clock"
    )
    search: SearchReport | None = Field(
        description="search info of the engine that played it, where the viewer may see it"
    )


class Away(ServerModel):
    """A disconnected player."""

    seat: Seat
    away_ms: Milliseconds = Field(description="how long the player had been disconnected when this was sent")
    claim_ms: Milliseconds | None = Field(description="time until the other side may claim the match; null for never")


Phase = Literal["open", "running", "paused", "finished", "aborted"]
OfferKind = Literal["draw", "takeback", "pause", "resume", "adjourn", "abort", "rematch"]


class OfferView(ServerModel):
    """An open offer of the player at a seat to the other side."""

    seat: Seat
    offer: OfferKind


class RematchView(ServerModel):
    """The rematch of a match."""

    match: ShortText
    code: ShortText


class SeriesView(ServerModel):
    """The place of a match in a series of games with swapped sides, and the score of the series."""

    id: ShortText
    number: Annotated[int, Field(ge=1, le=MAX_PLIES, description="number of this game, from 1")]
    games: Plies
    score: list[Annotated[float, Field(ge=0, le=MAX_PLIES)]] = Field(
        max_length=MAX_SEATS, description="points of the player at each seat of this game; a draw is half a point"
    )


def views_fault(views: Sequence[SeatView], result: Result | None) -> str | None:
    """Return how the players of a match do not fit each other and its result."""
    if [view.seat for view in views] != list(range(len(views))):
        return "does not number its seats from 0 in order"
    return result_fault(len(views), result)


def result_fault(seats: int, result: Result | None) -> str | None:
    """Return how a result does not fit a match with this number of seats."""
    if result is None:
        return None
    for what in ("points", "ratings"):
        found = getattr(result, what)
        if found and len(found) != seats:
            return f"has a result with {len(found)} {what} for {seats_text(seats)}"
    return seats_fault(seats, (result.winner,))


def seats_fault(seats: int, used: Iterable[int | None]) -> str | None:
    """Return which of the used seats a match with this number of seats does not have."""
    last = max((seat for seat in used if seat is not None), default=-1)
    return f"names seat {last} where the match has {seats_text(seats)}" if last >= seats else None


def seats_text(seats: int) -> str:
    """Return a number of seats with its noun."""
    return f"{seats} seat{'s' if seats != 1 else ''}"


class MatchRow(ServerModel):
    """A match in the form of the lobby."""

    match: ShortText
    code: ShortText
    game: ShortText
    options: GivenOptions
    phase: Phase
    seats: list[SeatView] = Field(max_length=MAX_SEATS)
    ply: Ply
    clock: ShortText | None
    watchers: Count
    result: Result | None
    host: ShortText = ""
    rated: bool = False
    visibility: Visibility = "public"
    watchable: bool = True
    delay: Delay | None = None
    series: SeriesView | None = None
    for_you: bool = Field(default=False, description="whether a seat is reserved for you")
    adjourned: bool = Field(default=False, description="whether the match is adjourned")
    to_move: Seat | None = Field(
        default=None, description="the side to move, as a spectator sees it; null while no side can move"
    )
    remaining_ms: list[Milliseconds] | None = Field(
        default=None,
        max_length=MAX_SEATS,
        description="the clock of each seat when this was sent; null without a clock",
    )
    you: Seat | None = Field(default=None, description="your seat, if you play in this match")

    @model_validator(mode="after")
    def _seats_agree(self) -> Self:
        if (fault := views_fault(self.seats, self.result) or self._own_fault()) is not None:
            raise ValueError(fault)
        return self

    def _own_fault(self) -> str | None:
        seats = len(self.seats)
        for what, found in (("clocks", self.remaining_ms), ("scores", self.series.score if self.series else None)):
            if found is not None and len(found) != seats:
                return f"has {len(found)} {what} for {seats_text(seats)}"
        return seats_fault(seats, (self.you, self.to_move))
