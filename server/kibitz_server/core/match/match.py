"""One match that commands and deadlines drive.

`Match.handle` decides a command by the rules and applies the events that follow. The result depends on the state, the
command and `now` alone, in seconds on any monotonic clock, the same one for every call.
"""

from typing import NamedTuple

from kibitz_server.core.match.commands import CheckClock, Command, PlayMove, UpdatePresence
from kibitz_server.core.match.deadlines import next_due
from kibitz_server.core.match.decide import decide
from kibitz_server.core.match.moves import already_played
from kibitz_server.core.match.phase import Phase
from kibitz_server.core.match.state import MatchState
from kibitz_server.core.values.events import Event
from kibitz_server.core.values.players import Engine
from kibitz_server.core.values.refusal import Reason, Refusal
from kibitz_server.core.values.time_management import Budget


class Decision(NamedTuple):
    """What came of a command: the events it led to, and why it was not done, if it was not.

    Both at once when time ran out before the command came.
    """

    events: tuple[Event, ...] = ()
    refusal: Refusal | None = None


class SearchRequest(NamedTuple):
    """An engine is to move: the search it needs. `turn` says what it is for, and comes back with its move."""

    ply: int
    seat: int
    engine: Engine
    budget: Budget
    turn: int


class Match(MatchState):
    """A match with its rules: commands in, events out."""

    def next_deadline(self) -> float | None:
        """When to send CheckClock, on the clock of `now`; None when time decides nothing."""
        due = next_due(self)
        return due.at if due is not None else None

    def search_request(self) -> SearchRequest | None:
        """The search that the match waits for. A function of the state, so a restart asks it again."""
        seat = self.to_move
        if self.phase is not Phase.RUNNING or seat is None:
            return None
        player = self.seats[seat]
        if not isinstance(player, Engine):
            return None
        charged_s = 0.0 if self.first_move else self.turn.spent_s
        clock = self.clock.spent(seat, charged_s) if self.clock is not None else None
        return SearchRequest(self.ply, seat, player, player.budget.limited_by(clock, seat), self.turn.number)

    def handle(self, command: Command, now: float) -> Decision:
        """Decide a command and apply what follows from it. A refused command changes nothing.

        Overdue time comes first: if a deadline has passed, it decides, whatever the command says.
        """
        if isinstance(command, PlayMove) and already_played(self, command):
            return Decision()
        passed = self._let_time_pass(now)
        if passed and self.over:
            too_late = Refusal(Reason.NOT_RUNNING, "time ran out before that came", "start another one")
            return Decision(passed, None if isinstance(command, CheckClock | UpdatePresence) else too_late)
        if isinstance(command, UpdatePresence):
            self.presence = self.presence.updated(command.player_id, command.present, now)
        decided = decide(self, command, now)
        if isinstance(decided, Refusal):
            return Decision(passed, decided)
        return Decision(passed + self._commit(decided, now))

    def _let_time_pass(self, now: float) -> tuple[Event, ...]:
        passed: tuple[Event, ...] = ()
        while (due := next_due(self)) is not None and now >= due.at:
            passed += self._commit([due.event], due.at)
        return passed
