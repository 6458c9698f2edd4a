"""The line of play of a match as a value: its moves, where they lead, and the clocks as each turn began.

The clocks are kept because a takeback goes back to them.
"""

from dataclasses import dataclass

from kibitz_server.core.values.clock import Clock
from kibitz_server.core.values.events import MovePlayed
from kibitz_server.games.game import Move, Position


@dataclass(frozen=True, slots=True)
class MoveHistory:
    """The moves from `start` to `position`; `clocks` has one more than there are moves, that of this turn last."""

    start: Position
    position: Position
    clocks: tuple[Clock | None, ...]
    moves: tuple[MovePlayed, ...] = ()
    _found: tuple[Move, ...] = ()

    @property
    def clock(self) -> Clock | None:
        """The clock as this turn began; None where there is none."""
        return self.clocks[-1]

    def after(self, played: MovePlayed) -> "MoveHistory":
        """With one move more. Raises IllegalMove."""
        move = self.position.find(played.move)
        clock = self.clock
        if clock is not None and played.remaining_s is not None:
            clock = clock.with_remaining(played.seat, played.remaining_s, played.periods)
        return MoveHistory(
            self.start,
            self.position.after(move),
            (*self.clocks, clock),
            (*self.moves, played),
            (*self._found, move),
        )

    def taken_back(self, seat: int, plies: int) -> "MoveHistory":
        """Without the last `plies` moves: back to where `seat` was to move.

        The times go as on Lichess: who takes back has spent what the move took, or thinking would cost nothing; the
        other side gets back all that it has spent since, for its position is gone.
        """
        left = len(self.moves) - plies
        position = self.start
        for move in self._found[:left]:
            position = position.after(move)
        then, moved = self.clocks[left], self.clocks[left + 1]
        clock = then.with_seat_of(moved, seat) if then is not None and moved is not None else then
        return MoveHistory(
            self.start, position, (*self.clocks[:left], clock), self.moves[:left], _found=self._found[:left]
        )
