"""A match: one play of a game, from creation to result.

Rules of this file: `apply` is the only place where a match changes, one event at a time; what is decided (by `decide`)
depends on the command, the state and `now` alone. Nothing here waits, draws lots, looks at a clock or writes anything
down. `now` is in seconds on any clock that does not jump, the same for every call.
"""

from collections.abc import Iterable
from typing import Self, assert_never

from kibitz_server.core.match.phase import OVER, Phase, phase_after
from kibitz_server.core.values.clock import Clock, ClockDisplay
from kibitz_server.core.values.events import (
    Event,
    MatchAborted,
    MatchCreated,
    MatchFinished,
    MatchPaused,
    MatchResumed,
    MatchStarted,
    MovePlayed,
    OfferAccepted,
    OfferDeclined,
    OfferMade,
    OfferWithdrawn,
    RematchAgreed,
    RematchDropped,
    Rematched,
    Result,
    SeatLeft,
    SeatTaken,
    TakenBack,
)
from kibitz_server.core.values.history import MoveHistory
from kibitz_server.core.values.offers import Offer, Offers
from kibitz_server.core.values.opening import starting_position
from kibitz_server.core.values.players import Human, Invited, Player
from kibitz_server.core.values.presence import Presence
from kibitz_server.core.values.turn import Turn
from kibitz_server.games.game import Game, Position
from kibitz_server.games.registry import load


class MatchState:
    """One match. Made from its first event; everything else follows from the events after it."""

    def __init__(self, created: MatchCreated, now: float) -> None:
        self.created = created
        self.game: Game = load(created.game, dict(created.options))
        self.seats: list[Player | None] = list(created.seats)
        self.phase = Phase.OPEN
        start = starting_position(self.game, created.position, created.opening)
        self.clock = Clock.fresh(created.control, len(self.seats)) if created.control else None
        self.history = MoveHistory(start, start, (self.clock,))
        self.turn = Turn(began_at=now)
        self.offers = Offers()
        self.adjourned = False
        self.result: Result | None = None
        self.rematch_pending = False
        self.rematch: Rematched | None = None
        self.seq = 1
        self.presence = Presence()

    @classmethod
    def from_events(cls, events: Iterable[Event], now: float) -> Self:
        """The match that these events make. The clock of whoever is to move goes on from `now`."""
        first, *rest = events
        assert isinstance(first, MatchCreated)
        match = cls(first, now)
        for event in rest:
            match.apply(event)
        return match

    @classmethod
    def from_timed_events(cls, events: Iterable[tuple[Event, float]]) -> Self:
        """The match that these events make, each with the time at which it came, on the clock of `now`."""
        (first, began_at), *rest = events
        assert isinstance(first, MatchCreated)
        match = cls(first, began_at)
        for event, at in rest:
            match.replay(event, at)
        return match

    @property
    def position(self) -> Position:
        """Where the game stands."""
        return self.history.position

    @property
    def moves(self) -> tuple[MovePlayed, ...]:
        """The moves that were played and not taken back."""
        return self.history.moves

    @property
    def ply(self) -> int:
        """How many moves have been played."""
        return len(self.history.moves)

    @property
    def over(self) -> bool:
        """Whether nothing can happen any more."""
        return self.phase in OVER

    @property
    def to_move(self) -> int | None:
        """The seat to move, or None when the game is over."""
        return None if self.phase in OVER else self.history.position.to_move

    def seat_of(self, player_id: str) -> int | None:
        """Where somebody sits."""
        for seat, player in enumerate(self.seats):
            if isinstance(player, Human) and player.id == player_id:
                return seat
        return None

    def clock_displays(self, now: float) -> tuple[ClockDisplay, ...] | None:
        """What each seat's clock shows at `now`; None without a clock."""
        if self.clock is None:
            return None
        thinker = None if self.first_move else self.to_move
        return tuple(
            self.clock.display(seat, self.elapsed_s(now) if seat == thinker else 0.0) for seat in range(len(self.seats))
        )

    @property
    def ticking(self) -> int | None:
        """The seat whose clock runs, if any does."""
        runs = self.clock is not None and self.phase is Phase.RUNNING and not self.first_move
        return self.to_move if runs else None

    @property
    def first_move(self) -> bool:
        """Whether the seat to move has not moved yet, where that first move costs no time."""
        if self.created.first_move_s is None:
            return False
        return all(move.seat != self.position.to_move for move in self.moves)

    def credit_time(self, seconds: float, now: float) -> None:
        """Charge nobody for time in which the match could not go on: the turn began that much later."""
        self.turn = self.turn.credited(seconds, now)

    def apply(self, event: Event) -> None:
        """Change the match by one event: the only mutator."""
        self.seq += 1
        phase = phase_after(self.phase, event)
        if phase is not self.phase:
            self.offers = Offers()
        self.phase = phase
        match event:
            case SeatTaken(seat, player):
                self.seats[seat] = player
            case SeatLeft(seat):
                before = self.created.seats[seat]
                self.seats[seat] = before if isinstance(before, Invited) else None
            case MatchStarted():
                pass
            case MovePlayed():
                self._stand(self.history.after(event))
                self.offers = self.offers.after_move(event.seat)
            case TakenBack(seat, plies):
                self._stand(self.history.taken_back(seat, plies))
                self.offers = Offers()
            case OfferMade(seat, kind):
                self.offers = self.offers.with_made(Offer(seat, kind))
            case OfferAccepted(seat, kind):
                self.offers = self.offers.accepted(Offer(seat, kind))
            case OfferDeclined(seat, kind) | OfferWithdrawn(seat, kind):
                self.offers = self.offers.without(Offer(seat, kind))
            case MatchPaused(elapsed_s, adjourned):
                self.turn = self.turn.paused(elapsed_s)
                self.adjourned = adjourned
            case MatchResumed():
                self.adjourned = False
                self.turn = self.turn.resumed()
            case MatchFinished(result, elapsed_s):
                self._charge(elapsed_s)
                self.result = result
            case MatchAborted(reason):
                self._charge(self.turn.spent_s)
                self.result = Result(None, reason)
            case RematchAgreed() | RematchDropped():
                self.rematch_pending = isinstance(event, RematchAgreed)
            case Rematched():
                self.rematch_pending = False
                self.rematch = event
            case MatchCreated():
                raise ValueError("a match is created once")
            case _:
                assert_never(event)

    def replay(self, event: Event, now: float) -> None:
        """Follow a match that is decided elsewhere, its clock running on from `now`."""
        self._commit([event], now)

    def _stand(self, line: MoveHistory) -> None:
        self.history, self.clock = line, line.clock
        self.turn = self.turn.next()

    def _charge(self, elapsed_s: float) -> None:
        """Take from the clock what the seat to move has spent of its turn."""
        seat = self.position.to_move
        if self.clock is not None and seat is not None and not self.first_move:
            self.clock = self.clock.spent(seat, elapsed_s)
        self.turn = self.turn.charged()

    def _commit(self, events: list[Event], now: float) -> tuple[Event, ...]:
        phase, adjourned, turn = self.phase, self.adjourned, self.turn
        for event in events:
            self.apply(event)
        if self.turn is not turn or self.phase is not phase or self.adjourned is not adjourned:
            self.turn = self.turn.begun(now)
        return tuple(events)

    def elapsed_s(self, now: float) -> float:
        """How long the seat to move has been thinking."""
        return self.turn.elapsed_s(now) if self.phase is Phase.RUNNING else self.turn.spent_s
