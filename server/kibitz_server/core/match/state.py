"""State of a match, rebuilt from its events. The rules in this package read it; `match.Match` decides commands.

`apply` is the only place where events change the state, one event at a time. `now` is in seconds on any monotonic
clock, the same for all calls.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple, Self, assert_never

from kibitz_server.core.history import FoundMove, MoveHistory
from kibitz_server.core.match.phase import OVER, Phase, phase_after
from kibitz_server.core.rated import RatedRules
from kibitz_server.core.values.clock import Clock, ClockDisplays
from kibitz_server.core.values.endings import MatchEnd, how_ended
from kibitz_server.core.values.events import (
    Agreement,
    ChanceDecided,
    ClientSeedGiven,
    Event,
    MatchAborted,
    MatchCreated,
    MatchFinished,
    MatchPaused,
    MatchResumed,
    MatchSettled,
    MatchStarted,
    MovePlayed,
    OfferAccepted,
    OfferDeclined,
    OfferMade,
    OfferWithdrawn,
    PaceSet,
    RematchAgreed,
    RematchDropped,
    Rematched,
    Result,
    SeatLeft,
    SeatTaken,
    SeedKept,
    SeedRevealed,
    TakenBack,
    WentBerserk,
)
from kibitz_server.core.values.offers import MadeOffer, OfferKind, Offers
from kibitz_server.core.values.opening import starting_position
from kibitz_server.core.values.players import Human, Invited, Player
from kibitz_server.core.values.presence import Presence
from kibitz_server.core.values.terms import Uncounted
from kibitz_server.core.values.timeouts import Patience
from kibitz_server.core.values.turn import MatchTurn
from kibitz_server.games.game import Game, Position
from kibitz_server.games.registry import load


class ReachedPosition(NamedTuple):
    """A position after an event, and the number of moves that led to it."""

    position: Position
    ply: int


class MatchState:
    """State of one match, created from its first event and changed by the events after it."""

    def __init__(self, created: MatchCreated, now: float) -> None:
        self.created = created
        self.game: Game = load(created.game, dict(created.options))
        self.seats: tuple[Player | None, ...] = created.seats
        self.local = False
        """Whether one player has all seats: several players share one keyboard."""
        self.chance: bool = self.game.declaration.chance
        """Whether the server makes chance events in this match."""
        self.hidden: bool = self.game.hidden
        """Whether the players see different parts of the position."""
        self.client_seeds: tuple[str | None, ...] = (None,) * len(self.seats)
        """Random text of the player at each seat; None where none was given."""
        self.server_seed: str | None = None
        """Seed of all chance events, once it was revealed."""
        self.seated_at = now
        """When a seat was last taken or left."""
        self._reached: dict[int, ReachedPosition] = {}
        self._seats_of: dict[str, tuple[int, ...]] = {}
        self._note_players()
        self.phase = Phase.OPEN
        start = starting_position(self.game, created.position, created.opening)
        self.clock = Clock.fresh(created.control, len(self.seats)) if created.control else None
        self.history = MoveHistory(start, self.clock)
        self.turn = MatchTurn(began_at=now)
        self.to_move: int | None
        """Seat to move; None when the match is over."""
        self.first_move: bool
        """Whether the current move is a first move that is not charged."""
        self._note_turn()
        self.offers = Offers()
        self.earlier: set[tuple[int, str | None, int | OfferKind]] = set()
        """Commands of offers, and of moves that were taken back: the seat, the id, and the kind or the ply."""
        self.begun = False
        """Whether each side has moved, or a chance event was decided. From then on no side can end the match alone
        without a loss. It stays so when moves are taken back."""
        self.adjourned = False
        self.result: Result | None = None
        self.end: MatchEnd | None = None
        """How the match ended; None until then."""
        self.started = False
        """Whether the match has ever run."""
        self.played_on = False
        """Whether a side has played on after the rules had ended the game. The next time, nothing can be settled."""
        self.settled: tuple[int, ...] = ()
        """Cells whose pieces both sides held to be dead, and took off the board at the end."""
        self.rematch_pending = False
        self.rematch: Rematched | None = None
        self.pace_s = created.engine_pace_s
        """Shortest time in which an engine answers; None for the server's setting."""
        self.stepping = False
        """Whether the match pauses after its next move."""
        self.seq = 1
        self.presence = Presence()
        self.patience = Patience()
        """How long the server waits for absent players, which is a setting of the server."""
        self.uncounted: Uncounted | None = None
        """Why a rated match does not count, as far as it is known: since its start or at its end."""
        self.rated_rules = RatedRules()
        """What the server knows of the players of rated matches."""

    @classmethod
    def from_events(cls, events: Iterable[Event], now: float) -> Self:
        """Return the match that these events define. The clock of the seat to move continues at `now`."""
        first, *rest = events
        assert isinstance(first, MatchCreated)
        match = cls(first, now)
        for event in rest:
            match.apply(event)
        return match

    @classmethod
    def from_timed_events(cls, events: Iterable[tuple[Event, float]]) -> Self:
        """Return the match that these events define, each with its time on the clock of `now`."""
        (first, began_at), *rest = events
        assert isinstance(first, MatchCreated)
        match = cls(first, began_at)
        for event, at in rest:
            match.replay(event, at)
        return match

    @property
    def position(self) -> Position:
        """Current position."""
        return self.history.position

    @property
    def moves(self) -> Sequence[MovePlayed]:
        """Moves that were played and not taken back. Copy them to keep them: the match goes on to change them."""
        return self.history.moves

    @property
    def ply(self) -> int:
        """Number of moves that were played and not taken back."""
        return len(self.history.moves)

    @property
    def over(self) -> bool:
        """Whether the match is finished or aborted."""
        return self.phase in OVER

    @property
    def settling(self) -> bool:
        """Whether the rules have ended the game, and the players may agree on what is dead."""
        return self.phase is Phase.PAUSED and self.position.outcome is not None

    @property
    def berserk(self) -> tuple[bool, ...]:
        """For each seat, whether it gave up half of its time and its increment."""
        seats = self.clock.berserk if self.clock is not None else ()
        return tuple(seat in seats for seat in range(len(self.seats)))

    @property
    def revealed(self) -> bool:
        """Whether all that was hidden is shown to everyone, with the server seed.

        It is at the end of a match, but if the game hides something from its players only at an end by its rules or an
        agreed draw: a player who ends a match early must not learn what would not have been shown.
        """
        return self.end is not None and (not self.hidden or self.end.played_out)

    @property
    def secret_kept(self) -> bool:
        """Whether the match ended early, so that its server seed and what was hidden stay secret."""
        return self.end is not None and self.chance and not self.revealed

    def seat_of(self, player_id: str) -> int | None:
        """Return the seat of a human player; None without one. A player with all seats acts for the side to move."""
        seats = self._seats_of.get(player_id)
        if seats is None:
            return None
        if self.local and (to_move := self.to_move) is not None:
            return to_move
        return seats[0]

    def seats_of(self, player_id: str) -> tuple[int, ...]:
        """Return all seats of a human player."""
        return self._seats_of.get(player_id, ())

    def reached(self, seq: int) -> ReachedPosition:
        """Return what an event of the last decision led to: one decision may make several chance events."""
        return self._reached.get(seq) or ReachedPosition(self.position, self.ply)

    def clock_displays(self, now: float) -> ClockDisplays | None:
        """Return the displays of all clocks at `now`; None without a clock."""
        clock = self.clock
        if clock is None:
            return None
        if self.first_move or self.to_move is None:
            return clock.displays()
        return clock.displays(self.to_move, self.elapsed_s(now))

    @property
    def ticking(self) -> int | None:
        """Seat whose clock runs; None if no clock runs."""
        runs = self.clock is not None and self.phase is Phase.RUNNING and not self.first_move
        return self.to_move if runs else None

    def credit_time(self, seconds: float, now: float) -> None:
        """Do not charge the turn for `seconds` in which the match could not continue."""
        self.turn = self.turn.credited(seconds, now)
        self.seated_at = min(now, self.seated_at + seconds)

    def apply(self, event: Event, found: FoundMove | None = None) -> None:
        """Apply one event.

        Args:
            event: The next event of the match.
            found: The move or chance event of an event that was just decided; None to find it by its text.

        Raises:
            ValueError: The event is a second `MatchCreated`, or a chance event has the wrong number.
            IllegalMove: A move or chance event is not possible in the current position.
        """
        self.seq += 1
        if isinstance(event, MovePlayed):  # the most frequent event; it does not change the phase
            self.history.play(event, found or self.history.find(event.move))
            if not self.begun:
                self.begun = len(self.history.moved) == len(self.seats)
            self._begin_turn()
            self.stepping = False
            self.offers = self.offers.after_move(event.seat, draws_stand=self.game.declaration.draw_offers_stand)
            return
        before, phase = self.phase, phase_after(self.phase, event)
        if phase is not before:
            self.phase = phase
            self.offers = Offers()
            self._note_turn()
        match event:
            case SeatTaken(seat, player):
                self._seat(seat, player)
            case SeatLeft(seat):
                first = self.created.seats[seat]
                self._seat(seat, first if isinstance(first, Invited) else None)
            case MatchStarted(uncounted):
                self.started = True
                self.uncounted = uncounted
            case ClientSeedGiven(seat, text):
                self.client_seeds = (*self.client_seeds[:seat], text, *self.client_seeds[seat + 1 :])
            case WentBerserk(seat, remaining_s):
                self.history.go_berserk(seat, remaining_s)
                self.clock = self.history.clock
                self.offers = Offers()  # for clients, a change of clocks ends all offers
            case ChanceDecided():
                self.history.add_chance(event, found or self.history.find_chance(event.text))
                self.begun = True
                self._note_turn()
            case SeedRevealed(seed):
                # An older server revealed it at each end.
                self.server_seed = seed if self.revealed else None
            case SeedKept():
                pass
            case MatchFinished(result, elapsed_s, uncounted):
                self._charge(elapsed_s)
                self.result = result
                # Players who settle what is dead can still end the match in other ways.
                by_rules = self.position.outcome is not None and before is not Phase.PAUSED
                self.end = how_ended(event, by_rules=by_rules)
                self.uncounted = uncounted
            case MatchAborted(reason):
                self._charge(self.turn.spent_s)
                self.result = Result(None, reason)
                self.end = how_ended(event)
            case MatchCreated():
                raise ValueError("a match is created once")
            case _:
                self._apply_agreement(event)

    def _apply_agreement(self, event: Agreement) -> None:
        """Apply an event about an offer of a player or its consequences."""
        match event:
            case TakenBack(seat, plies, command):
                self.played_on |= self.settling
                self.earlier.add((seat, command, OfferKind.TAKEBACK))
                self.earlier |= {(move.seat, move.command, move.ply) for move in self.moves[-plies:]}
                self.history.take_back(seat, plies)
                self._begin_turn()
                self.offers = Offers()
            case OfferMade(seat, kind, command, cells):
                self.earlier.add((seat, command, kind))
                self.offers = self.offers.with_made(MadeOffer(seat, kind, cells))
            case OfferAccepted(seat, kind):
                self.offers = self.offers.accepted(seat, kind)
            case OfferDeclined(seat, kind) | OfferWithdrawn(seat, kind):
                self.offers = self.offers.without(seat, kind)
            case MatchSettled(cells):
                self.settled = cells
                self.history.settle(cells)
            case MatchPaused(elapsed_s, adjourned):
                self.stepping = False
                self.turn = self.turn.paused(elapsed_s)
                self.adjourned = adjourned
            case MatchResumed():
                self.adjourned = False
                self.turn = self.turn.resumed()
            case PaceSet(pace_s, step):
                self.pace_s, self.stepping = pace_s, step
            case RematchAgreed() | RematchDropped():
                self.rematch_pending = isinstance(event, RematchAgreed)
            case Rematched():
                self.rematch_pending = False
                self.rematch = event
            case _:
                assert_never(event)

    def replay(self, event: Event, now: float) -> None:
        """Apply an event that was decided elsewhere, at `now`."""
        self._reached.clear()
        self._commit([event], now)

    def _seat(self, seat: int, player: Player | None) -> None:
        self.seats = (*self.seats[:seat], player, *self.seats[seat + 1 :])
        self.client_seeds = (*self.client_seeds[:seat], None, *self.client_seeds[seat + 1 :])
        self._note_players()

    def _note_players(self) -> None:
        """Note the seats of each player, which are asked for many times a move."""
        seated = [(seat, player.id) for seat, player in enumerate(self.seats) if isinstance(player, Human)]
        ids = dict.fromkeys(id for _, id in seated)
        self._seats_of = {id: tuple(seat for seat, of in seated if of == id) for id in ids}
        self.local = len(ids) == 1 and len(seated) == len(self.seats)

    def _begin_turn(self) -> None:
        self.clock = self.history.clock
        self.turn = self.turn.next()
        self._note_turn()

    def _note_turn(self) -> None:
        """Note the seat to move, which is asked for many times a move."""
        history = self.history
        at_move = history.position.to_move
        self.to_move = None if self.phase in OVER else at_move
        self.first_move = self.created.first_move_s is not None and at_move not in history.moved

    def _charge(self, elapsed_s: float) -> None:
        """Charge the clock of the seat to move for an unfinished turn."""
        seat = self.position.to_move
        if self.clock is not None and seat is not None and not self.first_move:
            self.clock = self.clock.spent(seat, elapsed_s)
        self.turn = self.turn.charged()

    def _commit(self, events: list[Event], now: float, found: FoundMove | None = None) -> tuple[Event, ...]:
        """Apply events that happen at `now`. If they change the turn or the phase, the turn begins at `now`."""
        phase, adjourned, turn, seats = self.phase, self.adjourned, self.turn, self.seats
        for event in events:
            self.apply(event, found)
            if self.chance:
                self._reached[self.seq] = ReachedPosition(self.position, self.ply)
        if self.turn is not turn or self.phase is not phase or self.adjourned is not adjourned:
            self.turn = self.turn.begun(now)
        if self.seats is not seats:
            self.seated_at = now
        return tuple(events)

    def elapsed_s(self, now: float) -> float:
        """Return the thinking time of the current turn at `now`."""
        return self.turn.elapsed_s(now) if self.phase is Phase.RUNNING else self.turn.spent_s
