"""Replies in Connect Four that keep the other side from winning for the rest of the game, so that no search is needed.

On a board with an even number of rows the second side can answer each disc on top of it, and so gets all even rows
(claimeven: Allis, 1988). Cells of even rows that are free at once are not claimed yet, so it answers one of them by
another one (baseinverse).
"""

from typing import Any

from kibitz_server.games.bits import u64

SLOTS = ("has_line", "EVEN_HEIGHT", "BOARD", "BOTTOM", "ODD_ROWS")
"""Names of the game that these functions use."""
has_line: Any = None
EVEN_HEIGHT: int = 1
BOARD: u64 = u64(0)
BOTTOM: u64 = u64(0)
ODD_ROWS: u64 = u64(0)

ZERO, ONE = u64(0), u64(1)


def cannot_win(s: Any) -> bool:
    """Return whether the other side surely gets a draw, if neither side can win with its next disc.

    False means only that up to four cells to pair off do not show it.
    """
    if EVEN_HEIGHT == 0:
        return False
    free = (s.mask + BOTTOM) & BOARD & ~ODD_ROWS
    mine = s.own | (BOARD & ~s.mask & ODD_ROWS)
    if free == ZERO:
        return not has_line(mine)
    a = free & (~free + ONE)
    free ^= a
    if free == ZERO:
        return False
    b = free & (~free + ONE)
    free ^= b
    if free == ZERO:
        return not has_line(mine | a) and not has_line(mine | b)
    c = free & (~free + ONE)
    d = free ^ c
    if d == ZERO or d & (d - ONE) != ZERO or has_line(mine):
        return False
    return pairs_hold(mine, a, b, c, d) or pairs_hold(mine, a, c, b, d) or pairs_hold(mine, a, d, b, c)


def pairs_hold(mine: int, a: int, b: int, c: int, d: int) -> bool:
    """Return whether no line arises of `mine` with either of a and b and either of c and d."""
    return not (has_line(mine | a | c) or has_line(mine | a | d) or has_line(mine | b | c) or has_line(mine | b | d))
