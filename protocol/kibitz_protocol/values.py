"""The values that messages are made of. All models are immutable.

What a client sends forbids unknown fields, so that a typing error is told; what a server sends ignores them, so that
an older client lives on when a field is added.
"""

from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, model_validator

Seat = Annotated[int, Field(ge=0, le=7, description="a side of the match, from 0; seat 0 moves first")]
Ply = Annotated[int, Field(ge=0, le=100_000, description="how many moves have been played")]
OptionValue = int | bool | str
Seq = Annotated[int, Field(ge=0, description="number of an event in its match, from 1")]
MatchRef = Annotated[str, StringConstraints(min_length=1, max_length=64, strip_whitespace=True)]
# No control, format or unassigned characters, and no separators of lines: one person's text is drawn on another's
# terminal.
Name = Annotated[
    str, StringConstraints(min_length=1, max_length=32, strip_whitespace=True, pattern=r"^[^\p{C}\p{Zl}\p{Zp}]+$")
]
Line = Annotated[
    str, StringConstraints(min_length=1, max_length=400, strip_whitespace=True, pattern=r"^[^\p{C}\p{Zl}\p{Zp}]+$")
]


def exact(number: float) -> str:
    """A number as people write it, which reads back as the same number."""
    return repr(number).removesuffix(".0")


class Given(BaseModel):
    """A value that a client sends."""

    # What a client got wrong may be a secret, so no error of ours repeats it.
    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True)


class Told(BaseModel):
    """A value that a server sends."""

    model_config = ConfigDict(extra="ignore", frozen=True)


class Limit(Given):
    """What a search may spend; it stops at whichever comes first. Without any of them the server sets seconds."""

    seconds: Annotated[float, Field(gt=0, le=300)] | None = None
    depth: Annotated[int, Field(ge=1, le=200, description="plies")] | None = None
    nodes: Annotated[int, Field(ge=1, le=10**12)] | None = None
    playouts: Annotated[int, Field(ge=1, le=10**12, description="random games of a Monte Carlo search")] | None = None
    seed: Annotated[int, Field(ge=0, lt=2**63, description="makes a search that draws lots repeatable")] | None = None


LEVEL = "level"
"""The algorithm that plays at a level of strength, whatever searches best there."""


class EngineSpec(Given):
    """An engine of the server: a search algorithm and what it may spend on a move, or a level of strength."""

    algorithm: Annotated[str, StringConstraints(min_length=1, max_length=32, strip_whitespace=True, to_lower=True)]
    level: Annotated[int, Field(ge=1, le=10, description="how strong, for the algorithm 'level'")] | None = None
    limit: Limit = Limit()

    @model_validator(mode="after")
    def _level_or_not(self) -> Self:
        if (self.algorithm == LEVEL) != (self.level is not None):
            raise ValueError("an engine of a level is written level:1 to level:10, and only that has a level")
        return self

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read the form that people type: `alphabeta:seconds=1,depth=8`, `level:7`, or just `random`.

        Raises ValueError (pydantic's ValidationError for a value out of range).
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


class Delay(Given):
    """How far those who watch a match are behind: by moves, by seconds, or by both."""

    moves: Annotated[int, Field(ge=0, le=50)] = 0
    seconds: Annotated[float, Field(ge=0, le=3_600)] = 0.0

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read `3` (moves), `30s` (seconds) or both as `3+30s`. Raises ValueError."""
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


class Me(Given):
    """The seat is for whoever creates the match."""

    kind: Literal["me"] = "me"


class Open(Given):
    """The seat is for whoever joins."""

    kind: Literal["open"] = "open"


class Engine(Given):
    """The seat is for an engine of the server."""

    kind: Literal["engine"] = "engine"
    engine: EngineSpec


class Invite(Given):
    """The seat is kept for a person, by name; for the very one who is here under it, if that is one player alone."""

    kind: Literal["invite"] = "invite"
    name: Name


class Bot(Given):
    """The seat is kept for a bot, a program that plays over a connection, by name as an `invite` is."""

    kind: Literal["bot"] = "bot"
    name: Name


SeatSpec = Annotated[Me | Open | Engine | Invite | Bot, Field(discriminator="kind")]
Visibility = Annotated[
    Literal["public", "unlisted", "private"],
    Field(description="public: in the lobby; unlisted: found by its code alone; private: by its code and a key"),
]
Key = Annotated[str, StringConstraints(min_length=1, max_length=64, strip_whitespace=True)]


class Grid(Told):
    """The fixed part of a board of cells in rows and columns, numbered from 0 at the top left, row by row."""

    shape: Literal["grid"] = "grid"
    column_labels: list[str]
    row_labels: list[str] = Field(description="from the top")
    symbols: dict[str, str] = Field(description="each character that may stand on a cell, and its name in words")
    cell_labels: list[str] = Field(
        description="the name of each cell, where it is not its column and row; empty for a cell not in play"
    )
    block: int = Field(description="a heavier line every so many cells, across and down; 0 for none")


class Pits(Told):
    """The fixed part of a board of two rows of pits between two stores, each cell holding a number of units.

    Cells go round counter-clockwise: the first seat's houses (bottom row, left to right), its store (right), the second
    seat's houses (top row, right to left), its store (left).
    """

    shape: Literal["pits"] = "pits"
    houses: int
    cell_labels: list[str] = Field(description="what a player types for each cell")
    cell_names: list[str] = Field(description="what a screen reader says for each cell")
    unit: str


class Heaps(Told):
    """The fixed part of a row of heaps, each cell holding a number of units."""

    shape: Literal["heaps"] = "heaps"
    cell_labels: list[str]
    unit: str
    most: int = Field(description="the largest number in any heap")


Board = Annotated[Grid | Pits | Heaps, Field(discriminator="shape")]


class OptionInfo(Told):
    """An option of a game."""

    name: str
    default: OptionValue
    range: str
    meaning: str


class GameInfo(Told):
    """A game that the server offers."""

    name: str
    title: str
    summary: str
    move_help: str
    seats: list[str]
    options: list[OptionInfo]


class State(Told):
    """A position, drawable and playable without knowing the rules."""

    ply: Ply
    to_move: Seat | None
    position: str = Field(description="id of the position; may be sent back with a move")
    text: str = Field(description="the position as one line")
    rows: list[str] = Field(description="a grid from the top, one character a cell; empty for other boards")
    counts: list[int] = Field(description="what each pit or heap holds; empty for a grid")
    blocks: str = Field(description="the owner of each block of a grid that has blocks, row by row; else empty")
    last: list[int] = Field(description="the cells that the last move touched")
    legal: list[str] = Field(description="the legal moves")
    paths: list[list[int]] = Field(description="for each legal move, the cells from its origin to its target")
    counters: dict[str, int]
    remaining_ms: list[int] | None = Field(
        description="what each seat's clock showed when this was sent: its time for the match, or what is left of its"
        " byo-yomi period or of the time for the move; null without a clock"
    )
    flag_ms: list[int] | None = Field(
        description="how long each seat could then think about one move, with delay and periods; null without a clock"
    )
    periods: list[int] | None = Field(description="the periods each seat has left, the running one included; or null")
    ticking: Seat | None = Field(description="whose clock runs; null when none does")
    first_move_ms: int | None = Field(
        default=None, description="time left for a first move, which costs none; null where there is no hurry"
    )


class SearchReport(Told):
    """What a search found, or has found so far."""

    algorithm: str
    score: int = Field(description="for the side to move, in the game's units (hundredths of a stone or disc)")
    wins_in: int | None = Field(description="plies to a proven win; below zero to a proven loss; null when unproven")
    depth: int = Field(description="plies searched completely")
    nodes: int
    seconds: float
    line: list[str] = Field(description="the principal variation")
    selective: int = Field(description="the deepest ply that was looked at; 0 where that is the depth")
    fill: int = Field(description="how much of the transposition table is in use, in thousandths")
    shares: list[tuple[str, int]] = Field(
        description="moves with their share of a Monte Carlo search's visits, in thousandths, the largest first"
    )
    exact: bool = Field(description="whether the score is the result under best play, in the game's own unit")
    distance: int | None = Field(description="plies to that result")


class Strength(Told):
    """A rating: two times in three the true one is within `deviation` of it."""

    rating: int
    deviation: int


class SeatView(Told):
    """Who sits at a seat."""

    seat: Seat
    kind: Literal["open", "human", "engine"]
    name: str | None
    kept_for: str | None = Field(default=None, description="who alone may take the open seat")
    bot: bool = Field(default=False, description="whether it is kept for a program, or one plays there")
    strength: Strength | None = Field(default=None, description="at this game; null for who has played none rated")


class Result(Told):
    """How a match ended."""

    winner: Seat | None = Field(description="null for a draw, or when nobody played to an end")
    reason: str
    points: list[int] | None = None


class MoveView(Told):
    """A move that was played."""

    ply: Ply = Field(description="the ply at which it was played; the first is 0")
    seat: Seat
    move: str
    elapsed_ms: int
    lag_ms: int = Field(
        default=0, description="how much of it was the network's, as the server measured it, and not charged"
    )
    search: SearchReport | None = Field(description="what an engine thought of it, where the viewer may know")


class Away(Told):
    """A player who is gone: without a connection for a while."""

    seat: Seat
    away_ms: int = Field(description="for how long, when this was sent")
    claim_ms: int | None = Field(description="in how long the other side may claim the match; null for not at all")


Phase = Literal["open", "running", "paused", "finished", "aborted"]
OfferKind = Literal["draw", "takeback", "pause", "resume", "adjourn", "abort", "rematch"]


class OfferView(Told):
    """Something that the player at a seat offers to the other side, and that stands."""

    seat: Seat
    offer: OfferKind


class RematchView(Told):
    """The match in which those who played play again."""

    match: str
    code: str


class SeriesView(Told):
    """A match's place in a series of games with the sides swapped, and how the series stands."""

    id: str
    number: Annotated[int, Field(ge=1, description="of this game, from 1")]
    games: int
    score: list[float] = Field(description="points a seat, of who sits there in this game; a draw is half a point")


class MatchRow(Told):
    """A match as the lobby lists it."""

    match: str
    code: str
    game: str
    options: dict[str, OptionValue]
    phase: Phase
    seats: list[SeatView]
    ply: Ply
    clock: str | None
    watchers: int
    result: Result | None
    host: str = ""
    rated: bool = False
    visibility: Visibility = "public"
    watchable: bool = True
    delay: Delay | None = None
    series: SeriesView | None = None
    for_you: bool = Field(default=False, description="whether a seat is kept for you")
    adjourned: bool = Field(default=False, description="paused for another day")
