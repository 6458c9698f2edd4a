"""How long a match waits for its people: to come, to begin, to come back. It depends on the clock they play with.

With days for a move nobody is expected to be there; without any clock people are, but nobody hurries them.
"""

from kibitz_server.core.values.clock import DAY_S, Byoyomi, Correspondence, Fischer, PerMove, SimpleDelay, TimeControl

FIRST_MOVE_S = 30.0
"""For the first move of each side, which costs no time; who does not make it has not come."""
BREAK_S = 5.0
"""How long people may look at the end of a game before the next of its series begins."""
OPEN_TIMEOUT_S = 3600.0
"""A match that has not started after this long is given up."""
OPEN_TIMEOUT_CORRESPONDENCE_S = 7 * DAY_S
"""And so is one with days for a move."""
HOST_TIMEOUT_S = 60.0
"""An open match waits that long for a host who is gone, and a seat for its guest; five times that without a clock."""
PAUSED_TIMEOUT_S = 30 * DAY_S
"""And so is one that was paused or adjourned and that nobody has taken up again."""
MIN_CLAIM_AFTER_S, MAX_CLAIM_AFTER_S = 20.0, 120.0
"""Between these lies how long one may be gone from a running match."""
DESERTED_TIMEOUT_S = DAY_S
"""A match without a clock that everybody has left is given up after this long."""
TYPICAL_MOVES = 40


def first_move_s(control: TimeControl | None) -> float | None:
    """How long a side has for its first move; None for ever."""
    match control:
        case None:
            return None
        case Correspondence(days=days):
            return days * DAY_S
        case _:
            return FIRST_MOVE_S


def open_timeout_s(control: TimeControl | None) -> float:
    """How long a match may wait for its start."""
    return OPEN_TIMEOUT_CORRESPONDENCE_S if isinstance(control, Correspondence) else OPEN_TIMEOUT_S


def host_timeout_s(control: TimeControl | None) -> float | None:
    """How long an open match waits for its host, or a seat for its guest, to come back; None for ever."""
    match control:
        case Correspondence():
            return None
        case None:
            return 5 * HOST_TIMEOUT_S
        case _:
            return HOST_TIMEOUT_S


def claim_after_s(control: TimeControl | None) -> float | None:
    """How long a player may be gone before the other side may claim the match; None for ever.

    A fifth of the time that a side has for a usual match, within bounds.
    """
    match control:
        case None:
            return MAX_CLAIM_AFTER_S
        case Correspondence():
            return None
        case Fischer(base_s=base_s, increment_s=extra_s) | SimpleDelay(base_s=base_s, delay_s=extra_s):
            usual_s = base_s + TYPICAL_MOVES * extra_s
        case Byoyomi(base_s=base_s, period_s=period_s):
            usual_s = base_s + TYPICAL_MOVES * period_s
        case PerMove(move_s=move_s):
            usual_s = TYPICAL_MOVES * move_s
    return min(max(usual_s / 5, MIN_CLAIM_AFTER_S), MAX_CLAIM_AFTER_S)
