"""What a program does about an opponent who is silent: claim the match, say something, leave it. Pure.

With a clock the server ends the match. Without one, only the other player can.
"""

from enum import Enum, auto
from typing import NamedTuple

from kibitz_client.match.state import MatchState
from kibitz_protocol.values.clocks import Correspondence

NO_SHOW_S = 121.0
"""After what time the server lets a player claim a match without a clock whose opponent never moved, and a second."""


class Reaction(Enum):
    """What is due. `REST`: the match goes on, but is not waited for, because it is paused, for example."""

    CLAIM = auto()
    CLAIM_NO_SHOW = auto()
    WARN = auto()
    LEAVE = auto()
    REST = auto()


class Due(NamedTuple):
    """A step, and when it is due, in seconds on the clock of the observations."""

    at: float
    step: Reaction


class Silence:
    """Since when nothing has happened in a match, and what is due for that reason.

    Args:
        state: The match at `now`.
        patience_s: How long to wait for a move of the opponent in a match without a clock; 0 for no limit.
    """

    def __init__(self, state: MatchState, now: float, patience_s: float) -> None:
        self._patience_s = patience_s
        self._state, self._since, self._away_at = state, now, now
        self._done: set[Reaction] = set()

    @property
    def dormant(self) -> bool:
        """Whether the match is not waited for."""
        return Reaction.REST in self._done

    def observe(self, state: MatchState, now: float) -> bool:
        """Note a state of the match. Return whether something has happened in it."""
        before, self._state = self._state, state
        if state.away != before.away:
            self._away_at = now
            self._done.discard(Reaction.CLAIM)
        happened = _moment(state) != _moment(before)
        if happened:
            self._since = now
            self._done.clear()
        return happened

    def next(self) -> Due | None:
        """Return the step that is due first, of those that are not done since something has happened."""
        return min((due for due in self._steps() if due.step not in self._done), default=None, key=lambda due: due.at)

    def done(self, step: Reaction) -> None:
        """Note that a step was carried out, or that the server refused it."""
        self._done.add(step)

    def _steps(self) -> list[Due]:
        state, since, patience_s = self._state, self._since, self._patience_s
        if state.over or state.you is None:
            return []
        found = [
            Due(self._away_at + away.claim_ms / 1000, Reaction.CLAIM)
            for away in state.away
            if away.claim_ms is not None and away.seat != state.you
        ]
        if not patience_s:
            return found
        seat, late = state.position.to_move, since + patience_s
        if state.phase in ("open", "paused"):
            return [*found, Due(late, Reaction.REST)]
        if seat is None or seat == state.you or state.seats[seat].kind != "human":
            return found
        if isinstance(state.clock, Correspondence):
            return [*found, Due(late, Reaction.REST)]
        if state.clock is not None:
            return found
        if not any(move.seat == seat for move in state.moves):
            found.append(Due(since + min(patience_s, NO_SHOW_S), Reaction.CLAIM_NO_SHOW))
        # A rated match is not given away: it goes on, and does not keep the program from others.
        leave = Reaction.REST if state.rated else Reaction.LEAVE
        return [*found, Due(since + patience_s / 2, Reaction.WARN), Due(late, leave)]


def _moment(state: MatchState) -> tuple[object, ...]:
    """Return what changes when something happens in a match."""
    taken = sum(view.kind != "open" for view in state.seats)
    return state.phase, state.position.ply, state.position.to_move, len(state.moves), len(state.chance_events), taken
