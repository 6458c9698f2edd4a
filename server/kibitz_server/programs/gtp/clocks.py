"""Clocks of a game by the commands of GTP, and how much time a move gets. Times are in seconds.

`time_settings` knows absolute time and Canadian byo-yomi, in which a period is for a number of stones. KGS adds
Japanese byo-yomi by `kgs-time_settings`: a period starts again with every move that needs less.
"""

import math
from dataclasses import dataclass, replace
from typing import Literal

from kibitz_server.programs.engines.clock import LEAST_S, share_s

FEWEST_MOVES = 10
"""Moves that a clock must always last for."""
EMPTY_SHARE = 0.4
"""Part of the empty points on which a player still places a stone: on a board of 9x9, about 32 moves of a side."""


@dataclass(frozen=True, slots=True)
class GtpTimeControl:
    """Time control. `stones` of them are played in each period in `canadian`, and there are this many in `japanese`."""

    kind: Literal["none", "absolute", "canadian", "japanese"] = "none"
    main_s: float = 0.0
    period_s: float = 0.0
    stones: int = 0


@dataclass(frozen=True, slots=True)
class GtpTimeLeft:
    """What the clock of a side shows. `stones` is 0 in the main time, then those of the period, or the periods."""

    seconds: float
    stones: int = 0


def control_of(main_s: float, period_s: float, stones: int) -> GtpTimeControl:
    """Return the control of `time_settings`: a period without stones means that there is no limit."""
    if period_s <= 0:
        return GtpTimeControl("absolute", main_s)
    return GtpTimeControl("canadian", main_s, period_s, stones) if stones > 0 else GtpTimeControl()


def expected_moves(empty: int) -> int:
    """Return how many moves a side is expected to play yet, with this many empty points."""
    return max(FEWEST_MOVES, round(EMPTY_SHARE * empty))


class GtpClocks:
    """Clocks of both sides. A runner may say what they show; otherwise the time of each search is subtracted."""

    def __init__(self, control: GtpTimeControl | None = None) -> None:
        self.control = control or GtpTimeControl()
        first = GtpTimeLeft(self.control.main_s) if self.control.main_s > 0 else self._next_period()
        self._left = [first, first]

    def left(self, seat: int) -> GtpTimeLeft:
        """Return what the clock of a seat shows."""
        return self._left[seat]

    def set_left(self, seat: int, left: GtpTimeLeft) -> None:
        """Set the clock of a seat."""
        if self.control.kind == "none":
            # A runner that tells times without settings means a clock that runs out.
            self.control = GtpTimeControl("absolute", left.seconds)
            self._left = [left, left]
        self._left[seat] = left

    def spend(self, seat: int, seconds: float) -> None:
        """Take the time of a move off the clock of a seat."""
        control, left = self.control, self._left[seat]
        if control.kind == "none":
            return
        after = left.seconds - seconds
        if control.kind == "absolute" or (left.stones == 0 and after > 0):
            self._left[seat] = replace(left, seconds=after)
        elif left.stones == 0:
            # The rest of the move counts in the first period.
            self._left[seat] = self._played(GtpTimeLeft(control.period_s, control.stones), -after)
        else:
            self._left[seat] = self._played(left, seconds)

    def seconds(self, seat: int, moves: int) -> float | None:
        """Return the time for the next move of a seat; None if there is no limit.

        Args:
            seat: The side to move.
            moves: Number of moves that the main time must last for.
        """
        control, left = self.control, self._left[seat]
        match control.kind:
            case "none":
                return None
            case "absolute":
                return share_s(left.seconds, moves)
            case "canadian" if left.stones:
                return share_s(left.seconds, left.stones)
            case "japanese" if left.stones:
                return share_s(left.seconds, 1)
            case "canadian":
                return max(LEAST_S, share_s(left.seconds, moves) + control.period_s / control.stones / 2)
        return max(LEAST_S, share_s(left.seconds, moves) + control.period_s / 2)

    def _next_period(self) -> GtpTimeLeft:
        return (
            GtpTimeLeft(self.control.period_s, self.control.stones)
            if self.control.stones
            else GtpTimeLeft(self.control.main_s)
        )

    def _played(self, left: GtpTimeLeft, seconds: float) -> GtpTimeLeft:
        """Return what the clock shows after a move within a period."""
        control = self.control
        if control.kind == "canadian":
            stones = left.stones - 1
            return replace(left, seconds=left.seconds - seconds, stones=stones) if stones else self._next_period()
        most = left.stones - 1
        # A runner may name a period so short that no time is a whole number of them.
        lost = math.ceil(min(most, max(0.0, seconds - left.seconds) / max(LEAST_S, control.period_s)))
        return GtpTimeLeft(control.period_s, left.stones - lost)
