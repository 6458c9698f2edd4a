"""A match with its rules: commands in, events out.

A decision depends only on the state, the command and `now`, and in a rated match on what its `rated_rules` say. `now`
is in seconds on any monotonic clock, the same for all calls.
"""

from dataclasses import replace
from typing import NamedTuple

from kibitz_server.core.history import FoundMove
from kibitz_server.core.match.commands import (
    CheckClock,
    Command,
    GiveClientSeed,
    GoBerserk,
    MakeOffer,
    PlayMove,
    UpdatePresence,
)
from kibitz_server.core.match.deadlines import due_event, next_at
from kibitz_server.core.match.decide import decide
from kibitz_server.core.match.moves import DecidedMove, already_done, decide_chances
from kibitz_server.core.match.phase import Phase
from kibitz_server.core.match.seats import on_break
from kibitz_server.core.match.state import MatchState
from kibitz_server.core.values.clock import Clock
from kibitz_server.core.values.events import (
    Event,
    MatchAborted,
    MatchFinished,
    MatchPaused,
    MatchStarted,
    MovePlayed,
    SeatTaken,
    SeedKept,
    SeedRevealed,
)
from kibitz_server.core.values.offers import OfferKind
from kibitz_server.core.values.players import Engine, Human
from kibitz_server.core.values.refusal import Reason, Refusal
from kibitz_server.core.values.terms import Uncounted
from kibitz_server.core.values.time_management import Budget, affordable_pace_s

_REPEATED = (PlayMove, MakeOffer, GiveClientSeed, GoBerserk)
"""Commands that clients send again when the answer was lost."""


class Decision(NamedTuple):
    """Outcome of a command: its events, or its refusal.

    It has both if a deadline passed before the command arrived.
    """

    events: tuple[Event, ...] = ()
    refusal: Refusal | None = None


class SearchRequest(NamedTuple):
    """Request for the search of an engine's move. `turn` identifies the turn, and is part of `EngineMoved`.

    If it `settles`, what is dead is wanted in place of a move, for `EngineSettles`.
    """

    ply: int
    seat: int
    engine: Engine
    budget: Budget
    turn: int
    settles: bool = False


class Match(MatchState):
    """One match, driven by commands and deadlines."""

    def next_deadline(self) -> float | None:
        """Return when to send `CheckClock`, on the clock of `now`; None without a deadline."""
        return next_at(self)

    def begin(self, now: float) -> tuple[Event, ...]:
        """Start the match, and return the events of that."""
        return self._decided([MatchStarted()], now)

    def abort(self, reason: str) -> tuple[Event, ...]:
        """End a match that is not over without a result, after an error of the server. Return the events of that."""
        aborted = MatchAborted(reason)
        self.apply(aborted)
        events = self._revealed()
        for event in events:
            self.apply(event)
        return aborted, *events

    def postpone_start(self, now: float) -> None:
        """Let a break between two games that is over end now, and wait again for client seeds of players.

        Otherwise the game would begin in the past: its first turn would pay for a time in which no player could move,
        and no player could have sent a client seed.
        """
        self.seated_at = now
        at = next_at(self) if on_break(self) else None
        if at is not None and at < now:
            self.credit_time(now - at, now)

    def search_request(self) -> SearchRequest | None:
        """Return the search that the match waits for, or None. It follows from the state, also after a restart."""
        if self.settling:
            return self._settle_request()
        seat = self.to_move if self.phase is Phase.RUNNING else None
        if seat is None:
            return None
        player = self.seats[seat]
        if not isinstance(player, Engine):
            return None
        budget = player.budget.limited_by(self._charged_clock(seat), seat)
        return SearchRequest(self.ply, seat, player, budget, self.turn.number)

    def _settle_request(self) -> SearchRequest | None:
        """Return the search for what is dead that the match waits for: an engine proposes it once."""
        proposed = [offer.seat for offer in self.offers.made if offer.kind is OfferKind.SETTLE]
        for seat, player in enumerate(self.seats):
            if isinstance(player, Engine) and seat not in proposed:
                return SearchRequest(self.ply, seat, player, player.budget, self.turn.number, settles=True)
        return None

    def engine_answers_at(self, default_pace_s: float) -> float:
        """Return the earliest time for the engine at the move to answer, so that viewers see each position.

        Args:
            default_pace_s: Shortest thinking time in a match that a person plays and that sets no pace of its own.
        """
        # A step is played as soon as it is found: the host waits for it.
        pace_s, seat = 0.0 if self.stepping else self.pace_s, self.to_move
        if pace_s is None:
            pace_s = default_pace_s if any(isinstance(each, Human) and not each.bot for each in self.seats) else 0.0
        return self.turn.time_at(pace_s if seat is None else self.affordable_s(pace_s))

    def affordable_s(self, seconds: float) -> float:
        """Return how much of a time the clock of the seat at the move allows for an answer: 0 near the flag."""
        seat = self.to_move
        assert seat is not None
        return affordable_pace_s(seconds, self._charged_clock(seat), seat)

    def _charged_clock(self, seat: int) -> Clock | None:
        """Return the clock after the charges of the current turn, whose first part may be before a pause."""
        charged_s = 0.0 if self.first_move else self.turn.spent_s
        return self.clock.spent(seat, charged_s) if self.clock is not None else None

    def handle(self, command: Command, now: float) -> Decision:
        """Decide a command and apply its events. A refused command changes nothing.

        Passed deadlines are applied first. If one ended the match, the command came too late.
        """
        if isinstance(command, _REPEATED) and already_done(self, command):
            return Decision()
        if self._reached:
            self._reached.clear()
        at = next_at(self)
        passed = self._apply_deadlines(now) if at is not None and now >= at else ()
        if passed and self.over:
            too_late = Refusal(Reason.NOT_RUNNING, "time ran out before your command arrived", "start another one")
            return Decision(passed, None if isinstance(command, CheckClock | UpdatePresence) else too_late)
        if isinstance(command, UpdatePresence):
            self.presence = self.presence.updated(command.player_id, command.present, now)
        decided = decide(self, command, now)
        if isinstance(decided, Refusal):
            return Decision(passed, decided)
        events, found = decided if isinstance(decided, DecidedMove) else (decided, None)
        return Decision(passed + self._decided(events, now, found))

    def _apply_deadlines(self, now: float) -> tuple[Event, ...]:
        passed: tuple[Event, ...] = ()
        while (at := next_at(self)) is not None and now >= at:
            passed += self._decided([due_event(self)], at)
        return passed

    def _decided(self, events: list[Event], now: float, found: FoundMove | None = None) -> tuple[Event, ...]:
        """Apply the events of a decision, and those that chance and a step add. Return all of them."""
        step = self.stepping
        happened = self._commit(self._counted(events), now, found)
        if self.chance and self.phase is Phase.RUNNING and self.position.chances:
            for chance in decide_chances(self):
                happened += self._commit(self._counted(chance.events), now, chance.found)
        if step and not self.stepping and self.phase is Phase.RUNNING:
            # Chance is decided before the pause, so that viewers see the dice of the next move.
            happened += self._commit([MatchPaused(0.0, adjourned=False)], now)
        if self.chance and any(isinstance(event, MatchFinished | MatchAborted) for event in happened):
            happened += self._commit(self._revealed(), now)
        return happened

    def _counted(self, events: list[Event]) -> list[Event]:
        """Return the events of a decision; where a rated match starts or ends, with whether it counts."""
        if not self.created.terms.rated or not any(isinstance(event, MatchStarted | MatchFinished) for event in events):
            return events
        seats = list(self.seats)
        for event in events:
            if isinstance(event, SeatTaken):
                seats[event.seat] = event.player
        counted: list[Event] = []
        for event in events:
            match event:
                case MatchStarted():
                    counted.append(replace(event, uncounted=self.rated_rules.uncounted(self.created.game, seats)))
                case MatchFinished():
                    found = self.uncounted or self.rated_rules.uncounted(self.created.game, seats, at_end=True)
                    counted.append(replace(event, uncounted=found or self._too_short(events)))
                case _:
                    counted.append(event)
        return counted

    def _too_short(self, events: list[Event]) -> Uncounted | None:
        """Return the reason if a match that these events end is too short to count.

        A move that ends a game by its rules does so at any ply, and where something is drawn, so does a player alone:
        that is a loss from the first draw on.
        """
        ended_by_move = any(isinstance(event, MovePlayed) for event in events)
        short = self.ply < self.game.declaration.least_plies
        return Uncounted.TOO_SHORT if short and not ended_by_move and not self.chance else None

    def _revealed(self) -> list[Event]:
        """Return the event that follows the end of a match with chance."""
        seed = self.created.server_seed
        if seed is None:
            return []
        return [SeedRevealed(seed) if self.revealed else SeedKept()]
