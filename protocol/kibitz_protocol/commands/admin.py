"""Messages for moderators and admins: the command `admin`, its actions and their results.

A moderator may list, end matches and tournaments, hide tournaments, mute and unmute. All other actions need an admin.
The audit keeps every change.
"""

from typing import Annotated, Literal

from pydantic import AfterValidator, Field, StringConstraints

from kibitz_protocol.commands.accounts import Id, Identity
from kibitz_protocol.commands.base import Command
from kibitz_protocol.validation.bounds import MAX_CONNECTIONS, MAX_ROWS, Count, LongText, ShortText, Timestamp
from kibitz_protocol.validation.bounds import Seconds as Duration
from kibitz_protocol.validation.characters import check_legible
from kibitz_protocol.validation.durations import DAY, SECOND
from kibitz_protocol.values.base import ClientModel, ServerModel
from kibitz_protocol.values.fields import IN_SCHEMA, Line, MatchRef

Reason = Annotated[
    str, StringConstraints(max_length=200, strip_whitespace=True), AfterValidator(check_legible), IN_SCHEMA
]
Seconds = Annotated[float, Field(ge=SECOND, le=10 * 366 * DAY)]
Reference = Annotated[str, StringConstraints(min_length=1, max_length=64, strip_whitespace=True)]
Scope = Literal["player", "name", "address"]


class ListPlayers(ClientModel):
    """List the connected players, one row a player."""

    kind: Literal["players"] = "players"


class ListConnections(ClientModel):
    """List all connections."""

    kind: Literal["connections"] = "connections"


class ListAllMatches(ClientModel):
    """List all matches that are not over, including those that the lobby does not show."""

    kind: Literal["matches"] = "matches"


class EndMatch(ClientModel):
    """Stop a match without a result."""

    kind: Literal["end"] = "end"
    match: MatchRef
    reason: Reason = ""


class EndTournament(ClientModel):
    """End a tournament with its standings, and stop its games."""

    kind: Literal["end_tournament"] = "end_tournament"
    tournament: Reference
    reason: Reason = ""


class HideTournament(ClientModel):
    """Take a tournament out of lists and of the feed. It goes on, and can be reached by its code."""

    kind: Literal["hide_tournament"] = "hide_tournament"
    tournament: Reference
    reason: Reason = ""


class Mute(ClientModel):
    """Mute the chat of a player, by id or name, for `for_s` seconds; without `for_s`, until unmuted."""

    kind: Literal["mute"] = "mute"
    player: Id
    for_s: Seconds | None = None
    reason: Reason = ""


class Unmute(ClientModel):
    """Lift the mute of a player."""

    kind: Literal["unmute"] = "unmute"
    player: Id


class Ban(ClientModel):
    """Ban a player (by id or name), every player with a name, or an address or network."""

    kind: Literal["ban"] = "ban"
    scope: Scope = "player"
    target: Annotated[str, StringConstraints(min_length=1, max_length=64, strip_whitespace=True)]
    for_s: Seconds | None = None
    reason: Reason = ""


class Unban(ClientModel):
    """Lift a ban, by its id or by its target."""

    kind: Literal["unban"] = "unban"
    target: Annotated[str, StringConstraints(min_length=1, max_length=64, strip_whitespace=True)]


class ListSanctions(ClientModel):
    """List all bans and mutes in force."""

    kind: Literal["sanctions"] = "sanctions"


class Announce(ClientModel):
    """Send a notice to every connected client."""

    kind: Literal["announce"] = "announce"
    text: Line


class Drain(ClientModel):
    """Stop accepting new matches, or accept them again. Running matches continue."""

    kind: Literal["drain"] = "drain"
    on: bool


class SetRole(ClientModel):
    """Set the role of an account, by id or name.

    With a higher role all its tokens end and its connections are closed, so that it has to log in again.
    """

    kind: Literal["role"] = "role"
    player: Id
    role: Literal["player", "moderator", "admin"]


class ListDeeds(ClientModel):
    """List the newest audit entries."""

    kind: Literal["audit"] = "audit"
    most: Annotated[int, Field(ge=1, le=500)] = 50


class ListEngines(ClientModel):
    """List where the server searches: its own machine, and the workers of its cluster."""

    kind: Literal["engines"] = "engines"


HostText = Annotated[
    str, StringConstraints(max_length=400, strip_whitespace=True), AfterValidator(check_legible), IN_SCHEMA
]


class ShowHost(ClientModel):
    """Show what the host has chosen, and the health of the server."""

    kind: Literal["host"] = "host"


class SetHost(ClientModel):
    """Change what the host has chosen. What is null stays as it is."""

    kind: Literal["set_host"] = "set_host"
    name: Annotated[Reason | None, Field(description="name of the server for players; empty for none")] = None
    welcome: Annotated[HostText | None, Field(description="text on the first page; empty for none")] = None
    games: Annotated[
        list[Reference] | None, Field(max_length=100, description="games that players may begin; empty for all")
    ] = None
    create: Annotated[
        Literal["all", "accounts", "moderators"] | None, Field(description="the players who may begin matches")
    ] = None
    update: Annotated[
        HostText | None, Field(description="notice to all when no new matches begin; empty for the usual one")
    ] = None


class BackUp(ClientModel):
    """Write a backup of the database into the folder `backups` beside the database file."""

    kind: Literal["backup"] = "backup"


Action = Annotated[
    ListPlayers
    | ListConnections
    | ListAllMatches
    | EndMatch
    | EndTournament
    | HideTournament
    | Mute
    | Unmute
    | Ban
    | Unban
    | ListSanctions
    | Announce
    | Drain
    | SetRole
    | ListDeeds
    | ListEngines
    | ShowHost
    | SetHost
    | BackUp,
    Field(discriminator="kind"),
]


class Admin(Command):
    """Carry out an action that requires the role of moderator or admin."""

    t: Literal["admin"] = "admin"
    action: Action


class ConnectionView(ServerModel):
    """An open connection. `since` is in seconds since 1970."""

    player: Identity
    address: ShortText
    client: ShortText
    since: Timestamp
    following: Count = Field(description="number of matches that it follows")


class Connections(ServerModel):
    """Result of the action `connections`, oldest first."""

    kind: Literal["connections"] = "connections"
    connections: list[ConnectionView] = Field(max_length=MAX_CONNECTIONS)


class PlayerView(ServerModel):
    """A connected player."""

    player: Identity
    connections: Count
    playing: Count = Field(description="number of matches that the player plays and that are not over")
    muted: bool


class Players(ServerModel):
    """Result of the action `players`, sorted by name."""

    kind: Literal["players"] = "players"
    players: list[PlayerView] = Field(max_length=MAX_CONNECTIONS)


class SanctionView(ServerModel):
    """A ban or a mute. `until` is in seconds since 1970, or null when it has no end."""

    id: ShortText
    sanction: Literal["ban", "mute"]
    scope: Scope
    target: ShortText
    until: Timestamp | None
    reason: LongText
    by: ShortText
    at: Timestamp


class Sanctions(ServerModel):
    """Result of `sanctions`; of `ban` and `mute`, with the new ones: a mute of a guest also mutes its address."""

    kind: Literal["sanctions"] = "sanctions"
    sanctions: list[SanctionView] = Field(max_length=MAX_ROWS)


class DeedView(ServerModel):
    """An entry of the audit."""

    at: Timestamp
    by: ShortText
    action: ShortText
    target: LongText
    detail: LongText


class Deeds(ServerModel):
    """Result of the action `audit`, newest first."""

    kind: Literal["deeds"] = "deeds"
    deeds: list[DeedView] = Field(max_length=MAX_ROWS)


class SpeedView(ServerModel):
    """Speed of the searches of an algorithm in a game, smoothed over the last ones."""

    game: ShortText
    algorithm: ShortText
    per_s: Count = Field(description="positions or playouts a second")


class UnusedGame(ServerModel):
    """A game that is not searched at a place, and why."""

    game: ShortText
    why: LongText


class EnginePlace(ServerModel):
    """The server's own machine, or a worker of its cluster.

    `state` is `used`; `starting` while the slots of a new worker are made; `silent` if the worker does not answer;
    `leaving` if it is about to stop; `refused` if its version does not fit, and `gone` for ten minutes after it
    was used last, both with the reason in `why`; `down` if no search process of the own machine runs.
    """

    place: ShortText = Field(description="`local`, or the address of a worker")
    state: ShortText
    why: LongText
    version: ShortText = Field(description="version of Kibitz on a worker")
    slots: Count
    busy: Count = Field(description="slots that run searches of this server")
    taken: Count = Field(description="slots that another server uses")
    finished: Count = Field(description="searches that ended with a report")
    lost: Count = Field(description="searches that did not end, and were repeated elsewhere")
    speeds: list[SpeedView] = Field(max_length=MAX_ROWS, description="the last measured first")
    unused: list[UnusedGame] = Field(max_length=MAX_ROWS)
    heard_s: Duration | None = Field(description="seconds since the last sign of life; null for the own machine")


class Engines(ServerModel):
    """Result of the action `engines`. `cluster` is the address of the cluster's scheduler, null without a cluster."""

    kind: Literal["engines"] = "engines"
    use: Literal["prefer", "spare", "only"]
    cluster: ShortText | None
    connected: bool
    trouble: LongText = Field(description="why the cluster is not connected")
    connections: Count = Field(description="how often the server has connected to the cluster")
    waiting: Count = Field(description="searches that wait for a slot")
    places: list[EnginePlace] = Field(max_length=MAX_ROWS)


class HostView(ServerModel):
    """Result of the actions `host`, `set_host` and `backup`."""

    kind: Literal["host"] = "host"
    name: LongText = ""
    welcome: LongText = ""
    games: list[ShortText] | None = Field(default=None, max_length=1000, description="null for all games")
    all_games: list[ShortText] = Field(default=[], max_length=1000)
    create: ShortText = "all"
    update: LongText = ""
    saved: bool = Field(default=False, description="false while the host has chosen nothing")
    draining: bool = Field(default=False, description="whether no new matches begin")
    healthy: bool = Field(default=True, description="whether the server can save moves")
    players: Count = Field(default=0, description="number of connected players")
    matches: Count = Field(default=0, description="number of matches that are not over")
    public_url: LongText | None = Field(default=None, description="public address of the page")
    push: bool = Field(default=False, description="whether alerts by Web Push are offered")
    mail: bool = Field(default=False, description="whether alerts by e-mail are offered")
    lost_alerts: Count = Field(default=0, description="number of alerts that were given up since the start")
    backup: LongText | None = Field(default=None, description="the file of the backup that was just written")


AdminOutcome = Connections | Players | Sanctions | Deeds | Engines | HostView
