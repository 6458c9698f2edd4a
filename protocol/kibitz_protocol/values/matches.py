"""Matches: phase, moves, offers, result, series, and the row in the lobby."""

from collections.abc import Sequence
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from kibitz_protocol.validation.bounds import (
    MAX_PLIES,
    MAX_SEATS,
    Cells,
    Count,
    IntegerOrHalf,
    LongText,
    Milliseconds,
    Plies,
    Rating,
    ShortText,
    Timestamp,
)
from kibitz_protocol.validation.durations import TENTH, ZeroOr
from kibitz_protocol.values.base import ClientModel, ServerModel
from kibitz_protocol.values.engines import SearchReport
from kibitz_protocol.values.fields import ChanceNumber, Ply, Seat, exact
from kibitz_protocol.values.games import GivenOptions
from kibitz_protocol.values.seats import SeatView, seats_fault, seats_text

Visibility = Annotated[
    Literal["public", "unlisted", "private"],
    Field(description="public: in the lobby; unlisted: accessible by code; private: accessible by code and key"),
]
Phase = Literal["open", "running", "paused", "finished", "aborted"]
UNSEEN = "?"
"""Text of a chance event that the client does not see."""
DEAD = "of an offer to settle, the cells whose pieces it takes off the board; otherwise empty"
"""Description of the cells of an offer."""
Points = Annotated[
    list[IntegerOrHalf] | None,
    Field(max_length=MAX_SEATS, description="of an offer to settle, the score of each seat that would count"),
]
OfferKind = Literal["draw", "takeback", "pause", "resume", "adjourn", "abort", "rematch", "settle"]


class Delay(ClientModel):
    """Spectator delay of a match: in moves, in seconds, or in both."""

    moves: Annotated[int, Field(ge=0, le=50)] = 0
    seconds: Annotated[float, Field(ge=0, le=3_600), ZeroOr(TENTH)] = 0.0

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


class MoveView(ServerModel):
    """A move that was played."""

    ply: Ply = Field(description="the ply at which it was played; the first is 0")
    seat: Seat
    move: ShortText
    said: ShortText | None = Field(
        default=None, description="how people write the move, such as `Nf3`; null where that is `move`"
    )
    opening: ShortText | None = Field(
        default=None, description="the name of the opening that the move leads to; null where it leads to none"
    )
    elapsed_ms: Milliseconds = Field(
        description="how long the turn took, without pauses: with the pace of an engine, and not only its search"
    )
    lag_ms: Milliseconds = Field(
        default=0, description="network lag in `elapsed_ms`, as measured by the server and not charged to the clock"
    )
    search: SearchReport | None = Field(
        description="search info of the engine that played it, where the viewer may see it"
    )

    @property
    def written(self) -> str:
        """The move as people write it."""
        return self.said or self.move


class ChanceView(ServerModel):
    """A chance event and its outcome, such as a roll of dice."""

    number: ChanceNumber
    ply: Ply = Field(description="number of moves played before it")
    text: ShortText
    said: ShortText | None = Field(
        default=None,
        description="how players say it, such as `White rolls 66`; null where that is `text`",
    )

    @property
    def written(self) -> str:
        """The chance event as players say it."""
        return self.said or self.text


def seen_chances(chance_events: Sequence[ChanceView]) -> list[ChanceView]:
    """Return the chance events whose texts are known."""
    return [chance for chance in chance_events if chance.text != UNSEEN]


def chances_before(chance_events: Sequence[ChanceView]) -> dict[int, str]:
    """Return the chance events as they precede the next move: `31: `, by the number of moves before them.

    Chance events that the client does not see are left out.
    """
    texts: dict[int, list[str]] = {}
    for chance in seen_chances(chance_events):
        texts.setdefault(chance.ply, []).append(chance.text)
    return {count: f"{' '.join(chances)}: " for count, chances in texts.items()}


class OfferView(ServerModel):
    """An open offer of the player at a seat to the other side."""

    seat: Seat
    offer: OfferKind
    dead: Cells = Field(default=[], description=DEAD)
    points: Points = None


Uncounted = Literal["same_address", "same_owner", "played_often", "engines_often", "too_short"]
"""Why a rated match does not count: the players come from one address, or are an account and its bot or two bots of one
account; they have played as many counted matches within a day as a pair may, or the player has with engines; a player
ended it after too few moves."""


class RatingChange(ServerModel):
    """The rating of a player before and after a match."""

    before: Rating
    after: Rating


class Result(ServerModel):
    """The result of a match."""

    winner: Seat | None = Field(description="null for a draw, or when the match has no winner")
    reason: LongText
    points: list[IntegerOrHalf] | None = Field(
        default=None, max_length=MAX_SEATS, description="the score of each seat: integers, or halves such as 45.5"
    )
    ratings: list[RatingChange] | None = Field(
        default=None,
        max_length=MAX_SEATS,
        description="for each seat, how the match changed the rating; null where that is not known",
    )
    uncounted: Uncounted | None = Field(
        default=None, description="why a rated match did not count; null where it counted, or is not rated"
    )


def joined_points(points: Sequence[float]) -> str:
    """Return the points of a result: `3-1`, `36-45.5`, or `3 to -3` where one is negative."""
    return (" to " if min(points) < 0 else "-").join(map(str, points))


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


class PlaceView(ServerModel):
    """The place of a match in a tournament: its round, its pair and its number, each counted from 1.

    `name` is that of the tournament.
    """

    tournament: ShortText
    code: ShortText
    round: Count
    pair: Count
    game: Count
    name: LongText = ""


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
    tournament: PlaceView | None = None
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
    away_since: Timestamp | None = Field(
        default=None,
        description="since when a player is away whom the match waits for, such as the host; null while all are there",
    )
    uncounted: Uncounted | None = Field(
        default=None, description="why a rated match does not count, as far as it is known since its start"
    )
    created_at: Timestamp | None = Field(default=None, description="when the match was created")
    help: bool = Field(default=False, description="whether people who play each other may ask engines during the match")

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
