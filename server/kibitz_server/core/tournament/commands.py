"""Commands of a tournament. `by` is the player that sends one; the server itself sends those without it."""

from kibitz_server.core.tournament.values import Entrant, GameOutcome, SideFigures, TournamentTerms
from kibitz_server.core.value import value
from kibitz_server.core.values.players import Human


@value
class CreateTournament:
    """Create a tournament. The caller chooses id and code, and has resolved entrants and openings."""

    id: str
    code: str
    name: str
    organiser: Human
    terms: TournamentTerms
    entrants: tuple[Entrant, ...]
    created_at: float
    start_now: bool = False


@value
class Enter:
    """Enter the tournament, or return after a withdrawal."""

    by: Human
    entrant: Entrant


@value
class Leave:
    """Withdraw. Games that run go on."""

    by: Human


@value
class Rest:
    """Pause one's own participation. `reason` says why, if the server does it for an absent player."""

    by: Human
    reason: str = ""


@value
class Ready:
    """End one's own pause."""

    by: Human


@value
class StartTournament:
    """Start the tournament."""

    by: Human


@value
class Pause:
    """Begin no further games. `by` is the organiser; None if the server cannot go on, for `reason`."""

    by: Human | None
    reason: str = ""


@value
class Resume:
    """Go on after a pause."""

    by: Human


@value
class Extend:
    """Add rounds, or seconds of an arena."""

    by: Human
    rounds: int = 0
    seconds: float = 0.0


@value
class Cancel:
    """End the tournament with the current standings. A moderator may do this too (`moderator`)."""

    by: Human
    reason: str = ""
    moderator: bool = False


@value
class AddEntrant:
    """Enter an engine, or another player, as the organiser."""

    by: Human
    entrant: Entrant


@value
class RemoveEntrant:
    """Remove an entrant, as the organiser."""

    by: Human
    number: int
    reason: str = ""


@value
class ApproveEntrant:
    """Approve an entrant, as the organiser."""

    by: Human
    number: int


@value
class SetPair:
    """Pair two entrants in the next round by hand, as the organiser; `second` None gives a bye."""

    by: Human
    round: int
    first: int
    second: int | None


@value
class SetResult:
    """Set the result of a game; `outcome` None restores the played one; `void` has it played again."""

    by: Human
    game: int
    outcome: GameOutcome | None
    reason: str
    void: bool = False


@value
class SetTieBreaks:
    """Choose other tie-breaks, as the organiser."""

    by: Human
    tie_breaks: tuple[str, ...]


@value
class Hide:
    """Leave the tournament out of lists and feeds. The caller has checked that `by` is a moderator."""

    by: Human
    reason: str = ""


@value
class Challenge:
    """Challenge another entrant of a ladder, by number."""

    by: Human
    challenged: int


@value
class AnswerChallenge:
    """Accept or decline a challenge, or withdraw one's own."""

    by: Human
    challenge: int
    accept: bool


@value
class CheckClock:
    """Apply the deadlines that have passed."""


@value
class NotePresence:
    """Note which entrants are connected. Only the arena asks: it pairs no absent player."""

    present: tuple[int, ...]


@value
class PairRound:
    """Accept the pairing of a round that `PairingWanted` asked for; a late one is refused.

    `pairs` are (first, second) by number, in the order of the boards; `bye` is the entrant without an opponent.
    """

    round: int
    pairs: tuple[tuple[int, int], ...]
    bye: int | None = None


@value
class FailPairing:
    """Note that the pairing of a round failed: no legal pairing ends the tournament, anything else pauses it."""

    round: int
    reason: str
    no_pairing: bool = False


@value
class BeginGame:
    """Begin a game that `due_games` lists, as the match with this id and code."""

    pair: int
    slot: int
    match_id: str
    code: str


@value
class CountGame:
    """Count a game, by the id of its match."""

    match_id: str
    outcome: GameOutcome
    reason: str
    plies: int
    sides: tuple[SideFigures, SideFigures]
    moves_hash: str


@value
class VoidGame:
    """Void a game, by the id of its match: it is played again."""

    match_id: str
    reason: str


OrganiserCommand = (
    StartTournament
    | Pause
    | Resume
    | Extend
    | Cancel
    | AddEntrant
    | RemoveEntrant
    | ApproveEntrant
    | SetPair
    | SetResult
    | SetTieBreaks
)
"""Commands that only the organiser may send; the server and moderators some of them."""
Command = (
    OrganiserCommand
    | Enter
    | Leave
    | Rest
    | Ready
    | Hide
    | Challenge
    | AnswerChallenge
    | CheckClock
    | NotePresence
    | PairRound
    | FailPairing
    | BeginGame
    | CountGame
    | VoidGame
)
