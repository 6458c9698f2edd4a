"""What may be asked of a match. `by` is the id of whoever asks, as the connection knows it."""

from dataclasses import dataclass

from kibitz_server.core.values.events import SearchInfo
from kibitz_server.core.values.offers import OfferKind
from kibitz_server.core.values.players import Human


@dataclass(frozen=True, slots=True)
class TakeSeat:
    """Sit down at a seat, or at the first free one."""

    player: Human
    seat: int | None


@dataclass(frozen=True, slots=True)
class StartMatch:
    """Start a match that does not start by itself."""

    by: str


@dataclass(frozen=True, slots=True)
class PlayMove:
    """Play a move at a ply and, where `position` is given, only in the position with that id.

    `lag_s` is what the server measured of the network: the mover saw the position later, and we hear of the move later.
    `id` is the client's for the command: sent again, even to a server that was restarted since, it is done already.
    """

    by: str
    ply: int
    move: str
    position: str | None = None
    lag_s: float = 0.0
    id: str | None = None


@dataclass(frozen=True, slots=True)
class Resign:
    """Give up; before the start: stand up."""

    by: str


@dataclass(frozen=True, slots=True)
class EngineMoved:
    """The search for the move of a turn (`SearchWanted.turn`) came back."""

    turn: int
    move: str
    thought: SearchInfo | None


@dataclass(frozen=True, slots=True)
class EngineFailed:
    """No search could find a move for a turn, not even a shallow one."""

    turn: int


@dataclass(frozen=True, slots=True)
class CheckClock:
    """The deadline has come, or someone wants to know whether it has."""


@dataclass(frozen=True, slots=True)
class UpdatePresence:
    """Somebody of the match came, or has no connection any more."""

    player_id: str
    present: bool


@dataclass(frozen=True, slots=True)
class Claim:
    """End a match that the other side has left, as won or, if `draw`, as drawn."""

    by: str
    draw: bool = False


@dataclass(frozen=True, slots=True)
class Abort:
    """Stop without a result, for a reason that is nobody's fault at the board."""

    reason: str


@dataclass(frozen=True, slots=True)
class MakeOffer:
    """Offer something to the other side, or accept its offer of the same kind."""

    by: str
    kind: OfferKind


@dataclass(frozen=True, slots=True)
class AcceptOffer:
    """Agree to an offer of the other side: the newest one, unless the kind is named."""

    by: str
    kind: OfferKind | None = None


@dataclass(frozen=True, slots=True)
class DeclineOffer:
    """Say no to an offer of the other side: the newest one, unless the kind is named."""

    by: str
    kind: OfferKind | None = None


@dataclass(frozen=True, slots=True)
class WithdrawOffer:
    """Take an offer back: the newest one, unless the kind is named."""

    by: str
    kind: OfferKind | None = None


@dataclass(frozen=True, slots=True)
class RematchMade:
    """The rematch that was agreed on is there."""

    match: str
    code: str


@dataclass(frozen=True, slots=True)
class RematchFailed:
    """The rematch that was agreed on cannot be made."""

    reason: str


OfferCommand = MakeOffer | AcceptOffer | DeclineOffer | WithdrawOffer
Command = (
    TakeSeat
    | StartMatch
    | PlayMove
    | Resign
    | EngineMoved
    | EngineFailed
    | CheckClock
    | UpdatePresence
    | Claim
    | Abort
    | OfferCommand
    | RematchMade
    | RematchFailed
)
