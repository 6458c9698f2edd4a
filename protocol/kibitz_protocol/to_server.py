"""Messages from a client. All but `hello` are commands, and each command gets one answer, matched by its `id`."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from kibitz_protocol import OLDEST_VERSION, VERSION
from kibitz_protocol.commands.accounts import PeopleCommand as PeopleCommand
from kibitz_protocol.commands.admin import Admin as Admin
from kibitz_protocol.commands.analysis import Analyse as Analyse
from kibitz_protocol.commands.archive import ArchiveCommand
from kibitz_protocol.commands.away.alerts import ManageAlerts as ManageAlerts
from kibitz_protocol.commands.base import Command as Command
from kibitz_protocol.commands.base import CommandId as CommandId
from kibitz_protocol.commands.explain import Explain as Explain
from kibitz_protocol.commands.lobby_chat import FollowLobbyChat as FollowLobbyChat
from kibitz_protocol.commands.lobby_chat import SayInLobby as SayInLobby
from kibitz_protocol.commands.match_info import AroundCommand
from kibitz_protocol.commands.positions import PositionCommand
from kibitz_protocol.commands.puzzles import PuzzleCommand
from kibitz_protocol.commands.studies.study import StudyCommand
from kibitz_protocol.commands.teaching.lessons import LessonCommand
from kibitz_protocol.tournaments.commands import Tournament as Tournament
from kibitz_protocol.validation.bounds import Cells, ShortText
from kibitz_protocol.values.base import ClientModel
from kibitz_protocol.values.clocks import Clock
from kibitz_protocol.values.engines import EngineSpec
from kibitz_protocol.values.fields import (
    ClientSeed,
    Line,
    MatchKey,
    MatchRef,
    MoveText,
    Name,
    PaceSeconds,
    Ply,
    PositionText,
    Seat,
    Seq,
)
from kibitz_protocol.values.games import GameName, GameOptions
from kibitz_protocol.values.matches import Delay, OfferKind, Visibility
from kibitz_protocol.values.seats import SeatSpec

Token = Annotated[str, StringConstraints(min_length=16, max_length=128)]


class Hello(ClientModel):
    """The first message of a client. Without a token, the server creates a new guest."""

    t: Literal["hello"] = "hello"
    oldest: int = OLDEST_VERSION
    newest: int = VERSION
    client: Annotated[str, StringConstraints(max_length=64)] = ""
    name: Name | None = None
    token: Annotated[Token | None, Field(repr=False)] = None
    capabilities: Annotated[list[str], Field(max_length=32)] = []


class ListGames(Command):
    """List the games that the server offers, with their options."""

    t: Literal["games"] = "games"


class ListMatches(Command):
    """List open and live matches, all or filtered, in pages.

    With `follow`, the server sends changes of the whole list from then on, whatever the page.
    """

    t: Literal["list"] = "list"
    follow: bool = False
    game: GameName | None = None
    phase: Literal["open", "live"] | None = None
    player: Annotated[Name | None, Field(description="part of a player's name as lists show it, in any case")] = None
    rated: bool | None = None
    free: Annotated[bool, Field(description="only matches with a seat that you can take")] = False
    min_rating: Annotated[float | None, Field(description="minimum rating of the strongest player")] = None
    limit: Annotated[int, Field(ge=1, le=100, description="number of matches of a page")] = 100
    cursor: Annotated[
        Annotated[str, StringConstraints(max_length=100)] | None, Field(description="`next` of the previous page")
    ] = None


class Create(Command):
    """Create a match. The seats are in the order of play, unless `first` changes it. None of them need be yours."""

    t: Literal["create"] = "create"
    game: GameName
    options: GameOptions = {}
    seats: Annotated[list[SeatSpec], Field(min_length=1, max_length=8)]
    first: Annotated[
        Literal["first", "second", "random"],
        Field(
            description="which of the given seats gets the first side, which moves first unless sides in the game says"
            " otherwise"
        ),
    ] = "first"
    shuffle: Annotated[bool, Field(description="true is the same as first: random")] = False
    clock: Clock | None = None
    position: PositionText | None = None
    moves: Annotated[list[MoveText], Field(max_length=500, description="moves played before the match starts")] = []
    visibility: Visibility | None = None
    listed: Annotated[bool, Field(description="false is the same as visibility: unlisted")] = True
    watchable: Annotated[bool, Field(description="whether spectators are allowed")] = True
    delay: Annotated[Delay | None, Field(description="the spectator delay")] = None
    chat: Annotated[bool, Field(description="whether chat is allowed")] = True
    rated: bool = False
    series: Annotated[int, Field(ge=1, le=100, description="number of games, with the sides swapped after each")] = 1
    autostart: Annotated[
        bool, Field(description="whether the match starts when its last seat is taken; otherwise the host starts it")
    ] = True
    show_thinking: Annotated[
        bool | None,
        Field(description="whether spectators see search info during the match; null: only if no human plays"),
    ] = None
    engine_pace_s: Annotated[
        PaceSeconds | None,
        Field(
            description="shortest time in which an engine answers, in seconds, as far as its clock allows;"
            " null: the server's setting where a person plays, else 0",
        ),
    ] = None
    help: Annotated[
        bool,
        Field(
            description="whether people who play each other may ask engines during the match: for hints and trees; its"
            " players see that before they take a seat"
        ),
    ] = False


class SetPace(Command):
    """Set the pace of a match between engines that you host, or have one move played.

    `offer` of `pause` and `resume` stops such a match and lets it go on.
    """

    t: Literal["set_pace"] = "set_pace"
    match: MatchRef
    engine_pace_s: Annotated[
        PaceSeconds | None,
        Field(description="shortest time of a move from now on, in seconds, as far as clocks allow; null: as it is"),
    ] = None
    step_at: Annotated[
        Ply | None, Field(description="the ply of a move after which the match pauses; null: it does not")
    ] = None


class Join(Command):
    """Take an open seat: the given one or, without `seat`, one reserved for you, otherwise the first free one."""

    t: Literal["join"] = "join"
    match: MatchRef
    seat: Seat | None = None
    key: MatchKey = None


class Start(Command):
    """Start a match whose seats are all taken. Only the host may do this."""

    t: Literal["start"] = "start"
    match: MatchRef


class GiveClientSeed(Command):
    """Give a client seed before the start of a match with chance, as each of its players does.

    All chance events depend on the client seeds, so that the server alone cannot choose them. The first one of a
    player counts: further ones change nothing.
    """

    t: Literal["give_client_seed"] = "give_client_seed"
    match: MatchRef
    key: MatchKey = None
    client_seed: ClientSeed


class GoBerserk(Command):
    """Give up half of your time, and the whole increment, before your first move of a match that allows it.

    A win then counts more in an arena. To repeat it changes nothing.
    """

    t: Literal["go_berserk"] = "go_berserk"
    match: MatchRef


class Move(Command):
    """Play a move. It is refused at another ply or, if `position` is given, in another position."""

    t: Literal["move"] = "move"
    match: MatchRef
    ply: Ply
    move: MoveText
    position: Annotated[str, StringConstraints(max_length=64)] | None = None


class Resign(Command):
    """Resign. Before the start, leave the match instead; if the host leaves, the match is aborted."""

    t: Literal["resign"] = "resign"
    match: MatchRef


class Offer(Command):
    """Make an offer to the other side, or accept the same offer from it. Offers expire on the next move;
    a draw offer on that of the other side in games with `draw_offers_stand`, such as chess.

    Some offers take effect at once, without consent: `abort` before the match has begun, that is, before both sides
    have moved or a chance event was decided; `resume` after a minimum pause; and all but `draw` and `takeback` from the
    host of a match between engines. In a rated match that has begun, engines decline `pause`, `adjourn` and `abort`,
    and their host cannot use them.

    Once the rules have ended a game, its match may be paused until both sides `settle` what is dead, such as chains of
    Go: a side offers to take off the groups of the cells `dead`, or none. To offer the same as the other side is to
    accept it. `resume` then plays on without consent, once in a match. After some time the board counts as it stands.
    """

    t: Literal["offer"] = "offer"
    match: MatchRef
    offer: OfferKind
    dead: Annotated[
        Cells, Field(description="to settle: at least one cell of each group whose pieces are to be taken off")
    ] = []


class Accept(Command):
    """Accept an offer of the other side: the named one, or by default the newest."""

    t: Literal["accept"] = "accept"
    match: MatchRef
    offer: OfferKind | None = None


class Decline(Command):
    """Decline an offer of the other side: the named one, or by default the newest."""

    t: Literal["decline"] = "decline"
    match: MatchRef
    offer: OfferKind | None = None


class Withdraw(Command):
    """Withdraw an offer of yours: the named one, or by default the newest."""

    t: Literal["withdraw"] = "withdraw"
    match: MatchRef
    offer: OfferKind | None = None


class Claim(Command):
    """End a match after the other player has been disconnected for too long, as your win or as a draw.

    A match without a clock can also be claimed if the other player has had two minutes for a first move. A match that
    has not begun is aborted by a claim.
    """

    t: Literal["claim"] = "claim"
    match: MatchRef
    result: Literal["win", "draw"] = "win"


class Watch(Command):
    """Follow a match. `since` is the last event that you know: the server then sends only later ones, if possible."""

    t: Literal["watch"] = "watch"
    match: Annotated[MatchRef, Field(description="id or code, or 'tv' for the featured live match")]
    since: Seq | None = None
    key: MatchKey = None
    preview: Annotated[
        bool,
        Field(
            description="whether to follow the match without being one of its spectators, as a lobby does that shows"
            " the highlighted match: you are neither counted nor named, and cannot chat; ignored for 'tv'"
        ),
    ] = False


class Record(Command):
    """Get all events of a match, in pages. `since` is the last event of the previous page."""

    t: Literal["record"] = "record"
    match: MatchRef
    since: Seq = 0
    key: MatchKey = None


class TellTurns(Command):
    """Turn on or off your own topic on the MQTT feed, which lists the matches that wait for your move."""

    t: Literal["tell_turns"] = "tell_turns"
    on: bool = True


class Unwatch(Command):
    """Stop following a match."""

    t: Literal["unwatch"] = "unwatch"
    match: MatchRef


class Hint(Command):
    """Let an engine suggest a move. Only the player to move may do this."""

    t: Literal["hint"] = "hint"
    match: MatchRef
    engine: EngineSpec | None = None


class Chat(Command):
    """Send a chat message. A player's goes to all. A spectator's goes to players only before and after the match."""

    t: Literal["chat"] = "chat"
    match: MatchRef
    text: Line


class Ping(Command):
    """Check the connection, and get the time of the server."""

    t: Literal["ping"] = "ping"


class Mute(Command):
    """Hide the chat of a name from you in all matches, or show it again. Other clients do not notice."""

    t: Literal["mute"] = "mute"
    name: Name
    on: bool = True


class Seek(Command):
    """Look for an opponent with the same game, options and clock, and a similar rating. The range widens over time.

    Without `game` you accept any match: a seat in an open match, or the terms of another waiting player.

    Your seeks, five at most, belong to you and not to the connection: all your connections receive `seeks`,
    and each can end them. They end when you are paired, when a match begins in which you have a seat, with a clock (not
    one of days for a move), and some seconds after your last connection is closed.
    """

    t: Literal["seek"] = "seek"
    game: GameName | None = None
    options: GameOptions = {}
    clock: Clock | None = None
    rated: bool = False


class Unseek(Command):
    """Stop looking for an opponent: end one of your seeks, or all of them."""

    t: Literal["unseek"] = "unseek"
    seek: ShortText | None = Field(default=None, description="id of the seek; null for all")


AnyCommand = (
    ListGames
    | ListMatches
    | Create
    | SetPace
    | Join
    | Start
    | GiveClientSeed
    | GoBerserk
    | Move
    | Resign
    | Claim
    | Offer
    | Accept
    | Decline
    | Withdraw
    | Watch
    | Record
    | Unwatch
    | TellTurns
    | Hint
    | Explain
    | Analyse
    | Chat
    | FollowLobbyChat
    | SayInLobby
    | Mute
    | Seek
    | Unseek
    | Ping
    | PeopleCommand
    | ArchiveCommand
    | AroundCommand
    | PositionCommand
    | PuzzleCommand
    | LessonCommand
    | StudyCommand
    | ManageAlerts
    | Admin
    | Tournament
)

ToServer = Annotated[Hello | AnyCommand, Field(discriminator="t")]
