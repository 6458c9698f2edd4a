"""Every message that a client sends. All but `hello` are commands: each is answered once, by its `id`."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from kibitz_protocol import OLDEST_VERSION, VERSION
from kibitz_protocol.accounts import PeopleCommand as PeopleCommand
from kibitz_protocol.admin import Admin as Admin
from kibitz_protocol.archive import ArchiveCommand
from kibitz_protocol.clocks import Clock
from kibitz_protocol.command import Command as Command
from kibitz_protocol.command import CommandId as CommandId
from kibitz_protocol.explain import Explain as Explain
from kibitz_protocol.match_info import AroundCommand
from kibitz_protocol.values import (
    Delay,
    EngineSpec,
    Given,
    Key,
    Line,
    MatchRef,
    Name,
    OfferKind,
    OptionValue,
    Ply,
    Seat,
    SeatSpec,
    Seq,
    Visibility,
)

GameName = Annotated[str, StringConstraints(min_length=1, max_length=32)]
MoveText = Annotated[str, StringConstraints(min_length=1, max_length=200)]
Token = Annotated[str, StringConstraints(min_length=16, max_length=128)]


class Hello(Given):
    """The first message: who is calling. Without a token the server makes a new guest."""

    t: Literal["hello"] = "hello"
    oldest: int = OLDEST_VERSION
    newest: int = VERSION
    client: Annotated[str, StringConstraints(max_length=64)] = ""
    name: Name | None = None
    token: Annotated[Token | None, Field(repr=False)] = None
    capabilities: Annotated[list[str], Field(max_length=32)] = []


class ListGames(Command):
    """Which games the server offers, and their options."""

    t: Literal["games"] = "games"


class ListMatches(Command):
    """Which matches are open or live, all or of a kind. With `follow`, changes of those are sent from now on."""

    t: Literal["list"] = "list"
    follow: bool = False
    game: GameName | None = None
    phase: Literal["open", "live"] | None = None
    player: Annotated[Name | None, Field(description="part of the name of somebody who plays, in any case")] = None
    rated: bool | None = None
    free: Annotated[bool, Field(description="only those with a seat that you could take")] = False
    min_rating: Annotated[float | None, Field(description="of the strongest who plays")] = None


class Create(Command):
    """Make a match. Seats are given in the order of play, unless `first` says otherwise; any of them may be others'."""

    t: Literal["create"] = "create"
    game: GameName
    options: Annotated[dict[str, OptionValue], Field(max_length=16)] = {}
    seats: Annotated[list[SeatSpec], Field(min_length=1, max_length=8)]
    first: Annotated[
        Literal["first", "second", "random"], Field(description="which of the seats as given moves first")
    ] = "first"
    shuffle: Annotated[bool, Field(description="the same as first: random")] = False
    clock: Clock | None = None
    position: Annotated[str, StringConstraints(max_length=1000)] | None = None
    moves: Annotated[
        list[MoveText], Field(max_length=500, description="moves made before the match begins, which then starts there")
    ] = []
    visibility: Visibility | None = None
    listed: Annotated[bool, Field(description="false is the same as visibility: unlisted")] = True
    watchable: Annotated[bool, Field(description="whether people who do not play may watch")] = True
    delay: Annotated[Delay | None, Field(description="how far those who watch are behind")] = None
    chat: Annotated[bool, Field(description="whether anybody may talk in it")] = True
    rated: bool = False
    series: Annotated[int, Field(ge=1, le=100, description="so many games, the sides swapped after each")] = 1
    autostart: Annotated[bool, Field(description="start when the last seat is taken; else the host starts it")] = True
    show_thinking: Annotated[
        bool | None,
        Field(description="whether watchers see engines think while it runs; null: unless a human plays"),
    ] = None


class Join(Command):
    """Take an open seat: unless named, one that is kept for you, else the first that is free for all."""

    t: Literal["join"] = "join"
    match: MatchRef
    seat: Seat | None = None
    key: Annotated[Key | None, Field(description="of a private match")] = None


class Start(Command):
    """Start a match whose seats are all taken. Only its host may."""

    t: Literal["start"] = "start"
    match: MatchRef


class Move(Command):
    """Play a move at a ply, and, where given, only in that position."""

    t: Literal["move"] = "move"
    match: MatchRef
    ply: Ply
    move: MoveText
    position: Annotated[str, StringConstraints(max_length=64)] | None = None


class Resign(Command):
    """Give up. Before the match has started: leave it, which aborts it when the host does."""

    t: Literal["resign"] = "resign"
    match: MatchRef


class Offer(Command):
    """Offer something to the other side, or agree to the same that it has offered.

    Done at once, without anybody's consent: `abort` before both sides have moved, `resume` when a pause has lasted, and
    all but `draw` and `takeback` by the host of a match between engines. Offers expire on the next move.
    """

    t: Literal["offer"] = "offer"
    match: MatchRef
    offer: OfferKind


class Accept(Command):
    """Agree to an offer of the other side: the newest one, unless it is named."""

    t: Literal["accept"] = "accept"
    match: MatchRef
    offer: OfferKind | None = None


class Decline(Command):
    """Say no to an offer of the other side: the newest one, unless it is named."""

    t: Literal["decline"] = "decline"
    match: MatchRef
    offer: OfferKind | None = None


class Withdraw(Command):
    """Take an offer of your own back: the newest one, unless it is named."""

    t: Literal["withdraw"] = "withdraw"
    match: MatchRef
    offer: OfferKind | None = None


class Claim(Command):
    """End a match whose other player has been gone for too long: won, or by your grace drawn."""

    t: Literal["claim"] = "claim"
    match: MatchRef
    result: Literal["win", "draw"] = "win"


class Watch(Command):
    """Follow a match. `since` is the last event already known: then only the gap is sent, where possible."""

    t: Literal["watch"] = "watch"
    match: Annotated[MatchRef, Field(description="id or code, or 'tv' for the featured live match")]
    since: Seq | None = None
    key: Annotated[Key | None, Field(description="of a private match")] = None


class Record(Command):
    """Every event of a match from the first one on, in pages: `since` is the last event of the page before."""

    t: Literal["record"] = "record"
    match: MatchRef
    since: Seq = 0
    key: Annotated[Key | None, Field(description="of a private match")] = None


class TellTurns(Command):
    """Let the MQTT feed tell which matches wait for a move of yours, on a topic of your own; or no longer."""

    t: Literal["tell_turns"] = "tell_turns"
    on: bool = True


class Unwatch(Command):
    """Stop following a match."""

    t: Literal["unwatch"] = "unwatch"
    match: MatchRef


class Hint(Command):
    """Let an engine look at the match and say what it would play. Only for the player to move."""

    t: Literal["hint"] = "hint"
    match: MatchRef
    engine: EngineSpec | None = None


class Chat(Command):
    """Say something. Players are heard by all, watchers by watchers."""

    t: Literal["chat"] = "chat"
    match: MatchRef
    text: Line


class Ping(Command):
    """Is anyone there?"""

    t: Literal["ping"] = "ping"


class Mute(Command):
    """Hear a name no longer, in any match, or again. Only you notice."""

    t: Literal["mute"] = "mute"
    name: Name
    on: bool = True


class Seek(Command):
    """Look for an opponent: somebody who wants the same, and whose rating is near, the longer you wait the less so.

    Without a game you play anything: a seat of an open match, or whatever another one looks for.
    """

    t: Literal["seek"] = "seek"
    game: GameName | None = None
    options: Annotated[dict[str, OptionValue], Field(max_length=16)] = {}
    clock: Clock | None = None
    rated: bool = False


class Unseek(Command):
    """Look no longer."""

    t: Literal["unseek"] = "unseek"


AnyCommand = (
    ListGames
    | ListMatches
    | Create
    | Join
    | Start
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
    | Chat
    | Mute
    | Seek
    | Unseek
    | Ping
    | PeopleCommand
    | ArchiveCommand
    | AroundCommand
    | Admin
)

ToServer = Annotated[Hello | AnyCommand, Field(discriminator="t")]
