"""Time controls, and the clock of a match. All values are immutable; all times are in seconds.

The clock does not read the time. Its caller says how many seconds of a move are charged, with lag already deducted.
"""

from typing import Literal, NamedTuple, assert_never

from kibitz_server.core.value import value

MAX_LAG_S = 0.5
"""Most lag that is deducted from the time of a move. A client that delays its pongs on purpose gains no more."""
DAY_S = 86_400.0
NO_BERSERK = "berserk needs a clock with an increment in seconds of at most twice the base in minutes"


@value
class Fischer:
    """Fischer time control: `base_s` for the match, plus `increment_s` after each own move."""

    base_s: float
    increment_s: float = 0.0
    kind: Literal["fischer"] = "fischer"

    def __str__(self) -> str:
        return f"{format_number(self.base_s / 60)}+{format_number(self.increment_s)}"


@value
class SimpleDelay:
    """Simple delay: `base_s` for the match. The first `delay_s` of each move are free, and do not accumulate."""

    base_s: float
    delay_s: float
    kind: Literal["delay"] = "delay"

    def __str__(self) -> str:
        return f"{format_number(self.base_s / 60)}d{format_number(self.delay_s)}"


@value
class Byoyomi:
    """Byo-yomi: `base_s` for the match, then `periods` of `period_s`. A move that uses up a period loses it."""

    base_s: float
    periods: int
    period_s: float
    kind: Literal["byoyomi"] = "byoyomi"

    def __str__(self) -> str:
        return f"{format_number(self.base_s / 60)}b{self.periods}x{format_number(self.period_s)}"


@value
class PerMove:
    """Fixed time: `move_s` for each move. Unused time is not carried over."""

    move_s: float
    kind: Literal["move"] = "move"

    def __str__(self) -> str:
        return f"{format_number(self.move_s)}s"


@value
class Correspondence:
    """Correspondence: `days` for each move, for players who are rarely online at the same time."""

    days: int
    kind: Literal["correspondence"] = "correspondence"

    def __str__(self) -> str:
        return f"{self.days}day{'s' if self.days != 1 else ''}"


TimeControl = Fischer | SimpleDelay | Byoyomi | PerMove | Correspondence
_WITH_RESERVE = (SimpleDelay, Byoyomi)
"""Time controls under which a move may use more than the displayed time."""


class ClockDisplay(NamedTuple):
    """Display of a seat's clock.

    `remaining_s` is the main time, or the rest of the current period or move. `periods` includes the current period,
    and is 0 without byo-yomi. `until_flag_s` is all the time that the move may still use: delay, main time and periods.
    """

    remaining_s: float
    until_flag_s: float
    periods: int


class ClockDisplays(NamedTuple):
    """Displays of all clocks of a match: the fields of `ClockDisplay`, each for all seats."""

    remaining_s: tuple[float, ...]
    until_flag_s: tuple[float, ...]
    periods: tuple[int, ...]


@value
class Clock:
    """Time left for each seat at the start of its turn: main time and, in byo-yomi, periods."""

    control: TimeControl
    remaining_s: tuple[float, ...]
    periods: tuple[int, ...]
    berserk: tuple[int, ...] = ()
    """Seats that gave up half of their time, and their increment."""

    @classmethod
    def fresh(cls, control: TimeControl, seats: int) -> "Clock":
        """Return the clock before the first move."""
        periods = control.periods if isinstance(control, Byoyomi) else 0
        return cls(control, (_base_s(control),) * seats, (periods,) * seats)

    def pressed(self, seat: int, charged_s: float) -> "Clock":
        """Return the clock after a move of a seat that is charged `charged_s`."""
        return self.with_remaining(seat, *self.left_after_move(seat, charged_s))

    def left_after_move(self, seat: int, charged_s: float) -> tuple[float, int]:
        """Return the main time and the periods of a seat after a move that is charged `charged_s`."""
        left_s, periods = self._left(seat, charged_s)
        match self.control:
            case Fischer(increment_s=increment_s):
                return (left_s if seat in self.berserk else left_s + increment_s), periods
            case PerMove() | Correspondence():
                return _base_s(self.control), periods
            case Byoyomi():
                # A seat that moved in time keeps its last period, also if rounding used it up.
                return left_s, max(1, periods)
            case SimpleDelay():
                return left_s, periods
            case _:
                assert_never(self.control)

    def spent(self, seat: int, charged_s: float) -> "Clock":
        """Return the clock of a seat that is charged `charged_s` without having moved."""
        return self.with_remaining(seat, *self._left(seat, charged_s))

    def _left(self, seat: int, charged_s: float) -> tuple[float, int]:
        """Return the main time and the periods of a seat that is charged `charged_s` without having moved."""
        before_s, periods = self.remaining_s[seat], self.periods[seat]
        match self.control:
            case Fischer() | PerMove() | Correspondence():
                left_s = before_s - charged_s
            case SimpleDelay(delay_s=delay_s):
                left_s = before_s - max(0.0, charged_s - delay_s)
            case Byoyomi(period_s=period_s):
                left_s, overtime_s = before_s - charged_s, charged_s - before_s
                periods -= min(int(overtime_s // period_s), periods) if overtime_s >= 0 else 0
            case _:
                assert_never(self.control)
        return left_s if left_s > 0.0 else 0.0, periods

    def until_flag_s(self, seat: int) -> float:
        """Return how long a seat may think about one move."""
        left = self.remaining_s[seat]
        match self.control:
            case Fischer() | PerMove() | Correspondence():
                return left
            case SimpleDelay(delay_s=delay_s):
                return left + delay_s
            case Byoyomi(period_s=period_s):
                return left + self.periods[seat] * period_s
            case _:
                assert_never(self.control)

    def display(self, seat: int, charged_s: float = 0.0) -> ClockDisplay:
        """Return the display of a seat's clock when its move has been charged `charged_s` so far."""
        remaining_s, periods = self._left(seat, charged_s)
        if not isinstance(self.control, _WITH_RESERVE):
            return ClockDisplay(remaining_s, remaining_s, periods)
        until_flag_s = max(0.0, self.until_flag_s(seat) - charged_s)
        if isinstance(self.control, Byoyomi) and remaining_s == 0:
            remaining_s = max(0.0, until_flag_s - (periods - 1) * self.control.period_s) if periods else 0.0
        return ClockDisplay(remaining_s, until_flag_s, periods)

    def displays(self, charged: int | None = None, charged_s: float = 0.0) -> ClockDisplays:
        """Return the displays of all clocks when the move of the seat `charged` has been charged `charged_s` so far."""
        if isinstance(self.control, _WITH_RESERVE):
            seats = range(len(self.remaining_s))
            shown = [self.display(seat, charged_s if seat == charged else 0.0) for seat in seats]
            return ClockDisplays(
                tuple([each.remaining_s for each in shown]),
                tuple([each.until_flag_s for each in shown]),
                tuple([each.periods for each in shown]),
            )
        left_s = self.remaining_s
        if charged is not None:
            changed = list(left_s)
            changed[charged] = max(0.0, left_s[charged] - charged_s)
            left_s = tuple(changed)
        return ClockDisplays(left_s, left_s, self.periods)

    def with_remaining(self, seat: int, remaining_s: float, periods: int | None = None) -> "Clock":
        """Return the clock with one seat's time set, and its periods unless None."""
        left, counts = list(self.remaining_s), self.periods
        left[seat] = max(0.0, remaining_s)
        if periods is not None and periods != counts[seat]:
            counts = (*counts[:seat], periods, *counts[seat + 1 :])
        return Clock(self.control, tuple(left), counts, self.berserk)

    def gone_berserk(self, seat: int, remaining_s: float) -> "Clock":
        """Return the clock after a seat went berserk, which leaves it this time and no increment."""
        berserk = (*self.berserk, seat)
        return Clock(self.control, self.with_remaining(seat, remaining_s).remaining_s, self.periods, berserk)

    def with_seat_of(self, other: "Clock", seat: int) -> "Clock":
        """Return the clock with one seat's time and periods taken from another clock."""
        return self.with_remaining(seat, other.remaining_s[seat], other.periods[seat])


def fits_berserk(control: TimeControl | None) -> bool:
    """Return whether players may go berserk: with an increment in seconds of at most twice the base in minutes.

    With a larger increment, most of the time of a game would be given up.
    """
    return isinstance(control, Fischer) and control.increment_s <= 2 * control.base_s / 60


def _base_s(control: TimeControl) -> float:
    """Return the main time of a seat at the start, or the time of one move if there is no main time."""
    match control:
        case Fischer(base_s=base_s) | SimpleDelay(base_s=base_s) | Byoyomi(base_s=base_s):
            return base_s
        case PerMove(move_s=move_s):
            return move_s
        case Correspondence(days=days):
            return days * DAY_S
        case _:
            assert_never(control)


def format_number(number: float) -> str:
    """Format a number without a trailing `.0`, so that it parses back to the same number."""
    return repr(number).removesuffix(".0")
