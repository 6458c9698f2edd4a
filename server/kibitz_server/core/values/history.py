"""Moves of a match, the position after them, and the clock at the start of each turn.

Old clocks are kept because a takeback restores them.
"""

from kibitz_server.core.value import value
from kibitz_server.core.values.clock import Clock
from kibitz_server.core.values.events import MovePlayed
from kibitz_server.games.game import Move, Position


@value
class MoveHistory:
    """Moves from `start` to `position`. `clocks` has one more entry than `moves`: the current turn's clock is last."""

    start: Position
    position: Position
    clocks: tuple[Clock | None, ...]
    moves: tuple[MovePlayed, ...] = ()
    _found: tuple[Move, ...] = ()

    @property
    def clock(self) -> Clock | None:
        """The clock at the start of this turn; None without a clock."""
        return self.clocks[-1]

    def after(self, played: MovePlayed) -> "MoveHistory":
        """Return the history with one more move.

        Raises:
            IllegalMove: The move is not legal in the current position.
        """
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
        """Return the history without the last `plies` moves, at a turn of `seat`.

        Times are as on Lichess. The seat that takes back stays charged for its move, or thinking would be free. The
        other side gets back all the time that it has spent since, because its position no longer exists.
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
