"""Time controls, and the clock of a match. All values are immutable; all times are in seconds.

The clock does not read the time. Its caller says how many seconds of a move are charged, with lag already deducted.
"""

from typing import Literal, NamedTuple, assert_never

from kibitz_server.core.value import value

MAX_LAG_S = 0.5
"""Most lag that is deducted from the time of a move. A client that delays its pongs on purpose gains no more."""
DAY_S = 86_400.0


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


class ClockDisplay(NamedTuple):
    """Display of a seat's clock.

    `remaining_s` is the main time, or the rest of the current period or move. `periods` includes the current period,
    and is 0 without byo-yomi. `until_flag_s` is all the time that the move may still use: delay, main time and periods.
    """

    remaining_s: float
    until_flag_s: float
    periods: int


@value
class Clock:
    """Time left for each seat at the start of its turn: main time and, in byo-yomi, periods."""

    control: TimeControl
    remaining_s: tuple[float, ...]
    periods: tuple[int, ...]

    @classmethod
    def fresh(cls, control: TimeControl, seats: int) -> "Clock":
        """Return the clock before the first move."""
        periods = control.periods if isinstance(control, Byoyomi) else 0
        return cls(control, (_base_s(control),) * seats, (periods,) * seats)

    def pressed(self, seat: int, charged_s: float) -> "Clock":
        """Return the clock after a move of a seat that is charged `charged_s`."""
        spent = self.spent(seat, charged_s)
        match self.control:
            case Fischer(increment_s=increment_s):
                return spent.with_remaining(seat, spent.remaining_s[seat] + increment_s)
            case PerMove() | Correspondence():
                return spent.with_remaining(seat, _base_s(self.control))
            case Byoyomi():
                # A seat that moved in time keeps its last period, also if rounding used it up.
                return spent.with_remaining(seat, spent.remaining_s[seat], max(1, spent.periods[seat]))
            case SimpleDelay():
                return spent
            case _:
                assert_never(self.control)

    def spent(self, seat: int, charged_s: float) -> "Clock":
        """Return the clock of a seat that is charged `charged_s` without having moved."""
        left = self.remaining_s[seat]
        match self.control:
            case SimpleDelay(delay_s=delay_s):
                return self.with_remaining(seat, left - max(0.0, charged_s - delay_s))
            case Byoyomi(period_s=period_s):
                overtime_s = charged_s - left
                used = min(int(overtime_s // period_s), self.periods[seat]) if overtime_s >= 0 else 0
                return self.with_remaining(seat, left - charged_s, self.periods[seat] - used)
            case Fischer() | PerMove() | Correspondence():
                return self.with_remaining(seat, left - charged_s)
            case _:
                assert_never(self.control)

    def until_flag_s(self, seat: int) -> float:
        """Return how long a seat may think about one move."""
        left = self.remaining_s[seat]
        match self.control:
            case SimpleDelay(delay_s=delay_s):
                return left + delay_s
            case Byoyomi(period_s=period_s):
                return left + self.periods[seat] * period_s
            case Fischer() | PerMove() | Correspondence():
                return left
            case _:
                assert_never(self.control)

    def display(self, seat: int, charged_s: float = 0.0) -> ClockDisplay:
        """Return the display of a seat's clock when its move has been charged `charged_s` so far."""
        until_flag_s = max(0.0, self.until_flag_s(seat) - charged_s)
        spent = self.spent(seat, charged_s)
        remaining_s, periods = spent.remaining_s[seat], spent.periods[seat]
        if isinstance(self.control, Byoyomi) and remaining_s == 0:
            remaining_s = max(0.0, until_flag_s - (periods - 1) * self.control.period_s) if periods else 0.0
        return ClockDisplay(remaining_s, until_flag_s, periods)

    def with_remaining(self, seat: int, remaining_s: float, periods: int | None = None) -> "Clock":
        """Return the clock with one seat's time set, and its periods unless None."""
        left, counts = list(self.remaining_s), self.periods
        left[seat] = max(0.0, remaining_s)
        if periods is not None and periods != counts[seat]:
            counts = (*counts[:seat], periods, *counts[seat + 1 :])
        return Clock(self.control, tuple(left), counts)

    def with_seat_of(self, other: "Clock", seat: int) -> "Clock":
        """Return the clock with one seat's time and periods taken from another clock."""
        return self.with_remaining(seat, other.remaining_s[seat], other.periods[seat])


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
