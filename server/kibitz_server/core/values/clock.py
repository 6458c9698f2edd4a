"""Time: what each seat has left, and what an engine may spend. All values are immutable; all times are seconds.

The clock knows no time of day. Whoever holds it says how long a move took, after the lag that is not charged.
"""

from dataclasses import dataclass
from typing import Literal, NamedTuple, assert_never

MAX_LAG_S = 0.5
"""The most lag that is not charged for a move. Who answers our pings late on purpose gains no more than that."""
DAY_S = 86_400.0


@dataclass(frozen=True, slots=True)
class Fischer:
    """`base_s` for the match, and `increment_s` more after each own move."""

    base_s: float
    increment_s: float = 0.0
    kind: Literal["fischer"] = "fischer"

    def __str__(self) -> str:
        return f"{format_number(self.base_s / 60)}+{format_number(self.increment_s)}"


@dataclass(frozen=True, slots=True)
class SimpleDelay:
    """`base_s` for the match; of each move the first `delay_s` cost nothing, and what is left of them is not kept."""

    base_s: float
    delay_s: float
    kind: Literal["delay"] = "delay"

    def __str__(self) -> str:
        return f"{format_number(self.base_s / 60)}d{format_number(self.delay_s)}"


@dataclass(frozen=True, slots=True)
class Byoyomi:
    """`base_s` for the match; then each move has a period of `period_s`. One that a move uses up is gone."""

    base_s: float
    periods: int
    period_s: float
    kind: Literal["byoyomi"] = "byoyomi"

    def __str__(self) -> str:
        return f"{format_number(self.base_s / 60)}b{self.periods}x{format_number(self.period_s)}"


@dataclass(frozen=True, slots=True)
class PerMove:
    """`move_s` for each move; nothing is carried over."""

    move_s: float
    kind: Literal["move"] = "move"

    def __str__(self) -> str:
        return f"{format_number(self.move_s)}s"


@dataclass(frozen=True, slots=True)
class Correspondence:
    """`days` for each move: for players who are seldom there at the same time."""

    days: int
    kind: Literal["correspondence"] = "correspondence"

    def __str__(self) -> str:
        return f"{self.days}day{'s' if self.days != 1 else ''}"


TimeControl = Fischer | SimpleDelay | Byoyomi | PerMove | Correspondence


class ClockDisplay(NamedTuple):
    """What a seat's clock shows: its main time, or what is left of the period or of the move.

    `periods` counts the one that runs, and is 0 where there are none; `until_flag_s` counts all that may still be used
    on the move: delay, main time and periods.
    """

    remaining_s: float
    until_flag_s: float
    periods: int


@dataclass(frozen=True, slots=True)
class Clock:
    """What each seat has left at the moment its turn begins: main time and, in byo-yomi, periods."""

    control: TimeControl
    remaining_s: tuple[float, ...]
    periods: tuple[int, ...]

    @classmethod
    def fresh(cls, control: TimeControl, seats: int) -> "Clock":
        """The clock before the first move."""
        periods = control.periods if isinstance(control, Byoyomi) else 0
        return cls(control, (_base_s(control),) * seats, (periods,) * seats)

    def pressed(self, seat: int, charged_s: float) -> "Clock":
        """The clock after a seat's move that is charged with `charged_s`."""
        spent = self.spent(seat, charged_s)
        match self.control:
            case Fischer(increment_s=increment_s):
                return spent.with_remaining(seat, spent.remaining_s[seat] + increment_s)
            case PerMove() | Correspondence():
                return spent.with_remaining(seat, _base_s(self.control))
            case Byoyomi():
                # Who has moved is alive, whatever was lost in rounding at the very end of the last period.
                return spent.with_remaining(seat, spent.remaining_s[seat], max(1, spent.periods[seat]))
            case SimpleDelay():
                return spent
            case _:
                assert_never(self.control)

    def spent(self, seat: int, charged_s: float) -> "Clock":
        """The clock while, or after, a seat was charged with `charged_s` for a move that it has not made."""
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
        """How long a seat may think about one move."""
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
        """What a seat's clock shows when its move has been charged with `charged_s` so far."""
        until_flag_s = max(0.0, self.until_flag_s(seat) - charged_s)
        spent = self.spent(seat, charged_s)
        remaining_s, periods = spent.remaining_s[seat], spent.periods[seat]
        if isinstance(self.control, Byoyomi) and remaining_s == 0:
            remaining_s = max(0.0, until_flag_s - (periods - 1) * self.control.period_s) if periods else 0.0
        return ClockDisplay(remaining_s, until_flag_s, periods)

    def with_remaining(self, seat: int, remaining_s: float, periods: int | None = None) -> "Clock":
        """The clock with one seat's time set, and its periods where they are given."""
        left, counts = list(self.remaining_s), self.periods
        left[seat] = max(0.0, remaining_s)
        if periods is not None and periods != counts[seat]:
            counts = (*counts[:seat], periods, *counts[seat + 1 :])
        return Clock(self.control, tuple(left), counts)

    def with_seat_of(self, other: "Clock", seat: int) -> "Clock":
        """The clock with one seat's time as another clock has it."""
        return self.with_remaining(seat, other.remaining_s[seat], other.periods[seat])


def _base_s(control: TimeControl) -> float:
    """The main time of a seat at the start, or the time of a move where there is none."""
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
    """A number as people write it, which reads back as the same number."""
    return repr(number).removesuffix(".0")
