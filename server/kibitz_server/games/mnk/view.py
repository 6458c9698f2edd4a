"""Board of m,n,k games: squares, stones, and lines that won."""

from kibitz_server.games.board import LETTERS, Grid, Picture, as_symbols, has_room, marked, runs, split_rows
from kibitz_server.games.game import LegalMove
from kibitz_server.games.mnk.rules import CELLS, COLUMNS, CONNECT, EXACT, ROWS, SYMBOLS, State


def winning_lines(s: State) -> tuple[tuple[int, ...], ...]:
    """Return the cells of each line that wins."""
    return runs(picture(s).rows, CONNECT, exact=EXACT)


def can_win(s: State, seat: int) -> int:
    """Return whether a line is left that the other side has no part of."""
    return int(has_room(picture(s).rows, SYMBOLS[1 + seat], CONNECT))


def move_path(_s: State, move: int) -> tuple[int, ...]:
    """Return the square itself."""
    return (move,)


def board() -> Grid:
    """Return columns from a and rows from 1 at the bottom."""
    return Grid(
        column_labels=tuple(LETTERS[:COLUMNS]),
        row_labels=tuple(str(row) for row in range(ROWS, 0, -1)),
        symbols={"-": "empty", "X": "cross", "O": "nought"},
        owners={"X": 0, "O": 1},
        every_empty_cell=True,
    )


def picture(s: State) -> Picture:
    """Return X, O and empty cells."""
    first, second = (s.own, s.other) if s.turn == 0 else (s.other, s.own)
    return Picture(split_rows(as_symbols(first, second, CELLS), COLUMNS))


def picture_after(s: State, before: Picture, move: LegalMove) -> Picture:
    """Return the picture after a move, from the one before it."""
    return marked(before, move.code, SYMBOLS[2 - s.turn])
