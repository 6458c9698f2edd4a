"""How much of its clock a move gets, as engines of the server take it. Times are in seconds."""

from kibitz_server.core.values.time_management import MARGIN_S

LEAST_S = 0.001
"""Shortest time for a move."""


def share_s(left_s: float, moves: int, extra_s: float = 0.0) -> float:
    """Return the time for the next move.

    Args:
        left_s: What the clock shows.
        moves: Number of moves that it must last for, at least 1.
        extra_s: Time that each move adds to the clock.
    """
    left_s -= MARGIN_S
    share = left_s / moves + 0.8 * extra_s
    # Searches end late on a busy machine, so a move never gets all that is left.
    return max(LEAST_S, min(share, left_s / 2 if moves > 1 else 0.8 * left_s))
