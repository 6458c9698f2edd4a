"""What moderators and admins say, and what they are told. One command, `admin`, with an action inside.

A moderator may list, end matches, mute and unmute; all else is an admin's. Whatever is done is kept in the audit.
"""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from kibitz_protocol.accounts import Id, Identity
from kibitz_protocol.command import Command
from kibitz_protocol.values import Given, Line, MatchRef, Told

Reason = Annotated[str, StringConstraints(max_length=200, strip_whitespace=True, pattern=r"^[^\p{C}\p{Zl}\p{Zp}]*$")]
Seconds = Annotated[float, Field(gt=0, le=10 * 366 * 86_400)]
Scope = Literal["player", "name", "address"]


class ListPlayers(Given):
    """Who is connected, one row a player."""

    kind: Literal["players"] = "players"


class ListConnections(Given):
    """Every connection."""

    kind: Literal["connections"] = "connections"


class ListAllMatches(Given):
    """Every match that is not over, also those that the lobby does not show."""

    kind: Literal["matches"] = "matches"


class EndMatch(Given):
    """Stop a match without a result."""

    kind: Literal["end"] = "end"
    match: MatchRef
    reason: Reason = ""


class Mute(Given):
    """Let a player, by id or name, say nothing; without `for_s` until unmuted."""

    kind: Literal["mute"] = "mute"
    player: Id
    for_s: Seconds | None = None
    reason: Reason = ""


class Unmute(Given):
    """Let a player speak again."""

    kind: Literal["unmute"] = "unmute"
    player: Id


class Ban(Given):
    """Keep out a player (by id or name), everyone of a name, or an address or network."""

    kind: Literal["ban"] = "ban"
    scope: Scope = "player"
    target: Annotated[str, StringConstraints(min_length=1, max_length=64, strip_whitespace=True)]
    for_s: Seconds | None = None
    reason: Reason = ""


class Unban(Given):
    """Lift a ban, by its id or by what it was put on."""

    kind: Literal["unban"] = "unban"
    target: Annotated[str, StringConstraints(min_length=1, max_length=64, strip_whitespace=True)]


class ListSanctions(Given):
    """Every ban and mute that holds."""

    kind: Literal["sanctions"] = "sanctions"


class Announce(Given):
    """Tell everyone who is connected."""

    kind: Literal["announce"] = "announce"
    text: Line


class Drain(Given):
    """Take no new matches, or take them again. Those that run go on."""

    kind: Literal["drain"] = "drain"
    on: bool


class SetRole(Given):
    """Make an account, by id or name, a moderator, an admin, or a player again."""

    kind: Literal["role"] = "role"
    player: Id
    role: Literal["player", "moderator", "admin"]


class ListDeeds(Given):
    """What moderators and admins did last."""

    kind: Literal["audit"] = "audit"
    most: Annotated[int, Field(ge=1, le=500)] = 50


Action = Annotated[
    ListPlayers
    | ListConnections
    | ListAllMatches
    | EndMatch
    | Mute
    | Unmute
    | Ban
    | Unban
    | ListSanctions
    | Announce
    | Drain
    | SetRole
    | ListDeeds,
    Field(discriminator="kind"),
]


class Admin(Command):
    """Do something for which one must be a moderator or an admin."""

    t: Literal["admin"] = "admin"
    action: Action


class ConnectionView(Told):
    """A connection. `since` is in seconds since 1970."""

    player: Identity
    address: str
    client: str
    since: float
    following: int = Field(description="how many matches it follows")


class Connections(Told):
    """Result of the action `connections`, oldest first."""

    kind: Literal["connections"] = "connections"
    connections: list[ConnectionView]


class PlayerView(Told):
    """A player who is connected."""

    player: Identity
    connections: int
    playing: int = Field(description="in how many matches that are not over")
    muted: bool


class Players(Told):
    """Result of the action `players`, by name."""

    kind: Literal["players"] = "players"
    players: list[PlayerView]


class SanctionView(Told):
    """A ban or a mute. `until` is in seconds since 1970, null for one without end."""

    id: str
    sanction: Literal["ban", "mute"]
    scope: Scope
    target: str
    until: float | None
    reason: str
    by: str
    at: float


class Sanctions(Told):
    """Result of the actions `sanctions`, `ban` and `mute` (then the one that was made)."""

    kind: Literal["sanctions"] = "sanctions"
    sanctions: list[SanctionView]


class DeedView(Told):
    """Something that was done."""

    at: float
    by: str
    action: str
    target: str
    detail: str


class Deeds(Told):
    """Result of the action `audit`, newest first."""

    kind: Literal["deeds"] = "deeds"
    deeds: list[DeedView]


AdminOutcome = Connections | Players | Sanctions | Deeds
