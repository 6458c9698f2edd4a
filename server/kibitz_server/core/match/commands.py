"""Commands to a match. `by` is the id of the player who sent the command, taken from its connection."""

from kibitz_server.core.value import value
from kibitz_server.core.values.events import SearchInfo
from kibitz_server.core.values.offers import OfferKind
from kibitz_server.core.values.players import Human


@value
class TakeSeat:
    """Take a seat, or the first free one."""

    player: Human
    seat: int | None


@value
class StartMatch:
    """Start a match that has no autostart."""

    by: str


@value
class GiveClientSeed:
    """Give a client seed, which all chance events of the match depend on, for all seats of the player."""

    by: str
    text: str


@value
class GoBerserk:
    """Give up half of the own time and the increment, before the own first move."""

    by: str


@value
class PlayMove:
    """Play a move at a ply; if `position` is given, only in the position with that id.

    `lag_s` is the round-trip time that the server measured: the player saw the position late, and the move arrived
    late. `id` is the client's id of the command: a repeated command is recognized by it, also after a restart.
    """

    by: str
    ply: int
    move: str
    position: str | None = None
    lag_s: float = 0.0
    id: str | None = None


@value
class Resign:
    """Resign; before the start, leave the seat."""

    by: str


@value
class EngineMoved:
    """Play the move of a search. `turn` is that of its `SearchRequest`."""

    turn: int
    move: str
    search_info: SearchInfo | None


@value
class EngineFailed:
    """Give up on a turn of an engine: no search found a move, not even a shallow one."""

    turn: int


@value
class EngineSettles:
    """Propose for the engine of a match what is dead. `turn` is that of its `SettleRequest`."""

    turn: int
    cells: tuple[int, ...]


@value
class CheckClock:
    """Check whether a deadline has passed."""


@value
class AllLeft:
    """End a match without a clock because its human players have left it: none of them follows it any more."""


@value
class UpdatePresence:
    """Note that a player connected, or lost the last connection."""

    player_id: str
    present: bool


@value
class Claim:
    """End a match whose other player has disconnected: as a win or, if `draw`, as a draw."""

    by: str
    draw: bool = False


@value
class Abort:
    """End the match without a result, for a reason that no player caused."""

    reason: str


@value
class MakeOffer:
    """Make an offer to the other side, or accept its offer of the same kind. `id` is that of the client's command.

    `cells` are those that an offer to settle takes off, at least one of each group of pieces.
    """

    by: str
    kind: OfferKind
    id: str | None = None
    cells: tuple[int, ...] = ()


@value
class AcceptOffer:
    """Accept an offer of the other side: the newest one, unless `kind` is given."""

    by: str
    kind: OfferKind | None = None


@value
class DeclineOffer:
    """Decline an offer of the other side: the newest one, unless `kind` is given."""

    by: str
    kind: OfferKind | None = None


@value
class WithdrawOffer:
    """Withdraw an own offer: the newest one, unless `kind` is given."""

    by: str
    kind: OfferKind | None = None


@value
class SetPace:
    """Set the pace of a match between engines, as its host.

    `pace_s` is the shortest time of a move; None keeps it. `step_at` is the ply at which one move is played before the
    match pauses: a ply and not a flag, so that a command that is sent twice plays one move.
    """

    by: str
    pace_s: float | None = None
    step_at: int | None = None


@value
class RematchMade:
    """Note that the agreed rematch was created. `match` is its id."""

    match: str
    code: str


@value
class RematchFailed:
    """Note that the agreed rematch could not be created."""

    reason: str


OfferCommand = MakeOffer | AcceptOffer | DeclineOffer | WithdrawOffer
Command = (
    TakeSeat
    | StartMatch
    | GiveClientSeed
    | GoBerserk
    | PlayMove
    | Resign
    | EngineMoved
    | EngineFailed
    | EngineSettles
    | AllLeft
    | CheckClock
    | UpdatePresence
    | Claim
    | Abort
    | OfferCommand
    | SetPace
    | RematchMade
    | RematchFailed
)
