"""Board of Connect Four: cells that fill from below, and lines that won."""

from kibitz_server.games.bits import popcount
from kibitz_server.games.board import Grid, Picture, as_symbols, has_room, marked, runs
from kibitz_server.games.connect4.rules import COLUMN, COLUMNS, CONNECT, HEIGHT, ROWS, SYMBOLS, State
from kibitz_server.games.game import LegalMove


def winning_lines(s: State) -> tuple[tuple[int, ...], ...]:
    """Return the cells of each line that wins."""
    return runs(picture(s).rows, CONNECT)


def can_win(s: State, seat: int) -> int:
    """Return whether a line is left that the other side has no part of."""
    return int(has_room(picture(s).rows, SYMBOLS[1 + seat], CONNECT))


def move_path(s: State, move: int) -> tuple[int, ...]:
    """Return the cell where the disc comes to rest."""
    height = popcount(s.mask & COLUMN[move])
    return ((ROWS - 1 - height) * COLUMNS + move,)


def board() -> Grid:
    """Return columns numbered from 1 at the left; rows have no labels, because no move names one."""
    return Grid(
        column_labels=tuple(str(column + 1) for column in range(COLUMNS)),
        row_labels=("",) * ROWS,
        symbols={"-": "empty", "X": "X disc", "O": "O disc"},
        owners={"X": 0, "O": 1},
    )


def picture(s: State) -> Picture:
    """Return X, O and empty cells."""
    crosses = s.own if s.turn == 0 else s.own ^ s.mask
    cells = as_symbols(crosses, s.mask ^ crosses, COLUMNS * HEIGHT)
    return Picture(tuple([cells[row::HEIGHT] for row in range(ROWS - 1, -1, -1)]))


def picture_after(s: State, before: Picture, move: LegalMove) -> Picture:
    """Return the picture after a move, from the one before it."""
    return marked(before, move.path[0], SYMBOLS[2 - s.turn])
