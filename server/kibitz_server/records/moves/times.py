"""Times of the moves of a file: their own, or what the clocks in comments have lost."""

from collections.abc import Iterable, Iterator

from kibitz_protocol.formats.moves import WrittenMove
from kibitz_protocol.formats.time_control import TimeControl, TimeStage

HOUR = 60
"""What the first of two numbers is worth in seconds, compared with minutes, if it is hours."""
SLACK_S = 1.0
"""A clock may show so much more than was left before it counts as another stage's."""
LEAST_SHARE = 0.2
"""The first clock of a game that shows less of its time was written in other units."""


class MoveTimes:
    """Times of moves, by their comments. All in seconds. It is asked for the moves in order."""

    def __init__(self, control: TimeControl | None, moves: Iterable[WrittenMove] = ()) -> None:
        """Begin a game.

        Args:
            control: The time control; None where it is not known.
            moves: The moves, whose clocks tell what numbers without a unit are.
        """
        first = next((move for move in moves if move.clock_s is not None), None)
        self._in_hours = False
        if control is not None and control.stages and first is not None and first.clock_s is not None:
            base_s = control.stages[0].base_s
            if control.perhaps_minutes and base_s + SLACK_S < first.clock_s <= 60 * (base_s + SLACK_S):
                control = control.in_minutes()
                base_s = control.stages[0].base_s
            self._in_hours = first.short and first.clock_s < LEAST_SHARE * base_s <= HOUR * first.clock_s
        self._sides = tuple(_Side(control.stages if control else ()) for _ in range(2))
        self._sandglass = control is not None and control.sandglass

    def elapsed_s(self, seat: int, move: WrittenMove) -> float:
        """Return the time of a move; 0 if it is not known."""
        clock_s = move.clock_s
        if clock_s is not None and move.short and self._in_hours:
            clock_s *= HOUR
        side = self._sides[seat]
        spent = side.spent_s(clock_s)
        elapsed = move.elapsed_s if move.elapsed_s is not None else spent
        other = self._sides[1 - seat]
        if self._sandglass and other.left_s is not None:
            other.left_s += elapsed
        return max(0.0, round(elapsed, 3))


class _Side:
    """The clock of a side. `left_s` is None where it is not known."""

    def __init__(self, stages: tuple[TimeStage, ...]) -> None:
        self._stages = _endless(stages)
        self._stage = next(self._stages, None)
        self._moves = 0
        self._due: list[float] = []
        """Times of stages that have begun, which the clock may not show yet."""
        self.left_s = self._stage.base_s if self._stage is not None else None

    def spent_s(self, clock_s: float | None) -> float:
        """Return the time of the next move, after which the clock shows a time; 0 if it is not known."""
        before, stage = self.left_s, self._stage
        self.left_s = clock_s
        increment = self._count()
        if before is None or clock_s is None:
            return 0.0
        if stage is not None and stage.moves == 1:
            # Each move has a time of its own.
            before = stage.base_s
        spent = before + increment - clock_s
        while spent < -SLACK_S and self._due:
            spent += self._due.pop(0)
        return spent

    def _count(self) -> float:
        """Count a move, begin the next stage if it was the last of its stage, and return the increment of the move."""
        stage = self._stage
        if stage is None:
            return 0.0
        self._moves += 1
        if self._moves == stage.moves:
            self._moves = 0
            self._stage = next(self._stages, None)
            if self._stage is not None and stage.moves != 1:
                self._due = [*self._due[-1:], self._stage.base_s]
        return stage.increment_s


def _endless(stages: tuple[TimeStage, ...]) -> Iterator[TimeStage]:
    """Yield the stages, the last one again and again if it counts moves."""
    yield from stages
    while stages and stages[-1].moves is not None:
        yield stages[-1]
