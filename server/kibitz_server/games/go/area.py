"""Area of Go: the stones of a side and the empty points that only its stones enclose.

A colour reaches an empty point if a path over empty points leads from it to one of its stones. A point that both
colours reach, or none, belongs to no side. All stones on the board count, because captures are played out, unless both
sides agree that a chain is dead: then it is taken off before.

`lead` is for machine code. The other functions are for pictures, which are made once a move in plain Python: there a
set of points is one integer, whose bit n stands for cell n, because Python handles it faster than a loop over points.
"""

from collections.abc import Sequence
from typing import Any

from kibitz_server.games.board import as_symbols

SLOTS = ("WIDE", "CELLS", "PLACES", "SIZE", "lift", "number")
WIDE = CELLS = SIZE = 0
PLACES: tuple[int, ...] = ()
lift: Any = None
number: Any = None

REACH = (0, 1, 2, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3)
"""Colours that reach a point, as bits, by its number in `cells`: the colour of a stone, or MARK times those bits."""
MARK = 4
BITS_OF = tuple(bytes(ord("1") if held == number else ord("0") for held in range(256)) for number in range(3))
"""Tables that translate the numbers of cells to the digits of a set: the cells that hold 0, 1 or 2."""
SIDES = str.maketrans("XO", "BW")


def lead(s: Any) -> int:
    """Return by how many half points Black is ahead if the game ends now, the komi included.

    It marks the empty points in `cells` meanwhile.
    """
    spreading = True
    while spreading:
        spreading = False
        for cell in PLACES:
            if reached(s, cell):
                spreading = True
        for i in range(len(PLACES) - 1, -1, -1):
            if reached(s, PLACES[i]):
                spreading = True
    ahead = 0
    for cell in PLACES:
        colours = REACH[s.cells[cell]]
        ahead += (colours & 1) - (colours >> 1)
        if s.cells[cell] >= MARK:
            s.cells[cell] = 0
    return int(2 * ahead - s.komi2)


def reached(s: Any, cell: int) -> bool:
    """Mark an empty point with the colours that reach it and its neighbours, and return whether the mark is new."""
    held = s.cells[cell]
    if held != 0 and held < MARK:
        return False
    near = REACH[s.cells[cell - WIDE]] | REACH[s.cells[cell - 1]]
    near |= REACH[s.cells[cell + 1]] | REACH[s.cells[cell + WIDE]]
    near |= REACH[held]
    s.cells[cell] = MARK * near
    return bool(MARK * near != held)


def areas(s: Any, enclosed: tuple[int, int]) -> tuple[int, int]:
    """Return the area of Black and of White, without the komi."""
    black, white = enclosed
    return s.cells.count(1) + black.bit_count(), s.cells.count(2) + white.bit_count()


def territory(enclosed: tuple[int, int]) -> str:
    """Return a character for each point, row by row: `B` or `W` for territory, `-` for stones and other points."""
    black, white = enclosed
    cells = as_symbols(black, white, CELLS).translate(SIDES)
    return "".join([cells[row * WIDE + 1 : row * WIDE + 1 + SIZE] for row in range(1, SIZE + 1)])


def enclosed(s: Any) -> tuple[int, int]:
    """Return the empty points that only stones of Black enclose, and those that only stones of White do."""
    cells = bytes(reversed(s.cells))
    empty, black, white = (int(cells.translate(digits), 2) for digits in BITS_OF)
    by_black, by_white = spread(black, empty), spread(white, empty)
    return by_black & ~by_white, by_white & ~by_black


def spread(points: int, empty: int) -> int:
    """Return the empty points to which paths over empty points lead from some points."""
    found = 0
    while points:
        points = (points << 1 | points >> 1 | points << WIDE | points >> WIDE) & empty & ~found
        found |= points
    return found


def removable(s: Any) -> tuple[tuple[int, ...], ...]:
    """Return the points of each chain of a game that two passes have ended."""
    if s.passes < 2:
        return ()
    chains: dict[int, list[int]] = {}
    for cell in PLACES:
        if s.cells[cell]:
            chains.setdefault(s.head[cell], []).append(number(cell))
    return tuple(map(tuple, chains.values()))


def remove(s: Any, cells: Sequence[int]) -> None:
    """Take the chains of these points off the board, as captured by the other side."""
    for point in cells:
        cell = (point // SIZE + 1) * WIDE + point % SIZE + 1
        if s.cells[cell]:
            s.captures[2 - s.cells[cell]] += lift(s, s.head[cell])
