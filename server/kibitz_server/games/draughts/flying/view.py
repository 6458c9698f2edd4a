"""Board of draughts with flying kings."""

from functools import lru_cache

from kibitz_server.games.bits import popcount
from kibitz_server.games.board import Picture
from kibitz_server.games.draughts.flying.notation import SIDES, numbers_of
from kibitz_server.games.draughts.flying.rules import HALF, State, bit_of, side


def move_path(s: State, move: int) -> tuple[int, ...]:
    """Return the cells of the origin and of each landing."""
    return tuple([cell_of(number, HALF) for number in numbers_of(s, move)])


def cell_of(number: int, half: int) -> int:
    """Return the cell of a square on the grid."""
    row, place = divmod(number, half)
    return 2 * half * row + 2 * place + 1 - row % 2


SYMBOLS = {
    " ": "not in play",
    "-": "empty",
    "w": "white man",
    "W": "white king",
    "b": "black man",
    "B": "black king",
}
OWNERS = {"w": 0, "W": 0, "b": 1, "B": 1}


@lru_cache(maxsize=4096)
def row_text(row: int, half: int, white: int, black: int, kings: int) -> str:
    """Return the cells of a row, given the bits of its dark squares."""
    cells = [" "] * 2 * half
    for place in range(half):
        letter = "w" if white >> place & 1 else "b" if black >> place & 1 else "-"
        cells[2 * place + 1 - row % 2] = letter.upper() if kings >> place & 1 else letter
    return "".join(cells)


def picture(s: State) -> Picture:
    """Return men, kings and empty dark squares, and the number of pieces of each side."""
    white, black, kings, mask = s.white, s.black, s.kings, (1 << HALF) - 1
    rows = []
    for row in range(2 * HALF):
        at = bit_of(row * HALF, HALF)
        rows.append(row_text(row % 2, HALF, white >> at & mask, black >> at & mask, kings >> at & mask))
    return Picture(tuple(rows), tuple([(seat, popcount(side(s, i))) for i, seat in enumerate(SIDES)]))
