"""Events of a match. Numbered from 1 in their order, they define the match: applied again, they rebuild it.

An event carries the outcome of a decision, never its inputs: durations instead of times of day, results of random
choices instead of their odds. Class and field names are part of the stored format.
"""

from dataclasses import field
from typing import Literal

from kibitz_server.core.value import value
from kibitz_server.core.values.clock import TimeControl
from kibitz_server.core.values.offers import OfferKind
from kibitz_server.core.values.players import Human, Player
from kibitz_server.core.values.terms import Terms, Uncounted
from kibitz_server.games.game import OptionValue


@value
class Result:
    """Result of a match. `winner` is None for a draw or an aborted match. `points` are integers or halves."""

    winner: int | None
    reason: str
    points: tuple[int | float, ...] | None = None


@value
class SearchInfo:
    """Outcome of an engine's search before its move.

    `score` is from the view of the side to move, `line` is in the game's notation, `distance` is in plies. `fill` is
    in thousandths of the transposition table, `shares` in thousandths of the visits. A move with the source `random`
    has no score, so its `score` is 0. `said` is the line as people write it, empty where that is `line`.
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
    source: Literal["search", "book", "random"] = "search"
    said: tuple[str, ...] = ()


@value
class MatchCreated:
    """The first event of every match. `seats` are in the order of play; None is an open seat.

    `opening` are moves from `position` on that precede the match, so they have no ply. `first_move_s` is the deadline
    of each side's first move, which is then not charged; None if first moves are charged like all others.
    `engine_pace_s` is the shortest time in which an engine answers; None for the server's setting. `random_options` are
    the names of the options whose values the server chose at random.

    `server_seed` is the secret of all chance events, as 64 hexadecimal digits; None in a game without chance. No
    message may have it before `SeedRevealed`. `repeatable`: whether the chance events depend on the seed and their
    numbers alone.
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
    engine_pace_s: float | None = None
    random_options: tuple[str, ...] = ()
    server_seed: str | None = field(default=None, repr=False)
    repeatable: bool = False


@value
class SeatTaken:
    """A player took a seat."""

    seat: int
    player: Human


@value
class SeatLeft:
    """A player left a seat before the start of the match."""

    seat: int


@value
class ClientSeedGiven:
    """The player at `seat` gave a client seed before the start, which all chance events depend on."""

    seat: int
    client_seed: str


@value
class MatchStarted:
    """The match started: from now on the clocks run. `uncounted` is why a rated match will not count."""

    uncounted: Uncounted | None = None


@value
class MovePlayed:
    """A player or an engine made the move of a ply.

    `elapsed_s` is the time since the turn began, without pauses; `lag_s` of it is network lag and not charged.
    `remaining_s` and `periods` are the mover's clock after the move; None without a clock, or without byo-yomi.
    `command` is the id of the client's command. `said` is how people write the move; None where that is `move`, and in
    old events. `opening` is the name of the opening that the move leads to; None where it leads to none.
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
    said: str | None = None
    opening: str | None = None


@value
class WentBerserk:
    """The player at `seat` gave up half of the time, which left `remaining_s`, and the increment."""

    seat: int
    remaining_s: float


@value
class ChanceDecided:
    """The server decided a chance event that was due. `number` counts the chance events of the match, from 1.

    A chance event has no ply and takes no time. `said` is how people tell it; None where that is `text`.
    """

    number: int
    text: str
    said: str | None = None


@value
class MatchFinished:
    """The match ended with a result.

    `elapsed_s` is the time that the seat to move had spent on its unfinished turn. `uncounted` is why a rated match
    does not count, as known since its start or at its end.
    """

    result: Result
    elapsed_s: float
    uncounted: Uncounted | None = None


@value
class MatchAborted:
    """The match ended without a result.

    `seat` is that of the player who ended it alone, or was absent; None for any other end, and in old events.
    """

    reason: str
    seat: int | None = None


@value
class SeedRevealed:
    """The match is over, so its server seed is no longer secret."""

    server_seed: str


@value
class SeedKept:
    """The match ended early: its server seed stays secret, and cards that were not shown stay hidden."""


@value
class OfferMade:
    """The player at `seat` made an offer to the other side. `command` is the id of the client's command.

    `cells` are those that an offer to settle takes off the board.
    """

    seat: int
    kind: OfferKind
    command: str | None = None
    cells: tuple[int, ...] = ()


@value
class OfferAccepted:
    """The offer of `seat` was accepted by seat `by`. Its consequences are separate events."""

    seat: int
    kind: OfferKind
    by: int


@value
class OfferDeclined:
    """The offer of `seat` was declined by seat `by`."""

    seat: int
    kind: OfferKind
    by: int


@value
class OfferWithdrawn:
    """The player at `seat` withdrew an offer."""

    seat: int
    kind: OfferKind


@value
class TakenBack:
    """The last `plies` moves were taken back at the request of `seat`, which is to move again.

    `command` is the id of the client's command if it needed no consent.
    """

    seat: int
    plies: int
    command: str | None = None


@value
class MatchSettled:
    """Both sides agreed that the pieces on `cells` are dead: they leave the board, and the rules count the rest."""

    cells: tuple[int, ...]


@value
class MatchPaused:
    """The clocks stopped; if `adjourned`, for a longer break. `elapsed_s` is the time already spent on the turn.

    In a game that the rules have ended, the match waits for its players to settle what is dead.
    """

    elapsed_s: float
    adjourned: bool


@value
class MatchResumed:
    """The clocks run again after a pause."""


@value
class PaceSet:
    """The host of a match between engines set its pace. With `step`, the match pauses after its next move."""

    pace_s: float
    step: bool = False


@value
class RematchAgreed:
    """The players agreed on a rematch, with the seats swapped."""


@value
class Rematched:
    """The rematch was created: `match` is its id."""

    match: str
    code: str


@value
class RematchDropped:
    """The agreed rematch could not be created."""

    reason: str


Agreement = (
    OfferMade
    | OfferAccepted
    | OfferDeclined
    | OfferWithdrawn
    | TakenBack
    | MatchSettled
    | MatchPaused
    | MatchResumed
    | PaceSet
    | RematchAgreed
    | Rematched
    | RematchDropped
)
Event = (
    MatchCreated
    | SeatTaken
    | SeatLeft
    | MatchStarted
    | WentBerserk
    | MovePlayed
    | MatchFinished
    | MatchAborted
    | Agreement
    | ClientSeedGiven
    | ChanceDecided
    | SeedRevealed
    | SeedKept
)
