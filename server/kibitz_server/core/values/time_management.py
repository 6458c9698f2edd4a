"""Search budgets, and how much of its clock an engine spends on one move. Times are in seconds."""

from dataclasses import replace
from typing import assert_never

from kibitz_server.core.value import value
from kibitz_server.core.values.clock import Byoyomi, Clock, Correspondence, Fischer, PerMove, SimpleDelay, format_number

MOVES_LEFT = 30
"""Number of further moves for which an engine with a clock saves time."""
MARGIN_S = 0.05
"""Time that the server itself may need between the end of a search and the move."""
CORRESPONDENCE_MOVE_S = 10.0
"""Time for a move of an engine without a budget in seconds, in correspondence."""


@value
class Budget:
    """Limits of a search, and the seed of its random choices. None is unlimited.

    `depth` is in plies. `level` selects a strength, for engines that play at a level.
    """

    seconds: float | None = None
    depth: int | None = None
    nodes: int | None = None
    seed: int | None = None
    playouts: int | None = None
    level: int | None = None

    def limited_by(self, clock: Clock | None, seat: int) -> "Budget":
        """Return the budget for one move of a seat, reduced so that its clock lasts for the match."""
        if clock is None:
            return self
        allowed = max(MARGIN_S, _share_s(clock, seat))
        return replace(self, seconds=min(self.seconds, allowed) if self.seconds else allowed)

    def __str__(self) -> str:
        named = ("seconds", "depth", "nodes", "seed", "playouts")
        given = [f"{name}={format_number(value)}" for name in named if (value := getattr(self, name)) is not None]
        return ",".join(given if self.level is None else [str(self.level), *given])


def affordable_pace_s(pace_s: float, clock: Clock | None, seat: int) -> float:
    """Return how much of a pace the clock of a seat allows: no more than its share for one move, 0 near the flag."""
    return pace_s if clock is None else max(0.0, min(pace_s, _share_s(clock, seat)))


def _share_s(clock: Clock, seat: int) -> float:
    """Return the share of the clock for one move: at most half, because searches end late on a busy machine."""
    left = clock.remaining_s[seat] - MARGIN_S
    match clock.control:
        case Fischer(increment_s=extra_s) | SimpleDelay(delay_s=extra_s):
            extra_s = 0.0 if seat in clock.berserk else extra_s
            free_s = extra_s if isinstance(clock.control, SimpleDelay) else 0.0
            return min(left / MOVES_LEFT + 0.8 * extra_s, (left + free_s) / 2)
        case Byoyomi(period_s=period_s):
            # A period starts again with every move, as long as it is not used up.
            return max(0.0, left) / MOVES_LEFT + period_s / 2 - MARGIN_S
        case PerMove():
            return left / 2
        case Correspondence():
            return min(CORRESPONDENCE_MOVE_S, left / 2)
        case _:
            assert_never(clock.control)
