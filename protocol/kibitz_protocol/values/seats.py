"""Seats of a match: the players for whom a client creates them, and the players that have them."""

from collections.abc import Iterable, Sequence
from typing import Annotated, Literal

from pydantic import Field

from kibitz_protocol.validation.bounds import Milliseconds, Rating, ShortText
from kibitz_protocol.values.base import ClientModel, ServerModel
from kibitz_protocol.values.engines import EngineSpec
from kibitz_protocol.values.fields import Name, Seat

ENGINE_MARK = "engine"
"""The word before the name of an engine, as the @ before that of an account. No player's name has it."""
UNSURE_DEVIATION = 200
"""Above this deviation, a rating has a question mark."""
ENGINES_ONLY = "engines only"
"""Mark of a rating that comes from matches against engines alone."""


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
    """The seat is reserved for the account of that name, otherwise for the only connected guest with that name."""

    kind: Literal["invite"] = "invite"
    name: Name


class Bot(ClientModel):
    """The seat is reserved for the bot of that name. A bot is a program that plays over a connection."""

    kind: Literal["bot"] = "bot"
    name: Name


SeatSpec = Annotated[Me | Open | Engine | Invite | Bot, Field(discriminator="kind")]


class Strength(ServerModel):
    """A rating. With a chance of two in three, the true rating is within `deviation` of it."""

    rating: Rating
    deviation: Rating
    engines_only: bool = Field(default=False, description="whether all opponents in rated matches were engines")


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


class Away(ServerModel):
    """A disconnected player."""

    seat: Seat
    away_ms: Milliseconds = Field(description="how long the player had been disconnected when this was sent")
    claim_ms: Milliseconds | None = Field(description="time until the other side may claim the match; null for never")


def seats_fault(seats: int, used: Iterable[int | None]) -> str | None:
    """Return which of the used seats a match with this number of seats does not have."""
    last = max((seat for seat in used if seat is not None), default=-1)
    return f"names seat {last} where the match has {seats_text(seats)}" if last >= seats else None


def seats_text(seats: int) -> str:
    """Return a number of seats with its noun."""
    return f"{seats} seat{'s' if seats != 1 else ''}"


def seat_text(names: Sequence[str], seat: int) -> str:
    """Return the name of a seat in its game: `X`, or its number if the game has no name for it."""
    return names[seat] if seat < len(names) else f"seat {seat}"


def name_text(view: SeatView) -> str:
    """Return the name of the player at a seat, marked by what the player is; its kind without a name."""
    return marked_name(view.name, engine=view.kind == "engine", account=view.account) if view.name else view.kind


def marked_name(name: str, *, engine: bool, account: bool | None = None) -> str:
    """Return a name as it is shown: `engine level:5`, `@ann` with an account, `ann` for a guest."""
    return f"{ENGINE_MARK} {name}" if engine else f"@{name}" if account else name


def reference(name: str, *, engine: bool) -> str:
    """Return the text by which searches find a player, and no player of another kind with that name."""
    return f"{ENGINE_MARK} {name}" if engine else f"@{name}"


def is_meant(view: SeatView, text: str) -> bool:
    """Return whether the player at a seat has the name of a text, which may have a mark: `@ann`, `engine level:5`."""
    name = (view.name or "").casefold()
    if view.kind == "open":
        return False
    known = {reference(name, engine=view.kind == "engine")} | {name}
    return text.strip().casefold() in known


def player_text(view: SeatView, *, marked: bool = True) -> str:
    """Return the player at a seat, with the rating if there is one. `marked`: as `name_text`, or as the bare name."""
    if view.kind == "open":
        return f"(kept for {'bot ' if view.bot else ''}{view.kept_for})" if view.kept_for else "(open)"
    name = name_text(view) if marked else view.name or view.kind
    # A label may be any name, so it never stands without the player's own.
    name = f"{view.label} ({name})" if view.label else name
    return f"{name} ({_seat_strength_text(view.strength)})" if view.strength else name


def _seat_strength_text(strength: Strength) -> str:
    """Return the rating of a player at a seat: `1612±97`, or `1640±310?, engines only`."""
    only = f", {ENGINES_ONLY}" if strength.engines_only else ""
    return f"{strength_text(strength.rating, strength.deviation)}{only}"


def strength_text(rating: int, deviation: int) -> str:
    """Return a rating with its deviation: `1612±97`, or `1640±310?` if it is unsure."""
    return f"{rating}±{deviation}{unsure_mark(deviation)}"


def unsure_mark(deviation: int) -> str:
    """Return a question mark for a rating that is unsure, and nothing for another one."""
    return "?" if deviation > UNSURE_DEVIATION else ""
