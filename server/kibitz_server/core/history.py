"""Moves of a match, the position after them, and the clock at the start of each turn.

Old clocks are kept because a takeback restores them.
"""

from dataclasses import replace
from typing import NamedTuple

from kibitz_server.core.values.clock import Clock
from kibitz_server.core.values.events import MovePlayed
from kibitz_server.games.game import Move, Position


class FoundMove(NamedTuple):
    """A legal move and the position that it leads to."""

    move: Move
    position: Position


class MoveHistory:
    """Moves from `start` to `position`. Its match changes it, so that a move costs the same in a match of any length.

    `clocks` has one more entry than `moves`: the current turn's clock is last. `moved` are the seats with a move.
    """

    __slots__ = ("_found", "clocks", "moved", "moves", "position", "start")

    def __init__(self, start: Position, clock: Clock | None) -> None:
        self.start = start
        self.position = start
        self.clocks: list[Clock | None] = [clock]
        self.moves: list[MovePlayed] = []
        self.moved: set[int] = set()
        self._found: list[Move] = []

    @property
    def clock(self) -> Clock | None:
        """The clock at the start of this turn; None without a clock."""
        return self.clocks[-1]

    def find(self, text: str) -> FoundMove:
        """Return the legal move that a text names, in the current position.

        Raises:
            IllegalMove: No legal move has this text; the message gives the reason.
        """
        move = self.position.find(text)
        return FoundMove(move, self.position.after(move))

    def play(self, played: MovePlayed, found: FoundMove) -> None:
        """Add a move, which was found in the current position."""
        if played.said is None and self.position.game.has_said:  # an event from before the game had the function
            played = replace(played, said=self.position.said(found.move))
        clock = self.clocks[-1]
        if clock is not None and played.remaining_s is not None:
            clock = clock.with_remaining(played.seat, played.remaining_s, played.periods)
        self.clocks.append(clock)
        self.moves.append(played)
        self.moved.add(played.seat)
        self._found.append(found.move)
        self.position = found.position

    def take_back(self, seat: int, plies: int) -> None:
        """Remove the last `plies` moves, at least one, at a turn of `seat`.

        Times are as on Lichess. The seat that takes back stays charged for its move, or thinking would be free. The
        other side gets back all the time that it has spent since, because its position no longer exists.
        """
        left = len(self.moves) - plies
        then, moved = self.clocks[left], self.clocks[left + 1]
        clock = then.with_seat_of(moved, seat) if then is not None and moved is not None else then
        del self.moves[left:], self._found[left:], self.clocks[left:]
        self.clocks.append(clock)
        self.moved = {move.seat for move in self.moves}
        self.position = self.start
        for move in self._found:
            self.position = self.position.after(move)
