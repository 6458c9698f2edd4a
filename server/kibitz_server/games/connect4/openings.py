"""Numbers of Connect Four positions for tables of solved openings. Mirror images share a number."""

from typing import Any

SLOTS = ("COLUMNS", "ROWS", "HEIGHT")
"""Names of the game that these functions use."""
COLUMNS, ROWS, HEIGHT = 7, 6, 7


def written(crosses: int, mask: int, order: range) -> int:
    """Return the columns in this order as digits of base 3: 1 for X and 2 for O from the bottom, 0 ends a column."""
    number = 0
    for column in order:
        bit = column * HEIGHT
        while mask >> bit & 1:
            number = 3 * number + (1 if crosses >> bit & 1 else 2)
            bit += 1
        number *= 3
    return number // 3


def catalogued(s: Any) -> tuple[int, bool]:
    """Return the number of a position, and whether it is that of the mirror image."""
    crosses = s.own if s.turn == 0 else s.own ^ s.mask
    straight = written(crosses, s.mask, range(COLUMNS))
    mirrored = written(crosses, s.mask, range(COLUMNS - 1, -1, -1))
    return (straight, False) if straight <= mirrored else (mirrored, True)


def mirrored_move(move: int) -> int:
    """Return the move of the mirror image."""
    return COLUMNS - 1 - move
