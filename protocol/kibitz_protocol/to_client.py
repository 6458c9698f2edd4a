"""Every message that a server sends: answers, the events of matches, and what passes by (thinking, chat, notices)."""

from typing import Annotated, Literal

from pydantic import Field

from kibitz_protocol.accounts import Identity as Identity
from kibitz_protocol.accounts import PeopleOutcome
from kibitz_protocol.admin import AdminOutcome
from kibitz_protocol.archive import ArchiveOutcome
from kibitz_protocol.clocks import Clock
from kibitz_protocol.explain import Explained
from kibitz_protocol.match_info import AroundOutcome
from kibitz_protocol.refusals import Code
from kibitz_protocol.values import (
    Away,
    Board,
    Delay,
    GameInfo,
    MatchRow,
    MoveView,
    OfferKind,
    OfferView,
    OptionValue,
    Phase,
    Ply,
    RematchView,
    Result,
    SearchReport,
    Seat,
    SeatView,
    Seq,
    SeriesView,
    State,
    Told,
    Visibility,
)


class Welcome(Told):
    """The answer to `hello`. The token is told once, to a new guest; sent with a later hello it is you again."""

    t: Literal["welcome"] = "welcome"
    version: int
    server: str
    you: Identity
    token: str | None = Field(repr=False)
    capabilities: list[str]
    engines: list[str]


class Games(Told):
    """Result of `games`."""

    kind: Literal["games"] = "games"
    games: list[GameInfo]


class Matches(Told):
    """Result of `list`: open matches first, then live ones, newest first."""

    kind: Literal["matches"] = "matches"
    matches: list[MatchRow]


class Entered(Told):
    """Result of `create`, `join`, `start` and `watch`: which match it is, and your seat in it.

    The key of a private match is told in the answer to `create` alone, also when that is sent again.
    """

    kind: Literal["entered"] = "entered"
    match: str
    code: str
    seat: Seat | None
    key: str | None = None


class Hinted(Told):
    """Result of `hint`."""

    kind: Literal["hinted"] = "hinted"
    match: str
    ply: Ply
    move: str
    search: SearchReport


class Seeking(Told):
    """Result of `seek`: you are one of those who look for an opponent; `paired` tells whom you found."""

    kind: Literal["seeking"] = "seeking"
    others: int


class Recorded(Told):
    """Result of `record`: a page of events. The first page begins with the match as it was made."""

    kind: Literal["recorded"] = "recorded"
    match: str
    snapshot: "Snapshot | None"
    events: "list[Event]"
    last: Seq = Field(description="the last event that there is; ask on until you have it")


class Pong(Told):
    """Result of `ping`: the server's wall clock, in seconds since 1970."""

    kind: Literal["pong"] = "pong"
    at: float


class TurnsTold(Told):
    """Result of `tell_turns`: the topic at the server's broker that is yours."""

    kind: Literal["turns"] = "turns"
    topic: str
    on: bool


Outcome = Annotated[
    Games
    | Matches
    | Entered
    | TurnsTold
    | Recorded
    | Hinted
    | Explained
    | Seeking
    | Pong
    | PeopleOutcome
    | AdminOutcome
    | ArchiveOutcome
    | AroundOutcome,
    Field(discriminator="kind"),
]


class Accepted(Told):
    """The command was done."""

    t: Literal["accepted"] = "accepted"
    id: str
    result: Outcome | None


class Refused(Told):
    """The command was not done, and nothing has changed. `id` is null when the message could not be read."""

    t: Literal["refused"] = "refused"
    id: str | None
    code: Code
    message: str
    hint: str | None
    state: State | None = Field(default=None, description="where the match stands, when the command was out of date")
    retry_after_s: float | None = Field(default=None, description="when to try again, where waiting will help")


class Snapshot(Told):
    """A whole match, as of event `seq`."""

    t: Literal["snapshot"] = "snapshot"
    match: str
    code: str
    seq: Seq
    phase: Phase
    game: GameInfo
    options: dict[str, OptionValue]
    board: Board
    seats: list[SeatView]
    clock: Clock | None
    created_at: float
    show_thinking: bool
    watchers: int
    moves: list[MoveView]
    state: State
    result: Result | None
    you: Seat | None = Field(description="your seat, when you play")
    host: str = ""
    start: str | None = Field(default=None, description="the position before that, unless it is the game's own")
    opening: list[str] = Field(default=[], description="moves made before the match began")
    rated: bool = False
    visibility: Visibility = "public"
    watchable: bool = True
    delay: Delay | None = Field(default=None, description="how far those who watch are behind")
    chat: bool = True
    series: SeriesView | None = None
    offers: list[OfferView] = Field(default=[], description="the offers that stand, the oldest first")
    adjourned: bool = Field(default=False, description="paused for another day")
    rematch: RematchView | None = None
    first_moves_free: bool = Field(default=False, description="whether the first move of each side costs no time")
    away: list[Away] = Field(default=[], description="who of those that play is gone")


class Created(Told):
    """The match was made; always the first event."""

    kind: Literal["created"] = "created"
    game: str
    options: dict[str, OptionValue]
    clock: str | None


class Seated(Told):
    """Someone took a seat."""

    kind: Literal["seated"] = "seated"
    seat: SeatView


class Left(Told):
    """Someone left a seat before the match started."""

    kind: Literal["left"] = "left"
    seat: Seat


class Started(Told):
    """The clocks run."""

    kind: Literal["started"] = "started"


class Moved(Told):
    """A move was played."""

    kind: Literal["moved"] = "moved"
    move: MoveView


class Finished(Told):
    """The match is over."""

    kind: Literal["finished"] = "finished"
    result: Result


class Aborted(Told):
    """The match was given up before it came to a result."""

    kind: Literal["aborted"] = "aborted"
    reason: str


class Offered(Told):
    """The player at a seat offers something. Every offer has expired when a move is played or the phase changes."""

    kind: Literal["offered"] = "offered"
    seat: Seat
    offer: OfferKind


class Agreed(Told):
    """What `seat` had offered was accepted by `by`. What follows from it is told by events of their own."""

    kind: Literal["agreed"] = "agreed"
    seat: Seat
    offer: OfferKind
    by: Seat


class Declined(Told):
    """What `seat` had offered was declined by `by`."""

    kind: Literal["declined"] = "declined"
    seat: Seat
    offer: OfferKind
    by: Seat


class Withdrawn(Told):
    """Who sits at `seat` offers it no longer."""

    kind: Literal["withdrawn"] = "withdrawn"
    seat: Seat
    offer: OfferKind


class TakenBack(Told):
    """The last moves were taken back, so that `seat` is to move again. The clock of the other side was set back too."""

    kind: Literal["taken_back"] = "taken_back"
    seat: Seat
    plies: Annotated[int, Field(ge=1)]


class Paused(Told):
    """The clocks stand and engines rest; `adjourned`: for another day."""

    kind: Literal["paused"] = "paused"
    adjourned: bool
    elapsed_ms: int = Field(default=0, description="how long the side to move had been thinking")


class Resumed(Told):
    """The clocks run again."""

    kind: Literal["resumed"] = "resumed"


class RematchAgreed(Told):
    """Those who played want to play again; the match for it is about to be made."""

    kind: Literal["rematch_agreed"] = "rematch_agreed"


class Rematched(Told):
    """The match in which they do, with the seats swapped. `watch` brings you there."""

    kind: Literal["rematched"] = "rematched"
    match: str
    code: str


class RematchDropped(Told):
    """The rematch could not be made."""

    kind: Literal["rematch_dropped"] = "rematch_dropped"
    reason: str


Fact = Annotated[
    Created
    | Seated
    | Left
    | Started
    | Moved
    | Finished
    | Aborted
    | Offered
    | Agreed
    | Declined
    | Withdrawn
    | TakenBack
    | Paused
    | Resumed
    | RematchAgreed
    | Rematched
    | RematchDropped,
    Field(discriminator="kind"),
]


class Event(Told):
    """A numbered fact of a match, and where the match stands after it."""

    t: Literal["event"] = "event"
    match: str
    seq: Seq
    at: float = Field(description="the server's wall clock, in seconds since 1970")
    phase: Phase
    event: Fact
    state: State | None = Field(description="the position and clocks after it; null where it changes neither")


class Thinking(Told):
    """What a running search has found so far. Not numbered; the newest replaces the one before."""

    t: Literal["thinking"] = "thinking"
    match: str
    ply: Ply
    seat: Seat
    search: SearchReport


class Presence(Told):
    """Who of those that play has no connection; sent when that changes, and when the match may be claimed."""

    t: Literal["presence"] = "presence"
    match: str
    away: list[Away]


class Said(Told):
    """Chat. Not numbered."""

    t: Literal["said"] = "said"
    match: str
    room: Literal["players", "watchers"]
    name: str
    text: str
    at: float


class Paired(Told):
    """Somebody to play with was found. The match has been made, and its snapshot comes now."""

    t: Literal["paired"] = "paired"
    match: str
    code: str
    seat: Seat
    opponent: str


class Next(Told):
    """What comes after a match that is over: its rematch, the next of its series or on TV; null when a series is over.

    Whoever followed the match follows the next from here on, without having asked: its snapshot comes now.
    """

    t: Literal["next"] = "next"
    match: str
    why: Literal["series", "tv", "rematch"]
    next: str | None
    code: str | None
    series: SeriesView | None = Field(description="how the series stands, of the match that is over")


class Invitation(Told):
    """A seat is kept for you; sent when the match is made, and when you come while it still is."""

    t: Literal["invited"] = "invited"
    by: str
    row: MatchRow


class Lobby(Told):
    """A change of the lobby, for those who follow it: a new or changed match, or one that is gone."""

    t: Literal["lobby"] = "lobby"
    changed: list[MatchRow]
    gone: list[str]


class Notice(Told):
    """Something the server wants people to know."""

    t: Literal["notice"] = "notice"
    text: str
    halted: bool | None = Field(
        default=None,
        description="true: nothing can be saved, and the clocks of all matches stand still; false: they run",
    )


ToClient = Annotated[
    Welcome
    | Accepted
    | Refused
    | Snapshot
    | Event
    | Thinking
    | Presence
    | Said
    | Paired
    | Next
    | Invitation
    | Lobby
    | Notice,
    Field(discriminator="t"),
]
