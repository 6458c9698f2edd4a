"""Moves and chance events of a match, the position after them, and the clock at the start of each turn.

Old clocks are kept because a takeback restores them.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from kibitz_server.core.values.clock import Clock
from kibitz_server.core.values.events import ChanceDecided, MovePlayed
from kibitz_server.games.game import PUBLIC, IllegalMove, LegalMove, Position


class FoundMove(NamedTuple):
    """A legal move, or a possible outcome of chance, and the position that it leads to."""

    move: LegalMove
    position: Position


class MoveHistory:
    """Moves and chance events from `start` to `position`. Its match changes it: a move costs the same in any match.

    `clocks` has one more entry than `moves`: the current turn's clock is last. `moved` are the seats with a move.
    `chance_events` are all chance events of the match, because a takeback never crosses one; `chance_plies` has for
    each of them the number of moves before it.

    In a game with hidden information, moves are found in the position as the side to move has seen it: so no legal move
    and no sentence about an illegal one can tell more.
    """

    __slots__ = (
        "_chance",
        "_ends",
        "_found",
        "_heard",
        "chance_events",
        "chance_plies",
        "clocks",
        "moved",
        "moves",
        "position",
        "start",
    )

    def __init__(self, start: Position, clock: Clock | None) -> None:
        self.start = start
        self.position = start
        self.clocks: list[Clock | None] = [clock]
        self.moves: list[MovePlayed] = []
        self.moved: set[int] = set()
        self.chance_events: list[ChanceDecided] = []
        self.chance_plies: list[int] = []
        self._chance = start.game.declaration.chance
        self._heard: list[dict[int, ChanceDecided]] = []
        self._found: list[LegalMove] = []
        # For each number of moves from 0 on, how many entries of `_found` there are with the chance events directly
        # after them.
        self._ends = [0]

    @property
    def clock(self) -> Clock | None:
        """The clock at the start of this turn; None without a clock."""
        return self.clocks[-1]

    def find(self, text: str) -> FoundMove:
        """Return the legal move that a text names, in the current position.

        Raises:
            IllegalMove: No legal move has this text; the message gives the reason.
        """
        if self._chance and self.position.chances:
            raise IllegalMove("no side can move while a chance event is due")
        position = self.position
        seat = position.to_move if position.game.hidden else None
        move = (position if seat is None else position.seen_by(seat)).find(text)
        return FoundMove(move, position.after(move))

    def find_chance(self, text: str) -> FoundMove:
        """Return the outcome that a text names, of those that are possible in the current position.

        Raises:
            IllegalMove: No possible outcome has this text.
        """
        if not self.position.chances:
            raise IllegalMove("no chance event is due")
        chance = self.position.find(text)
        return FoundMove(chance, self.position.after(chance))

    def play(self, played: MovePlayed, found: FoundMove) -> None:
        """Add a move, which was found in the current position."""
        if played.said is None and self.position.game.has_said:  # an event from before the game had the function
            played = replace(played, said=self.position.said(found.move))
        if played.opening is None and found.position.opening_name is not None:  # likewise
            played = replace(played, opening=found.position.opening_name)
        clock = self.clocks[-1]
        if clock is not None and played.remaining_s is not None:
            clock = clock.with_remaining(played.seat, played.remaining_s, played.periods)
        self.clocks.append(clock)
        self.moves.append(played)
        self.moved.add(played.seat)
        self._found.append(found.move)
        self._ends.append(len(self._found))
        self.position = found.position

    def go_berserk(self, seat: int, remaining_s: float) -> None:
        """Give up time of a seat without a move. A takeback does not restore it, so old clocks change as well."""
        self.clocks = [clock and clock.gone_berserk(seat, remaining_s) for clock in self.clocks]

    def add_chance(self, chance: ChanceDecided, found: FoundMove) -> None:
        """Add a chance event, which was found in the current position.

        Raises:
            ValueError: The chance event has the wrong number.
        """
        if chance.number != len(self.chance_events) + 1:
            raise ValueError(f"chance event {chance.number} follows {len(self.chance_events)} chance events")
        self.chance_events.append(chance)
        if self.position.game.hidden:
            self._heard.append({seat: self._as_heard(chance, found.move, seat) for seat in self._audiences})
        self.chance_plies.append(len(self.moves))
        self._found.append(found.move)
        self._ends[-1] = len(self._found)
        self.position = found.position

    def settle(self, cells: Sequence[int]) -> None:
        """Take the pieces on cells off the board of the finished game, as both sides have agreed."""
        self.position = self.position.without(cells)

    @property
    def _audiences(self) -> tuple[int, ...]:
        return PUBLIC, *range(len(self.position.game.declaration.seats))

    def _as_heard(self, chance: ChanceDecided, move: LegalMove, seat: int) -> ChanceDecided:
        """Return a possible outcome as a seat hears it. Without its true text it is not `said`."""
        text = self.position.heard(move, seat)
        return chance if text == chance.text else replace(chance, text=text, said=None)

    def heard_chance(self, chance: ChanceDecided, audience: int) -> ChanceDecided:
        """Return a chance event of this match as a seat has heard it, or spectators."""
        return self._heard[chance.number - 1][audience]

    def line(self, plies: int | None = None) -> tuple[str, ...]:
        """Return the texts of all moves and chance events in their order.

        Args:
            plies: The number of moves; the chance events directly after them are included. None for all moves.
        """
        end = self._ends[-1 if plies is None else plies]
        return tuple([found.text for found in self._found[:end]])

    def chances_at(self, plies: int) -> tuple[str, ...]:
        """Return the texts of the chance events directly after this many moves."""
        begin = self._ends[plies - 1] + 1 if plies else 0
        return tuple([found.text for found in self._found[begin : self._ends[plies]]])

    def chance_since(self, plies: int) -> bool:
        """Return whether a chance event was made after more than `plies` moves."""
        return bool(self.chance_plies) and self.chance_plies[-1] > plies

    def take_back(self, seat: int, plies: int) -> None:
        """Remove the last `plies` moves, at least one, at a turn of `seat`.

        Times are as on Lichess. The seat that takes back stays charged for its move, or thinking would be free. The
        other side gets back all the time that it has spent since, because its position no longer exists.

        Raises:
            ValueError: A chance event was made after one of these moves.
        """
        left = len(self.moves) - plies
        if self.chance_since(left):
            raise ValueError("a chance event was made after a move that is taken back")
        then, moved = self.clocks[left], self.clocks[left + 1]
        clock = then.with_seat_of(moved, seat) if then is not None and moved is not None else then
        del self.moves[left:], self._found[self._ends[left] :], self._ends[left + 1 :], self.clocks[left:]
        self.clocks.append(clock)
        self.moved = {move.seat for move in self.moves}
        self.position = self.start
        for move in self._found:
            self.position = self.position.after(move)
