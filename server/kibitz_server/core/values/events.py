"""The facts of a match. Numbered from 1 in their order, they are the match: applied again they rebuild it.

An event carries what was decided, never how to decide it: durations instead of times of day, drawn lots instead of
chances.
"""

from dataclasses import dataclass, field

from kibitz_server.core.values.clock import TimeControl
from kibitz_server.core.values.offers import OfferKind
from kibitz_server.core.values.players import Human, Player
from kibitz_server.core.values.terms import Terms
from kibitz_server.games.game import OptionValue


@dataclass(frozen=True, slots=True)
class Result:
    """How a match ended. `winner` is None for a draw."""

    winner: int | None
    reason: str
    points: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class SearchInfo:
    """What an engine found before it moved; `score` is for the side to move, `line` is in the game's notation.

    `fill` and `shares` are in thousandths, of the table and of the visits; `distance` is in plies.
    """

    algorithm: str
    score: int
    wins_in: int | None
    depth: int
    nodes: int
    seconds: float
    line: tuple[str, ...]
    selective: int = 0
    fill: int = 0
    shares: tuple[tuple[str, int], ...] = ()
    exact: bool = False
    distance: int | None = None


@dataclass(frozen=True, slots=True)
class MatchCreated:
    """Always the first. `seats` are in the order of play; None is a seat that waits for someone.

    `opening` are moves that were made before the match began, from `position` on; they are at no ply of it.
    `first_move_s` is how long each side has for its first move, which costs no time; None: it costs what others do.
    """

    id: str
    code: str
    host: Human
    game: str
    options: tuple[tuple[str, OptionValue], ...]
    seats: tuple[Player | None, ...]
    control: TimeControl | None
    position: str | None
    listed: bool
    autostart: bool
    show_thinking: bool
    created_at: float
    opening: tuple[str, ...] = ()
    terms: Terms = field(default_factory=Terms)
    first_move_s: float | None = None


@dataclass(frozen=True, slots=True)
class SeatTaken:
    """Someone sat down."""

    seat: int
    player: Human


@dataclass(frozen=True, slots=True)
class SeatLeft:
    """Someone stood up before the match had started."""

    seat: int


@dataclass(frozen=True, slots=True)
class MatchStarted:
    """From here on the clocks run."""


@dataclass(frozen=True, slots=True)
class MovePlayed:
    """A move at a ply, `elapsed_s` after its turn began, of which `lag_s` were the network's and are not charged.

    The time of a pause is no part of it. `remaining_s` and `periods` are what the mover's clock has after it; None
    without a clock, or without periods. `command` is the id of the command that played it.
    """

    ply: int
    seat: int
    move: str
    elapsed_s: float
    remaining_s: float | None
    thought: SearchInfo | None = None
    periods: int | None = None
    lag_s: float = 0.0
    command: str | None = None


@dataclass(frozen=True, slots=True)
class MatchFinished:
    """The match is over. `elapsed_s` is what the seat to move had spent on the move it did not make."""

    result: Result
    elapsed_s: float


@dataclass(frozen=True, slots=True)
class MatchAborted:
    """The match was given up without a result."""

    reason: str


@dataclass(frozen=True, slots=True)
class OfferMade:
    """The player at a seat offers something to the other side."""

    seat: int
    kind: OfferKind


@dataclass(frozen=True, slots=True)
class OfferAccepted:
    """What `seat` had offered was accepted by `by`. What follows from it are events of their own."""

    seat: int
    kind: OfferKind
    by: int


@dataclass(frozen=True, slots=True)
class OfferDeclined:
    """What `seat` had offered was declined by `by`."""

    seat: int
    kind: OfferKind
    by: int


@dataclass(frozen=True, slots=True)
class OfferWithdrawn:
    """Who sits at `seat` offers it no longer."""

    seat: int
    kind: OfferKind


@dataclass(frozen=True, slots=True)
class TakenBack:
    """The last moves were taken back, at the wish of `seat`, which is to move again."""

    seat: int
    plies: int


@dataclass(frozen=True, slots=True)
class MatchPaused:
    """The clocks stand. `elapsed_s` is what the seat to move had spent of its turn; `adjourned`: for another day."""

    elapsed_s: float
    adjourned: bool


@dataclass(frozen=True, slots=True)
class MatchResumed:
    """The clocks run again."""


@dataclass(frozen=True, slots=True)
class RematchAgreed:
    """Those who played want to play again, with the seats swapped."""


@dataclass(frozen=True, slots=True)
class Rematched:
    """The match in which they do."""

    match: str
    code: str


@dataclass(frozen=True, slots=True)
class RematchDropped:
    """It could not be made."""

    reason: str


Agreement = (
    OfferMade
    | OfferAccepted
    | OfferDeclined
    | OfferWithdrawn
    | TakenBack
    | MatchPaused
    | MatchResumed
    | RematchAgreed
    | Rematched
    | RematchDropped
)
Event = MatchCreated | SeatTaken | SeatLeft | MatchStarted | MovePlayed | MatchFinished | MatchAborted | Agreement
