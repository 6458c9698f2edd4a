"""Events of a tournament. Numbered from 1 in their order, they define it: applied again, they rebuild it.

As with events of matches, an event carries the outcome of a decision. Class and field names are part of the stored
format. Entrants are numbers, games and pairs too.
"""

from kibitz_server.core.tournament.values import Bye, Entrant, GameOutcome, Pairing, SideFigures, TournamentTerms
from kibitz_server.core.value import value
from kibitz_server.core.values.players import Human


@value
class TournamentCreated:
    """The first event of every tournament. `created_at` is in seconds since 1970."""

    id: str
    code: str
    name: str
    organiser: Human
    terms: TournamentTerms
    created_at: float


@value
class EntrantJoined:
    """An entrant entered; it counts when `approved`."""

    number: int
    entrant: Entrant
    approved: bool = True


@value
class EntrantApproved:
    """The organiser approved an entrant."""

    number: int


@value
class EntrantLeft:
    """An entrant withdrew, or was removed. Before the start, its number is free again: those behind it move up.

    `removed`: the organiser, or the rule that `reason` names, removed it. `entrant` is for readers of the event: after
    it, another entrant may have the number.
    """

    number: int
    removed: bool = False
    reason: str = ""
    entrant: Entrant | None = None


@value
class EntrantReturned:
    """An entrant that had withdrawn takes part again."""

    number: int


@value
class EntrantRested:
    """An entrant pauses: it is not paired before it is ready. `reason` says why, if it did not ask for that."""

    number: int
    reason: str = ""


@value
class EntrantReady:
    """An entrant ends its pause."""

    number: int


@value
class TournamentStarted:
    """The tournament started. `order` has the former numbers of the entrants by seed: they are renumbered from 1."""

    order: tuple[int, ...]


@value
class RoundPaired:
    """The pairings of a round. Formats without rounds pair again and again in round 1. `manual`: by the organiser."""

    round: int
    pairs: tuple[Pairing, ...]
    byes: tuple[Bye, ...] = ()
    manual: bool = False


@value
class GameBegun:
    """A game of a pair began, as a match. `game` counts the games of the tournament from 1.

    `slot` is its place in the pair, from 0; a void game is played again with the same slot. `first` moves first.
    `opening` is the index of its opening, from 0; None without openings.
    """

    game: int
    pair: int
    slot: int
    first: int
    second: int
    match_id: str
    code: str
    opening: int | None = None


@value
class GameCounted:
    """A game ended, and counts. `sides` are the figures of the first and the second entrant.

    `moves_hash` identifies the moves of the game, so that repeated games are found.
    """

    game: int
    outcome: GameOutcome
    reason: str
    plies: int
    sides: tuple[SideFigures, SideFigures]
    moves_hash: str = ""


@value
class GameVoided:
    """A game has no result that counts: its match was aborted, or the organiser `by` voided it. Replayed if `again`.

    A game that ran is over for the tournament: its match is to be aborted.
    """

    game: int
    reason: str
    again: bool = True
    by: str = ""


@value
class ResultSet:
    """The organiser set the result of a game, or restored the played one (None)."""

    game: int
    outcome: GameOutcome | None
    by: str
    reason: str


@value
class TournamentPaused:
    """No new game or round begins. `by` is the organiser's name; empty if the server paused it, for `reason`."""

    reason: str = ""
    by: str = ""


@value
class TournamentResumed:
    """The tournament goes on after a pause."""


@value
class Extended:
    """The organiser added rounds, or seconds of an arena."""

    rounds: int = 0
    seconds: float = 0.0


@value
class TieBreaksChanged:
    """The organiser chose other tie-breaks."""

    tie_breaks: tuple[str, ...]


@value
class TournamentHidden:
    """A moderator took the tournament out of lists and feeds, for `reason`. It goes on, and its entrants find it."""

    reason: str = ""


@value
class Challenged:
    """An entrant of a ladder challenged another one. `challenge` counts the challenges from 1."""

    challenge: int
    challenger: int
    challenged: int


@value
class ChallengeAnswered:
    """A challenge was accepted, or it ended: declined, withdrawn or too late; `lost` if that counts as a lost game."""

    challenge: int
    accepted: bool
    lost: bool = False
    challenger: int = 0
    challenged: int = 0


@value
class SeasonEnded:
    """A season of a ladder ended. `places` has the entrants in their order."""

    season: int
    places: tuple[int, ...]


@value
class SprtDecided:
    """The sequential test of a match ended: `passed`, `failed` or `undecided`, after a number of complete pairs."""

    verdict: str
    llr: float
    pairs: int


@value
class RoundEnded:
    """All games of a round have results."""

    round: int


@value
class TournamentEnded:
    """The tournament is over. `reason` is empty after its last game; otherwise it says why it ended early."""

    reason: str = ""
    cancelled: bool = False


Event = (
    TournamentCreated
    | EntrantJoined
    | EntrantApproved
    | EntrantLeft
    | EntrantReturned
    | EntrantRested
    | EntrantReady
    | TournamentStarted
    | RoundPaired
    | GameBegun
    | GameCounted
    | GameVoided
    | ResultSet
    | TournamentPaused
    | TournamentResumed
    | Extended
    | TieBreaksChanged
    | TournamentHidden
    | Challenged
    | ChallengeAnswered
    | SeasonEnded
    | SprtDecided
    | RoundEnded
    | TournamentEnded
)
