"""Messages from a server: answers, events of matches, and unnumbered ones such as search info, chat and notices."""

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from kibitz_protocol.commands.accounts import Identity as Identity
from kibitz_protocol.commands.accounts import PeopleOutcome
from kibitz_protocol.commands.admin import AdminOutcome
from kibitz_protocol.commands.analysis import Analysed, Analysing
from kibitz_protocol.commands.archive import ArchiveOutcome
from kibitz_protocol.commands.away.alerts import AlertSettings as AlertSettings
from kibitz_protocol.commands.explain import Explained
from kibitz_protocol.commands.lobby_chat import LobbyChatLog as LobbyChatLog
from kibitz_protocol.commands.lobby_chat import LobbySaid as LobbySaid
from kibitz_protocol.commands.match_info import AroundOutcome
from kibitz_protocol.commands.positions import PositionOutcome
from kibitz_protocol.commands.puzzles import PuzzleOutcome
from kibitz_protocol.commands.seeks import MAX_SEEKS, SeekView
from kibitz_protocol.commands.studies.study import RecordedStudy, StudyOutcome
from kibitz_protocol.commands.teaching.lessons import LessonEvent, LessonOutcome
from kibitz_protocol.refusals import Code
from kibitz_protocol.tournaments.messages import Standings as Standings
from kibitz_protocol.tournaments.messages import TournamentEvent as TournamentEvent
from kibitz_protocol.tournaments.messages import TournamentSnapshot as TournamentSnapshot
from kibitz_protocol.tournaments.views import TournamentOutcome
from kibitz_protocol.validation.bounds import (
    MAX_NOTES,
    MAX_PLIES,
    MAX_ROWS,
    MAX_SEATS,
    Cells,
    Count,
    LongText,
    Names,
    Seconds,
    ShortText,
    Timestamp,
)
from kibitz_protocol.values.base import ServerModel
from kibitz_protocol.values.boards import Board
from kibitz_protocol.values.clocks import Clock
from kibitz_protocol.values.consistency import series_fault, state_fault
from kibitz_protocol.values.engines import AdjudicationSpec, SearchReport
from kibitz_protocol.values.evaluation import Evaluation
from kibitz_protocol.values.facts import Aborted as Aborted
from kibitz_protocol.values.facts import Agreed as Agreed
from kibitz_protocol.values.facts import ChanceDecided as ChanceDecided
from kibitz_protocol.values.facts import ClientSeedGiven as ClientSeedGiven
from kibitz_protocol.values.facts import Created as Created
from kibitz_protocol.values.facts import Declined as Declined
from kibitz_protocol.values.facts import Fact as Fact
from kibitz_protocol.values.facts import Finished as Finished
from kibitz_protocol.values.facts import Left as Left
from kibitz_protocol.values.facts import Moved as Moved
from kibitz_protocol.values.facts import Offered as Offered
from kibitz_protocol.values.facts import PaceSet as PaceSet
from kibitz_protocol.values.facts import Paused as Paused
from kibitz_protocol.values.facts import RematchAgreed as RematchAgreed
from kibitz_protocol.values.facts import RematchDropped as RematchDropped
from kibitz_protocol.values.facts import Rematched as Rematched
from kibitz_protocol.values.facts import Resumed as Resumed
from kibitz_protocol.values.facts import Seated as Seated
from kibitz_protocol.values.facts import SeedKept as SeedKept
from kibitz_protocol.values.facts import SeedRevealed as SeedRevealed
from kibitz_protocol.values.facts import Settled as Settled
from kibitz_protocol.values.facts import Started as Started
from kibitz_protocol.values.facts import TakenBack as TakenBack
from kibitz_protocol.values.facts import WentBerserk as WentBerserk
from kibitz_protocol.values.facts import Withdrawn as Withdrawn
from kibitz_protocol.values.fields import ClientSeed, PaceSeconds, Ply, PositionText, Seat, Seed, Seq
from kibitz_protocol.values.games import GameInfo, GivenOptions
from kibitz_protocol.values.matches import (
    ChanceView,
    Delay,
    MatchRow,
    MoveView,
    OfferView,
    Phase,
    PlaceView,
    RematchView,
    Result,
    SeriesView,
    Uncounted,
    Visibility,
    views_fault,
)
from kibitz_protocol.values.seats import Away, SeatView, seats_fault, seats_text
from kibitz_protocol.values.state import State


class Welcome(ServerModel):
    """Answer to `hello`. A new guest gets a token, once. Send it in a later `hello` to be the same player."""

    t: Literal["welcome"] = "welcome"
    version: Count
    server: ShortText
    you: Identity
    token: ShortText | None = Field(repr=False)
    capabilities: Names
    engines: Names
    host: ShortText = Field(default="", description="name that the host gave the server")
    greeting: LongText = Field(default="", description="text of the host for the first page")
    seeks: list[SeekView] | None = Field(
        default=None,
        max_length=MAX_SEEKS,
        description="your open seeks, if you have another connection or lost the last one a moment ago; otherwise null:"
        " the server has none of yours",
    )


class Games(ServerModel):
    """Result of `games`: the games that the server offers."""

    kind: Literal["games"] = "games"
    games: list[GameInfo] = Field(max_length=1000)


class Matches(ServerModel):
    """Result of `list`: open matches first, then live ones, the newest of each first."""

    kind: Literal["matches"] = "matches"
    matches: list[MatchRow] = Field(max_length=MAX_ROWS)
    next: ShortText | None = Field(default=None, description="the cursor of the next page; null on the last one")


class Entered(ServerModel):
    """Result of `create`, `join`, `start` and `watch`: the match, and your seat in it.

    Only the answer to `create`, and its repetitions, contain the key of a private match.
    """

    kind: Literal["entered"] = "entered"
    match: ShortText
    code: ShortText
    seat: Seat | None
    key: ShortText | None = None
    uncounted: Uncounted | None = Field(
        default=None, description="for players: why a rated match does not count, as far as it is known since its start"
    )


class Hinted(ServerModel):
    """Result of `hint`: the suggested move, and the search info behind it."""

    kind: Literal["hinted"] = "hinted"
    match: ShortText
    ply: Ply
    move: ShortText
    search: SearchReport
    said: ShortText | None = Field(
        default=None, description="the move as people write it, such as Nf3; null where that is `move`"
    )


class Seeking(ServerModel):
    """Result of `seek`: you wait for an opponent, as `others` more players do. `paired` follows once one is found."""

    kind: Literal["seeking"] = "seeking"
    others: Count
    seek: ShortText = Field(default="", description="id of the seek; that of an open one with the same terms")


class Recorded(ServerModel):
    """Result of `record`: a page of events. The first page begins with a snapshot of the match at its creation."""

    kind: Literal["recorded"] = "recorded"
    match: ShortText
    snapshot: "Snapshot | None"
    events: "list[Event]" = Field(max_length=MAX_PLIES)
    last: Seq = Field(description="the last event of the match; request further pages until you have it")
    evaluation: Evaluation | None = Field(
        default=None,
        description="what the searches of the engines say of the match; null before the last page, where they are not"
        " shown, and in games with hidden cards",
    )


class Pong(ServerModel):
    """Result of `ping`: the wall clock of the server, in seconds since 1970."""

    kind: Literal["pong"] = "pong"
    at: Timestamp


class TurnsTold(ServerModel):
    """Result of `tell_turns`: your topic at the MQTT broker of the server."""

    kind: Literal["turns"] = "turns"
    topic: ShortText
    on: bool


Outcome = Annotated[
    Games
    | Matches
    | Entered
    | TurnsTold
    | Recorded
    | Hinted
    | Explained
    | Analysed
    | Seeking
    | LobbyChatLog
    | Pong
    | PeopleOutcome
    | AdminOutcome
    | AlertSettings
    | ArchiveOutcome
    | AroundOutcome
    | PositionOutcome
    | PuzzleOutcome
    | LessonOutcome
    | StudyOutcome
    | TournamentOutcome,
    Field(discriminator="kind"),
]


class Starting(ServerModel):
    """Answer to a hello while the server loads the matches of before. `welcome` follows by itself."""

    t: Literal["starting"] = "starting"
    loaded: Count = Field(description="number of matches that are loaded")
    matches: Count = Field(description="number of all matches to load")

    @property
    def sentence(self) -> str:
        """What the server does, for its users."""
        return f"the server is starting: {self.loaded} of {self.matches} matches are loaded"


class Accepted(ServerModel):
    """The command was carried out."""

    t: Literal["accepted"] = "accepted"
    id: ShortText
    result: Outcome | None


class Refused(ServerModel):
    """The command was refused, and nothing has changed. `id` is null when the message could not be decoded."""

    t: Literal["refused"] = "refused"
    id: ShortText | None
    code: Code
    message: LongText
    hint: LongText | None
    state: State | None = Field(
        default=None, description="the current position, when the command was for an earlier one"
    )
    retry_after_s: Seconds | None = Field(
        default=None, description="when to try again; null where waiting does not help"
    )


class Snapshot(ServerModel):
    """A complete match, as of event `seq`."""

    t: Literal["snapshot"] = "snapshot"
    match: ShortText
    code: ShortText
    seq: Seq
    phase: Phase
    game: GameInfo
    options: GivenOptions
    board: Board
    seats: list[SeatView] = Field(min_length=1, max_length=MAX_SEATS)
    clock: Clock | None
    created_at: Timestamp
    show_thinking: bool
    watchers: Count
    moves: list[MoveView] = Field(max_length=MAX_PLIES)
    state: State
    result: Result | None
    you: Seat | None = Field(description="your seat; null for spectators")
    yours: list[Seat] = Field(
        default=[], max_length=MAX_SEATS, description="all of your seats; more than one if you play all sides"
    )
    host: ShortText = ""
    start: PositionText | None = Field(
        default=None, description="the starting position before `opening`; null for the initial position of the game"
    )
    opening: list[ShortText] = Field(
        default=[], max_length=MAX_PLIES, description="moves played before the match began"
    )
    rated: bool = False
    visibility: Visibility = "public"
    watchable: bool = True
    delay: Delay | None = Field(default=None, description="the spectator delay")
    chat: bool = True
    series: SeriesView | None = None
    tournament: PlaceView | None = None
    adjudication: AdjudicationSpec | None = Field(
        default=None, description="rules by which a match between engines ends before its end by the rules of the game"
    )
    settled: Cells = Field(
        default=[], description="the cells whose pieces both sides held to be dead, and took off the board at the end"
    )
    offers: list[OfferView] = Field(default=[], max_length=100, description="the open offers, oldest first")
    adjourned: bool = Field(default=False, description="whether the pause is an adjournment")
    rematch: RematchView | None = None
    first_moves_free: bool = Field(
        default=False, description="whether the first move of each side is free of clock time"
    )
    berserk: list[Seat] | None = Field(
        default=None,
        max_length=MAX_SEATS,
        description="the seats that went berserk; null in a match without berserk",
    )
    away: list[Away] = Field(default=[], max_length=MAX_SEATS, description="the players who are disconnected")
    server_seed_hash: Seed | None = Field(
        default=None, description="SHA-256 of the server seed; null in a game without chance"
    )
    repeatable: bool = Field(
        default=False, description="whether the server was started to make the same chance events again, as for tests"
    )
    client_seeds: list[ClientSeed | None] = Field(
        default=[],
        max_length=MAX_SEATS,
        description="the client seed of the player at each seat, null before it is given; empty without chance",
    )
    chance_events: list[ChanceView] = Field(
        default=[], max_length=10 * MAX_PLIES, description="the chance events so far, in order"
    )
    server_seed: Seed | None = Field(
        default=None, description="the secret that chance events follow from; null until the match is over"
    )
    seed_kept: bool = Field(
        default=False,
        description="whether the match ended early, so cards that were not shown stay hidden and the seed stays secret",
    )

    uncounted: Uncounted | None = Field(
        default=None, description="why a rated match does not count, as far as it is known since its start"
    )
    notes: list[LongText] = Field(
        default=[],
        max_length=MAX_NOTES,
        description="what was left out or guessed when the match was read from a file of another program; empty"
        " otherwise",
    )
    study: RecordedStudy | None = Field(
        default=None, description="in the record of a study: all of it; `moves` are its first line. Null otherwise"
    )
    engine_pace_s: PaceSeconds | None = Field(
        default=None, description="shortest time in which an engine answers, in seconds; null: the server's setting"
    )
    help: bool = Field(default=False, description="whether people who play each other may ask engines during the match")
    hosting: bool = Field(default=False, description="whether you host the match")

    @model_validator(mode="after")
    def _parts_agree(self) -> Self:
        if (fault := self._fault()) is not None:
            raise ValueError(fault)
        return self

    def _fault(self) -> str | None:
        """Return how the parts do not fit each other."""
        seats = len(self.seats)
        used = (
            self.you,
            *self.yours,
            *(self.berserk or ()),
            *(move.seat for move in self.moves),
            *(offer.seat for offer in self.offers),
            *(away.seat for away in self.away),
        )
        fault = views_fault(self.seats, self.result) or seats_fault(seats, used) or series_fault(seats, self.series)
        if fault is None and (fault := state_fault(self.board, seats, self.state)) is not None:
            fault = f"has a state that {fault}"
        if fault is None and self.client_seeds and len(self.client_seeds) != seats:
            fault = f"has {len(self.client_seeds)} client seeds for {seats_text(seats)}"
        return fault


class Event(ServerModel):
    """A numbered event of a match, and the state of the match after it."""

    t: Literal["event"] = "event"
    match: ShortText
    seq: Seq
    at: Timestamp = Field(description="wall clock of the server, in seconds since 1970")
    phase: Phase
    event: Fact
    state: State | None = Field(description="the position and clocks after the event; null where it changes neither")


class Thinking(ServerModel):
    """Search info of a running search. Not numbered: the newest replaces the previous one."""

    t: Literal["thinking"] = "thinking"
    match: ShortText
    ply: Ply
    seat: Seat
    search: SearchReport


class Presence(ServerModel):
    """The players who are disconnected. Sent when that changes, and when the match becomes claimable."""

    t: Literal["presence"] = "presence"
    match: ShortText
    away: list[Away] = Field(max_length=MAX_SEATS)


class Said(ServerModel):
    """A chat message. Not numbered."""

    t: Literal["said"] = "said"
    match: ShortText
    room: Literal["players", "watchers"]
    name: ShortText
    text: LongText
    at: Timestamp


class Seeks(ServerModel):
    """All your open seeks. Sent to all your connections after each change, and to a new one if there are any."""

    t: Literal["seeks"] = "seeks"
    seeks: list[SeekView] = Field(max_length=MAX_SEEKS)
    others: Count = Field(description="number of other players who look for an opponent")
    why: Literal["sought", "cancelled", "paired", "playing"] | None = Field(
        default=None,
        description="what changed them: playing: you play a match with a clock now; null for a new connection",
    )


class Paired(ServerModel):
    """Matchmaking, or a tournament, found an opponent. The match has been created, and its snapshot follows.

    All your connections receive it. If a seek found the opponent, your other seeks have ended.
    """

    t: Literal["paired"] = "paired"
    match: ShortText
    code: ShortText
    seat: Seat
    opponent: ShortText
    tournament: PlaceView | None = Field(
        default=None, description="the tournament that paired you; null where a seek did"
    )


class Next(ServerModel):
    """The match after a finished one: its rematch, or the next of its series or on TV. Null at the end of a series.

    The server subscribes every client of the finished match to the next one, and sends its snapshot.
    """

    t: Literal["next"] = "next"
    match: ShortText
    why: Literal["series", "tv", "rematch"]
    next: ShortText | None
    code: ShortText | None
    series: SeriesView | None = Field(description="the score of the series after the finished match")


class Invitation(ServerModel):
    """A seat is reserved for you. Sent when the match is created, and when you connect while the seat is still open."""

    t: Literal["invited"] = "invited"
    by: ShortText
    row: MatchRow


class Lobby(ServerModel):
    """A change of the lobby: new or changed matches, and the ids of removed ones. Sent to clients that follow it.

    Rows that changed only by moves come together, every two seconds.
    """

    t: Literal["lobby"] = "lobby"
    changed: list[MatchRow] = Field(max_length=MAX_ROWS)
    gone: list[ShortText] = Field(max_length=MAX_ROWS)


class Notice(ServerModel):
    """A notice of the server to its users."""

    t: Literal["notice"] = "notice"
    text: LongText
    halted: bool | None = Field(
        default=None,
        description="true: the server cannot save moves, and all clocks are stopped; false: they run again",
    )
    id: ShortText | None = Field(
        default=None,
        description="your command that is not saved yet, because the server cannot save; its answer is still to come",
    )


ToClient = Annotated[
    Welcome
    | Starting
    | Accepted
    | Refused
    | Snapshot
    | Event
    | Thinking
    | Analysing
    | Presence
    | Said
    | Seeks
    | Paired
    | Next
    | Invitation
    | Lobby
    | LobbySaid
    | TournamentSnapshot
    | TournamentEvent
    | Standings
    | LessonEvent
    | Notice,
    Field(discriminator="t"),
]
