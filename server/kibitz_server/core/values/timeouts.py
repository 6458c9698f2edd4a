"""Timeouts of a match, by its time control: for the first move, the start, and the return of a disconnected player.

In correspondence, players need not be connected. Without a clock they must be, with longer timeouts.
"""

from kibitz_server.core.value import value
from kibitz_server.core.values.clock import DAY_S, Byoyomi, Correspondence, Fischer, PerMove, SimpleDelay, TimeControl

FIRST_MOVE_S = 30.0
"""Deadline of each side's first move, which is not charged. A missing first move is a no-show."""
BREAK_S = 5.0
"""Break between two games of a series, for players to see how the last one ended."""
CLIENT_SEED_S = 3.0
"""Time after the last seat is taken in which the players of a match with chance can give their client seeds."""
OPEN_TIMEOUT_S = 3600.0
"""A match that has not started after this time is aborted."""
OPEN_TIMEOUT_CORRESPONDENCE_S = 7 * DAY_S
"""The same for correspondence."""
HOST_TIMEOUT_S = 60.0
"""An open match is aborted, or a seat freed, when its host or player is disconnected this long; without a clock, 5x."""
PAUSED_TIMEOUT_S = 30 * DAY_S
"""A paused or adjourned match that is not resumed is aborted after this time."""
MIN_CLAIM_AFTER_S, MAX_CLAIM_AFTER_S = 20.0, 120.0
"""Bounds of the time after which the opponent of a disconnected player can claim a match."""
NO_SHOW_AFTER_S = 120.0
"""Time for a first move without a clock, after which the opponent can claim the match."""
DESERTED_TIMEOUT_S = DAY_S
"""A match without a clock ends when all its human players have been disconnected this long."""
UNTIMED_TURN_S = DAY_S
"""Time for a move of a rated match without a clock, once it has begun. The player loses after it."""
TYPICAL_MOVES = 40
"""Number of moves of a side in a typical match."""


def first_move_s(control: TimeControl | None) -> float | None:
    """Return the deadline of a side's first move in seconds; None if it has none."""
    match control:
        case None:
            return None
        case Correspondence(days=days):
            return days * DAY_S
        case _:
            return FIRST_MOVE_S


def open_timeout_s(control: TimeControl | None) -> float:
    """Return how long a match may wait for its start."""
    return OPEN_TIMEOUT_CORRESPONDENCE_S if isinstance(control, Correspondence) else OPEN_TIMEOUT_S


@value
class Patience:
    """How long a server waits for absent players, in seconds.

    `host_s`: for the host of an open match, or another player of it, with a clock; five times as long without one.
    `left_s`: for any human player of a match without a clock.
    """

    host_s: float = HOST_TIMEOUT_S
    left_s: float = DESERTED_TIMEOUT_S

    def of_open(self, control: TimeControl | None) -> float | None:
        """Return how long an open match keeps the seat of a disconnected player; None for no limit."""
        match control:
            case Correspondence():
                return None
            case None:
                return 5 * self.host_s
            case _:
                return self.host_s

    def of_left(self, *, moved: bool) -> float:
        """Return how long a match without a clock continues without any of its human players.

        Args:
            moved: Whether one of them has played a move.
        """
        return self.left_s if moved else min(self.left_s, 5 * HOST_TIMEOUT_S)


def claim_after_s(control: TimeControl | None) -> float | None:
    """Return after what time the opponent of a disconnected player can claim the match; None if never.

    It is a fifth of a side's time for a typical match, within bounds.
    """
    match control:
        case None:
            return MAX_CLAIM_AFTER_S
        case Correspondence():
            return None
        case Fischer(base_s=base_s, increment_s=extra_s) | SimpleDelay(base_s=base_s, delay_s=extra_s):
            typical_s = base_s + TYPICAL_MOVES * extra_s
        case Byoyomi(base_s=base_s, period_s=period_s):
            typical_s = base_s + TYPICAL_MOVES * period_s
        case PerMove(move_s=move_s):
            typical_s = TYPICAL_MOVES * move_s
    return min(max(typical_s / 5, MIN_CLAIM_AFTER_S), MAX_CLAIM_AFTER_S)
