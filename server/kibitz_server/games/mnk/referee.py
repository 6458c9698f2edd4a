"""Rules of m,n,k games that are faster in plain Python."""

from kibitz_server.games.mnk.rules import EXACT, LINE_SHIFTS
from kibitz_server.games.mnk.rules import has_line as has_line_by_steps

SLOTS = ()


def has_line(stones: int) -> bool:
    """Return the same as `rules.has_line`. Each shift doubles the length found so far."""
    for start, shifts in LINE_SHIFTS:
        line = stones
        for shift in shifts:
            line &= line >> shift
        if line & start:
            return not EXACT or has_line_by_steps(stones)
    return False
